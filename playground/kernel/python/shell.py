"""As much of IPython's shell as code reaches for with get_ipython(). There are no magics in it."""

import ast
import inspect

import playground_display as rich
import playground_tracebacks as tracebacks


class DisplayHook:
    def __init__(self, shell):
        self._shell = shell

    def write_format_data(self, format_dict, md_dict=None):
        rich.emit("execute_result", format_dict, md_dict or {}, executionCount=self._shell.execution_count)


class Events:
    def trigger(self, event, *args):
        """Nobody listens here."""


class PayloadManager:
    """What goes back with the kernel's answer."""

    def __init__(self):
        self._payload = []

    def write_payload(self, data, single=True):
        kept = [other for other in self._payload if not single or other.get("source") != data.get("source")]
        self._payload = [*kept, data]

    def read_payload(self):
        return self._payload

    def clear_payload(self):
        self._payload = []


class ExecutionResult:
    def __init__(self, execution_count):
        self.execution_count = execution_count
        self.error_before_exec = None
        self.error_in_exec = None
        self.result = None

    @property
    def success(self):
        return self.error_before_exec is None and self.error_in_exec is None


class Shell:
    """`evaluate(source, filename)` runs the source of a cell in `user_ns`."""

    def __init__(self, user_ns, evaluate):
        self.user_ns = user_ns
        # Of the next cell.
        self.execution_count = 1
        self.display_pub = rich.publisher
        self.displayhook = DisplayHook(self)
        self.events = Events()
        self.payload_manager = PayloadManager()
        self._evaluate = evaluate

    def _showtraceback(self, etype, evalue, stb):
        rich.emit_error({"ename": etype.__name__, "evalue": str(evalue), "traceback": stb})

    def transform_cell(self, raw_cell):
        return raw_cell

    def should_run_async(self, raw_cell, **_ignored):
        try:
            code = compile(raw_cell, "<cell>", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        except SyntaxError:
            return False
        return bool(code.co_flags & inspect.CO_COROUTINE)

    def run_cell(self, raw_cell, store_history=False, silent=False, **_ignored):
        running = self.run_cell_async(raw_cell, store_history, silent)
        try:
            running.send(None)
        except StopIteration as done:
            return done.value
        running.close()
        raise RuntimeError("this code awaits: use run_cell_async()")

    async def run_cell_async(self, raw_cell, store_history=False, silent=False, **_ignored):
        result = ExecutionResult(self.execution_count if store_history else None)
        try:
            filename = tracebacks.remember(raw_cell, self.execution_count)
            result.result = await self._evaluate(raw_cell, filename)
            if result.result is not None and not silent:
                self.user_ns["_"] = result.result
                self.displayhook.write_format_data(*rich.bundle(result.result))
        except BaseException as error:
            result.error_in_exec = error
            described = tracebacks.describe(error)
            self._showtraceback(type(error), described["evalue"], described["traceback"])
        if store_history:
            self.execution_count += 1
        return result
