"""Rows and columns by number and by label, without running any code of a label, a time zone or a category."""

from library_values import is_library_array, is_own_index, library_name
from safe_values import base_of, is_one_of, library_of, type_name

PLAIN_KEYS = (str, int, float, bool, bytes, type(None))
# As Python writes what numpy has of that kind.
_TYPE_OF_KIND = {"b": bool, "i": int, "u": int, "f": float}
# Arrays of pandas' own that may hold a plain key.
_HOLD_PLAIN = (
    "StringArray",
    "ArrowStringArray",
    "ArrowStringArrayNumpySemantics",
    "ArrowExtensionArray",
    "IntegerArray",
    "FloatingArray",
    "BooleanArray",
)
# Compared at a time: most are found early, and a long index is not to be in memory twice.
_BLOCK = 65_536


def value_at(values, number):
    """One of a column's values. A time in a zone is given in UTC: pandas would ask the zone, which may be anybody's."""
    kind = type(values).__name__
    if kind == "DatetimeArray":
        return values._ndarray[number]
    if kind == "Categorical":
        code = int(values.codes[number])
        return float("nan") if code < 0 else _label_of_part(values.categories, code)
    if kind == "IntervalArray" and type(values._left).__name__ == "DatetimeArray":
        return value_at(values._left, number), value_at(values._right, number)
    return values[number]


def label_at(index, number):
    if type(index).__name__ == "RangeIndex":
        # Its values are not in memory, and are not brought there.
        return index[number]
    if type(index).__name__ == "MultiIndex":
        codes = [int(codes[number]) for codes in index._codes]
        return tuple(
            float("nan") if code < 0 else _label_of_part(level, code)
            for level, code in zip(index._levels, codes, strict=True)
        )
    return value_at(index._values, number)


def _label_of_part(index, number):
    """Of categories or a level, which can be of a class that is not pandas'."""
    return label_at(index, number) if is_own_index(index) else f"<{type_name(index)}>"


def number_of(index, label):
    """Where a label is for the first time, or None."""
    if type(index).__name__ == "RangeIndex":
        span = range(index.start, index.stop, index.step)
        return span.index(label) if type(label) is int and label in span else None
    if type(index).__name__ == "MultiIndex":
        return None
    return _first_equal(index._values, label)


def _first_equal(values, label):
    kind = type(values).__name__
    if kind == "Categorical":
        categories = values.categories
        code = number_of(categories, label) if is_own_index(categories) else None
        return None if code is None else _first_number(values.codes, code)
    if is_library_array(values) and values.dtype.kind in _TYPE_OF_KIND:
        is_of_kind = type(label) is _TYPE_OF_KIND[values.dtype.kind]
        return _first_number(values, label) if is_of_kind else None
    if kind in _HOLD_PLAIN or (is_library_array(values) and values.dtype.kind == "O"):
        return _first_object(values, label)
    return None


def _blocks(values):
    return ((start, values[start : start + _BLOCK]) for start in range(0, len(values), _BLOCK))


def _first_number(values, label):
    if type(label) is int:
        limits = library_name("numpy", "iinfo")(values.dtype)
        if not limits.min <= label <= limits.max:
            return None
        # Of the same type, or numpy would compare some of them as floats, of which several are the same.
        label = values.dtype.type(label)
    for start, block in _blocks(values):
        # As wide as Python's own: else a number would be rounded before it is compared.
        found = (block.astype("float64") if type(label) is float else block) == label
        if found.any():
            return start + int(found.argmax())
    return None


def _first_object(values, label):
    generic = library_name("numpy", "generic")
    # To ask for each value whether it is numpy's own takes long. By the type's id: a class may have a hash of its own.
    is_scalar = {}
    for start, block in _blocks(values):
        objects = block if is_library_array(block) else block.to_numpy(dtype=object)
        for number, value in enumerate(objects.tolist()):
            kind = type(value)
            if kind is not type(label):
                if id(kind) not in is_scalar:
                    is_scalar[id(kind)] = base_of(value, generic) is not None and library_of(value) == "numpy"
                if not is_scalar[id(kind)]:
                    continue
                value = value.item()
            if is_same_key(value, label):
                return start + number
    return None


def is_same_key(other, key):
    if type(other) is not type(key):
        return False
    # A tuple asks its items whether they are equal.
    if type(other) is tuple and not all(is_one_of(type(one), PLAIN_KEYS) for one in other):
        return False
    return other == key
