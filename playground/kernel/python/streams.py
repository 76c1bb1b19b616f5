"""stdout and stderr of the notebook, and a sleep that shows what was printed before it."""

import asyncio
import io
import signal
import sys
import time

import playground_host as host

# A burst may post this many pieces per window at once; what is above it is joined until the window ends.
BURST = 200
WINDOW_SECONDS = 0.1


class _Outlet:
    """Both streams share one, so that their order is kept."""

    def __init__(self):
        self.name = None
        self.parts = []
        self.window_start = 0.0
        self.used = 0

    def write(self, name, text):
        if name != self.name:
            self.flush()
            self.name = name
        self.parts.append(text)
        if self.used < BURST or self._window_is_over():
            self.used += 1
            self.flush()
        elif len(self.parts) == 1:
            # Nothing more may come while the cell awaits; code that computes flushes at its end.
            asyncio.get_event_loop().call_later(WINDOW_SECONDS, self.flush)

    def _window_is_over(self):
        now = time.monotonic()
        if now - self.window_start < WINDOW_SECONDS:
            return False
        self.window_start = now
        self.used = 0
        return True

    def flush(self):
        if not self.parts:
            return
        text = "".join(self.parts)
        self.parts = []
        host.emit_stream(self.name, text)


_outlet = _Outlet()
flush = _outlet.flush


class NotebookStream(io.TextIOBase):
    encoding = "utf-8"
    errors = "strict"

    def __init__(self, name):
        super().__init__()
        self._name = name

    @property
    def name(self):
        return f"<{self._name}>"

    def writable(self):
        return True

    def isatty(self):
        return False

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        if text:
            _outlet.write(self._name, text)
        return len(text)

    def flush(self):
        _outlet.flush()


def _sleep(seconds):
    """Sleep in short pauses, so that an interrupt is noticed, after showing what was printed."""
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    flush()
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        host.pause(min(left * 1000, 20))
        if host.take_interrupt():
            # As in any Python, the handler says what an interrupt does: by default it raises KeyboardInterrupt.
            signal.getsignal(signal.SIGINT)(signal.SIGINT, None)


def install():
    sys.stdout = NotebookStream("stdout")
    sys.stderr = NotebookStream("stderr")
    time.sleep = _sleep
