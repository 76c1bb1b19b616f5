"""Secrets as code gets them on Colab: `from google.colab import userdata`. The playground's are no secrets."""

_SECRETS = {
    "PLAYGROUND_KEY": "pk-Zebra/42+gizmo=quill",
    "PLAYGROUND_PIN": "1234",
}
# Those that the user has not let the notebook use.
_LOCKED = ["PLAYGROUND_LOCKED"]


class SecretNotFoundError(Exception):
    def __init__(self, key):
        super().__init__(f"Secret {key} does not exist.")


class NotebookAccessError(Exception):
    def __init__(self, key):
        super().__init__(f"Notebook does not have access to secret {key}")


class TimeoutException(Exception):
    def __init__(self, key):
        super().__init__(f"Requesting secret {key} timed out.")


def get(key):
    if key in _LOCKED:
        raise NotebookAccessError(key)
    if key not in _SECRETS:
        raise SecretNotFoundError(key)
    return _SECRETS[key]
