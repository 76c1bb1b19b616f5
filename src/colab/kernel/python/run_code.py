"""Runs code the way a cell would, and writes what it shows down for a page that does not hear the kernel.

Nothing of this is in the user's namespace.
"""

import asyncio
import contextlib
import shutil
import signal
import sys
import time

from forget_source import forget_source
from redirection import redirect, undo_redirection
from spool import Spool, watch

# By which the page finds it among what an answer carries.
SOURCE = "cellwire"


def _ended(result):
    error = None if result is None else result.error_before_exec or result.error_in_exec
    if isinstance(error, (KeyboardInterrupt, asyncio.CancelledError)):
        return "interrupted"
    return "ok" if result is not None and result.success else "error"


@contextlib.contextmanager
def _no_interrupts():
    """So that all is as it was afterwards, however often somebody presses stop."""
    try:
        handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:
        # Not in the main thread, where interrupts do not come.
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)


class Recording:
    """Around a run: what it shows goes to the spool, and at the end it says how it ended."""

    def __init__(self, shell, spool):
        self._shell = shell
        self._spool = spool
        self._spool.add("begin")
        self._started = time.time()
        self.result = None

    def __enter__(self):
        redirect(self._shell, self._spool)
        watch.begin(self._spool)
        return self

    def __exit__(self, kind, error, traceback):
        with _no_interrupts():
            watch.end()
            undo_redirection()
            _show_pages(self._shell, self._spool)
            interrupted = kind is not None and issubclass(kind, (KeyboardInterrupt, asyncio.CancelledError))
            last = self._spool.end(
                status="interrupted" if interrupted else _ended(self.result),
                executionCount=getattr(self.result, "execution_count", None),
                durationMs=round((time.time() - self._started) * 1000),
            )
            _answer(self._shell, last)
        # What has come this far is an interrupt between two statements of ours.
        return interrupted


def _show_pages(shell, spool):
    """What a pager would show beside the cell, as after `name?`, is shown like any output."""
    payloads = getattr(shell, "payload_manager", None)
    for payload in payloads.read_payload() if payloads else ():
        if payload.get("source") == "page":
            output = {"output_type": "display_data", "data": payload.get("data", {}), "metadata": {}}
            spool.add("output", output, None)
    if payloads:
        payloads.clear_payload()


def _answer(shell, last):
    """Lets the kernel's own answer carry the last piece."""
    if last is not None:
        piece, events = last
        shell.payload_manager.write_payload({"source": SOURCE, "piece": piece, "events": events})


def _shell():
    module = sys.modules.get("IPython")
    return module.get_ipython() if module else None


def prove(folder, nonce):
    """Whether this can be done here: in a file that the page reads, and in an answer that it may get to see."""
    forget_source(sys._getframe(1))
    shell = _shell()
    needed = ("run_cell", "display_pub", "displayhook", "_showtraceback")
    missing = [name for name in needed if not hasattr(shell, name)]
    spool = Spool(folder)
    if not missing:
        # A kernel that does not let itself be listened to fails here, and not with the user's code.
        redirect(shell, spool)
        undo_redirection()
    spool.end(nonce=nonce, missing=missing, time=time.time() * 1000)
    if hasattr(shell, "payload_manager"):
        _answer(shell, (0, nonce))


def run(folder, code, quiet, answers, start_before, done, recorded=True):
    """`answers`: the page gets to see what the kernel's answer carries. `recorded`: as the user's, in the history."""
    # What the page sent around the code, with all of the code in it.
    forget_source(sys._getframe(1))
    remove(done)
    shell = _shell()
    spool = Spool(folder, answers)
    if _is_late(shell, spool, start_before):
        return
    with Recording(shell, spool) as recording:
        recording.result = shell.run_cell(code, store_history=recorded and not quiet, silent=quiet)


async def run_async(folder, code, quiet, answers, start_before, done, recorded=True):
    """For code that may await: the kernel lends its loop only to what awaits itself."""
    forget_source(sys._getframe(1))
    shell = _shell()
    cell = _transformed(shell, code)
    if not shell.should_run_async(code, **cell):
        # An interrupt of what awaits is a cancellation, which code that computes would not notice.
        handler = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            run(folder, code, quiet, answers, start_before, done, recorded)
        finally:
            signal.signal(signal.SIGINT, handler)
        return
    remove(done)
    spool = Spool(folder, answers)
    if _is_late(shell, spool, start_before):
        return
    with Recording(shell, spool) as recording:
        try:
            history = recorded and not quiet
            recording.result = await shell.run_cell_async(code, store_history=history, silent=quiet, **cell)
        finally:
            shell.events.trigger("post_execute")
            if not quiet:
                shell.events.trigger("post_run_cell", recording.result)


def _transformed(shell, code):
    """As IPython wants it told to run code that may await: newer versions do not find it out by themselves."""
    try:
        return {"transformed_cell": shell.transform_cell(code)}
    except Exception:
        return {"transformed_cell": code, "preprocessing_exc_tuple": sys.exc_info()}


def _is_late(shell, spool, start_before):
    """Whether the page does not want it any more: then it has been told that nothing was run."""
    if start_before is None or time.time() * 1000 <= start_before:
        return False
    _answer(shell, spool.end(status="not_started"))
    return True


def remove(folders):
    forget_source(sys._getframe(1))
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)
