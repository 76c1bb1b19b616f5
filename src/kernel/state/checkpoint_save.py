"""Saves variables of the user: those that can be, each by itself, and the others named with the reason."""

import datetime
import pickle
import types

from checkpoint_file import MAGIC, Hashing, find_dill, path_of, versions, write_tail
from store import Refused, answered, in_words, no_room_told, users_namespace, write_atomically

# Beyond this it would take too long to look for parts that variables share.
LOOKED_INTO = 64_000_000
# Never change, so that a copy is as good.
UNCHANGING = (str, bytes, int, float, complex, tuple, frozenset, types.ModuleType)
IPYTHONS_OWN = {"In", "Out", "exit", "quit", "get_ipython", "open", "display"}


def main(name="default", variables=None):
    return answered(lambda: save(name, variables))


def save(name, wanted):
    path = path_of(name)
    dill = find_dill()
    found, skipped = choose(wanted, dill)
    looks = {}
    for variable, value in found.items():
        try:
            looks[variable] = look(value, dill)
        except Exception as error:
            skipped.append({"name": variable, "reason": in_words(error)})
    groups, untied = grouped(found, looks, dill)
    if not groups:
        reasons = "; ".join(f"{one['name']}: {one['reason']}" for one in skipped[:10])
        raise Refused(
            "invalid_input",
            f"There is nothing that can be saved. {reasons}".strip(),
            "No checkpoint was written. Name variables that hold data.",
        )
    card = {
        "format": 1,
        "name": name,
        "savedAt": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "pickledBy": "dill" if dill else "pickle",
        "versions": versions(dill),
        "variables": [
            describe(variable, found[variable], looks[variable]) for names in groups for variable in names
        ],
    }

    def write(file):
        file.write(MAGIC)
        payload = Hashing(file)
        card["groups"] = []
        for names in groups:
            before = payload.bytes
            pickler(payload, dill).dump({variable: found[variable] for variable in names})
            card["groups"].append({"names": names, "bytes": payload.bytes - before})
        card["payload"] = {"bytes": payload.bytes, "sha256": payload.sha256.hexdigest()}
        write_tail(file, card)

    with no_room_told(f"Nothing was saved; a checkpoint {name!r} of before is as it was."):
        write_atomically(path, write)
    return {
        "name": name,
        "saved": [variable for names in groups for variable in names],
        "skipped": skipped,
        "bytes": card["payload"]["bytes"],
        "path": path,
        "pickledBy": card["pickledBy"],
        "notes": notes(card, untied, dill),
    }


def choose(wanted, dill):
    """The user's variables, or those that were named; and which of them are not even tried."""
    user = users_namespace()
    found, skipped = {}, []
    for variable in dict.fromkeys(wanted) if wanted is not None else list(user):
        if variable not in user:
            skipped.append({"name": variable, "reason": "there is no such variable"})
            continue
        value = user[variable]
        if wanted is None and (variable.startswith("_") or variable in IPYTHONS_OWN or is_module(value)):
            continue
        if not dill and isinstance(value, (type, types.FunctionType)) and value.__module__ == "__main__":
            reason = "pickle saves only the name of what a cell defines; run its cell again, or install dill"
            skipped.append({"name": variable, "reason": reason})
            continue
        found[variable] = value
    return found, skipped


def is_module(value):
    return issubclass(type(value), types.ModuleType)


def pickler(file, dill):
    return dill.Pickler(file, 5) if dill else pickle.Pickler(file, 5)


def look(value, dill):
    """Pickles for nothing: whether it can be, how long it gets, and which objects are in it."""
    sink = Hashing()
    trial = pickler(sink, dill)
    trial.dump(value)
    parts = {}
    if sink.bytes <= LOOKED_INTO:
        # The objects are kept: the id of one that is gone would soon be that of another.
        parts = {key: part for key, (_, part) in trial.memo.copy().items()}
    return {"bytes": sink.bytes, "parts": parts, "needs": needed(parts, dill)}


def needed(parts, dill):
    """What a cell has to define again before this can be loaded."""
    if dill:
        return []
    definitions = (type, types.FunctionType)
    names = {
        part.__qualname__
        for part in parts.values()
        if isinstance(part, definitions) and part.__module__ == "__main__"
    }
    return sorted(names)


def grouped(found, looks, dill):
    """Variables that share an object are pickled together, so that they still do when they come back."""
    group_of, owner = {}, {}
    for variable, seen in looks.items():
        mine = [variable]
        group_of[variable] = mine
        for key, part in {id(found[variable]): found[variable], **seen["parts"]}.items():
            if ties_nothing(part):
                continue
            other = group_of[owner.setdefault(key, variable)]
            if other is not mine:
                other.extend(mine)
                group_of.update(dict.fromkeys(mine, other))
                mine = other
    groups, untied = [], []
    for names in {id(names): names for names in group_of.values()}.values():
        try:
            if len(names) > 1:
                pickler(Hashing(), dill).dump({variable: found[variable] for variable in names})
            groups.append(names)
        except Exception:
            groups.extend([variable] for variable in names)
            untied.append(names)
    return groups, untied


def ties_nothing(part):
    """Classes and functions of libraries are shared by all that use them, and are pickled by their name."""
    is_definition = (
        callable(part) and hasattr(part, "__name__") and getattr(part, "__module__", "") != "__main__"
    )
    return is_definition or isinstance(part, UNCHANGING) or "dtype" in type(part).__name__.lower()


def describe(variable, value, seen):
    kind = type(value)
    described = {"name": variable, "type": f"{kind.__module__}.{kind.__qualname__}", "bytes": seen["bytes"]}
    return {**described, "needs": seen["needs"]} if seen["needs"] else described


def notes(card, untied, dill):
    said = []
    if not dill:
        said.append(
            "Saved with pickle: functions and classes of cells are not in it. With dill installed they would be."
        )
    needs = sorted({need for one in card["variables"] for need in one.get("needs", [])})
    if needs:
        said.append(f"Before loading, run the cells that define: {', '.join(needs[:20])}.")
    said.extend(f"What these share will be separate copies: {', '.join(names[:20])}." for names in untied)
    big = [one["name"] for one in card["variables"] if one["bytes"] > LOOKED_INTO]
    if big and len(card["variables"]) > 1:
        said.append(
            f"Too big to look for parts shared with others, which would be copies: {', '.join(big[:20])}."
        )
    return said
