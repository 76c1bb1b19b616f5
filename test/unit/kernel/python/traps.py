"""Values of a hostile kind: once armed, whatever of theirs is called leaves a line in the file `touched` and raises."""

import collections
import datetime
import types

trap_state = {"armed": False}


def trapped(name, otherwise):
    def method(self, *args, **kwargs):
        if trap_state["armed"]:
            with open("touched", "a") as file:
                file.write(f"{name}\n")
            raise RuntimeError(name)
        return otherwise(self, *args, **kwargs)

    return method


def no_attribute(self, *_):
    raise AttributeError


def no_item(self, *_):
    raise IndexError


# What they do until they are armed, where their base does not do it.
TRAPS = {
    "__repr__": lambda self: "trap",
    "__str__": lambda self: "trap",
    "__len__": lambda self: 1,
    "__bool__": lambda self: True,
    "__iter__": lambda self: iter(()),
    "__getattr__": no_attribute,
    "__getattribute__": object.__getattribute__,
    "__getitem__": no_item,
    "__contains__": lambda self, _: False,
    "__eq__": lambda self, other: self is other,
    "__ne__": lambda self, other: self is not other,
    "__lt__": lambda self, other: False,
    "__hash__": object.__hash__,
    "__format__": lambda self, _: "trap",
    "__dir__": lambda self: [],
    "__reduce__": lambda self: "trap",
    "__reduce_ex__": lambda self, _: "trap",
    "__sizeof__": lambda self: 1,
}
PROPERTIES = ("__class__", "__dict__", "shape", "dtype", "size", "nbytes", "name", "columns", "tz", "value")


def trap_class(name, base=object, meta=type, **more):
    body = {}
    for method, otherwise in TRAPS.items():
        of_base = getattr(base, method, None)
        body[method] = trapped(method, of_base if callable(of_base) and base is not object else otherwise)
    if base is object or base in (dict, list, tuple, set, frozenset, str, int, float, bytes):
        for one in PROPERTIES:
            body[one] = property(trapped(one, no_attribute))
    for method in (
        "items",
        "keys",
        "values",
        "get",
        "copy",
        "__missing__",
        "__array_finalize__",
        "view",
        "item",
        "tolist",
    ):
        if hasattr(base, method):
            body[method] = trapped(method, getattr(base, method))
    return meta(name, (base,), {**body, **more})


META_TRAPS = ("__getattribute__", "__eq__", "__hash__", "__repr__", "__instancecheck__", "__subclasscheck__")
Meta = type("Meta", (type,), {name: trapped(f"meta {name}", getattr(type, name)) for name in META_TRAPS})

Trap = trap_class("Trap")
MetaTrap = trap_class("MetaTrap", meta=Meta)
SlotTrap = trap_class("SlotTrap", __slots__=("held",))
FakeArray = trap_class("ndarray", __module__="numpy")
TrapZone = type(
    "TrapZone",
    (datetime.tzinfo,),
    {
        name: trapped(name, getattr(object, name, lambda self, _=None: datetime.timedelta(0)))
        for name in ("utcoffset", "dst", "tzname", "__repr__", "__str__", "__hash__", "__eq__", "fromutc")
    },
)
KeyTrap = trap_class("KeyTrap", str)
TrapModule = trap_class("TrapModule", types.ModuleType)

trap = Trap()
meta_trap = MetaTrap()
slot_trap = SlotTrap()
object.__setattr__(slot_trap, "held", trap)
fake_array = FakeArray()
in_dict = {"a": trap, trap: 1, KeyTrap("model"): 2, ("t", trap): 3, "model": {"deep": [trap, {trap}]}}
in_list = [trap, meta_trap, (trap,), {"x": trap}]
sub_dict = trap_class("SubDict", dict)({"a": 1, "b": trap})
sub_list = trap_class("SubList", list)([1, trap])
sub_tuple = trap_class("SubTuple", tuple)([1, trap])
tuple_of_names = type("TupleOfNames", (tuple,), {KeyTrap("other"): 1})([1, trap])
sub_set = trap_class("SubSet", set)([1, trap])
sub_str = trap_class("SubStr", str)("text")
sub_bytes = trap_class("SubBytes", bytes)(b"text")
sub_int = trap_class("SubInt", int)(5)
sub_float = trap_class("SubFloat", float)(5.5)
sub_default = collections.defaultdict(trap_class("Factory"), a=trap)
moment = datetime.datetime(2024, 1, 2, tzinfo=TrapZone())
failure = trap_class("Failed", Exception)("text", trap)
module = TrapModule("trap_module")
types.ModuleType.__dict__["__dict__"].__get__(module)["inner"] = trap
holder = types.SimpleNamespace(a=trap, b=[trap], c=Meta)
globals()[KeyTrap("foreign_name")] = trap
SlotOfAnother = type("SlotOfAnother", (), {"x": vars(SlotTrap)["held"]})
slot_of_another = SlotOfAnother()
slot_of_another.y = trap
