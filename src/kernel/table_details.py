"""What the columns of a pandas table hold: types, nulls, ranges, and the first rows."""

from array_details import range_of, sampled, spread_of
from labels import value_at
from library_values import dtype_text, is_column_in_file, is_library_array, library_name
from safe_values import class_name, render


def column_details(values):
    """`dtype`, `nulls`, range and spread of a column's data, as far as numpy's or pandas' own classes know them."""
    kind = type(values).__name__
    found = {"dtype": dtype_text(values.dtype)}
    if is_column_in_file(values):
        return found
    if is_library_array(values):
        told = _of_objects(values) if values.dtype.kind == "O" else {**range_of(values), **spread_of(values)}
        return {**found, **told}
    if kind == "Categorical":
        codes, is_whole = sampled(values.codes)
        found.update(nulls=int((codes < 0).sum()), unique=len(values.categories))
        return found if is_whole else {**found, "sampled": int(codes.size)}
    if kind in ("DatetimeArray", "TimedeltaArray"):
        return {**found, **range_of(values._ndarray)}
    if kind in ("IntegerArray", "FloatingArray", "BooleanArray"):
        (data, is_whole), (mask, _) = sampled(values._data), sampled(values._mask)
        held = data[~mask]
        found.update(range_of(held), **spread_of(held))
        found["nulls"] = int(mask.sum())
        return found if is_whole else {**found, "sampled": int(data.size)}
    if kind in ("StringArray", "ArrowStringArray", "ArrowStringArrayNumpySemantics", "ArrowExtensionArray"):
        return {**found, "nulls": int(values.isna().sum())}
    return found


def _of_objects(values):
    """Cells can be anything: they are counted by their type, and asked nothing."""
    part, is_whole = sampled(values)
    nulls, kinds, texts = 0, {}, set()
    nothing = (None, library_name("pandas", "NA"), library_name("pandas", "NaT"))
    for value in part.tolist():
        if any(value is one for one in nothing) or (type(value) is float and value != value):
            nulls += 1
            continue
        # By its id: a class may have a hash of its own.
        kinds[id(type(value))] = type(value)
        if type(value) is str:
            texts.add(value)
    found = {"nulls": nulls}
    if list(kinds) == [id(str)]:
        found["unique"] = len(texts)
    elif kinds:
        found["holds"] = [class_name(kind) for kind in list(kinds.values())[:3]]
    return found if is_whole else {**found, "sampled": int(part.size)}


def first_cells(values, count):
    """The first values of a column as text; dots for what is in a file."""
    if is_column_in_file(values):
        return ["…"] * count
    return [cell(value_at(values, number)) for number in range(min(count, len(values)))]


def cell(value):
    return render(value, 1, 3, 60)


# In the order of their names, as far as there are any.
_TOLD = ("dtype", "nulls", "unique", "holds", "min", "25%", "50%", "75%", "max", "mean", "std", "sampled")


def columns_text(columns):
    """What is known of columns as a table: a row each, and what none of them has left out."""
    keys = [key for key in _TOLD if any(key in column for column in columns)]
    rows = [[column["name"], *(_told(column.get(key)) for key in keys)] for column in columns]
    return rows_text([["name", *keys], *rows])


def _told(value):
    if value is None:
        return ""
    return ", ".join(value) if type(value) is list else str(value)


def rows_text(rows):
    """A row a line, cells separated by `|`. The cells are texts of ours; names are the user's."""
    return "\n".join("|".join(_one_line(text) for text in row).rstrip("|") for row in rows)


def _one_line(text):
    return repr(text) if "|" in text or not text.isprintable() else text
