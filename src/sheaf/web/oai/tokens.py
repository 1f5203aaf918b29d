"""Resumption tokens: where a list goes on. They hold the whole question and the place, so that the
server remembers nobody.

A checksum tells what was cut or typed by hand; what passes it is looked at all the same.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any
from zlib import crc32

LONGEST = 8192
LARGEST = 2**62  # no column holds more than twice that
Token = list[Any]


def write_token(*parts: str | int) -> str:
    body = json.dumps(parts, separators=(",", ":")).encode()
    return urlsafe_b64encode(crc32(body).to_bytes(4) + body).rstrip(b"=").decode()


def read_token(written: str, *kinds: type) -> Token | None:
    """The parts, which are of these kinds; None for what we did not write."""
    parts = _decode(written)
    if parts is None or [type(part) for part in parts] != list(kinds):
        return None
    numbers = (part for part in parts if isinstance(part, int))
    return parts if all(0 <= part <= LARGEST for part in numbers) else None


def _decode(written: str) -> Token | None:
    if not written.isascii() or len(written) > LONGEST:
        return None
    try:
        data = urlsafe_b64decode(written + "=" * (-len(written) % 4))
        parts = json.loads(data[4:])
    except (ValueError, RecursionError):
        return None
    # Decoding passes over letters that it does not know.
    is_ours = urlsafe_b64encode(data).rstrip(b"=").decode() == written
    is_whole = data[:4] == crc32(data[4:]).to_bytes(4)
    return parts if isinstance(parts, list) and is_ours and is_whole else None
