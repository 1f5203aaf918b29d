"""What a paper's JSON says of the works in it: of itself, and of each that it cites."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from sheaf.deposit.bulk import make_storable
from sheaf.deposit.graph.descriptions import CopyFacts, DocumentHead, Name, Statement
from sheaf.deposit.paper_shape import LARGEST_YEAR
from sheaf.graph.authors import authors_printed
from sheaf.graph.features import features_of
from sheaf.graph.matcher import tells_enough
from sheaf.graph.normalising import LONGEST_TITLE, hash_of, plain_arxiv_id, plain_doi

Json = Mapping[str, Any]

VOTED = ("title", "authors", "year", "venue", "doi", "arxiv_id")
MOST_AUTHORS = 60  # of one description: more tell nothing that these do not
LONGEST_VENUE = 250
LONGEST_HALF_NAME = 100
FIRST_PAGE = re.compile(r"\w{1,20}")
YEARS = range(1000, 2200)


def describe_document(number: int, paper: Json) -> DocumentHead:
    """The document with its references."""
    references = {}
    for position, entry in enumerate(paper.get("references") or ()):
        said = describe(entry)
        if leads_somewhere(said):
            # Who says too little to be known again means another work than others who say it.
            place = () if tells_enough(features_of(said)) else (number, position)
            references[position] = (hash_of(said, *place), said)
    digest = hash_of("document", number)
    said, people = describe(paper), authors_printed(paper)
    return DocumentHead(digest, said, references, people, describe_copy(paper))


def describe_copy(paper: Json) -> CopyFacts:
    """What ranks a paper among the versions of its work."""
    provenance = _mapping(paper.get("provenance"))
    texts = (_mapping(one).get("text") for one in paper.get("sections") or ())
    sure = _mapping(paper.get("confidence"))
    return CopyFacts(
        characters=sum(len(text) for text in texts if isinstance(text, str)),
        references=len(paper.get("references") or ()),
        is_ocr=bool(_mapping(provenance.get("text")).get("ocr_pages")),
        sure={
            name: round(min(max(value, 0.0), 1.0), 3)
            for name in VOTED
            if isinstance(value := sure.get(name), int | float) and value == value
        },
        by_hand=tuple(name for name in VOTED if name in _mapping(provenance.get("corrected"))),
    )


def _mapping(value: Any) -> Json:
    return value if isinstance(value, Mapping) else {}


def describe(values: Json) -> Statement:
    doi, arxiv_id = _string(values.get("doi")), _string(values.get("arxiv_id"))
    return Statement(
        title=_text(values.get("title"), LONGEST_TITLE),
        authors=_names(values.get("authors") or ()),
        year=_year(values.get("year")),
        venue=_text(values.get("venue"), LONGEST_VENUE),
        volume=_first_word(values.get("volume")),
        page=_first_word(values.get("pages")),
        doi=make_storable(plain_doi(doi)) if doi else "",
        arxiv_id=make_storable(plain_arxiv_id(arxiv_id, doi)) if arxiv_id or doi else "",
    )


def leads_somewhere(said: Statement) -> bool:
    """Whether enough is said to find the work by it."""
    printed_in_journal = said.authors and said.volume and said.page
    return bool(said.title or said.doi or said.arxiv_id or printed_in_journal)


def _names(people: Sequence[Json]) -> tuple[Name, ...]:
    names = [
        (_half_name(one.get("given")), _half_name(one.get("family")))
        if one.get("family")
        else ("", _half_name(one.get("name")))
        for one in people[:MOST_AUTHORS]
    ]
    return tuple([name for name in names if name[1]])


@lru_cache(maxsize=100_000)
def _half_name(value: str | None) -> str:
    return _text(value, LONGEST_HALF_NAME)


def _string(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _text(value: Any, most: int) -> str:
    if not value or not isinstance(value, str):
        return ""
    text = " ".join(value[: 2 * most].split())[:most]
    return text if text.isascii() and "\0" not in text else make_storable(text)


def _first_word(value: Any) -> str:
    match = FIRST_PAGE.search(value) if value and isinstance(value, str) else None
    return make_storable(match[0].lower()) if match else ""


def _year(value: Any) -> int | None:
    is_year = isinstance(value, int) and abs(value) < LARGEST_YEAR and value in YEARS
    return value if is_year else None
