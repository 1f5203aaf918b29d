"""Patterns over paths: * and ? within a folder, [a-z], and ** across folders."""

from __future__ import annotations

import re

MAGIC = re.compile(r"[*?\[]")


def has_magic(path: str) -> bool:
    return MAGIC.search(path) is not None


def split(pattern: str) -> tuple[str, str]:
    """The folder above the first wildcard, with its slash, and the pattern below it."""
    found = MAGIC.search(pattern)
    start = found.start() if found else len(pattern)
    cut = pattern.rfind("/", 0, start) + 1
    return pattern[:cut], pattern[cut:]


def depth(pattern: str) -> int | None:
    """How many folders down names can match; None for any number."""
    return None if "**" in pattern else pattern.count("/")


def compiled(pattern: str) -> re.Pattern[str]:
    out, at = "", 0
    while at < len(pattern):
        if pattern.startswith("**/", at):
            out, at = out + "(?:.*/)?", at + 3
        elif pattern.startswith("**", at):
            out, at = out + ".*", at + 2
        elif pattern[at] == "*":
            out, at = out + "[^/]*", at + 1
        elif pattern[at] == "?":
            out, at = out + "[^/]", at + 1
        elif pattern[at] == "[" and (end := pattern.find("]", at + 2)) > 0:
            out, at = out + _one_of(pattern[at + 1 : end]), end + 1
        else:
            out, at = out + re.escape(pattern[at]), at + 1
    return re.compile(out, re.DOTALL)


def _one_of(inside: str) -> str:
    negated = inside[0] in "!^"
    inside = (inside[1:] if negated else inside).replace("\\", r"\\").replace("[", r"\[")
    # A range the wrong way round would not compile; it means nothing, so it matches nothing.
    ranges = re.findall(r"(.)-(.)", inside)
    if any(low > high for low, high in ranges):
        return "(?!)"
    return f"[{'^/' if negated else ''}{inside}]" if inside else "(?!)"
