"""GROBID's annotated headers: the words with their labels, the layout from the raw columns.

The annotated text has the spaces and the labels, the raw file one token a line with flags of
its layout. Both have the same characters but where an annotator moved something, so they are
aligned by their characters, and a document that cannot be is left out.
"""

from __future__ import annotations

import re
import tarfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from lxml import etree

from corpora.headers.authors import cut_apart
from corpora.headers.examples import Example, LabelledLine
from corpora.headers.split import stem_of
from corpora.shared import SHARED_DATA
from sheaf.extract.header.layout import NO, YES, LayoutLine
from sheaf.extract.header.token_features import split_tokens
from sheaf.extract.header.words import ABSTRACT, KEYWORDS

HEADERS = SHARED_DATA / "headers.tar.xz"
CITATIONS = SHARED_DATA / "citations.tar.xz"
LEAST_ALIGNED = 0.85
PARSER = etree.XMLParser(recover=True, resolve_entities=False, no_network=True)
LABELS = {
    "titlePart": "title", "docAuthor": "author", "affiliation": "affiliation",
    "address": "address", "email": "email", "keyword": "keyword", "keywords": "keyword",
    "date": "date", "reference": "venue", "meeting": "venue", "publisher": "venue",
    "idno": "number", "editor": "editor",
}  # fmt: skip
NOTES = {"doctype": "doctype", "docType": "doctype", "articleType": "doctype"}
# Columns of a raw file.
BLOCK, LINE, INDENT, FONT, SIZE, BOLD, ITALIC, LARGEST = 10, 11, 12, 13, 14, 15, 16, 28

Character = tuple[str, str]  # with its label
Names = Sequence[Sequence[str]]  # the words of each author


@dataclass(frozen=True, slots=True)
class _Pair:
    stem: str
    tei: bytes
    raw: bytes


def examples() -> Iterator[Example]:
    names = author_names()
    for pair in _pairs():
        lines = _aligned(pair)
        if lines:
            found = tuple(cut_apart(lines, names.get(pair.stem, ())))
            yield Example("grobid", pair.stem, pair.stem, found)


def _pairs() -> Iterator[_Pair]:
    tei: dict[str, bytes] = {}
    raw: dict[str, bytes] = {}
    with tarfile.open(HEADERS) as archive:
        for member in archive:
            file = archive.extractfile(member) if member.isfile() else None
            if file is not None and "/grobid/header/" in member.name:
                held = tei if "/tei/" in member.name else raw
                held[stem_of(member.name)] = file.read()
    for stem in sorted(tei.keys() & raw.keys()):
        yield _Pair(stem, tei[stem], raw[stem])


def author_names() -> dict[str, list[list[str]]]:
    """The words of each author's name, by document, from the corpus of author blocks."""
    found: dict[str, list[list[str]]] = {}
    with tarfile.open(CITATIONS) as archive:
        for member in archive:
            file = archive.extractfile(member) if member.isfile() else None
            if file is None or "/grobid/name-header/" not in member.name:
                continue
            root = etree.fromstring(file.read(), PARSER)
            for name in root.iter("{*}persName") if root is not None else ():
                parts = name.iter("{*}forename", "{*}middlename", "{*}surname", "{*}suffix")
                words = [t.text for part in parts for t in split_tokens(" ".join(part.itertext()))]
                found.setdefault(stem_of(member.name), []).append(words)
    return found


# -- the two files put together ----------------------------------------------------------------


def labelled_characters(tei: bytes) -> list[Character]:
    """Every character of the annotated text; a line end is a space."""
    root = etree.fromstring(tei, PARSER)
    front = next(root.iter("{*}front"), None) if root is not None else None
    found: list[Character] = []
    if front is not None:
        _walk(front, "other", found)
    return found


def _walk(node: Any, label: str, found: list[Character]) -> None:
    found += [(char, label) for char in node.text or ""]
    for child in node:
        if isinstance(child.tag, str):
            name = etree.QName(child).localname
            if name == "lb":
                found.append((" ", label))
            _walk(child, _label(child, name, label), found)
        found += [(char, label) for char in child.tail or ""]


