"""Brings the variables of a checkpoint back, after a check that it is whole and ours."""

import hashlib
import importlib
import pickle

from checkpoint_file import MAGIC, broken, find_dill, names_in_folder, path_of, read_card, versions
from store import Refused, answered, in_words, users_namespace


def main(name, trust=False):
    return answered(lambda: load(name, trust))


def load(name, trust):
    try:
        file = open(path_of(name), "rb")  # noqa: SIM115  (closed below, whatever is found in it)
    except FileNotFoundError:
        there = ", ".join(names_in_folder()[:20]) or "none"
        raise Refused(
            "not_found",
            f"There is no checkpoint {name!r} in this runtime.",
            f"Nothing was loaded. There are: {there}.",
        ) from None
    # One file from the first look to the last: a save meanwhile puts another one in its place.
    with file:
        card, is_ours = read_card(file, name)
        check_payload(file, card, name)
        if not is_ours and trust is not True:
            raise Refused(
                "denied",
                f"The checkpoint {name!r} was not written by this runtime. Loading runs code that is in it, "
                "so nothing was loaded.",
                "If you and the user know where it comes from, call again with trust: true.",
            )
        loaded, failed = read_groups(file, card, name)
    user = users_namespace()
    replaced = [variable for variable in loaded if variable in user]
    user.update(loaded)
    return {
        "loaded": list(loaded),
        "replaced": replaced,
        "notLoaded": failed,
        "savedAt": card.get("savedAt"),
        "versionsThatDiffer": differing(card.get("versions", {})),
    }


def check_payload(file, card, name):
    file.seek(len(MAGIC))
    left, sha256 = card["payload"]["bytes"], hashlib.sha256()
    while left > 0:
        data = file.read(min(left, 1 << 20))
        if not data:
            break
        left -= len(data)
        sha256.update(data)
    if sha256.hexdigest() != card["payload"].get("sha256"):
        raise broken(name, "its contents do not have the checksum that they were written with")


def read_groups(file, card, name):
    dill = find_dill() if card.get("pickledBy") == "dill" else None
    if card.get("pickledBy") == "dill" and dill is None:
        raise Refused(
            "unsupported",
            f"The checkpoint {name!r} was saved with dill, which this runtime has not. Nothing was loaded.",
            "Install dill (%pip install dill) and load it again.",
        )
    loaded, failed, place = {}, [], len(MAGIC)
    for group in card["groups"]:
        file.seek(place)
        place += group["bytes"]
        try:
            loaded.update((dill.Unpickler(file) if dill else pickle.Unpickler(file)).load())
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            reason = in_words(error)
            if "__main__" in reason:
                reason += ": run the cell that defines it, then load again"
            failed.extend({"name": variable, "reason": reason} for variable in group["names"])
    return loaded, failed


def differing(before):
    """As in "numpy 1.26.4, now 2.0.1"."""
    now = versions(find_dill())
    for library in before:
        if library not in now:
            try:
                now[library] = importlib.import_module(library).__version__
            except Exception:
                now[library] = "none"
    return [
        f"{library} {version}, now {now[library]}"
        for library, version in before.items()
        if now[library] != version
    ]
