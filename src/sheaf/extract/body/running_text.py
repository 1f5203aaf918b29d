"""Lines put together as one: words that were broken at a line's end are whole again."""

from __future__ import annotations

from collections.abc import Iterable

from sheaf.curate.text.clean import compounds_of, whole_words


def as_one_line(lines: Iterable[str]) -> str:
    """A hyphen at a line's end goes, unless one of the lines has the compound elsewhere."""
    texts = [line for line in lines if line]
    return " ".join(" ".join(whole_words(texts, compounds_of(texts))).split())
