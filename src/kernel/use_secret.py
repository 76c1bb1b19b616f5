"""Puts a secret of the user into the environment, and tells its value sealed: only the session that asked can open it.

What is printed here may be seen in the page or be kept in a file, so it must not hold the value.
"""

import hashlib
import os

# Shorter ones could not be told from ordinary text when they are taken out of what agents see.
SHORTEST = 6


def main(name, modulus, exponent):
    try:
        from google.colab import userdata
    except ImportError:
        return {"refused": "no_secrets"}
    try:
        value = userdata.get(name)
        if len("".join(value.split()).replace("\\", "")) < SHORTEST:
            return {"refused": "too_short"}
        sealed = seal(value.encode("utf-8"), int(modulus, 16), exponent)
        os.environ[name] = value
    except Exception as error:
        # Its class alone: its text might quote the value.
        return {"refused": type(error).__name__}
    return {"sealed": sealed}


def seal(message, modulus, exponent):
    """RSA-OAEP with SHA-256, in as many pieces as it takes."""
    size = (modulus.bit_length() + 7) // 8
    most = size - 2 * hashlib.sha256().digest_size - 2
    pieces = [message[at : at + most] for at in range(0, len(message), most)]
    return [seal_piece(piece, modulus, exponent, size) for piece in pieces]


def seal_piece(piece, modulus, exponent, size):
    digest = hashlib.sha256(b"").digest()
    padding = bytes(size - len(piece) - 2 * len(digest) - 2)
    block = digest + padding + b"\x01" + piece
    seed = os.urandom(len(digest))
    hidden_block = xor(block, mask(seed, len(block)))
    hidden_seed = xor(seed, mask(hidden_block, len(seed)))
    number = int.from_bytes(b"\x00" + hidden_seed + hidden_block, "big")
    return pow(number, exponent, modulus).to_bytes(size, "big").hex()


def mask(seed, length):
    blocks = (length + 31) // 32
    return b"".join(hashlib.sha256(seed + index.to_bytes(4, "big")).digest() for index in range(blocks))[
        :length
    ]


def xor(one, other):
    return bytes(a ^ b for a, b in zip(one, other, strict=True))
