"""Values as every database and every JSON file can hold them."""

from __future__ import annotations

from datetime import datetime
from typing import Any


def storable(text: str) -> str:
    """Text without NUL (PostgreSQL refuses it) and without half characters (all do)."""
    if text.isascii() and "\0" not in text:
        return text
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")


def plain(values: dict[str, Any]) -> dict[str, Any]:
    """Times as text, for JSON."""
    return {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in values.items()
    }
