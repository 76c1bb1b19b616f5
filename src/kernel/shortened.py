"""Texts that are too long are cut, with a mark: by it the rest of a secret that was cut is known for what it is."""


def shortened(text, most):
    return text if len(text) <= most else text[: most - 1] + "…"
