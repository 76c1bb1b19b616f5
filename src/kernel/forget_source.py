"""Lets go of the source of what we run: IPython keeps what it compiles, for tracebacks, to the kernel's end."""

import linecache
import sys


def forget_source(frame):
    """Of the cell that called us. Any other is the user's, and stays."""
    name = frame.f_code.co_filename
    if not _is_ours(linecache.cache.get(name, ())):
        return
    module = sys.modules.get("IPython")
    shell = module.get_ipython() if module else None
    # Some versions of IPython have a second copy, and put it back; others note the number of the cell.
    second = getattr(linecache, "_ipython_cache", {})
    numbers = getattr(getattr(shell, "compile", None), "_filename_map", {})
    for kept in (linecache.cache, second, numbers):
        kept.pop(name, None)


def _is_ours(known):
    """By what it says: a kernel may have one name for all cells."""
    lines = known[2] if len(known) > 2 else ()
    return any("cellwire" in line for line in lines)
