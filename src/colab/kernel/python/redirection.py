"""All that code shows goes to a spool, by whichever way it would have gone to the page."""

import base64
import builtins
import contextlib
import getpass
import sys


class Patches:
    """Attributes of objects that are others' for a while."""

    def __init__(self):
        self._undo = []
        self._targets = set()

    def set(self, target, name, value):
        own = vars(target)
        self._undo.append((target, name, name in own, own.get(name)))
        self._targets.add(id(target))
        setattr(target, name, value)

    def has(self, target):
        return id(target) in self._targets

    def undo(self):
        for target, name, was_own, value in reversed(self._undo):
            if was_own:
                setattr(target, name, value)
            else:
                delattr(target, name)
        self._undo = []
        self._targets = set()


patches = Patches()


def undo_redirection():
    # Only of streams that the code has put in the place of those that are redirected can anything be left.
    for stream in (sys.stdout, sys.stderr):
        if not patches.has(stream):
            # It may be closed, or anything at all.
            with contextlib.suppress(Exception):
                stream.flush()
    patches.undo()


def _plain(data):
    return {
        mime: base64.b64encode(part).decode("ascii") if isinstance(part, (bytes, bytearray)) else part
        for mime, part in (data or {}).items()
    }


def redirect(shell, spool):
    # An interrupt at the wrong moment may have left some of a run before.
    patches.undo()
    own_displays = set()
    publish_elsewhere = shell.display_pub.publish

    def publish(data, metadata=None, *_, transient=None, update=False, **__):
        display_id = (transient or {}).get("display_id")
        if not update:
            own_displays.add(display_id)
            output = {"output_type": "display_data", "data": _plain(data), "metadata": metadata or {}}
            spool.add("output", output, display_id)
        elif display_id in own_displays:
            spool.add("update", display_id, _plain(data), metadata or {})
        else:
            # Of a cell: that is for the page to show.
            publish_elsewhere(data, metadata, transient=transient, update=True)

    def write_result(data, metadata=None):
        spool.add(
            "output",
            {
                "output_type": "execute_result",
                "execution_count": shell.execution_count,
                "data": _plain(data),
                "metadata": metadata or {},
            },
            None,
        )

    def show_traceback(kind, error, lines):
        shell._last_traceback = lines
        traceback = lines.split("\n") if isinstance(lines, str) else [str(line) for line in lines]
        output = {
            "output_type": "error",
            "ename": kind.__name__,
            "evalue": str(error),
            "traceback": traceback,
        }
        spool.add("output", output, None)

    def no_input(*_, **__):
        raise RuntimeError("input() waits for somebody at a cell, and this code is in none: run it in a cell")

    patches.set(shell.display_pub, "publish", publish)
    patches.set(shell.display_pub, "clear_output", lambda wait=False: spool.add("clear", bool(wait)))
    patches.set(shell.displayhook, "write_format_data", write_result)
    patches.set(shell, "_showtraceback", show_traceback)
    patches.set(builtins, "input", no_input)
    patches.set(getpass, "getpass", no_input)
    # Not other streams in their place: loggers and threads hold these.
    for name in ("stdout", "stderr"):
        patches.set(getattr(sys, name), "write", _writer(spool, name))
    if "google.colab" in sys.modules and hasattr(shell, "system_piped"):
        # Colab's own asks the page to show a prompt at the cell, and waits.
        patches.set(shell, "system", shell.system_piped)


def _writer(spool, name):
    def write(text):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        spool.stream(name, text)
        return len(text)

    return write
