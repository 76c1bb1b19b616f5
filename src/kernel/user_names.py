"""The names of the user's variables: what a restart takes away."""

import sys
import types

LONGEST_LIST = 50
# What IPython keeps there for itself.
SHELL = {"In", "Out", "exit", "quit", "get_ipython", "open"}


def main():
    found = sys.modules["__main__"].__dict__
    names = [
        name
        for name, value in list(found.items())
        if not name.startswith("_") and name not in SHELL and type(value) is not types.ModuleType
    ]
    return {"names": names[:LONGEST_LIST], "count": len(names)}
