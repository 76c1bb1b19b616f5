"""Calls main() of a script of ours with arguments from JSON, and prints what it gives as one marked line of JSON.

`script`, `name`, `arguments` and `mark` are put in front of this file. It runs in a namespace of its own: nothing of
it is left in the user's.
"""

# ruff: noqa: F821
import json
import sys


def call():
    namespace = {"__name__": f"cellwire.{name}"}
    try:
        exec(compile(script, f"<cellwire {name}>", "exec"), namespace)
        return {"result": namespace["main"](**json.loads(arguments))}
    except KeyboardInterrupt:
        return {"interrupted": True}
    except BaseException as error:
        # Its class and text, and never the traceback: the script is ours, not the user's.
        return {"error": {"type": type(error).__name__, "message": str(error)}}


sys.stdout.write(f"{mark}{json.dumps(call())}\n")
sys.stdout.flush()
