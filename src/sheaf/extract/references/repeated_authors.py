"""Puts names where a list prints a dash for "the same author as above"."""

from __future__ import annotations

import re

from sheaf.extract.references.markers import DASHES

LONGEST = 300  # characters of the authors of a work
YEAR = re.compile(r"\b(?:1[5-9]\d\d|20[0-4]\d)[a-z]?\b")
# The first full stop that ends more than an initial, or a quotation mark, or a colon.
END = re.compile(r"(?<=[\w)]{3})[.:](?=\s)|[,.]?\s[“\"„«]|\((?:19|20)\d\d")
# A line that was drawn, not printed, leaves but the comma behind it.
DRAWN = re.compile(r"(?=,\s[^\W\d_])")
CONNECTS = re.compile(r"(?:and|&|et|und|y|e|,|with)\s", re.IGNORECASE)


def stands_for_authors(raw: str) -> re.Match[str] | None:
    """A dash of some length at the start of an entry, or what a drawn one leaves."""
    found = DASHES.match(raw)
    if found is None:
        return DRAWN.match(raw)
    drawn = sum(char in "-–—―_‐‑‒" for char in found[0])
    return found if drawn >= 2 or found[0].strip()[:1] in "–—―" else None


def authors_of(raw: str) -> str:
    """What stands before the year or the title of an entry."""
    ends = [found.start() for found in (YEAR.search(raw), END.search(raw)) if found]
    return raw[: min(ends)].strip(" ,.;(") if ends and min(ends) < LONGEST else ""


def replaced(raw: str, authors: str) -> str:
    found = stands_for_authors(raw)
    if found is None or not authors:
        return raw
    rest = raw[found.end() :].lstrip()
    between = (
        ""
        if rest.startswith(",")
        else " "
        if CONNECTS.match(rest) or rest.startswith("(")
        else ". "
    )
    return f"{authors}{between}{rest}"
