"""Deletes variables of the user's, collects garbage, and tells what came of it."""

import contextlib
import ctypes
import gc
import os
import sys


def main(delete=()):
    before = _usage()
    namespace = sys.modules["__main__"].__dict__
    deleted, missing, also_named = [], [], {}
    for name in dict.fromkeys(delete):
        if name not in namespace:
            missing.append(name)
            continue
        value = namespace.pop(name)
        _forget_result(namespace, value)
        deleted.append(name)
        others = [other for other, held in list(namespace.items()) if held is value]
        if others:
            also_named[name] = others
        del value
    gc.collect()
    _empty_caches()
    found = {"before": before, "after": _usage(), "deleted": deleted}
    if missing:
        found["missing"] = missing
    # Some of these may have been deleted since.
    kept = {name: [other for other in others if other in namespace] for name, others in also_named.items()}
    if any(kept.values()):
        found["alsoNamed"] = {name: others for name, others in kept.items() if others}
    return found


def _forget_result(namespace, value):
    """IPython keeps results of cells in Out, in _, __ and ___, and in one _N for each: these keep a value alive."""
    for name, held in list(namespace.items()):
        if held is value and type(name) is str and name.strip("_0123456789") == "":
            del namespace[name]
    results = namespace.get("Out")
    if type(results) is dict:
        for number, held in list(results.items()):
            if held is value:
                del results[number]
    shell = _shell()
    hook = getattr(shell, "displayhook", None)
    for name in ("_", "__", "___"):
        if getattr(hook, name, None) is value:
            setattr(hook, name, "")
    for name, held in list(getattr(shell, "user_ns_hidden", {}).items()):
        if held is value:
            del shell.user_ns_hidden[name]


def _shell():
    core = sys.modules.get("IPython.core.getipython")
    return core.get_ipython() if core else None


def _empty_caches():
    torch = sys.modules.get("torch")
    with contextlib.suppress(Exception):
        # Only where CUDA is in use: asking otherwise would start it.
        if torch and torch.cuda.is_initialized():
            torch.cuda.empty_cache()
    with contextlib.suppress(Exception):
        # Python's allocator keeps what it freed; glibc can be told to give it back.
        ctypes.CDLL(None).malloc_trim(0)


def _usage():
    usage = {"objects": len(gc.get_objects())}
    with contextlib.suppress(OSError, ValueError, IndexError), open("/proc/self/statm") as file:
        usage["memory"] = int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    with contextlib.suppress(OSError, ValueError, IndexError), open("/proc/meminfo") as file:
        lines = [line.split() for line in file if line.startswith("MemAvailable")]
        usage["available"] = int(lines[0][1]) * 1024
    torch = sys.modules.get("torch")
    with contextlib.suppress(Exception):
        if torch and torch.cuda.is_initialized():
            free, total = torch.cuda.mem_get_info()
            usage["cuda"] = {"allocated": torch.cuda.memory_allocated(), "free": free, "total": total}
    return usage
