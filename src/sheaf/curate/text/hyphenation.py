"""Words that were broken at the end of a line, made whole again: in the text that readers give,
and where lines of it are joined to a paragraph or a title."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

# Marks a hyphen at the end of a line for what it is; PDFium and we agree on this one.
HYPHEN = "\ufffe"
LINE_END_HYPHENS = frozenset("-‐\u00ad\x02" + HYPHEN)
CERTAIN_HYPHENS = frozenset("\u00ad\x02" + HYPHEN)
PUNCTUATION = "()[]{}<>.,;:!?'\"“”‘’*"
LAST_WORD = re.compile(r"(?<![^\W\d_])([^\W\d_]++)-$")
LONGEST_WORD = 60
FIRST_WORD = re.compile(r"^[^\W\d_]+")


def rejoin_words(lines: Sequence[str], compounds: frozenset[str]) -> list[str]:
    """Words broken at line ends made whole; the rest of the word moves up to the first line.

    The hyphen goes, unless the document writes the same word with a hyphen elsewhere or the
    second half begins with a capital.
    """
    done = list(lines)
    for place in range(len(done) - 1):
        line = done[place]
        if line and line[-1] in LINE_END_HYPHENS:
            rejoined = _rejoin(line, done[place + 1], compounds)
            if rejoined:
                done[place], done[place + 1] = rejoined
    if done and done[-1].endswith(HYPHEN):
        done[-1] = done[-1][:-1] + "-"
    return [line for line in done if line]


def _rejoin(line: str, after: str, compounds: frozenset[str]) -> tuple[str, str] | None:
    """The two lines with the word in the first of them; None where it is no broken word."""
    mark, line = line[-1], line[:-1]
    if not (line[-1:].isalnum() and after[:1].isalnum()):
        return (f"{line}-", after) if mark in CERTAIN_HYPHENS else None
    if mark not in CERTAIN_HYPHENS and not after[0].islower():
        return None
    rest, _, behind = after.partition(" ")
    first = line.rpartition(" ")[2].rpartition("-")[2]
    keeps = not after[0].islower() and not first.isupper()
    if not keeps and compounds:
        second = rest.strip(PUNCTUATION).partition("-")[0]
        keeps = f"{first.lstrip(PUNCTUATION)}-{second}".lower() in compounds
    return f"{line}{'-' if keeps else ''}{rest}", behind


def find_compounds(lines: Sequence[str]) -> frozenset[str]:
    """Pairs of words that are joined with a hyphen within a line."""
    found: set[str] = set()
    for line in lines:
        if "-" in line:
            for word in line[:-1].split():
                if "-" in word:
                    parts = word.strip(PUNCTUATION).lower().split("-")
                    pairs = pairwise(parts)
                    found.update(f"{one}-{other}" for one, other in pairs if one and other)
    return frozenset(found)


def join_lines(lines: Iterable[str]) -> str:
    """A hyphen at a line's end goes, unless one of the lines has the compound elsewhere."""
    texts = [line for line in lines if line]
    return " ".join(" ".join(rejoin_words(texts, find_compounds(texts))).split())


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
