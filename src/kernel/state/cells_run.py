"""What IPython remembers of the inputs with these counts: how cells read when this start of the kernel ran them."""

import hashlib
import sys


def main(counts):
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    inputs = getattr(getattr(shell, "history_manager", None), "input_hist_raw", None)
    if inputs is None:
        return {"inputs": None}
    return {"inputs": {str(count): fingerprint(inputs[count]) for count in counts if 0 < count < len(inputs)}}


def fingerprint(text):
    return hashlib.sha256(text.rstrip("\n").encode("utf-8", "replace")).hexdigest()
