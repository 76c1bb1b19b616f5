"""Follows a path such as `config["model"].layers[0]` from a variable of the user's to a value; evaluates nothing."""

import ast
import sys
import types

from labels import PLAIN_KEYS, is_same_key, number_of, value_at
from library_values import as_array, as_pandas, has_plain_names
from safe_values import (
    MISSING,
    SEQUENCES,
    attributes_of,
    base_of,
    class_entry,
    entry,
    module_names,
    plain_text,
    render,
    type_name,
)

_OF_ARRAYS = ("shape", "dtype", "ndim", "size", "nbytes")
# What else is asked for, pandas would look for among the labels, and ask these.
_OF_TABLES = ("shape", "columns", "index")
_OF_COLUMNS = ("shape", "dtype", "index", "name")


class NoSuchPath(Exception):
    """Says how far the path led, and what is there instead."""


def follow(path):
    try:
        steps = _steps(ast.parse(path.strip(), mode="eval").body)
    except (SyntaxError, ValueError, RecursionError):
        raise NoSuchPath(
            f'"{path}" is not a path. A path is a variable, then attributes and constant subscripts, as in '
            'config["model"].layers[0].'
        ) from None
    value, so_far = sys.modules["__main__"], ""
    for kind, key in steps:
        held = _variable(key) if kind == "name" else _step(value, kind, key)
        if held is MISSING:
            raise NoSuchPath(_nothing_there(value, kind, key, so_far))
        value = held
        so_far += key if kind == "name" else f".{key}" if kind == "attribute" else f"[{key!r}]"
    return value


def _steps(node):
    """From the outside in: the variable comes last."""
    if isinstance(node, ast.Name):
        return [("name", node.id)]
    if isinstance(node, ast.Attribute):
        return [*_steps(node.value), ("attribute", node.attr)]
    if isinstance(node, ast.Subscript):
        key = ast.literal_eval(node.slice)
        if type(key) in PLAIN_KEYS or (type(key) is tuple and all(type(one) in PLAIN_KEYS for one in key)):
            return [*_steps(node.value), ("subscript", key)]
    raise ValueError("neither a name nor a step from one")


def _variable(name):
    return entry(dict(sys.modules["__main__"].__dict__), name)


def _step(value, kind, key):
    return _attribute(value, key) if kind == "attribute" else _subscript(value, key)


def _attribute(value, name):
    if base_of(value, types.ModuleType):
        return entry(module_names(value), name)
    table, array = as_pandas(value), as_array(value)
    if table is not None:
        if name in (_OF_TABLES if len(table.shape) == 2 else _OF_COLUMNS):
            return getattr(table, name, MISSING)
        return _column_below(table, name)
    if array is not None and name in _OF_ARRAYS:
        return getattr(array, name)
    fields = _fields(value)
    if name in fields:
        return tuple.__getitem__(value, fields.index(name))
    return entry(attributes_of(value), name)


def _fields(value):
    """The names of a named tuple's items."""
    if not base_of(value, tuple):
        return ()
    fields = class_entry(type(value), "_fields")
    return fields if type(fields) is tuple and all(type(name) is str for name in fields) else ()


def _subscript(value, key):
    base = base_of(value, dict, *SEQUENCES, str, bytes, range)
    if base is dict:
        return _entry_below(value, key)
    if base is not None:
        return _at(lambda: base.__getitem__(value, key)) if type(key) is int else MISSING
    table, array = as_pandas(value), as_array(value)
    if array is not None:
        return _at(lambda: array[key]) if has_plain_names(array.dtype) or type(key) is int else MISSING
    if table is None:
        return MISSING
    return _column_below(table, key) if len(table.shape) == 2 else _row_below(table, key)


def _at(look):
    try:
        return look()
    except (IndexError, ValueError, TypeError):
        return MISSING


def _entry_below(mapping, key):
    if type(key) is not tuple:
        return entry(mapping, key)
    for other, value in dict.items(mapping):
        if is_same_key(other, key):
            return value
    return MISSING


def _column_below(table, label):
    if len(table.shape) != 2:
        return MISSING
    number = number_of(table.columns, label)
    return MISSING if number is None else table.iloc[:, number]


def _row_below(column, label):
    number = number_of(column.index, label)
    return MISSING if number is None else value_at(column._values, number)


def _nothing_there(value, kind, key, so_far):
    if kind == "name":
        return f'There is no variable "{key}".'
    what = f"{so_far} is of type {type_name(value)}"
    if kind == "subscript":
        if base_of(value, dict):
            keys = ", ".join(render(other, 0) for other in list(dict.keys(value))[:20])
            return f"{what} and has no key {key!r}. Keys: {keys or 'none'}."
        return f"{what}; there is nothing at [{key!r}] that can be read without running code of its class."
    names = ", ".join(list(attributes_of(value))[:30])
    return (
        f'{what} and holds no attribute "{key}" of its own (properties and methods are not evaluated). '
        f"It holds: {plain_text(names) or 'nothing'}."
    )
