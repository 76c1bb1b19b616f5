"""The file of a checkpoint: pickles, and after them a card that says what they are, signed.

magic | pickles, one for each group of variables | card (JSON) | signature | length of the card | end
"""

import hashlib
import hmac
import importlib
import json
import os
import pickle
import platform
import sys

from store import Refused, check_name, folder_of, private_key, sign

MAGIC = b"cellwire checkpoint 1\n"
END = b"\nend of cellwire checkpoint\n"
SUFFIX = ".checkpoint"
TAIL = 32 + 8 + len(END)
COMPARED = ("numpy", "pandas", "torch")


class Hashing:
    """Passes on what is written, or drops it, and counts and hashes it."""

    def __init__(self, file=None):
        self.file, self.bytes, self.sha256 = file, 0, hashlib.sha256()
        self.is_broken = False

    def copy(self):
        copied = Hashing(self.file)
        copied.bytes, copied.sha256 = self.bytes, self.sha256.copy()
        return copied

    def write(self, data):
        size = memoryview(data).nbytes
        self.bytes += size
        if self.file is not None:
            self.sha256.update(data)
            self.is_broken = True
            self.file.write(data)
            self.is_broken = False
        return size


def path_of(name):
    check_name(name)
    return os.path.join(folder_of("checkpoints"), name + SUFFIX)


def names_in_folder():
    found = os.listdir(folder_of("checkpoints"))
    return sorted(name.removesuffix(SUFFIX) for name in found if name.endswith(SUFFIX) and name[0] != ".")


def find_dill():
    """dill, which also saves what a notebook defines; None where there is none."""
    try:
        return importlib.import_module("dill")
    except Exception:
        return None


def versions(dill):
    found = {"python": platform.python_version(), "pickle": pickle.format_version}
    if dill:
        found["dill"] = dill.__version__
    for name in COMPARED:
        version = getattr(sys.modules.get(name), "__version__", None)
        if isinstance(version, str):
            found[name] = version
    return found


def write_tail(file, card):
    text = json.dumps(card).encode()
    file.write(text + sign(private_key(), MAGIC, text) + len(text).to_bytes(8, "big") + END)


def read_card(file, name):
    """The card, and whether it is signed by this runtime. Reads nothing of the pickles."""
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    if size < len(MAGIC) + TAIL or file.read(len(MAGIC)) != MAGIC:
        raise broken(name, "it is no checkpoint of ours, or only its beginning was written")
    file.seek(size - TAIL)
    tail = file.read(TAIL)
    length = int.from_bytes(tail[32:40], "big")
    start = size - TAIL - length
    if tail[40:] != END or start < len(MAGIC):
        raise broken(name, "its end is missing")
    file.seek(start)
    text = file.read(length)
    try:
        card = json.loads(text)
        fits = len(MAGIC) + card["payload"]["bytes"] == start
        fits = fits and sum(group["bytes"] for group in card["groups"]) == card["payload"]["bytes"]
    except (ValueError, KeyError, TypeError):
        fits = False
    if not fits:
        raise broken(name, "its parts do not fit together")
    return card, hmac.compare_digest(sign(private_key(), MAGIC, text), tail[:32])


def broken(name, how):
    return Refused(
        "lost",
        f"The checkpoint {name!r} cannot be used: {how}. Nothing was loaded.",
        "list_checkpoints tells which there are.",
    )
