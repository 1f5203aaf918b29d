"""The corpora of the header reader: read in place, by source, with who owns each document.

Annotated headers come from GROBID and Seymore, papers with a known title and known authors from
layout.jsonl. The PDF files of documents.jsonl are scored on, never learnt from: those of owners
that are learnt from are in layout.jsonl as well.
"""

from __future__ import annotations

import json
import lzma
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from corpora.headers import grobid, seymore, truth
from corpora.headers.examples import Example
from corpora.headers.runs import text_of_runs
from corpora.headers.split import fold_of, is_held_out_document, is_held_out_owner
from corpora.shared import SHARED_DATA, documents, path_of
from corpora.texts import text_with_lines
from sheaf.records import Text

LAYOUT = SHARED_DATA / "layout.jsonl.xz"
MOST_OF_AN_OWNER = 40  # papers of one owner that are scored
MOST_LEARNT = 120  # of one owner


@dataclass(frozen=True, slots=True)
class KnownPaper:
    """A paper with its truth: title, authors, year, abstract, DOI."""

    name: str
    sha1: str
    owner: str
    field: str
    rank: int  # among the papers of its owner
    truth: dict[str, Any]
    abstract_is_printed: bool
    text: Text

    @property
    def fold(self) -> int:
        return fold_of(self.owner)


def whole_papers() -> Iterator[KnownPaper]:
    """The PDF files, read as the product reads them."""
    for row in documents():
        if row["file"].startswith("papers/"):
            owner = row["source"]["repo"].split("/")[0].lower()
            yield KnownPaper(
                row["file"], row["sha1"], owner, row["field"], 0, row,
                bool(row["abstract"] and row["abstract_in_pdf"]),
                text_with_lines(path_of(row)),
            )  # fmt: skip


def first_pages() -> Iterator[KnownPaper]:
    """Papers of which there are the text runs of the first two pages."""
    with lzma.open(LAYOUT, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            text = text_of_runs(row["pages"], row["n_pages"])
            yield KnownPaper(
                row["id"], row["sha1"], row["owner"].lower(), row["field"], row["owner_rank"],
                row["truth"], False, text,
            )  # fmt: skip


def annotated() -> list[Example]:
    """Headers whose every word is labelled, but for those held out."""
    found = [one for one in grobid.examples() if not is_held_out_document(one.name)]
    return [*found, *seymore.examples()]


def found_in_layout(papers: Sequence[KnownPaper]) -> list[Example]:
    """What could be labelled by the truth, at most so many of an owner."""
    examples = []
    counts: Counter[str] = Counter()
    for one in papers:
        if counts[one.owner] < MOST_LEARNT:
            made = truth.example(one.text, one.truth, "layout", one.name, one.owner)
            if made is not None:
                counts[one.owner] += 1
                examples.append(made)
    return examples


def learnt_from(papers: Sequence[KnownPaper]) -> list[KnownPaper]:
    """Those of owners that are not held out of the shipped models."""
    return [one for one in papers if not is_held_out_owner(one.owner)]
