"""Tracebacks as a notebook shows them: the user's frames, with the lines around each, in colour."""

import linecache
import os
import traceback

RED, GREEN, CYAN, RESET = "\x1b[0;31m", "\x1b[0;32m", "\x1b[0;36m", "\x1b[0m"
_HIDDEN = os.path.dirname(__file__)
_cells = {}


def remember(source, execution_count):
    """Register a cell's source under the name it is compiled with, so that its lines can be shown."""
    filename = f"<cell-{execution_count}-{len(_cells)}>"
    _cells[filename] = execution_count
    lines = source.splitlines(keepends=True)
    linecache.cache[filename] = (len(source), None, lines, filename)
    return filename


def describe(error):
    """The parts of nbformat's error output."""
    name, value = type(error).__name__, _text(error)
    if isinstance(error, SyntaxError) and error.filename in _cells:
        lines = _syntax_error(error)
    else:
        lines = _chain(error)
    return {"ename": name, "evalue": value, "traceback": lines}


def _text(error):
    try:
        return str(error)
    except Exception:
        return "<exception str() failed>"


def _chain(error):
    lines = []
    cause = error.__cause__
    context = None if error.__suppress_context__ else error.__context__
    if cause is not None:
        lines += _chain(cause)
        lines.append("\nThe above exception was the direct cause of the following exception:\n")
    elif context is not None:
        lines += _chain(context)
        lines.append("\nDuring handling of the above exception, another exception occurred:\n")
    return lines + _one(error)


def _one(error):
    name = type(error).__name__
    heading = "Traceback (most recent call last)"
    lines = [
        f"{RED}{'-' * 75}{RESET}",
        f"{RED}{name}{RESET}{heading.rjust(75 - len(name))}",
    ]
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _is_users(frame.filename)]
    if len(frames) > 20:
        left_out = len(frames) - 20
        shown = [_frame(frame) for frame in frames[:10]]
        shown.append(f"    [... {left_out} frames left out ...]")
        shown += [_frame(frame) for frame in frames[-10:]]
    else:
        shown = [_frame(frame) for frame in frames]
    lines.append("\n\n".join(shown))
    lines.append(f"\n{RED}{name}{RESET}: {_text(error)}")
    lines += getattr(error, "__notes__", [])
    return lines


def _is_users(filename):
    return not filename.startswith(_HIDDEN) and not filename.startswith("/lib/python") or filename in _cells


def _frame(frame):
    if frame.filename in _cells:
        place = f"{GREEN}Cell In[{_cells[frame.filename]}], line {frame.lineno}{RESET}"
    else:
        place = f"File {GREEN}{frame.filename}:{frame.lineno}{RESET}"
    if frame.name != "<module>":
        place += f", in {CYAN}{frame.name}{RESET}"
    return "\n".join([place, *_surrounding(frame.filename, frame.lineno)])


def _surrounding(filename, lineno):
    shown = []
    for number in range(max(1, lineno - 2), lineno + 3):
        line = linecache.getline(filename, number)
        if not line:
            continue
        text = line.rstrip("\n")
        if number == lineno:
            shown.append(f"{GREEN}----> {number}{RESET} {text}")
        else:
            shown.append(f"{GREEN}{str(number).rjust(7)}{RESET} {text}")
    return shown


def _syntax_error(error):
    lines = [f"  {CYAN}Cell In[{_cells[error.filename]}], line {error.lineno}{RESET}"]
    text = linecache.getline(error.filename, error.lineno or 0).rstrip("\n")
    if text:
        lines.append(f"    {text}")
        if error.offset:
            lines.append(f"    {' ' * (error.offset - 1)}{RED}^{RESET}")
    lines.append(f"{RED}{type(error).__name__}{RESET}: {error.msg}")
    return lines
