"""The references of anystyle: flat fields that share out the whole text between them.

Punctuation and words such as "In", "pp." or "vol." are inside a field there and outside in
GROBID's corpus; they are moved outside, so that both teach the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpora.references.annotated import Annotated, local_name, members, read_xml
from sheaf.extract.citation.tokens import MARKUP

SETS = ("core", "good", "ugly")
LABELS = {
    "author": "author", "title": "title", "journal": "journal", "container-title": "booktitle",
    "collection-title": "series", "date": "date", "volume": "volume", "pages": "pages",
    "publisher": "publisher", "location": "location", "editor": "editor", "genre": "tech",
    "note": "note", "edition": "note", "source": "note", "medium": "note", "translator": "note",
    "director": "author", "producer": "publisher", "url": "web", "doi": "pubnum", "isbn": "pubnum",
}  # fmt: skip

EDGE = re.compile(r"[\s.,;:()\[\]{}\"'“”„«»‘’‚<>/\-–—…]")
PEOPLE_END = re.compile(
    r"(?:\s*\(?\b(?:eds?|editors?|hrsg|hg|éds?|dir|coord|trans)\b\.?\)?\.?)+$", re.IGNORECASE
)
BEFORE = {
    "pages": re.compile(r"(?:(?:pp?|pages?|págs?|s|seiten?|bl)\b\.?\s*)+", re.IGNORECASE),
    "volume": re.compile(r"(?:(?:vol|volume|bd|band|v|t|tome|tomo|jg|jahrgang|vols)\b\.?\s*)+",
                         re.IGNORECASE),
    "booktitle": re.compile(r"in\b\s*:?\s*|dans\b\s*:?\s*|en\b\s*:\s*", re.IGNORECASE),
    "journal": re.compile(r"in\b\s*:?\s*", re.IGNORECASE),
    "editor": re.compile(r"(?:in\b\s*:?\s*|ed(?:ited)?\.? by\s+|hrsg\.? v(?:on|\.)\s*)",
                         re.IGNORECASE),
    "pubnum": re.compile(r"(?:doi|isbn|issn)\b\s*:?\s*", re.IGNORECASE),
    "web": re.compile(r"(?:url|available (?:at|from)|retrieved from)\b\s*:?\s*", re.IGNORECASE),
}  # fmt: skip
ISSUE = re.compile(
    r"^(?P<volume>[^\s(,:;]+)(?P<between>(?:\s*[(,:;/]\s*|\s+)(?:(?:no|nr|n°|nº|n|iss|issue|num"
    r"|heft|h|#)\.?\s*)?)(?P<issue>\d[\w\-–/ .]*?)(?P<end>\s*\)?)$",
    re.IGNORECASE,
)


def references() -> Iterator[Annotated]:
    for name in SETS:
        for _, data in members(f"anystyle/parser/{name}.xml"):
            for number, sequence in enumerate(read_xml(data).iter("sequence")):
                pieces: list[tuple[str, str | None]] = []
                for field in sequence:
                    label = LABELS.get(local_name(field))
                    text = " ".join(MARKUP.sub("", "".join(field.itertext())).split())
                    pieces += [*_trimmed(text, label), (" ", None)]
                yield Annotated(f"anystyle-{name}", f"anystyle-{name}-{number}", tuple(pieces))


def _trimmed(text: str, label: str | None) -> Iterator[tuple[str, str | None]]:
    """What belongs to the field, with its wrapping before and behind it."""
    if label is None:
        yield text, None
        return
    start, end = _edges(text, label, 0, len(text))
    if label in BEFORE and (match := BEFORE[label].match(text, start, end)):
        start = match.end()
    if label == "editor" and (ending := PEOPLE_END.search(text[start:end].rstrip(" ,:;"))):
        end = start + ending.start()
    start, end = _edges(text, label, start, end)
    if start >= end:
        yield text, None
        return
    yield text[:start], None
    yield from _volume(text[start:end]) if label == "volume" else [(text[start:end], label)]
    yield text[end:], None


def _edges(text: str, label: str, start: int, end: int) -> tuple[int, int]:
    """Without the punctuation around it; a closing bracket stays with an opening one."""
    while start < end and EDGE.match(text[start]):
        start += 1
    keeps_end = label in ("author", "editor") and text[end - 1 : end] == "."
    while start < end and EDGE.match(text[end - 1]) and not keeps_end:
        if text[end - 1] == ")" and "(" in text[start:end]:
            break
        end -= 1
        keeps_end = label in ("author", "editor") and text[end - 1] == "."
    return start, end


def _volume(text: str) -> Iterator[tuple[str, str | None]]:
    """ "105(419)" is a volume and an issue."""
    if match := ISSUE.match(text):
        yield match["volume"], "volume"
        yield match["between"], None
        yield match["issue"], "issue"
        yield match["end"], None
    else:
        yield text, "volume"
