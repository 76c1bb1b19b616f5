"""Values as text, without running any code of theirs.

No method, property or attribute hook of a class that is not Python's own is called: what a value is, type() says, never
its __class__; what it holds is read by the methods of the built-in type below it, called on that type.
"""

import sys
import types

from shortened import shortened

MISSING = object()

_class_name = type.__dict__["__qualname__"].__get__
_class_module = type.__dict__["__module__"].__get__
_class_mro = type.__dict__["__mro__"].__get__
_class_dict = type.__dict__["__dict__"].__get__
_module_dict = types.ModuleType.__dict__["__dict__"].__get__

SEQUENCES = (list, tuple)
SETS = (set, frozenset)
TEXTS = (str, bytes, bytearray)
ROUTINES = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    types.MethodWrapperType,
    types.MethodDescriptorType,
    types.WrapperDescriptorType,
)
_DICT_MEMBERS = (types.GetSetDescriptorType, types.MemberDescriptorType)
_BRACKETS = {list: "[]", tuple: "()", set: "{}", frozenset: "{}"}


def base_of(value, *bases):
    """The first of these types that the value is an instance of. isinstance() would ask the value's __class__."""
    for cls in _class_mro(type(value)):
        for base in bases:
            if cls is base:
                return base
    return None


def is_below(cls, base):
    """issubclass() would ask the metaclass."""
    return any(one is base for one in _class_mro(cls))


def is_one_of(kind, kinds):
    """`in` would ask the class of a foreign class whether they are equal."""
    return any(kind is one for one in kinds)


def plain_text(value):
    """A str of Python's own, or None."""
    return str.__str__(value) if base_of(value, str) else None


def entry(mapping, key):
    """What a dict holds below a plain key. A look-up would ask foreign keys of the same hash whether they are equal."""
    return _in_pairs(dict.items(mapping), key)


def _in_pairs(pairs, key):
    for other, value in pairs:
        if type(other) is type(key) and other == key:
            return value
    return MISSING


def class_entry(cls, name):
    """What a class holds below a name, itself or one of its bases; not what it would give to an instance."""
    for one in _class_mro(cls):
        # Not as a dict, which would ask foreign names for their hash.
        held = _in_pairs(list(_class_dict(one).items()), name)
        if held is not MISSING:
            return held
    return MISSING


def module_entries(name):
    """The names of a module that is imported already, without its __getattr__; none where it is not."""
    # A copy: another thread may import meanwhile.
    module = entry(dict(sys.modules), name)
    return module_names(module) if module is not MISSING and base_of(module, types.ModuleType) else {}


def module_names(module):
    return _module_dict(module)


def library_of(value):
    """The package that a value's class really is part of, or None: a class can name any module as its own."""
    cls = type(value)
    module, name = plain_text(_class_module(cls)), plain_text(_class_name(cls))
    if module is None or module == "__main__" or entry(module_entries(module), name) is not cls:
        return None
    return module.partition(".")[0]


def type_name(value):
    return class_name(type(value))


def class_name(cls):
    name = (plain_text(_class_name(cls)) or "?")[:100]
    module = plain_text(_class_module(cls))
    if module in (None, "builtins", "__main__"):
        return name
    top = module.partition(".")[0]
    # Where a library keeps its class is its own affair.
    is_public = entry(module_entries(top), name) is cls
    return f"{top if is_public else module[:100]}.{name}"


def bases_of(cls):
    return [class_name(base) for base in _class_mro(cls)[1:] if base is not object]


def attributes_of(value):
    """What an instance holds: its __dict__ and slots, by name. Properties and other descriptors are not asked."""
    found = {}
    for cls in _class_mro(type(value)):
        for name, member in list(_class_dict(cls).items()):
            kind = type(member)
            if type(name) is not str:
                continue
            if name == "__dict__" and is_one_of(kind, _DICT_MEMBERS):
                held = _read(member, value)
                if held is not MISSING and base_of(held, dict):
                    found.update((key, it) for key, it in dict.items(held) if type(key) is str)
            elif kind is types.MemberDescriptorType and not name.startswith("__"):
                held = _read(member, value)
                if held is not MISSING:
                    found.setdefault(name, held)
    return found


def _read(member, value):
    try:
        return type(member).__get__(member, value, type(value))
    except (AttributeError, TypeError):
        # TypeError: a slot of another class.
        return MISSING


