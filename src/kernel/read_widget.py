"""The current value of a widget of ipywidgets, in words."""

import html
import re
import sys

from shortened import shortened

MOST_WIDGETS = 30


def main(model):
    instances = getattr(sys.modules.get("ipywidgets.widgets.widget"), "_instances", {})
    widget = instances.get(model)
    if widget is None:
        return {"words": None}
    words = []
    describe(widget, words)
    return {"words": shortened(", ".join(words), 1500)}


def describe(widget, words):
    """Boxes by what is in them; everything else by its value."""
    if len(words) >= MOST_WIDGETS:
        return
    children = getattr(widget, "children", None)
    if children is not None:
        for child in children:
            describe(child, words)
        return
    name = type(widget).__name__
    description = str(getattr(widget, "description", "") or "")
    parts = [name] + ([repr(shortened(description, 60))] if description else [])
    if hasattr(widget, "value"):
        parts.append(f"= {in_words(widget.value)}")
    if hasattr(widget, "max") and hasattr(widget, "min"):
        parts.append(f"of {widget.min} to {widget.max}")
    words.append(" ".join(parts))


def in_words(value):
    """A text as it is read, without markup and odd spaces; anything else as Python writes it."""
    if not isinstance(value, str):
        return shortened(repr(value), 200)
    text = html.unescape(re.sub(r"<[^<>]{0,200}>", " ", shortened(value, 1000)))
    return repr(shortened(" ".join(text.split()), 200))
