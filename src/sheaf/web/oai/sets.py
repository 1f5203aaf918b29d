"""Sets: documents of a host, of a kind, in a language. `kind:thesis`, `host:www.example.edu`."""

from __future__ import annotations

import re

COLUMNS = ("kind", "language", "host")
NAMES = {"kind": "Kind: {}", "language": "In the language {}", "host": "From {}"}
# What the protocol allows in a part of a name, but for the mark with which we write the rest.
PLAIN = re.compile(r"[A-Za-z0-9\-_.~*'()]")
MARKED = re.compile(r"!([0-9A-F]{2})")
SPEC = re.compile(r"[A-Za-z0-9\-_.!~*'()]+(:[A-Za-z0-9\-_.!~*'()]+)*")


def write_spec(column: str, value: str) -> str:
    escaped = "".join(
        letter if PLAIN.fullmatch(letter) else "".join(f"!{byte:02X}" for byte in letter.encode())
        for letter in value
    )
    return f"{column}:{escaped}"


def read_spec(spec: str) -> tuple[str, str] | None:
    """Column and value; None for a set that there cannot be."""
    column, _, escaped = spec.partition(":")
    if column not in COLUMNS or not escaped:
        return None
    try:
        data = MARKED.sub(lambda found: chr(int(found[1], 16)), escaped).encode("latin-1")
        value = data.decode()
    except ValueError:
        return None
    return (column, value) if write_spec(column, value) == spec else None


def is_spec(text: str) -> bool:
    return SPEC.fullmatch(text) is not None


def set_name(column: str, value: str) -> str:
    return NAMES[column].format(value)
