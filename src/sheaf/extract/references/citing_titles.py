"""Citations by author and title, as in notes of the humanities: Guha, "Speaking Historically"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sheaf.extract.references.citation import Citation
from sheaf.records import Reference

BEFORE = 90  # characters in which the author stands before the title
WORDS = 2  # of a title that a short form keeps
SHORTEST = 8  # characters of them; less says too little
MOST = 40  # places of one title
ARTICLE = re.compile(r"(?:the|a|an|der|die|das|le|la|les|el|los|il|on)\s", re.IGNORECASE)


def title_citations(content: str, entries: Sequence[Reference]) -> Iterator[Citation]:
    for at, entry in enumerate(entries):
        people = entry.authors or entry.editors
        if not people or not entry.title:
            continue
        family = people[0].family or people[0].name
        for start in _places(content, _short(entry.title)):
            place = content.rfind(family, max(start - BEFORE, 0), start)
            if place >= 0 and "\n\n" not in content[place:start]:
                yield Citation(at, place, start + len(_short(entry.title)))


def _short(title: str) -> str:
    plain = ARTICLE.sub("", title.strip("“”\"'‘’ "), count=1)
    words = plain.replace(":", " ").replace(",", " ").split()
    for count in (WORDS, WORDS + 1):
        if len(short := " ".join(words[:count])) >= SHORTEST:
            return short
    return ""


def _places(content: str, short: str) -> Iterator[int]:
    start = content.find(short) if short else -1
    for _ in range(MOST):
        if start < 0:
            return
        yield start
        start = content.find(short, start + len(short))
