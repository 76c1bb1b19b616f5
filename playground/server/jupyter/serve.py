"""A Jupyter server that ends with the process that started it, however that one ends."""

import os
import shutil
import signal
import sys
import threading

FOLDER = os.environ["PLAYGROUND_JUPYTER_FOLDER"]
GRACE_SECONDS = 3


def _end_with_parent():
    """Standard input is a pipe from the parent: it ends when the parent does, even by SIGKILL."""
    while os.read(0, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    threading.Event().wait(GRACE_SECONDS)
    _remove_folder()
    # Kernels notice by themselves that the server is gone.
    os._exit(1)


def _remove_folder():
    shutil.rmtree(FOLDER, ignore_errors=True)


def _send_at_once():
    """Tornado lets the system hold small messages back, which makes every execution 40 ms longer."""
    from tornado.iostream import IOStream

    set_nodelay = IOStream.set_nodelay
    IOStream.set_nodelay = lambda stream, _: set_nodelay(stream, True)


def main():
    # Until the server installs its own handler: an exit that still cleans up.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        from jupyter_server.serverapp import main as serve

        _send_at_once()
        serve()
    finally:
        _remove_folder()


main()
