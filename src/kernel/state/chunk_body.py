"""What a loop does for each item: its body, compiled once."""

import ast
import sys

from store import Refused

PLAIN = (str, int, float, bool, bytes, type(None))
BODY = "<body of run_chunked>"


def compiled(body):
    """The statements, and the last expression by itself: its value is the result."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    try:
        tree = ast.parse(shell.transform_cell(body) if shell else body, BODY)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        value = compile(ast.Expression(last.value), BODY, "eval", dont_inherit=True) if last else None
        return compile(tree, BODY, "exec", dont_inherit=True), value
    except SyntaxError as error:
        raise Refused(
            "invalid_input",
            f"The body is no Python: {error.msg}, in line {error.lineno}.",
            "Nothing was run.",
        ) from None
