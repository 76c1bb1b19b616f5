"""The log of a loop on the disk: one signed line for each item, written when it is done and before the next begins.

A line that is only half there is of a process that died while it wrote: it counts as not written.
"""

import base64
import contextlib
import errno
import hmac
import importlib
import json
import os
import pickle
import weakref

from store import Refused, class_name, no_room_told, sign

try:
    import fcntl
except ImportError:
    fcntl = None

CLOSED = -1


class ChunkLog:
    def __init__(self, path, key, name):
        self.key, self.name = key, name
        self.file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        close_in_children(self)
        self.lock()

    def lock(self):
        """Two processes at the same loop would do items twice. The lock goes with this process."""
        try:
            if fcntl:
                fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            # A file system may know no locks.
            if error.errno not in (errno.EAGAIN, errno.EACCES):
                return
            self.close()
            raise Refused(
                "conflict",
                f"Another kernel of this runtime is at the loop {self.name!r}. Nothing was run.",
                "Wait for it, or take another name.",
            ) from None

    def close(self):
        if self.file != CLOSED:
            file, self.file = self.file, CLOSED
            os.close(file)

    def read(self):
        """All entries, the header first. What is after the last whole line is cut off."""
        with os.fdopen(os.dup(self.file), "rb") as file:
            file.seek(0)
            data = file.read()
        entries, place = [], 0
        while (end := data.find(b"\n", place)) >= 0:
            entries.append(self.entry_in(data[place:end], len(entries)))
            place = end + 1
        if place < len(data):
            os.ftruncate(self.file, place)
        return entries

    def entry_in(self, line, number):
        signature, _, text = line.partition(b" ")
        if not hmac.compare_digest(sign(self.key, self.name.encode(), text).hex().encode(), signature):
            raise Refused(
                "denied",
                f"Line {number + 1} of the log of {self.name!r} was not written by this runtime. Nothing was run.",
                "Take another name: the loop begins anew.",
            )
        return json.loads(text)

    def add(self, entry, otherwise="What was done before is recorded."):
        """Whole, or not at all, and handed to the system: from there it outlives this process."""
        text = json.dumps(entry).encode()
        line = sign(self.key, self.name.encode(), text).hex().encode() + b" " + text + b"\n"
        size = os.fstat(self.file).st_size
        try:
            with no_room_told(otherwise):
                written = 0
                while written < len(line):
                    written += os.write(self.file, line[written:])
        except BaseException:
            with contextlib.suppress(OSError):
                os.ftruncate(self.file, size)
            raise

    def sync(self):
        os.fsync(self.file)


def close_in_children(log):
    """A child that outlives this process, a worker perhaps, would keep the lock: it has the same file open."""
    # What is registered stays so: it must not keep the log.
    known = weakref.ref(log)

    def close():
        log = known()
        if log is not None:
            log.close()

    # Pyodide has no processes.
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=close)


def packed(result):
    """As the log holds it. What cannot be pickled is only shown: it lasts as long as the kernel."""
    if result is None:
        return {}
    # By its id it is known in a list of the user's that may not be ours.
    known = {"id": id(result)}
    for library in ("pickle", "dill"):
        try:
            data = importlib.import_module(library).dumps(result)
            return {**known, "result": base64.b64encode(data).decode()}
        except KeyboardInterrupt:
            raise
        except BaseException:
            continue
    return {**known, "unpicklable": class_name(type(result))}


def unpacked(entry):
    if "unpicklable" in entry:
        raise ValueError(f"{entry['unpicklable']} cannot be pickled")
    return pickle.loads(base64.b64decode(entry["result"])) if "result" in entry else None