def _label(node: Any, name: str, outer: str) -> str:
    if name == "div":
        return "abstract" if node.get("type") == "abstract" else outer
    if name == "note":
        return NOTES.get(node.get("type"), "note")
    if name == "title":
        return "venue"
    if name in ("page", "phone", "ptr", "degree"):
        return "other"
    return LABELS.get(name, outer)


def _aligned(pair: _Pair) -> list[LabelledLine]:
    told = labelled_characters(pair.tei)
    printed = [(at, char) for at, (char, _) in enumerate(told) if not char.isspace()]
    rows = [line.split(" ") for line in pair.raw.decode("utf-8", "replace").splitlines()]
    rows = [row for row in rows if len(row) > LARGEST]
    if not printed or not rows:
        return []
    owners = [at for at, row in enumerate(rows) for _ in row[0]]
    left = "".join(char for _, char in printed)
    right = "".join(row[0] for row in rows)
    place: dict[int, int] = {}  # of a raw row: where it begins in the annotated text
    ends: dict[int, int] = {}
    matched = 0
    for a, b, size in _matches(left, right):
        matched += size
        for step in range(size):
            row = owners[b + step]
            place.setdefault(row, printed[a + step][0])
            ends[row] = printed[a + step][0] + 1
    if matched < LEAST_ALIGNED * max(len(left), len(right)):
        return []
    return [line for group in _lines(rows) if (line := _line(rows, group, place, ends, told))]


def _matches(left: str, right: str) -> Iterator[tuple[int, int, int]]:
    if left == right:
        yield 0, 0, len(left)
        return
    yield from SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks()


def _lines(rows: Sequence[Sequence[str]]) -> Iterator[list[int]]:
    group: list[int] = []
    for at, row in enumerate(rows):
        if row[LINE] == "LINESTART" and group:
            yield group
            group = []
        group.append(at)
    if group:
        yield group


def _line(
    rows: Sequence[Sequence[str]],
    group: Sequence[int],
    place: dict[int, int],
    ends: dict[int, int],
    told: Sequence[Character],
) -> LabelledLine | None:
    known = [at for at in group if at in place]
    if not known:
        return None
    text = ""
    labels: list[str] = []
    last: int | None = None
    for at in known:
        if last is not None and (place[at] < last or _has_space(told, last, place[at])):
            text, labels = text + " ", [*labels, "other"]
        part = told[place[at] : ends[at]]
        text += "".join(char for char, _ in part)
        labels += [label for _, label in part]
        last = ends[at]
    tokens = list(split_tokens(text))
    found = [labels[token.start] for token in tokens]
    if set(found) & {"other"} and (ABSTRACT.match(text) or KEYWORDS.match(text)):
        head = ABSTRACT.match(text) or KEYWORDS.match(text)
        kind = "abstract" if ABSTRACT.match(text) else "keyword"
        end = head.end() if head else 0
        found = [
            kind if token.start < end and label == "other" else label
            for token, label in zip(tokens, found, strict=True)
        ]
    return LabelledLine(_layout(rows, group, text), tuple(found))


def _has_space(told: Sequence[Character], start: int, end: int) -> bool:
    return any(char.isspace() for char, _ in told[start:end])


def layout_of_rows(rows: Sequence[Sequence[str]]) -> Iterator[LayoutLine]:
    """The lines of a raw file; its tokens are told without the spaces between them."""
    for group in _lines(rows):
        yield _layout(rows, group, " ".join(rows[at][0] for at in group))


def _layout(rows: Sequence[Sequence[str]], group: Sequence[int], text: str) -> LayoutLine:
    middle = rows[group[len(group) // 2]]
    first = rows[group[0]]
    steps = {"HIGHERFONT": "higher", "LOWERFONT": "lower"}
    return LayoutLine(
        text=re.sub(r"\s+", " ", text),
        begins_block=YES if first[BLOCK] == "BLOCKSTART" else NO,
        is_indented=YES if first[INDENT] == "LINEINDENT" else NO,
        font="new" if first[FONT] == "NEWFONT" else "same",
        size_step=steps.get(first[SIZE], "same"),
        is_bold=middle[BOLD],
        is_italic=middle[ITALIC],
        is_largest=middle[LARGEST],
    )
