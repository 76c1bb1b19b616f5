"""Files of the runtime: what is there, and parts of them, either way.

A file that is written grows under another name beside its place, and gets its own only when it is whole.
"""

import base64
import contextlib
import errno
import hashlib
import heapq
import os
import shutil
import stat
from datetime import datetime, timezone

PAGE = 200
BLOCK = 1 << 20


def main(step, **arguments):
    try:
        return STEPS[step](**arguments)
    except OSError as error:
        code = errno.errorcode.get(error.errno, type(error).__name__)
        return {"error": {"code": code, "reason": error.strerror or str(error)}}


def whole_path(path):
    return os.path.abspath(os.path.expanduser(path))


def part_of(path):
    folder, name = os.path.split(path)
    return os.path.join(folder, f".{name}.cellwire-part")


def kind_of(mode):
    return "file" if stat.S_ISREG(mode) else "folder" if stat.S_ISDIR(mode) else "other"


def version_of(status):
    """Another one whenever the file is another, or has been written to."""
    return f"{status.st_size}-{status.st_mtime_ns}-{status.st_ino}"


def look(path):
    full = whole_path(path)
    status = os.stat(full)
    return {
        "path": full,
        "kind": kind_of(status.st_mode),
        "bytes": status.st_size,
        "version": version_of(status),
    }


def list_files(path, after=None):
    full = whole_path(path)
    if not stat.S_ISDIR(os.stat(full).st_mode):
        return {"path": full, "files": [facts_of(full, os.path.basename(full))], "next": None}
    with os.scandir(full) as entries:
        # A folder can hold millions of them: no more are kept than a page has.
        names = (entry.name for entry in entries if after is None or entry.name > after)
        page = heapq.nsmallest(PAGE + 1, names)
    files = [facts_of(os.path.join(full, name), name) for name in page[:PAGE]]
    return {"path": full, "files": files, "next": page[PAGE - 1] if len(page) > PAGE else None}


def facts_of(full, name):
    try:
        status = os.stat(full)
    except OSError:
        # A link to nowhere, or gone meanwhile.
        return {"name": name, "kind": "other", "bytes": None, "modified": None}
    modified = datetime.fromtimestamp(int(status.st_mtime), timezone.utc).isoformat().replace("+00:00", "Z")
    kind = kind_of(status.st_mode)
    return {
        "name": name,
        "kind": kind,
        "bytes": status.st_size if kind == "file" else None,
        "modified": modified,
    }


def read(path, version, offset, length):
    with open(path, "rb") as file:
        if version_of(os.fstat(file.fileno())) != version:
            return {"error": {"code": "CHANGED", "reason": "it was written to meanwhile"}}
        file.seek(offset)
        return {"base64": base64.b64encode(file.read(length)).decode("ascii")}


def digest(file, length):
    """Of the first so many bytes, or of all."""
    found = hashlib.sha256()
    left = length
    while left is None or left > 0:
        block = file.read(BLOCK if left is None else min(BLOCK, left))
        if not block:
            break
        found.update(block)
        left = None if left is None else left - len(block)
    return found.hexdigest()


def hash_of(path, length=None):
    with open(path, "rb") as file:
        return {"sha256": digest(file, length)}


def begin(path, name, size, overwrite):
    """Where a file of this size would go, and what is there of it already."""
    full = whole_path(path)
    if path.endswith("/") or os.path.isdir(full):
        full = os.path.join(full, name)
    if os.path.lexists(full):
        if not overwrite:
            return {"error": {"code": "EEXIST", "reason": full}}
        if not os.path.isfile(full):
            return {"error": {"code": "EISDIR", "reason": full}}
    folder = os.path.dirname(full)
    os.makedirs(folder, exist_ok=True)
    with open_part(full) as part:
        there = os.fstat(part.fileno()).st_size
        if there > size:
            part.truncate(0)
            there = 0
        if size - there <= free_bytes(folder):
            return {"path": full, "bytes": there, "sha256": digest(part, None)}
    if there == 0:
        os.unlink(part_of(full))
    return {"error": {"code": "ENOSPC", "reason": folder}}


def free_bytes(folder):
    try:
        return shutil.disk_usage(folder).free
    except (AttributeError, OSError):
        return float("inf")


def open_part(path):
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    return os.fdopen(os.open(part_of(path), flags, 0o644), "r+b")


def cut(path, length):
    with open_part(path) as part:
        part.truncate(length)
    return {}


def write(path, offset, data):
    block = base64.b64decode(data, validate=True)
    put(path, offset, block)
    return {"bytes": len(block)}


def put(path, offset, block):
    with open_part(path) as part:
        part.seek(offset)
        part.write(block)


def take(path, offset, source, length):
    """The same, from a file that was put there for it. Nothing is written unless it is whole."""
    try:
        with open(source, "rb") as file:
            block = file.read(length + 1)
        os.unlink(source)
    except OSError:
        return {"bytes": 0}
    if len(block) == length:
        put(path, offset, block)
    return {"bytes": len(block) if len(block) == length else 0}


def discard(path, source):
    """It was put there for a file that is not written any further."""
    with contextlib.suppress(FileNotFoundError):
        os.unlink(source)
    return {}


def finish(path, size, sha256, overwrite):
    part = part_of(path)
    with open_part(path) as file:
        if os.fstat(file.fileno()).st_size != size or digest(file, None) != sha256:
            return {"error": {"code": "CHANGED", "reason": "what arrived is not what was sent"}}
        os.fsync(file.fileno())
    if overwrite:
        os.replace(part, path)
    else:
        put_new(part, path)
    return {}


def put_new(part, path):
    """Fails where something has come into the place meanwhile."""
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    except (AttributeError, OSError):
        # No hard links here.
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, path) from None
        os.rename(part, path)
    else:
        os.unlink(part)


def remove(path):
    with contextlib.suppress(FileNotFoundError):
        os.unlink(part_of(path))
    return {}


STEPS = {
    "look": look,
    "list": list_files,
    "read": read,
    "hash": hash_of,
    "begin": begin,
    "cut": cut,
    "write": write,
    "take": take,
    "discard": discard,
    "finish": finish,
    "remove": remove,
}
