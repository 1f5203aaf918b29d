"""Documents whose lines are labelled: those of GROBID's segmentation, those of anystyle's finder.

GROBID tells the words of a document with elements around them, and in a second file how each line
is set; the two are put together by the first words of the lines. anystyle tells lines as
`pdftotext -layout` prints them, so their indents and the empty lines between them are layout too.
"""

from __future__ import annotations

import hashlib
import re
import tarfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from lxml import etree

from corpora.shared import SHARED_DATA
from sheaf.extract.zones.layout import END, HIGHER, IN, LOWER, SAME, START, Flags, flag_lines
from sheaf.extract.zones.text_lines import lines_without_layout

HEADERS = SHARED_DATA / "headers.tar.xz"
CITATIONS = SHARED_DATA / "citations.tar.xz"
# A tenth of the documents is never trained on. Of GROBID's, none has the remainder 0 here: that
# tenth was kept back by those who packed the corpora.
HELD_OUT = 1
ELEMENTS = {
    "front": "front", "titlePage": "front", "body": "body", "listBibl": "reference",
    "page": "furniture", "headnote": "furniture", "footnote": "footnote", "annex": "appendix",
    "acknowledgement": "acknowledgement", "funding": "acknowledgement",
    "availability": "body", "toc": "furniture",
}  # fmt: skip
FINDER = {"title": "body", "text": "body", "meta": "furniture", "ref": "reference"}
SIZES = {"HIGHERFONT": HIGHER, "LOWERFONT": LOWER}
PLACES = {"START": START, "END": END}


@dataclass(frozen=True, slots=True)
class Document:
    name: str
    source: str
    sha1: str
    texts: tuple[str, ...]
    flags: tuple[Flags, ...]
    labels: tuple[str, ...]

    @property
    def is_held_out(self) -> bool:
        return is_held_out(self.name)


def is_held_out(name: str) -> bool:
    digest = hashlib.sha1(name.encode(), usedforsecurity=False).hexdigest()
    return int(digest, 16) % 10 == HELD_OUT


def members(archive: Path, folder: str) -> Iterator[tuple[str, bytes]]:
    """The files below a folder of an archive, each as its path below it and its bytes."""
    with tarfile.open(archive) as tar:
        for member in tar:
            if member.isfile() and member.name.startswith(folder):
                file = tar.extractfile(member)
                assert file is not None
                yield member.name.removeprefix(folder).lstrip("/"), file.read()


def documents() -> list[Document]:
    return [*segmented(), *found()]


def segmented() -> Iterator[Document]:
    marked: dict[str, bytes] = {}
    rows: dict[str, bytes] = {}
    for path, data in members(HEADERS, "headers/grobid/segmentation"):
        name = path.rpartition("/")[2].partition(".training.")[0]
        (marked if path.startswith("tei/") else rows)[name] = data
    for name in sorted(marked.keys() & rows.keys()):
        lines = list(marked_lines(marked[name]))
        yield _document(name, marked[name], lines, rows[name].decode("utf-8").splitlines())


def marked_lines(data: bytes) -> Iterator[tuple[str, str]]:
    """The lines of a TEI file, each with the label of the element around it."""
    root = etree.fromstring(data, etree.XMLParser(recover=True))
    label, line = "body", ""
    for text, around in _pieces(root, ""):
        if text == "\n" or (around and around != label):
            if line.strip():
                yield " ".join(line.split()), label
            line = ""
        label = around or label
        line += "" if text == "\n" else text
    if line.strip():
        yield " ".join(line.split()), label


def _pieces(element: Any, label: str) -> Iterator[tuple[str, str]]:
    name = etree.QName(element).localname if isinstance(element.tag, str) else ""
    kind = element.get("place") or element.get("type") or name
    inner = ELEMENTS.get(kind, label)
    if name == "lb":
        yield "\n", label
    elif name != "teiHeader":
        yield re.sub(r"\s+", " ", element.text or ""), inner if element.text else ""
        for child in element:
            yield from _pieces(child, inner)
            if child.tail and child.tail.strip():
                yield re.sub(r"\s+", " ", child.tail), inner


def _document(
    name: str, data: bytes, lines: Sequence[tuple[str, str]], rows: Sequence[str]
) -> Document:
    told = [row.split(" ") for row in rows if row.count(" ") > 20]
    ours = [_key(text) for text, _ in lines]
    theirs = [row[0] for row in told]
    texts, flags, labels = [], [], []
    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    for one, other, size in matcher.get_matching_blocks():
        for step in range(size):
            texts.append(lines[one + step][0])
            labels.append(lines[one + step][1])
            flags.append(flags_of_row(told[other + step], len(told), other + step))
    sha1 = hashlib.sha1(data, usedforsecurity=False).hexdigest()
    return Document(name, "grobid/segmentation", sha1, tuple(texts), tuple(flags), tuple(labels))


def _key(text: str) -> str:
    return text.partition(" ")[0]


def flags_of_row(row: Sequence[str], count: int, at: int) -> Flags:
    return Flags(
        block=PLACES.get(row[7].removeprefix("BLOCK"), IN),
        page=PLACES.get(row[8].removeprefix("PAGE"), IN),
        size=SIZES.get(row[10], SAME),
        is_bold=row[11] == "1",
        is_italic=row[12] == "1",
        place=12 * at // count,
        height=min(int(row[24]), 11) if row[24].isdigit() else 0,
        is_running=row[30] == "1",
    )


def found() -> Iterator[Document]:
    for path, data in members(CITATIONS, "citations/anystyle/finder"):
        rows = [line.partition("|") for line in data.decode("utf-8").splitlines()]
        text = "\n".join(row.removeprefix(" ").replace("\f", " ") for _, _, row in rows)
        labels, label = [], "blank"
        for mark, _, row in rows:
            label = mark.strip() or label
            if row.strip():
                labels.append(FINDER.get(label, "body"))
        lines = list(lines_without_layout(text))
        sha1 = hashlib.sha1(data, usedforsecurity=False).hexdigest()
        yield Document(
            path.rpartition("/")[2].partition(".")[0], "anystyle/finder", sha1,
            tuple(line.text for line in lines), tuple(flag_lines(lines)), tuple(labels),
        )  # fmt: skip
