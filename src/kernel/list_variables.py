"""The user's variables, one page of them: what is there, not what is in it."""

import fnmatch
import sys
import types

from library_values import facts
from safe_values import ROUTINES, SEQUENCES, SETS, TEXTS, base_of, length_of, type_name

_PAGE = 100
# What IPython puts beside the user's own.
_NOT_THE_USERS = ("In", "Out", "exit", "quit", "get_ipython")
_NOT_DATA = (*ROUTINES, types.ModuleType, type)


def main(filter=None, cursor=None):
    names = sorted(name for name, value in _user_items() if _is_variable(name, value) and _fits(name, filter))
    start = sum(name <= cursor for name in names) if cursor else 0
    page = names[start : start + _PAGE]
    values = dict(_user_items())
    found = {
        "variables": [_describe(name, values[name]) for name in page if name in values],
        "total": len(names),
    }
    if start + _PAGE < len(names):
        found["cursor"] = page[-1]
    return found


def _user_items():
    namespace = sys.modules["__main__"].__dict__
    return [(name, value) for name, value in list(dict.items(namespace)) if type(name) is str]


def _is_variable(name, value):
    return not name.startswith("_") and name not in _NOT_THE_USERS and not base_of(value, *_NOT_DATA)


def _fits(name, pattern):
    if not pattern:
        return True
    if any(sign in pattern for sign in "*?["):
        return fnmatch.fnmatchcase(name.lower(), pattern.lower())
    return pattern.lower() in name.lower()


def _describe(name, value):
    found = {"name": name, "type": type_name(value)}
    try:
        return {**found, **_size(value)}
    except Exception:
        # What cannot be measured must not hide all the others.
        return found


def _size(value):
    found = facts(value)
    base = base_of(value, dict, *SEQUENCES, *SETS, *TEXTS, range, int, float, complex)
    if "shape" in found or base is None:
        return found
    length = length_of(value)
    known = {} if length is None else {"length": length}
    # Its own, without what it holds.
    return {**found, **known, "bytes": base.__sizeof__(value)}
