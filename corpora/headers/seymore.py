"""Seymore's tagged headers of the 1990s: words and lines, no layout."""

from __future__ import annotations

import hashlib
import re
import tarfile
from collections.abc import Iterator

from corpora.headers.authors import cut_apart
from corpora.headers.examples import Example, LabelledLine
from corpora.shared import SHARED_DATA
from sheaf.extract.header.layout import LayoutLine
from sheaf.extract.header.token_features import split_tokens

LABELS = {
    "title": "title", "author": "author", "affiliation": "affiliation", "address": "address",
    "email": "email", "abstract": "abstract", "keyword": "keyword", "date": "date",
    "pubnum": "number", "note": "note", "degree": "doctype", "intro": "body",
}  # fmt: skip
APART = "¦"  # between two authors, where nothing may be printed
PART = re.compile(r"<(\w+)>(.*?)</\1>", re.DOTALL)


def examples() -> Iterator[Example]:
    with tarfile.open(SHARED_DATA / "headers.tar.xz") as archive:
        file = archive.extractfile("headers/seymore/tagged_headers.txt")
        text = file.read().decode("utf-8", "replace") if file else ""
    for header in text.split("<NEW_HEADER>"):
        lines = list(_lines(header))
        if lines:
            name = hashlib.sha1(header.encode(), usedforsecurity=False).hexdigest()
            yield Example("seymore", name, name, tuple(map(_unmarked, cut_apart(lines, ()))))


def _unmarked(line: LabelledLine) -> LabelledLine:
    pairs = [pair for pair in zip(line.tokens, line.labels, strict=True) if pair[0] != APART]
    text = " ".join(line.layout.text.replace(APART, " ").split())
    return LabelledLine(LayoutLine(text), tuple(label for _, label in pairs))


def _lines(header: str) -> Iterator[LabelledLine]:
    header = re.sub(r"<<sep>>(.*?)<</sep>>", rf" {APART} \1 {APART} ", header, flags=re.DOTALL)
    for tag, content in PART.findall(header):
        label = LABELS.get(tag, "other")
        for text in content.replace("+PAGE+", " ").split("+L+"):
            text = re.sub(r"-{3,}|_{3,}", " ", re.sub(r"</?\w+>", " ", text))
            words = " ".join(text.split())
            count = sum(1 for _ in split_tokens(words))
            if count:
                yield LabelledLine(LayoutLine(words), (label,) * count)
