"""A line cut into words, marks and signs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

TOKEN = re.compile(
    # So long is no name in an address: without a bound a row of hyphens takes its square in time.
    r"(?P<email>[\w.+-]{1,200}\s?@\s?[\w-]+(?:\.[\w-]+)+)"
    r"|(?P<url>https?://\S+|www\.\S+)"
    # Initials with their full stops are one word each: "J.", "J.-P.", "J.P."
    r"|(?P<initial>(?<![^\W\d_])[^\W\d_]\.(?:[-‐‑]?[^\W\d_]\.)*)"
    r"|(?P<word>[^\W\d_]+(?:['’‐‑-][^\W\d_]+)*)"
    r"|(?P<number>\d+)"
    r"|(?P<sign>\S)"
)


@dataclass(frozen=True, slots=True)
class Token:
    text: str
    kind: str  # email, url, initial, word, number, sign
    start: int
    end: int


def tokens_of(text: str) -> Iterator[Token]:
    for found in TOKEN.finditer(text):
        yield Token(found[0], found.lastgroup or "sign", found.start(), found.end())
