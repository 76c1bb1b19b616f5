"""Runs cells in one namespace, as a notebook kernel does."""

import ast
import asyncio
import builtins
import inspect
import json
import sys
import types

import playground_display as rich
import playground_streams as streams
import playground_tracebacks as tracebacks

_main = types.ModuleType("__main__")
_main.__builtins__ = builtins
sys.modules["__main__"] = _main
namespace = _main.__dict__
_task = None


class StdinNotImplementedError(NotImplementedError):
    pass


def _no_input(prompt=""):
    raise StdinNotImplementedError(
        "input() is not available: this kernel has no way to ask. Assign the value in the cell instead."
    )


async def run_cell(source, execution_count, silent):
    """Run one cell; None when it ends well, else its error as JSON."""
    global _task
    _task = asyncio.ensure_future(_run(source, execution_count, silent))
    try:
        error = await _task
    except asyncio.CancelledError:
        error = KeyboardInterrupt()
    finally:
        _task = None
        streams.flush()
    return None if error is None else _failed(error, silent)


def cancel():
    if _task is not None:
        _task.cancel()


def _failed(error, silent):
    streams.flush()
    described = tracebacks.describe(error)
    if not silent:
        rich.host.emit(json.dumps({"type": "error", **described}))
    return json.dumps(described)


async def _run(source, execution_count, silent):
    """The error is returned, not raised: asyncio would let KeyboardInterrupt escape from its loop."""
    try:
        value = await _evaluate(source, tracebacks.remember(source, execution_count))
        if value is not None:
            namespace["_"] = value
            if not silent:
                data, metadata = rich.bundle(value)
                rich.emit("execute_result", data, metadata, executionCount=execution_count)
        return None
    except asyncio.CancelledError as error:
        return KeyboardInterrupt().with_traceback(error.__traceback__)
    except BaseException as error:
        return error


async def _evaluate(source, filename):
    tree = ast.parse(source, filename)
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr) and not _ends_quietly(source):
        last = ast.Expression(tree.body.pop().value)
    if tree.body:
        await _execute(compile(tree, filename, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT))
    if last is None:
        return None
    return await _execute(compile(last, filename, "eval", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT))


async def _execute(code):
    value = eval(code, namespace)
    if code.co_flags & inspect.CO_COROUTINE:
        value = await value
    return value


def _ends_quietly(source):
    """A trailing semicolon hides the result, as in IPython."""
    lines = [line for line in source.splitlines() if line.strip() and not line.strip().startswith("#")]
    return bool(lines) and lines[-1].rstrip().endswith(";")


def _install():
    streams.install()
    rich.install()
    builtins.input = _no_input


_install()
