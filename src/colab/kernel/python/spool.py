"""What code shows, written down piece by piece for a page that does not hear the kernel.

The page names a folder of its own; pieces come in it as `0`, `1`, … The last one goes with the kernel's answer, if
it is short and the page gets to see that. A piece is a JSON list of events: ["stream", name, text], ["output", output,
display id], ["update", display id, data, metadata], ["clear", wait], first of all ["begin"] and last of all ["end", how
it ended]. What has not yet been written to its end is no list, so the page reads it again.
"""

import json
import os
import signal
import threading

FIRST_PERIOD_SECONDS = 0.1
LAST_PERIOD_SECONDS = 1.0
# A file costs the page another round trip: only what is longer is worth one.
ANSWER_CHARS = 300_000
# Above this, whoever prints waits until it is written down.
FULL_CHARS = 4_000_000
# Of what is printed beyond this, only the end is kept: a disk is soon full.
MOST_CHARS = 50_000_000
TAIL_CHARS = 100_000
STOP_FILE = "stop"


class Spool:
    def __init__(self, folder, answers=False):
        self._folder = folder
        self._answers = answers
        self._lock = threading.RLock()
        self._events = []
        self._waiting_chars = 0
        self._chars = 0
        self._left_out = 0
        self._tail = ("stdout", "")
        self._count = 0
        self._is_made = False
        self._is_stopped = False
        self.period = FIRST_PERIOD_SECONDS

    def stream(self, name, text):
        if not text:
            return
        with self._lock:
            self._chars += len(text)
            if self._chars > MOST_CHARS or self._left_out:
                self._leave_out(name, text)
                return
            last = self._events[-1] if self._events else None
            if last and last[0] == "stream" and last[1] == name:
                last[2].append(text)
            else:
                self._events.append(["stream", name, [text]])
            self._waiting_chars += len(text)
            if self._waiting_chars > FULL_CHARS and not self._flush():
                self._leave_out_what_waits()

    def add(self, *event):
        with self._lock:
            self._events.append(event)

    def end(self, **how):
        """Gives the last piece when it is to go with the kernel's answer; None when it is in a file."""
        with self._lock:
            piece = self._last_piece(how)
            if self._answers and len(piece) <= ANSWER_CHARS:
                return self._count, piece
            try:
                self._write(piece)
            except OSError as error:
                if not self._answers:
                    raise
                self._leave_out_what_waits()
                self._events = [("stream", "stderr", [f"[No more could be kept: {error.strerror}]\n"])]
                return self._count, self._last_piece(how)
            return None

    def look(self):
        """From time to time, while the code runs: what it has shown so far, and whether the page wants it stopped."""
        with self._lock:
            if self._events and self._flush():
                self.period = min(self.period * 1.02, LAST_PERIOD_SECONDS)
        # For a page that has no other way to interrupt.
        if not self._is_stopped and os.path.exists(os.path.join(self._folder, STOP_FILE)):
            self._is_stopped = True
            os.kill(os.getpid(), signal.SIGINT)

    def _flush(self):
        """False when the disk does not take it: that is no fault of the code, so it waits for the next time."""
        try:
            self._write(self._piece())
        except OSError:
            return False
        self._count += 1
        self._events = []
        self._waiting_chars = 0
        return True

    def _piece(self, *more):
        events = [
            ("stream", event[1], "".join(event[2])) if event[0] == "stream" else event
            for event in (*self._events, *more)
        ]
        return json.dumps(events, default=str)

    def _last_piece(self, how):
        end = ("end", how)
        if not self._left_out:
            return self._piece(end)
        name, tail = self._tail
        note = f"\n[{self._left_out - len(tail)} characters were left out here]\n"
        return self._piece(("stream", name, [note, tail]), end)

    def _write(self, piece):
        if not self._is_made:
            os.mkdir(self._folder, mode=0o700)
            self._is_made = True
        with open(os.path.join(self._folder, str(self._count)), "w", encoding="ascii") as file:
            file.write(piece)

    def _leave_out(self, name, text):
        self._left_out += len(text)
        self._tail = (name, (self._tail[1] + text)[-TAIL_CHARS:])

    def _leave_out_what_waits(self):
        for event in self._events:
            if event[0] == "stream":
                self._leave_out(event[1], "".join(event[2]))
        self._events = [event for event in self._events if event[0] != "stream"]
        self._waiting_chars = 0


class Watch:
    """One thread for all runs, asleep between them: to start and to end one takes longer than most code."""

    def __init__(self):
        self._changed = threading.Condition()
        self._spool = None
        self._is_alive = None

    def begin(self, spool):
        with self._changed:
            self._spool = spool
            if self._is_alive:
                self._changed.notify()
        if self._is_alive is None:
            self._is_alive = self._start()

    def _start(self):
        try:
            threading.Thread(target=self._run, name="cellwire", daemon=True).start()
        except RuntimeError:
            # A Python without threads: everything comes at the end.
            return False
        return True

    def end(self):
        with self._changed:
            self._spool = None

    def _run(self):
        with self._changed:
            while True:
                spool = self._spool
                self._changed.wait(spool.period if spool else None)
                # Under the lock: what has ended is not written to any more.
                if spool and spool is self._spool:
                    spool.look()


watch = Watch()
