"""Which checkpoints there are, without a look at what was pickled."""

import os

from checkpoint_file import names_in_folder, path_of, read_card
from store import Refused, answered, in_words

MOST = 100
MOST_VARIABLES = 50


def main():
    return answered(lambda: {"checkpoints": [describe(name) for name in names_in_folder()[:MOST]]})


def describe(name):
    try:
        path = path_of(name)
        with open(path, "rb") as file:
            card, is_ours = read_card(file, name)
        variables = card["variables"]
        return {
            "name": name,
            "savedAt": card["savedAt"],
            "bytes": os.path.getsize(path),
            "pickledBy": card["pickledBy"],
            "versions": card["versions"],
            "variables": variables[:MOST_VARIABLES],
            **({"moreVariables": len(variables) - MOST_VARIABLES} if len(variables) > MOST_VARIABLES else {}),
            **({} if is_ours else {"isForeign": True}),
        }
    except Refused as refused:
        return {"name": name, "problem": refused.failure["message"]}
    except (OSError, KeyError, TypeError) as error:
        return {"name": name, "problem": in_words(error)}
