"""Where the results of a loop are, and how many of them are told."""

import hashlib
import itertools
import json
import re

from chunk_body import PLAIN
from shortened import shortened
from store import class_name

MOST_SHOWN = 20
MOST_CHARS = 4_000


def variable_of(name, user):
    """For a loop that begins: none that is taken, by the user or by another loop."""
    wanted = f"results_{name}"
    if not wanted.isidentifier():
        # Names that differ only in what no variable can have in it are told apart by their hash.
        wanted = f"{re.sub(r'[^A-Za-z0-9_]', '_', wanted)}_{hashlib.sha256(name.encode()).hexdigest()[:6]}"
    others = (f"{wanted}_{number}" for number in itertools.count(2))
    return next(variable for variable in itertools.chain([wanted], others) if variable not in user)


def shown_of(results):
    shown, room = [], MOST_CHARS
    for result in results[:MOST_SHOWN]:
        try:
            text = json.dumps(result, allow_nan=False) if type(result) in PLAIN else repr(result)
            short = result if type(result) in PLAIN and len(text) <= 200 else shortened(text, 200)
        except KeyboardInterrupt:
            raise
        except BaseException:
            short = f"<{class_name(type(result))}>"
        room -= len(str(short))
        if room < 0:
            break
        shown.append(short)
    return shown
