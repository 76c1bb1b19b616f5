"""An IPython shell that runs what it is told: one JSON line for each request on stdin, and its news as JSON lines.

The news go to what was stdout at the start: whatever the code prints, by whichever way, cannot get in between.
"""

import json
import os
import signal
import sys

from IPython.core.interactiveshell import InteractiveShell

news = os.fdopen(os.dup(1), "w", encoding="utf-8")
os.dup2(2, 1)


def tell(**what):
    news.write(json.dumps(what) + "\n")
    news.flush()


class Stream:
    encoding = "utf-8"

    def __init__(self, name):
        self.name = name

    def write(self, text):
        tell(stream=self.name, text=text)
        return len(text)

    def flush(self):
        pass

    def isatty(self):
        return False


def serve(shell):
    for line in sys.stdin:
        request = json.loads(line)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            done = shell.run_cell(
                request["code"], store_history=not request["silent"], silent=request["silent"]
            )
            error = done.error_before_exec or done.error_in_exec
        except KeyboardInterrupt as interrupt:
            error = interrupt
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        tell(
            done="ok" if error is None else type(error).__name__,
            count=None if request["silent"] else shell.execution_count - 1,
            text="" if error is None else str(error),
        )


signal.signal(signal.SIGINT, signal.SIG_IGN)
InteractiveShell.history_enabled = True
sys.stdout, sys.stderr = Stream("stdout"), Stream("stderr")
shell = InteractiveShell.instance(colors="NoColor")
tell(ready=True)
serve(shell)
# Not by way of the interpreter's end, where values of the tests would be taken apart.
os._exit(0)
