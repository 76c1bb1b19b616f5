"""What arrays, tables and tensors of well-known libraries are: shape, dtype, size. Nothing is read or computed.

Only of classes that really are the library's own. Of a subclass that is not, only what the base holds is looked at, by
the base's own means.
"""

from datetime import timezone

from safe_values import (
    MISSING,
    attributes_of,
    base_of,
    entry,
    is_below,
    library_of,
    module_entries,
    plain_text,
    type_name,
)

# Where asking for the shape may start to compute or to read.
_UNTOLD = ("LazyFrame",)
_TENSORS = ("torch", "tensorflow", "jaxlib", "jax")
_OWN = ("numpy", "pandas")
_SHAPED = ("scipy", "polars", "dask", "h5py", "pyarrow", "xarray", "zarr", *_TENSORS)


def library_name(library, name):
    found = entry(module_entries(library), name)
    return None if found is MISSING else found


def as_array(value):
    """A view of a numpy array as exactly that, whatever subclass it is; None for anything else."""
    ndarray = library_name("numpy", "ndarray")
    if ndarray is None or not base_of(value, ndarray):
        return None
    return value if type(value) is ndarray else ndarray.view(value, ndarray)


def is_library_array(value):
    return type(value) is library_name("numpy", "ndarray")


def has_plain_names(dtype):
    """Whether a record's names are Python's own, at every depth: numpy looks values up by them, and asks their hash."""
    if dtype.subdtype:
        return has_plain_names(dtype.subdtype[0])
    fields = (dtype.fields or {}).items()
    return all(type(name) is str and has_plain_names(field[0]) for name, field in fields)


def is_in_file(value):
    """Whether an array's data are those of a file, however it was made of them: to read them may be to download it."""
    ndarray, mapping = library_name("numpy", "ndarray"), library_name("mmap", "mmap")
    if ndarray is None or mapping is None:
        return False
    while base_of(value, ndarray):
        # As numpy has it: a subclass may have a `base` of its own.
        value = ndarray.base.__get__(value)
        if type(value) is memoryview:
            value = value.obj
    return base_of(value, mapping) is not None


def is_column_in_file(values):
    """The same of what a column holds: an array of numpy's, or one of pandas' around it."""
    return is_in_file(getattr(values, "_ndarray", getattr(values, "_data", values)))


def as_pandas(value):
    """A table or a column as exactly pandas' own class over the same data; None for anything else."""
    for name in ("DataFrame", "Series"):
        cls = library_name("pandas", name)
        if cls is None or not base_of(value, cls):
            continue
        manager = entry(attributes_of(value), "_mgr")
        if manager is MISSING or library_of(manager) != "pandas":
            return None
        plain = object.__new__(cls)
        # Not the instance itself: a subclass or the instance may have methods of its own.
        module_entries("pandas.core.generic")["NDFrame"].__init__(plain, manager)
        if name == "Series":
            name_of_column = entry(attributes_of(value), "_name")
            object.__setattr__(plain, "_name", None if name_of_column is MISSING else name_of_column)
        return plain if _is_pandas_only(manager) else None
    return None


def _is_pandas_only(manager):
    """Whether all of its data and labels are of numpy's and pandas' own classes."""
    return all(is_own_index(axis) for axis in manager.axes) and all(
        library_of(block.values) in _OWN for block in manager.blocks
    )


def as_index(value):
    index = library_name("pandas", "Index")
    return value if index is not None and base_of(value, index) and is_own_index(value) else None


def is_own_index(index):
    """Whether it and what its labels are in are of pandas' and numpy's own classes."""
    if library_of(index) != "pandas":
        return False
    # The one computes its labels, and the other has them in parts, each an index.
    return type(index).__name__ in ("RangeIndex", "MultiIndex") or library_of(index._data) in _OWN


def dtype_text(dtype):
    """A dtype by its name; what it may hold of others (time zones, categories) is left aside."""
    kind = type(dtype).__name__
    if kind == "DatetimeTZDtype":
        zone = type_name(dtype.tz)
        if zone == "zoneinfo.ZoneInfo" and library_of(dtype.tz):
            zone = dtype.tz.key
        # Python's own, which newer versions of pandas take. Nobody can derive from it; its name may be of any class.
        elif type(dtype.tz) is timezone:
            zone = (plain_text(str(dtype.tz)) or zone)[:100]
        return f"datetime64[{dtype.unit}, {zone}]"
    if kind == "CategoricalDtype":
        return "category"
    if base_of(dtype, library_name("numpy", "dtype")) and is_below(dtype.type, library_name("numpy", "void")):
        # numpy would take the name of the class of its records, which may be anybody's.
        return f"void{8 * dtype.itemsize}"
    return str(getattr(dtype, "name", None) or dtype)


def facts(value):
    """`shape`, `dtype`, `bytes`, as far as they are known at once."""
    try:
        return _facts(value)
    except Exception:
        # A library that we know in another version; its value is still named by its type.
        return {}


def _facts(value):
    array = as_array(value)
    if array is not None:
        return {"shape": list(array.shape), "dtype": dtype_text(array.dtype), "bytes": array.nbytes}
    table = as_pandas(value)
    if table is not None:
        return _facts_of_table(table)
    index = as_index(value)
    if index is not None:
        return {"shape": [len(index)], "dtype": dtype_text(index.dtype)}
    library = library_of(value)
    if library not in _SHAPED or type(value).__name__ in _UNTOLD:
        return {}
    return _facts_of_shaped(value, library)


def _facts_of_table(table):
    manager = table._mgr
    size = sum(block.values.nbytes for block in manager.blocks) + manager.axes[-1].nbytes
    found = {"shape": list(table.shape)}
    if len(found["shape"]) == 1:
        found["dtype"] = dtype_text(table.dtype)
    return {**found, "bytes": int(size)}


def _facts_of_shaped(value, library):
    found = {}
    shape = getattr(value, "shape", None)
    if shape is not None:
        # A side that a lazy table does not know yet is not a number.
        found["shape"] = [int(side) if type(side) is int else None for side in tuple(shape)]
    dtype = getattr(value, "dtype", None)
    if dtype is not None:
        found["dtype"] = str(dtype).removeprefix("torch.")[:60]
    if library == "torch":
        found["bytes"] = value.element_size() * value.nelement()
    elif library == "scipy" and hasattr(value, "nnz"):
        found["stored"] = int(value.nnz)
    if library in _TENSORS and hasattr(value, "device"):
        found["device"] = str(value.device)[:60]
    return found
