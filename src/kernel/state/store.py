"""Where state is kept in the runtime, and how: written whole or not at all, and known again as ours.

It is put in front of the scripts that import from it; see with-store.ts.
"""

import contextlib
import errno
import hashlib
import hmac
import os
import re
import secrets
import sys
import tempfile

from shortened import shortened

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Refused(Exception):
    """What is not done, in the words of a failure: its kind, what happened, what to do next."""

    def __init__(self, kind, message, next):
        super().__init__(message)
        self.failure = {"kind": kind, "message": message, "next": next}


def answered(work):
    """What the work gives; or why it was not done, as JSON can hold it."""
    try:
        return work()
    except Refused as refused:
        return {"failure": refused.failure}


def users_namespace():
    return sys.modules["__main__"].__dict__


def check_name(name):
    """A name becomes the name of a file: it must not lead anywhere else."""
    if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", name) is None:
        raise Refused(
            "invalid_input",
            f"{shortened(name, 80)!r} is no name for this.",
            "Nothing was done. Use up to 64 letters, digits, '.', '_' and '-', with a letter or digit first.",
        )


def folder_of(what):
    """The folder for checkpoints, or for loops; made where there is none, for this user alone."""
    base = os.environ.get("CELLWIRE_STATE_DIR")
    if not base:
        # Colab's own folder is the one that its users look at.
        home = "/content" if os.path.isdir("/content") and os.access("/content", os.W_OK) else "~"
        base = os.path.join(os.path.expanduser(home), ".cellwire")
    folder = os.path.join(os.path.abspath(base), what)
    with no_room_told("Nothing was written."):
        os.makedirs(folder, mode=0o700, exist_ok=True)
    return folder


def private_key():
    """What this runtime signs with. It never leaves the home folder: what is copied elsewhere is not ours there."""
    folder = os.path.join(os.path.expanduser("~"), ".cellwire")
    path = os.path.join(folder, "key")
    os.makedirs(folder, mode=0o700, exist_ok=True)
    for _ in range(2):
        with contextlib.suppress(FileNotFoundError), open(path, "rb") as file:
            key = file.read()
            if len(key) == 32:
                os.chmod(path, 0o600)
                return key
            os.unlink(path)
        handle, part = tempfile.mkstemp(prefix="key.", dir=folder)
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_bytes(32))
        # Of two who make one at the same time, one wins, and both use that.
        try:
            os.link(part, path)
        except FileExistsError:
            pass
        except (OSError, AttributeError):
            # A file system without links.
            os.replace(part, path)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(part)
    raise Refused(
        "internal",
        f"The key in {path} can be neither read nor made.",
        "Look at the folder with execute_code.",
    )


def sign(key, *parts):
    return hmac.new(key, b"".join(parts), hashlib.sha256).digest()


@contextlib.contextmanager
def no_room_told(kept):
    """A full disk in words; `kept` says what is still as it was."""
    try:
        yield
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        raise Refused(
            "internal",
            f"The runtime has no room to write this ({error.strerror}). {kept}",
            "Delete files of the runtime, or write less.",
        ) from None


def write_atomically(path, write):
    """Until the new file is complete and on the disk, the old one stays."""
    handle, part = tempfile.mkstemp(prefix=".", suffix=".part", dir=os.path.dirname(path))
    try:
        with os.fdopen(handle, "wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(part)
        raise


# What a class is called, whatever its metaclass says.
class_name = type.__dict__["__name__"].__get__


def in_words(error, most=300):
    """Class and text of an error, whatever its __str__ does."""
    try:
        text = str(error)
    except BaseException:
        text = ""
    return shortened(f"{class_name(type(error))}: {text}".removesuffix(": "), most)
