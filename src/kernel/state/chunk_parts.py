"""What a loop is made of: its body, compiled once, and its items, which are known again by what they are."""

import ast
import collections.abc
import hashlib
import itertools
import sys

from store import Refused, in_words

MOST_LISTED = 1_000_000
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


def listed(expression, user):
    """The items, how many they are, and what they are known again by."""
    try:
        items = eval(compile(expression.strip(), "<items of run_chunked>", "eval", dont_inherit=True), user)
        if isinstance(items, (set, frozenset)):
            raise Refused(
                "invalid_input",
                "A set has no order that lasts, so the loop could not go on after a restart.",
                "Nothing was run. Give sorted(…) of it.",
            )
        if not isinstance(items, collections.abc.Sized):
            items = list(itertools.islice(items, MOST_LISTED + 1))
            if len(items) > MOST_LISTED:
                raise Refused(
                    "invalid_input",
                    f"The items are more than {MOST_LISTED:,}, and have no length.",
                    "Nothing was run. Give fewer, or something that has a length.",
                )
        iter(items)
        return items, len(items), fingerprint(items)
    except Refused:
        raise
    except Exception as error:
        raise Refused(
            "invalid_input", f"The items cannot be had: {in_words(error)}", "Nothing was run."
        ) from None


def fingerprint(items):
    """By the values where they are plain; else by their types alone, which is better than nothing."""
    digest = hashlib.sha256(type(items).__name__.encode())
    if isinstance(items, range):
        digest.update(repr(items).encode())
    elif isinstance(items, (list, tuple, dict)):
        for item in items:
            digest.update((repr(item) if type(item) in PLAIN else type(item).__name__).encode() + b"\0")
    return digest.hexdigest()
