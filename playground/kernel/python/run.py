"""Runs cells in one namespace, as a notebook kernel does."""

import ast
import asyncio
import builtins
import inspect
import json
import sys
import types

import playground_asking as asking
import playground_display as rich
import playground_shell as shells
import playground_streams as streams
import playground_tracebacks as tracebacks

_main = types.ModuleType("__main__")
_main.__builtins__ = builtins
sys.modules["__main__"] = _main
namespace = _main.__dict__
_task = None


async def run_cell(source, execution_count, silent):
    """Run one cell; None when it ends well and leaves nothing, else its error and payload as JSON."""
    global _task
    asking.is_allowed = not silent
    _task = asyncio.ensure_future(_run(source, execution_count, silent))
    try:
        error = await _task
    except asyncio.CancelledError:
        error = KeyboardInterrupt()
    finally:
        _task = None
        streams.flush()
    payload = shell.payload_manager.read_payload()
    if error is None and not payload:
        return None
    shell.payload_manager.clear_payload()
    return json.dumps({"error": None if error is None else _failed(error, silent), "payload": payload})


def cancel():
    if _task is not None:
        _task.cancel()


def _failed(error, silent):
    described = tracebacks.describe(error)
    if not silent:
        rich.emit_error(described)
    return described


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


shell = shells.Shell(namespace, _evaluate)


def next_count():
    """The number of a cell that begins now."""
    count = shell.execution_count
    shell.execution_count += 1
    return count


def _install():
    streams.install()
    rich.install(lambda: shell)
    asking.install()


_install()
