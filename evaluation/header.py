"""Scores the header reader as shipped, on papers and annotated headers it was not trained on.

Whole PDF files of held-out owners, the first pages of more papers of those owners, and headers of
GROBID's corpus that were set aside, which alone tell affiliations and e-mail addresses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce

from corpora.headers import grobid, papers
from corpora.headers.examples import Example
from corpora.headers.papers import KnownPaper
from corpora.headers.split import is_held_out_document, is_held_out_owner
from corpora.shared import SHARED_DATA, digest, digest_of_files, documents
from evaluation.contract import Measure, Result, share
from evaluation.header_measures import (
    Header,
    author_measures,
    by_field,
    header_measures,
    misses,
    score,
)
from evaluation.matching import Overlap, f1, normalised, overlap
from sheaf.extract.header.emails import find_addresses
from sheaf.extract.header.labelling import Models, label_layout, shipped_models
from sheaf.extract.header.reading import read_header

__all__ = ["Header", "Headers", "author_measures", "score"]

TRUTH = ("kind", "field", "title", "authors", "abstract", "abstract_in_pdf", "year", "doi")
CORPORA = ("layout.jsonl.xz", "headers.tar.xz")
FRONT_PAGES = 2  # a year counts as printed where it is on one of them


class Headers:
    name = "header"
    about = (
        "Title, authors, abstract, year and DOI as the shipped models read them, on papers of"
        " owners they were not trained on: whole files, and the first pages of more (`pages_`)."
        " Affiliations and e-mail addresses on headers of GROBID's corpus that were set aside."
    )
    is_slow = False
    needs_shared = True

    def corpus(self) -> str:
        files = digest_of_files(_papers(), TRUTH)
        return digest([files, *((SHARED_DATA / name).read_bytes().hex() for name in CORPORA)])

    def score(self) -> Result:
        models = shipped_models()
        whole = [one for one in papers.whole_papers() if is_held_out_owner(one.owner)]
        pages = [one for one in papers.first_pages() if is_held_out_owner(one.owner)]
        read = [read_one(one, models) for one in whole]
        more = [read_one(one, models) for one in pages if one.rank < papers.MOST_OF_AN_OWNER]
        aside = [one for one in grobid.examples() if is_held_out_document(one.name)]
        return Result(
            measures=(
                *header_measures(read),
                *header_measures(more, "pages"),
                *workplace_measures(aside, models),
            ),
            tables=(by_field(read), by_field(more, "By field, first pages")),
            misses=misses([*read, *more]),
        )


def _papers() -> list[dict[str, object]]:
    return [row for row in documents() if row["file"].startswith("papers/")]


def read_one(paper: KnownPaper, models: Models) -> Header:
    found = read_header(paper.text.lines, paper.text.shapes, paper.text, models).paper
    truth = paper.truth
    printed = "\f".join(paper.text.content.split("\f")[:FRONT_PAGES])
    year = int(truth["year"]) if truth["year"] and str(truth["year"]) in printed else None
    return Header(
        file=paper.name,
        field=paper.field,
        true_title=truth["title"],
        true_authors=tuple(truth["authors"]),
        true_abstract=truth["abstract"] if paper.abstract_is_printed else None,
        title=found.title,
        authors=tuple(author.name for author in found.authors),
        abstract=found.abstract,
        true_year=year,
        year=found.year,
        true_doi=truth["doi"],
        doi=found.doi,
    )


# -- affiliations and e-mail addresses -----------------------------------------------------------


def workplace_measures(examples: Sequence[Example], models: Models) -> tuple[Measure, ...]:
    """By words: how many of those of affiliations and addresses were taken for such; and how
    many e-mail addresses were found."""
    words: dict[str, Overlap] = {}
    mails = Overlap(0, 0, 0)
    for one in examples:
        true, found = _true_words(one), _found_words(one, models)
        for label in ("affiliation", "address", "author"):
            sums = words.get(label, Overlap(0, 0, 0))
            words[label] = sums + overlap(
                list(found[label].elements()), list(true[label].elements())
            )
        mails += overlap(_emails(found["line"]), _emails(true["line"]))
    measures = []
    for label, total in words.items():
        value = f1(share(total.common, total.found), share(total.common, total.true))
        measures.append(Measure(f"{label}_words_f1", value, total.true))
    return (*measures, Measure("emails_recall", share(mails.common, mails.true), mails.true))


def _true_words(one: Example) -> dict[str, Counter[str]]:
    pairs = (
        (token, "author" if str(label).endswith("-author") else str(label))
        for line in one.lines
        for token, label in zip(line.tokens, line.labels, strict=True)
    )
    return _counted(pairs)


def _found_words(one: Example, models: Models) -> dict[str, Counter[str]]:
    front = label_layout([line.layout for line in one.lines], models)
    return _counted(
        (token.token.text, "author" if token.label.endswith("-author") else token.label)
        for token in front.tokens
    )


def _counted(pairs: Iterator[tuple[str, str]]) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {
        label: Counter() for label in ("affiliation", "address", "author", "line")
    }
    for token, label in pairs:
        if label in found and normalised(token):
            found[label][normalised(token)] += 1
        if "@" in token and label == "email":
            found["line"][token] += 1
    return found


def _emails(tokens: Counter[str]) -> list[str]:
    return [address.lower() for token in tokens for address in find_addresses(token)]


def total_of(overlaps: Sequence[Overlap]) -> Overlap:
    return reduce(lambda one, other: one + other, overlaps, Overlap(0, 0, 0))
