"""Which accelerator this machine really has, by a look at it."""

import os
import subprocess


def nvidia():
    """The names of the GPUs; None where nobody can be asked."""
    try:
        asked = subprocess.run(
            ["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"],
            capture_output=True,
            text=True,
            timeout=20,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    names = [line.strip() for line in asked.stdout.splitlines() if line.strip()]
    return names if asked.returncode == 0 else None


def main():
    names = nvidia()
    if names:
        return {"accelerator": "GPU", "name": ", ".join(sorted(set(names)))}
    if os.environ.get("COLAB_GPU", "0") not in ("", "0"):
        return {"accelerator": "GPU"}
    tpu = os.environ.get("TPU_ACCELERATOR_TYPE") or os.environ.get("COLAB_TPU_ADDR")
    if tpu or os.path.exists("/dev/accel0"):
        return {"accelerator": "TPU", **({"name": tpu} if tpu else {})}
    return {"accelerator": "none"}
