"""The first values and the range of an array, a column or a tensor, without reading all of a big one."""

from library_values import library_name
from safe_values import render, time_text

# Of more, every so manieth is looked at.
_MOST = 1_000_000
# Of the beginning: an array of twenty sides of two is all beginning, as it were, and has a million cells.
_MOST_CELLS = 250
# Of the last side, which is a row; of the others half as many.
_LONGEST_ROW = 10
_NUMBERS = "biuf"
_TIMES = "mM"


def sampled(array):
    """At most so many values, as a view; and whether that is not all of them."""
    is_whole = True
    while array.size > _MOST:
        axis = max(range(array.ndim), key=lambda number: array.shape[number])
        step = min(array.shape[axis], -(-array.size // _MOST))
        array = array[(slice(None),) * axis + (slice(None, None, step),)]
        is_whole = False
    return array, is_whole


def corner(value):
    """The values nearest to the origin, as nested lists: a few of every side, the last sides first."""
    left = _MOST_CELLS
    sides = []
    for side in reversed(tuple(value.shape)):
        most = _LONGEST_ROW // 2 if sides else _LONGEST_ROW
        sides.append(min(side, most, max(left, 1)))
        left //= max(sides[-1], 1)
    part = value[tuple(slice(side) for side in reversed(sides))]
    return part.tolist() if sides else part


def less_of(part, ndim, items):
    """Of a corner of so many sides what there is room for."""
    if ndim == 0:
        return part
    most = items if ndim == 1 else max(1, items // 2)
    return [less_of(one, ndim - 1, items) for one in part[:most]]


def range_of(array):
    """`nulls`, `min` and `max` of an array of numpy's own; `sampled` says of how many values, if not of all."""
    kind = array.dtype.kind
    if kind not in _NUMBERS + _TIMES or array.size == 0:
        return {}
    part, is_whole = sampled(array)
    looked_at = int(part.size)
    found = {"nulls": 0}
    if kind not in "biu":
        is_null = library_name("numpy", "isnan" if kind == "f" else "isnat")(part)
        found["nulls"] = int(is_null.sum())
        part = part[~is_null]
    if part.size:
        found["min"], found["max"] = scalar(part.min()), scalar(part.max())
    return found if is_whole else {**found, "sampled": looked_at}


def spread_of(array):
    """Quartiles, `mean` and `std` of numbers of numpy's own, as `describe` has them; of a sample of very many."""
    if array.dtype.kind not in "iuf" or array.size == 0:
        return {}
    part, _ = sampled(array)
    numbers = part.astype("float64")
    numbers = numbers[~library_name("numpy", "isnan")(numbers)]
    if not numbers.size:
        return {}
    with library_name("numpy", "errstate")(all="ignore"):
        low, middle, high = library_name("numpy", "percentile")(numbers, [25, 50, 75])
        found = {"25%": low, "50%": middle, "75%": high, "mean": numbers.mean()}
        if numbers.size > 1:
            found["std"] = numbers.std(ddof=1)
    return {name: float(f"{float(value):.6g}") for name, value in found.items()}


def scalar(value):
    """As JSON holds it: a number where there is one for it, else text."""
    plain = value.item() if value.dtype.kind not in _TIMES else time_text(value)
    if type(plain) is float and (plain != plain or plain in (float("inf"), float("-inf"))):
        return repr(plain)
    return plain if type(plain) in (int, float, bool, str) else render(plain, 0)
