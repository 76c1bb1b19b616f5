"""What the runtime is made of. What cannot be known here is left out."""

import glob
import importlib.metadata
import os
import platform
import shutil
import subprocess
import sys
import xml.etree.ElementTree

_PACKAGES = (
    *("numpy", "pandas", "scipy", "matplotlib", "scikit-learn", "polars", "dill"),
    *("torch", "tensorflow", "keras", "jax", "transformers", "ipykernel", "ipython"),
)
_NVIDIA_SECONDS = 5


def main(packages=()):
    found = {
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "platform": platform.platform(),
        "folder": os.getcwd(),
        "packages": _versions(packages),
    }
    # In a browser these would be Emscripten's inventions.
    if sys.platform != "emscripten":
        hardware = {
            "cpu": _cpu(),
            "memory": _memory(),
            "disk": _disk(),
            **_nvidia(),
            "tpu": _tpu(),
            "uptimeSeconds": _uptime(),
        }
        found.update((key, value) for key, value in hardware.items() if value)
    return found


def _versions(asked):
    """By what is installed; nothing is imported. Of what was asked for by name, None says that it is not there."""
    versions = {name: _version(name) for name in (*_PACKAGES, *asked)}
    return {name: version for name, version in versions.items() if version is not None or name in asked}


def _version(name):
    try:
        return importlib.metadata.version(name)
    except (importlib.metadata.PackageNotFoundError, ValueError):
        return None


def _read(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def _cpu():
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None
    count = usable or os.cpu_count()
    lines = _read("/proc/cpuinfo").splitlines()
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    model = models[0] if models else platform.processor()
    return {**({"count": count} if count else {}), **({"model": model} if model else {})}


def _memory():
    sizes = {}
    for line in _read("/proc/meminfo").splitlines():
        name, _, rest = line.partition(":")
        words = rest.split()
        if name in ("MemTotal", "MemAvailable") and words:
            sizes[name] = int(words[0]) * 1024
    found = {}
    if "MemTotal" in sizes:
        found = {"total": sizes["MemTotal"], "available": sizes.get("MemAvailable")}
    limit, used = _read("/sys/fs/cgroup/memory.max").strip(), _read("/sys/fs/cgroup/memory.current").strip()
    # A container may get less than the machine has.
    if limit.isdigit() and used.isdigit() and int(limit) < found.get("total", 0):
        left = max(0, int(limit) - int(used))
        found = {"total": int(limit), "available": min(left, found["available"] or left)}
    return {key: value for key, value in found.items() if value is not None}


def _disk():
    try:
        usage = shutil.disk_usage(os.getcwd())
    except OSError:
        return None
    return {"total": usage.total, "free": usage.free}


def _nvidia():
    """All of it from one question, with an end: a driver in trouble can keep nvidia-smi waiting."""
    command = shutil.which("nvidia-smi")
    if command is None:
        return {}
    try:
        answer = subprocess.run(
            [command, "-q", "-x"], capture_output=True, timeout=_NVIDIA_SECONDS, check=True
        ).stdout
        log = xml.etree.ElementTree.fromstring(answer)
    except (OSError, subprocess.SubprocessError, xml.etree.ElementTree.ParseError):
        return {}
    found = {"gpus": [_gpu(gpu) for gpu in log.findall("gpu")]}
    for key, tag in (("cuda", "cuda_version"), ("driver", "driver_version")):
        if log.findtext(tag):
            found[key] = log.findtext(tag)
    return found


def _gpu(gpu):
    found = {"name": gpu.findtext("product_name") or "?"}
    for key in ("total", "used", "free"):
        words = (gpu.findtext(f"fb_memory_usage/{key}") or "").split()
        if len(words) == 2 and words[0].isdigit() and words[1] == "MiB":
            found.setdefault("memory", {})[key] = int(words[0]) * 1024 * 1024
    return found


def _tpu():
    """By what the system shows; asking jax would take the TPU."""
    chips = len(glob.glob("/dev/accel[0-9]*")) or len(glob.glob("/dev/vfio/[0-9]*"))
    kind = os.environ.get("TPU_ACCELERATOR_TYPE") or os.environ.get("TPU_NAME")
    address = os.environ.get("COLAB_TPU_ADDR")
    if not kind and not address:
        return None
    return {**({"type": kind} if kind else {}), **({"chips": chips} if chips else {}), **_tpu_memory()}


def _tpu_memory():
    """Known where jax has started its TPU already."""
    bridge = sys.modules.get("jax._src.xla_bridge")
    if not getattr(bridge, "_backends", None):
        return {}
    try:
        stats = [device.memory_stats() or {} for device in sys.modules["jax"].devices()]
    except Exception:
        return {}
    total = sum(stat.get("bytes_limit", 0) for stat in stats)
    used = sum(stat.get("bytes_in_use", 0) for stat in stats)
    return {"memory": {"total": total, "used": used}} if total else {}


def _uptime():
    """Of this process: how long the variables of the notebook have been there at most."""
    try:
        started = int(_read("/proc/self/stat").rpartition(")")[2].split()[19]) / os.sysconf("SC_CLK_TCK")
        return round(float(_read("/proc/uptime").split()[0]) - started)
    except (IndexError, ValueError, OSError, AttributeError):
        return None
