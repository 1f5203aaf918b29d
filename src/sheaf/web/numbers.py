"""Numbers that came in an address: read, and held within bounds."""

from __future__ import annotations

from sheaf.errors import UsageError


def whole_number(given: str | None, *, default: int, most: int) -> int | None:
    """The number, at most `most`; the default where none is given; None for what is none."""
    if given is None or given == "":
        return default
    if not (given.isascii() and given.isdigit() and len(given) < 12):
        return None
    return min(int(given), most)


def required_number(name: str, given: str | None, *, default: int, least: int, most: int) -> int:
    number = whole_number(given, default=default, most=most)
    if number is None or number < least:
        raise UsageError(f"{name} must be a whole number, {least} or more.")
    return number
