"""Scores whether e-mail addresses and workplaces are given to the authors whose they are.

The truth was read off the printed first pages of some of the shared papers that have several
authors (`header_links.toml`). The models have seen the first pages of some of these papers, but
with titles and authors only: who works where is in nothing they learnt from.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path

from corpora.shared import Row, digest, digest_of_files, documents, path_of
from corpora.texts import text_with_lines
from evaluation.contract import Measure, Result, share
from evaluation.matching import Overlap, f1, normalised, overlap
from sheaf.extract.header.reading import read_header
from sheaf.records import Author

TRUTH = Path(__file__).with_name("header_links.toml")


@dataclass(frozen=True, slots=True)
class Linked:
    """One author of the truth: an empty address is one that is not printed."""

    name: str
    email: str
    workplaces: tuple[str, ...]


class HeaderLinks:
    name = "header_links"
    about = (
        "E-mail addresses and workplaces, each with its author, on shared papers with several"
        " authors whose first pages were read by hand. An address counts as right where it is the"
        " author's, or where none is printed and none was given; a workplace is counted once for"
        " each author who has it or was given it."
    )
    is_slow = False
    needs_shared = True

    def corpus(self) -> str:
        return digest([digest_of_files(_rows(), ("title",)), TRUTH.read_text(encoding="utf-8")])

    def score(self) -> Result:
        return score([(row["file"], _truth()[row["file"]], _read(row)) for row in _rows()])


def score(papers: Sequence[tuple[str, Sequence[Linked], Sequence[Author]]]) -> Result:
    emails: list[bool] = []
    places: list[Overlap] = []
    misses: list[str] = []
    for file, true, found in papers:
        answered = {normalised(author.name): author for author in found}
        for one in true:
            author = answered.get(normalised(one.name))
            email = (author.email or "").lower() if author else None
            emails.append(email == one.email.lower())
            told = _places(author, true) if author else []
            places.append(overlap(told, list(one.workplaces)))
            if not emails[-1] or sorted(told) != sorted(one.workplaces):
                misses.append(f"{file}: {one.name}: {email}, {told}, not {one}")
    total = reduce(lambda one, other: one + other, places, Overlap(0, 0, 0))
    precision, recall = share(total.common, total.found), share(total.common, total.true)
    return Result(
        measures=(
            Measure("emails_right", share(sum(emails), len(emails)), len(emails)),
            Measure("workplaces_precision", precision, total.found, has_floor=False),
            Measure("workplaces_recall", recall, total.true, has_floor=False),
            Measure("workplaces_f1", f1(precision, recall), total.true),
        ),
        misses=tuple(misses),
    )


def _places(author: Author, true: Sequence[Linked]) -> list[str]:
    """Which of the paper's workplaces an author was given; what an address says counts too."""
    told = normalised(" ".join([*author.affiliations, author.address or ""]))
    known = dict.fromkeys(place for one in true for place in one.workplaces)
    return [place for place in known if normalised(place) in told]


def _truth() -> dict[str, list[Linked]]:
    told = tomllib.loads(TRUTH.read_text(encoding="utf-8"))
    return {
        file: [Linked(name, email, tuple(places)) for name, email, *places in paper["authors"]]
        for file, paper in told.items()
    }


def _rows() -> list[Row]:
    known = _truth()
    return [row for row in documents() if row["file"] in known]


def _read(row: Row) -> tuple[Author, ...]:
    text = text_with_lines(path_of(row))
    return read_header(text.lines, text.shapes, text).paper.authors
