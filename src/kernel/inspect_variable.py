"""What one value is and holds, without running any code of its class."""

import json
import types

from array_details import corner, less_of, range_of
from labels import label_at
from library_values import (
    as_array,
    as_index,
    as_pandas,
    dtype_text,
    facts,
    has_plain_names,
    is_column_in_file,
    is_in_file,
    library_name,
)
from safe_values import (
    ROUTINES,
    SEQUENCES,
    SETS,
    TEXTS,
    attributes_of,
    base_of,
    bases_of,
    first_of,
    is_one_of,
    library_of,
    module_names,
    plain_text,
    render,
    type_name,
)
from shortened import shortened
from table_details import cell, column_details, columns_text, first_cells, rows_text
from variable_path import NoSuchPath, follow

# From much to little: how many items, and how long a text. The first that fits into maxChars is told.
_LEVELS = ((100, 100_000), (50, 2_000), (25, 400), (12, 160), (6, 80), (3, 40), (1, 20))
_NOT_READ = ", in a file that was not read"

# What does not hang on how much is told. There is one value in a call, and each call has this anew.
_looked_up = {}


def main(path, maxChars=4000):
    try:
        value = follow(path)
    except NoSuchPath as error:
        return {"notFound": str(error)}
    for items, chars in _LEVELS:
        found = _describe(value, items, min(chars, maxChars))
        if len(json.dumps(found, ensure_ascii=False)) <= maxChars:
            return found
    return {"type": found["type"][: maxChars // 4], "summary": found["summary"][: maxChars // 4]}


def _describe(value, items, chars):
    found = {"type": type_name(value)}
    try:
        return {**found, **_details(value, items, chars)}
    except Exception as error:
        # A library that we know in another version.
        return {
            **found,
            "summary": f"<{type_name(value)}>",
            "note": f"Not looked into: {type(error).__name__}.",
        }


def _once(name, look, values):
    """Looks where it takes long for the first level only."""
    if name not in _looked_up:
        _looked_up[name] = look(values)
    return _looked_up[name]


def _details(value, items, chars):
    array, table, index = as_array(value), as_pandas(value), as_index(value)
    if array is not None:
        return _array(value, array, items)
    if table is not None:
        return _table(table, items) if len(table.shape) == 2 else _column(table, items)
    if index is not None:
        return _labels(index, items)
    base = base_of(value, dict, *SEQUENCES, *SETS, *TEXTS, types.ModuleType, type)
    if base is dict or is_one_of(base, SEQUENCES) or is_one_of(base, SETS):
        return _container(value, base, items, chars)
    if is_one_of(base, TEXTS):
        text = render(value, chars=chars)
        return {"summary": f"{base.__len__(value)} long", "length": base.__len__(value), "value": text}
    if base is types.ModuleType:
        return {"summary": render(value), "names": sorted(_public(module_names(value)))[:items]}
    if base is type:
        return {"summary": render(value), "bases": bases_of(value)}
    if is_one_of(type(value), ROUTINES):
        return _routine(value)
    known = facts(value)
    return _shaped(value, known, items) if known else _instance(value, items, chars)


def _array(value, array, items):
    known = facts(value)
    sides = "x".join(str(side) for side in array.shape) or "no sides"
    summary = f"{sides} of {known['dtype']}"
    if is_in_file(value):
        return {"summary": f"{summary}{_NOT_READ}", **known}
    is_masked = "numpy.ma" in type_name(value)
    told = {
        "summary": summary + (", masked" if is_masked else ""),
        **known,
        **({} if is_masked else _once("range", range_of, array)),
    }
    if array.dtype.names:
        names = array.dtype.names[:items]
        told["fields"] = {
            plain_text(name): dtype_text(field[0])
            for name, field in array.dtype.fields.items()
            if is_one_of(name, names)
        }
    if not has_plain_names(array.dtype):
        return told
    return {**told, "head": _head(array, array.ndim, items)}


def _head(array, ndim, items):
    first = less_of(_once("corner", corner, array), ndim, items)
    return render(first, ndim, items, 60)


def _table(table, items):
    rows, columns = table.shape
    told = []
    cells = []
    in_file = 0
    for number in range(min(columns, items)):
        values = table.iloc[:, number]._values
        details = _once(("column", number), column_details, values)
        told.append({"name": _name(label_at(table.columns, number)), **details})
        cells.append(first_cells(values, min(rows, items, 10)))
        in_file += is_column_in_file(values)
    known = {key: value for key, value in facts(table).items() if key != "shape"}
    summary = f"{rows} rows x {columns} columns"
    if in_file:
        summary += _NOT_READ if in_file == len(told) else f", {in_file} of them{_NOT_READ[1:]}"
    found = {"summary": summary, **known, "columns": columns_text(told)}
    if columns > len(told):
        found["moreColumns"] = columns - len(told)
    first = [cell(label_at(table.index, number)) for number in range(min(rows, items, 10))]
    names = [column["name"] for column in told]
    return {**found, "head": rows_text([["", *names], *zip(first, *cells, strict=True)])}


def _column(column, items):
    values = column._values
    told = {"name": _name(column._name), **facts(column), **_once("column", column_details, values)}
    summary = f"{len(values)} of {told['dtype']}"
    if is_column_in_file(values):
        return {"summary": summary + _NOT_READ, **told}
    return {"summary": summary, **told, "head": first_cells(values, min(items, 20))}


def _labels(index, items):
    head = [cell(label_at(index, number)) for number in range(min(len(index), items, 20))]
    return {
        "summary": f"{len(index)} labels",
        "dtype": dtype_text(index.dtype),
        "length": len(index),
        "head": head,
    }


def _name(label):
    return shortened(label, 100) if type(label) is str else cell(label)


def _container(value, base, items, chars):
    length = base.__len__(value)
    first = first_of(value, base, items)
    found = {"summary": f"{length} {'entries' if base is dict else 'items'}", "length": length}
    short = min(chars, 200)
    if base is dict:
        found["entries"] = [
            {"key": render(key, 1, 3, short), "type": type_name(held), "value": _short(held, items, short)}
            for key, held in first
        ]
    else:
        found["items"] = [_short(one, items, short) for one in first]
    if length > len(first):
        found["more"] = length - len(first)
    return found


def _short(value, items, chars):
    known = facts(value)
    if "shape" in known:
        return (
            f"<{type_name(value)} {'x'.join(str(side) for side in known['shape'])} {known.get('dtype', '')}>"
        )
    return render(value, 2, min(items, 8), chars)


def _public(names):
    return [name for name in dict.keys(names) if type(name) is str and not name.startswith("_")]


def _routine(value):
    if type(value) is not types.FunctionType:
        return {"summary": render(value)}
    code = value.__code__
    arguments = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return {"summary": f"{render(value)} of {', '.join(arguments) or 'nothing'}", "line": code.co_firstlineno}


def _shaped(value, known, items):
    sides = "x".join("?" if side is None else str(side) for side in known.get("shape", []))
    told = {"summary": f"{sides} of {known.get('dtype', 'several types')}", **known}
    library = library_of(value)
    if library == "torch":
        told.update(_tensor(value, items))
    elif library == "polars" and type(value).__name__ in ("DataFrame", "Series"):
        told.update(_polars(value, items))
    else:
        told["note"] = "Not computed or read: shape and kind only."
    return told


def _tensor(value, items):
    own = (library_name("torch", "Tensor"), library_name("torch.nn.parameter", "Parameter"))
    # Others, and what is sparse or only a shape, would have to be computed.
    if not is_one_of(type(value), own) or str(value.layout) != "torch.strided" or str(value.device) == "meta":
        return {}
    plain = value.detach()
    return {"head": _head(plain, plain.dim(), items) if plain.dim() else render(plain.item(), 0)}


def _polars(value, items):
    if type(value).__name__ == "Series":
        return {"head": [cell(one) for one in value.head(min(items, 20)).to_list()]}
    names = value.columns[:items]
    columns = [
        {"name": name, "dtype": str(value.schema[name]), "nulls": value[name].null_count()} for name in names
    ]
    first = [[cell(one) for one in row[:items]] for row in value.head(min(items, 10)).rows()]
    return {"columns": columns_text(columns), "head": rows_text([names, *first])}


def _instance(value, items, chars):
    held = attributes_of(value)
    if not held or library_of(value) == "builtins":
        return {"summary": render(value)}
    names = list(held)[:items]
    found = {
        "summary": f"{render(value)} with {len(held)} attributes",
        "attributes": [
            {
                "name": name[:100],
                "type": type_name(held[name]),
                "value": _short(held[name], items, min(chars, 200)),
            }
            for name in names
        ],
    }
    if len(held) > len(names):
        found["more"] = len(held) - len(names)
    return found
