"""References of other people's corpora, with their truth, for scoring only.

UMass (iesl/bibtex-fields-extraction) and EXCITE (exciteproject/EXgoldstandard) state no licence:
nothing that ships is trained on them. They are read in place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpora.references.annotated import Annotated, members

UMASS = {
    "author": "author", "title": "title", "journal": "journal", "booktitle": "booktitle",
    "series": "series", "year": "date", "month": "date", "volume": "volume", "number": "issue",
    "pages": "pages", "publisher": "publisher", "address": "location", "location": "location",
    "city": "location", "editor": "editor", "bookeditor": "editor", "institution": "institution",
    "school": "institution", "organization": "institution", "type": "tech", "note": "note",
    "url": "web", "doi": "pubnum", "eprint": "pubnum", "isbn": "pubnum", "edition": "note",
}  # fmt: skip
EXCITE = {
    "author": "author", "surname": "author", "given-names": "author", "title": "title",
    "source": "container", "editor": "editor", "year": "date", "fpage": "pages", "lpage": "pages",
    "volume": "volume", "issue": "issue", "publisher": "publisher", "url": "web",
    "identifier": "pubnum",
}  # fmt: skip
TAG = re.compile(r"<(/?)([a-z-]{1,20})>")
EDITION = re.compile(r"[.,]{0,2}\s*(?:[a-zäöüß]{1,20}[.,]?\s+){0,5}(?:[Aa]ufl|ed\.|edn|edition)")
NO_SPACE_BEFORE = frozenset(",.;:)]?!'’”")


def umass(part: str) -> Iterator[Annotated]:
    """`part` is "dev"; "train" is of the same kind, and is not trained on either."""
    for _, data in members(f"umass-cfe/{part}.txt"):
        blocks = re.split(r"\n\s*\n", data.decode("utf-8", "replace"))
        for number, block in enumerate(blocks):
            rows = [line.rsplit(" ", 1) for line in block.splitlines() if " " in line.strip()]
            if rows:
                pieces = tuple(_umass_pieces(rows))
                yield Annotated(f"umass-{part}", f"umass-{part}-{number}", pieces)


def _umass_pieces(rows: list[list[str]]) -> Iterator[tuple[str, str | None]]:
    run, label = "", None
    for word, mark in rows:
        name = None if mark == "O" else UMASS.get(mark[2:])
        space = "" if word[:1] in NO_SPACE_BEFORE else " "
        if name != label or mark.startswith("B-"):
            if run:
                yield run, label
            run, label = "", name
        run += space + word
    if run:
        yield run, label


def excite(part: str) -> Iterator[Annotated]:
    """`part` is "german", "german-footnote" or "german-mixed"; one reference a line."""
    for name, data in members(f"excite/{part}/5-segmented/"):
        document = name.rsplit("/", 1)[-1].split(".")[0]
        for line in data.decode("utf-8", "replace").splitlines():
            pieces = tuple(_without_editions(list(_excite_pieces(line))))
            if any(label for _, label in pieces):
                yield Annotated(f"excite-{part}", document, pieces)


def _excite_pieces(line: str) -> Iterator[tuple[str, str | None]]:
    """Tags may be nested or left open; the innermost that is known counts."""
    opened: list[str] = []
    at = 0
    for match in TAG.finditer(line):
        if match.start() > at:
            yield line[at : match.start()], _innermost(opened)
        at = match.end()
        if not match[1]:
            opened.append(match[2])
        elif match[2] in opened:
            opened.reverse()
            opened.remove(match[2])
            opened.reverse()
    if at < len(line):
        yield line[at:], _innermost(opened)


def _without_editions(pieces: list[tuple[str, str | None]]) -> Iterator[tuple[str, str | None]]:
    """The 2 of "2. Auflage" is marked as an issue or a volume there; it is neither."""
    for at, (text, label) in enumerate(pieces):
        behind = "".join(one for one, _ in pieces[at + 1 : at + 3])
        is_edition = label in ("volume", "issue") and EDITION.match(behind)
        yield text, None if is_edition else label


def _innermost(opened: list[str]) -> str | None:
    return next((EXCITE[name] for name in reversed(opened) if name in EXCITE), None)
