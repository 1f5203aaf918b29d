"""Numbers in what others wrote."""

from __future__ import annotations

MOST_DIGITS = 18  # no size and no count has more; Python refuses to read some thousands


def whole_number(text: str | bytes) -> int | None:
    """None for what is none, and for what is too long to be meant."""
    is_number = text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
    return int(text) if is_number else None
