"""Rich results: mime bundles, display(), and the part of IPython.display that notebooks use."""

import base64
import builtins
import json
import pprint
import sys
import types
import uuid

import playground_host as host
import playground_streams as streams

_REPRESENTATIONS = {
    "_repr_html_": "text/html",
    "_repr_markdown_": "text/markdown",
    "_repr_svg_": "image/svg+xml",
    "_repr_png_": "image/png",
    "_repr_jpeg_": "image/jpeg",
    "_repr_latex_": "text/latex",
    "_repr_json_": "application/json",
    "_repr_javascript_": "application/javascript",
}


def _plain(value):
    if isinstance(value, (dict, list, tuple, set, frozenset)):
        return pprint.pformat(value, width=79, compact=True, sort_dicts=False)
    return repr(value)


def _encode(data):
    return base64.b64encode(data).decode("ascii") if isinstance(data, (bytes, bytearray)) else data


def _call(value, method):
    """A class has the method too, but only an instance can be asked; a broken one must not hide the result."""
    if isinstance(value, type):
        return None
    function = getattr(value, method, None)
    if not callable(function):
        return None
    try:
        return function()
    except NotImplementedError:
        return None


def bundle(value):
    """The mime bundle of a value and its metadata."""
    data, metadata = {"text/plain": _plain(value)}, {}
    for method, mime in _REPRESENTATIONS.items():
        answer = _call(value, method)
        if isinstance(answer, tuple) and len(answer) == 2:
            answer, metadata[mime] = answer
        if answer is not None:
            data[mime] = _encode(answer)
    answer = _call(value, "_repr_mimebundle_")
    if isinstance(answer, tuple) and len(answer) == 2:
        answer, extra = answer
        metadata.update(extra)
    if answer is not None:
        data.update({mime: _encode(part) for mime, part in answer.items()})
    return data, metadata


def emit(kind, data, metadata, **fields):
    streams.flush()
    host.emit(json.dumps({"type": kind, "data": data, "metadata": metadata, **fields}, default=str))


def emit_error(described):
    streams.flush()
    host.emit(json.dumps({"type": "error", **described}))


class DisplayPublisher:
    """Where everything that is displayed goes out, so that whoever wants to can put something in its way."""

    def publish(self, data, metadata=None, *, transient=None, update=False, **_ignored):
        kind = "update_display_data" if update else "display_data"
        emit(kind, data, metadata or {}, displayId=(transient or {}).get("display_id"))

    def clear_output(self, wait=False):
        streams.flush()
        host.emit(json.dumps({"type": "clear_output", "wait": bool(wait)}))


publisher = DisplayPublisher()


class DisplayHandle:
    def __init__(self, display_id):
        self.display_id = display_id

    def display(self, value, **options):
        display(value, display_id=self.display_id, **options)

    def update(self, value, **options):
        display(value, display_id=self.display_id, update=True, **options)


def display(*values, raw=False, metadata=None, display_id=None, update=False, **_ignored):
    if display_id is True:
        display_id = uuid.uuid4().hex
    for value in values:
        data, extra = (value, {}) if raw else bundle(value)
        extra.update(metadata or {})
        publisher.publish(data, extra, transient={"display_id": display_id}, update=update)
    return DisplayHandle(display_id) if display_id else None


def update_display(value, *, display_id, **options):
    display(value, display_id=display_id, update=True, **options)


def clear_output(wait=False):
    publisher.clear_output(wait)


class DisplayObject:
    mime = "text/plain"

    def __init__(self, data=None, url=None, filename=None, metadata=None):
        if filename is not None:
            with open(filename, "rb") as file:
                data = file.read()
        self.data, self.url, self.metadata = data, url, metadata or {}

    def __repr__(self):
        return f"<IPython.core.display.{type(self).__name__} object>"

    def _repr_mimebundle_(self, include=None, exclude=None):
        data = self.data
        if isinstance(data, bytes) and self.mime.split("/")[0] == "text":
            data = data.decode()
        return {self.mime: data}, self.metadata


class HTML(DisplayObject):
    mime = "text/html"


class Markdown(DisplayObject):
    mime = "text/markdown"


class Latex(DisplayObject):
    mime = "text/latex"


class Math(Latex):
    def __init__(self, data=None, **options):
        super().__init__(f"$\\displaystyle {data}$", **options)


class JSON(DisplayObject):
    mime = "application/json"

    def _repr_mimebundle_(self, include=None, exclude=None):
        data = self.data
        return {self.mime: json.loads(data) if isinstance(data, (str, bytes)) else data}, self.metadata


class Javascript(DisplayObject):
    mime = "application/javascript"


class SVG(DisplayObject):
    mime = "image/svg+xml"

    def _repr_mimebundle_(self, include=None, exclude=None):
        data = self.data.decode() if isinstance(self.data, bytes) else self.data
        return {self.mime: data}, self.metadata


class Image(DisplayObject):
    def __init__(self, data=None, url=None, filename=None, format=None, width=None, height=None, **options):
        if isinstance(data, str) and not data.startswith(("http:", "https:", "data:")):
            data, filename = None, data
        elif isinstance(data, str):
            data, url = None, data
        super().__init__(data, url, filename, **options)
        size = {key: value for key, value in (("width", width), ("height", height)) if value is not None}
        jpeg = format in ("jpg", "jpeg") or bytes(self.data or b"")[:2] == b"\xff\xd8"
        self.mime = "image/jpeg" if jpeg else "image/png"
        if size:
            self.metadata = {self.mime: size}

    def _repr_mimebundle_(self, include=None, exclude=None):
        if self.url:
            return {"text/html": f'<img src="{self.url}"/>'}, {}
        return {self.mime: _encode(self.data)}, self.metadata


def install(get_ipython):
    """Make `display` a builtin and `from IPython.display import …` work without IPython."""
    builtins.display = display
    builtins.get_ipython = get_ipython
    shim = types.ModuleType("IPython.display")
    for name in (
        "display update_display clear_output DisplayHandle DisplayObject "
        "HTML Markdown Latex Math JSON Javascript SVG Image"
    ).split():
        setattr(shim, name, globals()[name])
    package = types.ModuleType("IPython")
    package.__path__ = []
    package.display = shim
    package.get_ipython = get_ipython
    sys.modules["IPython"] = package
    sys.modules["IPython.display"] = shim
