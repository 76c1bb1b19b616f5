"""Saves variables of the user: those that can be, each by itself, and the others named with the reason."""

import datetime
import types

from checkpoint_file import MAGIC, Hashing, find_dill, path_of, versions, write_tail
from checkpoint_payload import Payload, pickler
from store import Refused, answered, class_name, in_words, no_room_told, users_namespace, write_atomically

# Beyond this it would take too long to look for parts that variables share.
LOOKED_INTO = 64_000_000
# Never change, so that a copy is as good.
UNCHANGING = (str, bytes, int, float, complex, tuple, frozenset, types.ModuleType)
IPYTHONS_OWN = {"In", "Out", "exit", "quit", "get_ipython", "open", "display"}

# Whatever a metaclass says.
class_module = type.__dict__["__module__"].__get__
class_qualname = type.__dict__["__qualname__"].__get__


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
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            # What one variable does when it is pickled, exits even, is its own affair.
            skipped.append({"name": variable, "reason": in_words(error)})
    card = {
        "format": 1,
        "name": name,
        "savedAt": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "pickledBy": "dill" if dill else "pickle",
        "versions": versions(dill),
    }
    untied = []

    def write(file):
        file.write(MAGIC)
        payload = Payload(file, found, dill)
        untied.extend(write_groups(payload, grouped(looks), skipped))
        if not payload.groups:
            raise nothing_saved(skipped)
        saved = [variable for group in payload.groups for variable in group["names"]]
        card["variables"] = [described(variable, looks[variable]) for variable in saved]
        card["groups"] = payload.groups
        card["payload"] = {"bytes": payload.hashing.bytes, "sha256": payload.hashing.sha256.hexdigest()}
        write_tail(file, card)

    with no_room_told(f"Nothing was saved; a checkpoint {name!r} of before is as it was."):
        write_atomically(path, write)
    return {
        "name": name,
        "saved": [one["name"] for one in card["variables"]],
        "skipped": skipped,
        "bytes": card["payload"]["bytes"],
        "path": path,
        "pickledBy": card["pickledBy"],
        "notes": notes(card, untied, dill),
    }


def write_groups(payload, groups, skipped):
    """Gives those that could not be pickled together: what they share becomes copies."""
    untied = []
    for names in groups:
        if len(names) > 1 and payload.add(names) is None:
            continue
        saved = []
        for variable in names:
            reason = payload.add([variable])
            if reason is None:
                saved.append(variable)
            else:
                skipped.append({"name": variable, "reason": reason})
        if len(saved) > 1:
            untied.append(saved)
    return untied


def nothing_saved(skipped):
    reasons = "; ".join(f"{one['name']}: {one['reason']}" for one in skipped[:10])
    return Refused(
        "invalid_input",
        f"There is nothing that can be saved. {reasons}".strip(),
        "No checkpoint was written. Name variables that hold data.",
    )


def choose(wanted, dill):
    """The user's variables, or those that were named; and which of them are not even tried."""
    user = users_namespace()
    found, skipped = {}, []
    for variable in dict.fromkeys(wanted) if wanted is not None else list(user):
        if type(variable) is not str:
            reason = "what it is called is no text, so no variable"
            skipped.append({"name": f"<{class_name(type(variable))}>", "reason": reason})
            continue
        if variable not in user:
            skipped.append({"name": variable, "reason": "there is no such variable"})
            continue
        value = user[variable]
        if wanted is None and (variable.startswith("_") or variable in IPYTHONS_OWN or is_module(value)):
            continue
        if not dill and name_in_cell(value):
            reason = "pickle saves only the name of what a cell defines; run its cell again, or install dill"
            skipped.append({"name": variable, "reason": reason})
            continue
        found[variable] = value
    return found, skipped


def is_module(value):
    return issubclass(type(value), types.ModuleType)


def look(value, dill):
    """Pickles for nothing: whether it can be, how long it gets, and which objects are in it."""
    sink = Hashing()
    trial = pickler(sink, dill)
    trial.dump(value)
    parts = {id(value): value}
    if sink.bytes <= LOOKED_INTO:
        parts.update((key, part) for key, (_, part) in trial.memo.copy().items())
    kind = type(value)
    return {
        "bytes": sink.bytes,
        "type": f"{class_module(kind)}.{class_qualname(kind)}",
        # The objects are kept: the id of one that is gone would soon be that of another.
        "ties": {key: part for key, part in parts.items() if not ties_nothing(part)},
        "needs": [] if dill else sorted({name_in_cell(part) for part in parts.values()} - {None}),
    }


def name_in_cell(part):
    """Of a class or function that a cell defines; None for everything else."""
    try:
        is_definition = issubclass(type(part), (type, types.FunctionType))
        return part.__qualname__ if is_definition and part.__module__ == "__main__" else None
    except KeyboardInterrupt:
        raise
    except BaseException:
        # A metaclass that does not let its classes be asked.
        return None


def grouped(looks):
    """Variables that share an object are pickled together, so that they still do when they come back."""
    group_of, owner = {}, {}
    for variable, seen in looks.items():
        mine = [variable]
        group_of[variable] = mine
        for key in seen["ties"]:
            other = group_of[owner.setdefault(key, variable)]
            if other is not mine:
                other.extend(mine)
                group_of.update(dict.fromkeys(mine, other))
                mine = other
    return list({id(names): names for names in group_of.values()}.values())


def ties_nothing(part):
    """Classes and functions of libraries are shared by all that use them, and are pickled by their name."""
    if issubclass(type(part), UNCHANGING) or "dtype" in class_name(type(part)).lower():
        return True
    try:
        return callable(part) and hasattr(part, "__name__") and getattr(part, "__module__", "") != "__main__"
    except KeyboardInterrupt:
        raise
    except BaseException:
        # One that does not let itself be asked is tied like any other.
        return False


def described(variable, seen):
    told = {"name": variable, "type": seen["type"], "bytes": seen["bytes"]}
    return {**told, "needs": seen["needs"]} if seen["needs"] else told


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
