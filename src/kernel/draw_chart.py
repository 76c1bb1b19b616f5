"""Draws a chart from its JSON, with what is installed in the runtime, and gives it as a PNG in base64."""

import base64
import importlib.util
import json
import sys
import threading

# Below what a client waits: a browser that does not start, or data that does not come, must not hold the kernel.
SECONDS = 40
MOST_CHARS = 2_000_000


def plotly(figure):
    import plotly.graph_objects as graph_objects

    drawn = graph_objects.Figure(figure, skip_invalid=True)
    return drawn.to_image(format="png", width=drawn.layout.width or 800, height=drawn.layout.height or 500)


def vega_lite(spec):
    import vl_convert

    return vl_convert.vegalite_to_png(spec)


def vega(spec):
    import vl_convert

    return vl_convert.vega_to_png(spec)


WAYS = {
    "plotly": (plotly, ["plotly", "kaleido"]),
    "vega-lite": (vega_lite, ["vl_convert"]),
    "vega": (vega, ["vl_convert"]),
}


def in_time(work):
    """What work() gives, or why it gives nothing. Where there are no threads, it takes as long as it takes."""
    answer = {}

    def run():
        try:
            answer["png"] = work()
        except BaseException as error:
            answer["reason"] = f"{type(error).__name__}: {error}"

    try:
        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        thread.join(SECONDS)
    except RuntimeError:
        run()
    return dict(answer) or {"reason": f"It was not drawn within {SECONDS} seconds."}


def main(library, chart):
    draw, packages = WAYS[library]
    missing = [
        name for name in packages if name not in sys.modules and importlib.util.find_spec(name) is None
    ]
    if missing:
        return {"missing": missing}
    figure = json.loads(base64.b64decode(chart))
    answer = in_time(lambda: draw(figure))
    if "png" not in answer:
        return {"reason": answer["reason"][:1000]}
    png = base64.b64encode(answer["png"]).decode()
    if len(png) > MOST_CHARS:
        return {"reason": "Its picture is too large."}
    return {"png": png}