def length_of(value):
    if type(value) is range:
        # Not by len(), for which there can be too many.
        return max(0, -((value.start - value.stop) // value.step))
    base = base_of(value, dict, *SEQUENCES, *SETS, *TEXTS)
    return None if base is None else base.__len__(value)


def render(value, depth=2, items=8, chars=80):
    """A value as one line, much as Python would write it."""
    if value is None or value is True or value is False or value is Ellipsis:
        return repr(value)
    base = base_of(value, int, float, complex, *TEXTS, *SEQUENCES, *SETS, dict, range, type, types.ModuleType)
    if base is int:
        return (
            int.__repr__(value) if int.bit_length(value) < 4096 else f"<int of {int.bit_length(value)} bits>"
        )
    if base in (float, complex, range):
        return base.__repr__(value)
    if base in TEXTS:
        return _render_text(value, base, chars)
    if base is type:
        return f"<class {class_name(value)}>"
    if base is types.ModuleType:
        return f"<module {plain_text(entry(_module_dict(value), '__name__')) or '?'}>"
    if base is dict or base in _BRACKETS:
        return _render_container(value, base, depth, items, chars)
    return render_leaf(value)


def _render_text(value, base, chars):
    # A slice is the built-in type's, whatever the value is.
    text = base.__repr__(base.__getitem__(value, slice(0, chars)))
    if base is str:
        text = text.encode("utf-8", "replace").decode()
    return text if base.__len__(value) <= chars else f"{text}… ({base.__len__(value)})"


def _render_container(value, base, depth, items, chars):
    length = base.__len__(value)
    named = "" if type(value) is base and base is not frozenset else type_name(value)
    if depth <= 0 and length > 0:
        return f"<{type_name(value)} of {length}>"
    parts = []
    for one in first_of(value, base, items):
        if base is dict:
            key, held = one
            parts.append(f"{render(key, 0, items, chars)}: {render(held, depth - 1, items, chars)}")
        else:
            parts.append(render(one, depth - 1, items, chars))
    if length > len(parts):
        parts.append(f"… ({length})")
    start, end = _BRACKETS.get(base, "{}")
    inner = ", ".join(parts)
    if base is tuple and length == 1:
        inner += ","
    if length == 0 and base in SETS:
        return f"{type_name(value)}()"
    return f"{named}({start}{inner}{end})" if named else f"{start}{inner}{end}"


def first_of(value, base, count):
    """The first items of a container, by the built-in type's own iterator."""
    iterator = iter(dict.items(value)) if base is dict else base.__iter__(value)
    found = []
    try:
        while len(found) < count:
            found.append(next(iterator))
    except (StopIteration, RuntimeError):
        # RuntimeError: another thread changed it meanwhile.
        pass
    return found


def render_leaf(value):
    """What has no literal: a few well-known classes say more than their name."""
    kind = type(value)
    if is_one_of(kind, ROUTINES):
        name = _read(class_entry(kind, "__qualname__"), value) if kind is types.FunctionType else MISSING
        return f"<function {plain_text(name)}>" if plain_text(name) else f"<{type_name(value)}>"
    known = _known(value)
    return f"<{type_name(value)}>" if known is None else known


def _known(value):
    library = library_of(value)
    kind = type(value)
    if library == "datetime":
        names = module_entries("datetime")
        if kind is names["datetime"]:
            # A time zone can be anybody's.
            zone = "" if value.tzinfo is None else f" {type_name(value.tzinfo)}"
            return kind.replace(value, tzinfo=None).isoformat() + zone
        return kind.__str__(value) if kind in (names["date"], names["timedelta"]) else None
    if library in ("decimal", "uuid", "pathlib"):
        return f"{type_name(value)}({shortened(kind.__str__(value), 200)!r})"
    if library == "numpy" and base_of(value, module_entries("numpy").get("generic")):
        return _numpy_scalar(value)
    if library == "pandas" and kind.__name__ in ("NaTType", "NAType", "Timedelta", "Period"):
        return kind.__str__(value)
    if library == "pandas" and kind.__name__ == "Timestamp":
        return kind.__str__(value) if value.tzinfo is None else f"{value.asm8} UTC"
    return None


def time_text(value):
    """A time or duration of numpy's, without the parts of a day or second that are naught."""
    text = str(value)
    if value.dtype.kind == "m" or "T" not in text:
        return text
    return (text.rstrip("0").rstrip(".") if "." in text else text).removesuffix("T00:00:00")


def _numpy_scalar(value):
    kind = value.dtype.kind
    if kind in "mM":
        return time_text(value)
    return None if kind in "VO" else render(value.item(), 0) if kind != "f" else str(float(value))
