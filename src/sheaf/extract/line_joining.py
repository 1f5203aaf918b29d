"""Lines put together as one text: words that were broken at a line's end are whole again."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sheaf.curate.text.clean import compounds_of, whole_words

LAST_WORD = re.compile(r"([^\W\d_]+)-$")
LONGEST_WORD = 60
FIRST_WORD = re.compile(r"^[^\W\d_]+")


def join_lines(lines: Iterable[str]) -> str:
    """A hyphen at a line's end goes, unless one of the lines has the compound elsewhere."""
    texts = [line for line in lines if line]
    return " ".join(" ".join(whole_words(texts, compounds_of(texts))).split())


def join_header_lines(lines: Iterable[str], document: str = "") -> str:
    """A hyphen at a line's end goes, unless the document has the compound elsewhere. A title has
    too few words to tell, so the whole document is asked."""
    text = ""
    for line in lines:
        before, after = LAST_WORD.search(text[-LONGEST_WORD:]), FIRST_WORD.match(line)
        if before is None or after is None or not after[0][0].islower():
            text = f"{text} {line}" if text else line
        elif f"{before[1]}-{after[0]}" in document and before[1] + after[0] not in document:
            text += line
        else:
            text = text[:-1] + line
    return " ".join(text.split())
