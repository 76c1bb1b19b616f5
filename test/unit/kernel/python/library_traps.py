"""The same in what numpy and pandas hold, and below their classes. Runs after traps.py, in one namespace with it."""

# ruff: noqa: F821
from datetime import timedelta, timezone

import numpy as np
import pandas as pd

objects = np.empty(3, dtype=object)
objects[0], objects[1], objects[2] = trap, meta_trap, "plain"
SubArray = trap_class("SubArray", np.ndarray)
sub_array = np.arange(6.0).view(SubArray)
sub_objects = objects.view(SubArray)
labels = pd.Index(objects, dtype=object)
frame = pd.DataFrame({"cells": pd.Series(objects, dtype=object), "n": [1, 2, 3]})
frame_of_labels = pd.DataFrame(np.zeros((3, 3)), index=labels, columns=labels)
labels_and_name = pd.DataFrame(np.zeros((3, 4)), columns=[*objects[:2], "name", "dtype"])
tuples = np.empty(3, dtype=object)
tuples[:] = [("t", trap), (trap, 1), ("t", 1)]
by_tuples = pd.Series([1, 2, 3], index=pd.Index(tuples, tupleize_cols=False))
SubFrame = trap_class("SubFrame", pd.DataFrame, head=trapped("head", pd.DataFrame.head))
sub_frame = SubFrame({"a": [1, 2], "b": ["x", None]})
SubSeries = trap_class("SubSeries", pd.Series)
sub_series = SubSeries([1.0, 2.0], name="s")
of_trap_name = pd.Series([1, 2], name=trap)
overridden = pd.DataFrame({"a": [1]})
object.__setattr__(overridden, "head", trap)
categories = pd.Series(pd.Categorical.from_codes([0, 1, 0], categories=pd.Index(objects[:2], dtype=object)))
zoned = pd.DataFrame({"t": pd.date_range("2024-01-01", periods=2).tz_localize("UTC")})
for_zone = pd.DatetimeTZDtype(tz=TrapZone())
in_utc = pd.Series(pd.to_datetime(["2024-01-01"])).dt.tz_localize("UTC")
foreign_zone = pd.DataFrame({"t": in_utc.dt.tz_convert(for_zone.tz)})
named_zone = pd.DataFrame({"t": in_utc.dt.tz_convert(timezone(timedelta(hours=1), sub_str))})
zone_index = pd.Series([1], index=pd.DatetimeIndex(foreign_zone["t"]))
in_zone = zone_index.index
zone_category = pd.Series(pd.Categorical.from_codes([0], categories=in_zone))
by_zone_category = pd.Series([1], index=pd.CategoricalIndex(zone_category))
in_zone_and_number = pd.MultiIndex(levels=[in_zone, [1]], codes=[[0], [0]])
by_zone_and_number = pd.DataFrame({"a": [1]}, index=in_zone_and_number)
zone_spans = pd.Series(pd.arrays.IntervalArray.from_arrays(in_zone, in_zone))
by_zone_spans = pd.Series([1], index=pd.IntervalIndex(zone_spans))
SubStrings = trap_class("SubStrings", pd.arrays.StringArray)
of_foreign_array = pd.Series([1], index=pd.Index(SubStrings(np.array(["x"], dtype=object))))
MetaName = type("MetaName", (type,), {"__name__": property(trapped("meta __name__", lambda _: "Record"))})
Record = MetaName("Record", (np.void,), {})
records = np.zeros(2, dtype=np.dtype((Record, [("a", "i4")])))
records_of_names = np.zeros(2, dtype=[("plain", [(KeyTrap("abc"), "f8")]), (KeyTrap("name"), "i4")])
