"""Interrupts that wait until an item is done and recorded; a second one breaks into the item."""

import contextlib
import signal


class Interrupts:
    def __init__(self, told):
        self.told, self.asked, self.may_break, self.is_set, self.before = told, 0, False, False, None

    def __enter__(self):
        try:
            self.before = signal.signal(signal.SIGINT, self.heed)
            self.is_set = True
        except ValueError:
            # Not the main thread, which alone is interrupted.
            pass
        return self

    def __exit__(self, *_):
        if self.is_set:
            # None stands for one that Python did not set, and cannot set again.
            signal.signal(signal.SIGINT, signal.default_int_handler if self.before is None else self.before)

    def heed(self, *_):
        self.asked += 1
        if self.asked > 1 and self.may_break:
            self.may_break = False
            raise KeyboardInterrupt
        # In the middle of an item, which may be printing: what goes wrong here must not get into it.
        if self.may_break:
            with contextlib.suppress(Exception):
                self.told()

    def breakable(self, work):
        """Never between the end of the work and what is done with its result."""
        self.may_break = True
        try:
            return work()
        finally:
            self.may_break = False
