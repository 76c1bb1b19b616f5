"""input() and getpass(): the cell shows a field, and Python waits for what is typed there."""

import builtins
import getpass

import playground_host as host
import playground_streams as streams

# Code that runs outside any cell has no field to show.
is_allowed = True
LOOK_EVERY_MS = 20


class StdinNotImplementedError(NotImplementedError):
    pass


def _ask(prompt, is_password):
    if not (is_allowed and host.can_ask):
        raise StdinNotImplementedError(
            "input() is not available: this kernel has no way to ask. Assign the value in the cell instead."
        )
    streams.flush()
    host.ask(str(prompt), is_password)
    while (answer := host.take_answer(LOOK_EVERY_MS)) is None:
        if host.take_interrupt():
            raise KeyboardInterrupt
    return answer


def _input(prompt=""):
    return _ask(prompt, False)


def _getpass(prompt="Password: ", stream=None):
    return _ask(prompt, True)


def install():
    builtins.input = _input
    getpass.getpass = _getpass
