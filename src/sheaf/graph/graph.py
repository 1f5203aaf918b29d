"""The graph as a library shows it: works, who cites them, authors and venues.

library.graph.update()
for work in library.graph.wanted(limit=10):
    print(work.citations, work.title)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

from sheaf.deposit.catalogue import Catalogue
from sheaf.deposit.counting import Counted
from sheaf.deposit.graph.answers import GraphAnswers
from sheaf.deposit.graph.copies import find_copies
from sheaf.deposit.graph.descriptions import Copy, Statement
from sheaf.duplicates.matcher import NearCopies
from sheaf.graph import updating
from sheaf.graph.contract import (
    AuthorInfo,
    CitingPaper,
    GraphReport,
    MatchedReference,
    RelatedPaper,
    VenueInfo,
    WorkInfo,
)
from sheaf.graph.describing import describe
from sheaf.graph.features import features_of, keys_of
from sheaf.graph.matcher import SAME_WORK, given_names_agree, probability
from sheaf.graph.normalising import fold
from sheaf.graph.versions.copies import FIELDS, FieldVote, rank_copies, vote
from sheaf.graph.versions.telling import (
    MOST_CHARACTERS,
    VersionInfo,
    tell_versions,
)

AT_ONCE = 200
MOST_CITING = 100_000
MOST_POSSIBLE = 50
MOST_VERSIONS = 20

Row = Sequence[Any]
OpenNearCopies = Callable[[], NearCopies]


class Graph:
    """Asked of an open library. `near_copies` opens what knows them."""

    def __init__(
        self, catalogue: Catalogue, folder: Path, near_copies: OpenNearCopies, bits: int
    ) -> None:
        self._catalogue = catalogue
        self._folder = folder
        self._near_copies = near_copies
        self._bits = bits
        self._answers = GraphAnswers(catalogue.alias)

    # -- keep up to date ---------------------------------------------------------------------------

    def update(
        self,
        *,
        rebuild: bool = False,
        report: Callable[[str, int], None] = lambda what, count: None,
    ) -> GraphReport:
        """Take in what changed in the catalogue; with `rebuild`, make everything anew. Waits for
        whoever updates the index or the graph."""
        lock = self._folder / "index.lock"
        with updating.one_at_a_time(lock), closing(self._near_copies()) as marks:
            marks.refresh(self._catalogue)
            update = updating.Update(
                self._catalogue, lambda number: self._near(marks, number), report
            )
            return update.run(rebuild=rebuild)

    def _near(self, marks: NearCopies, number: int) -> list[int]:
        return [near.document_id for near in marks.of_document(number, self._bits)]

    def is_behind(self) -> int:
        """How many documents changed or went since the last update."""
        return updating.is_behind(self._catalogue)

    def revision(self) -> int:
        """Grows whenever something about a document changes here."""
        return self._answers.revision()

    def documents_changed_since(self, revision: int) -> Iterator[int]:
        """Documents whose work, citations, authors or venue are others since."""
        return self._answers.documents_changed_since(revision)

    # -- works -------------------------------------------------------------------------------------

    def work(self, number: int) -> WorkInfo | None:
        """A work, held or wanted, by its number."""
        return self._works([number]).get(number)

    def work_of(self, document_id: int) -> WorkInfo | None:
        """The work of a document; None where nothing was read of it."""
        number = self.work_ids([document_id]).get(document_id)
        return None if number is None else self.work(number)

    def work_ids(self, document_ids: Collection[int]) -> dict[int, int]:
        """By document: its work."""
        return self._answers.work_ids(document_ids)

    def citation_counts(self, document_ids: Collection[int]) -> dict[int, int]:
        """By document: how many works cite its work."""
        return self._answers.citation_counts(document_ids)

    def work_meant(self, reference: str) -> WorkInfo | None:
        """The work that a reference, as a text in any style, means: held, or cited and wanted."""
        from sheaf.extract.citation import parsing  # loads a model

        (entry,) = parsing.parse_references([reference])
        own = features_of(describe(asdict(entry)))
        alike = self._answers.descriptions_with(keys_of(own))
        likely = [(probability(own, features_of(said)), work) for said, work in alike]
        sure, number = max(likely, default=(0.0, 0))
        return self.work(number) if sure >= SAME_WORK else None

    def wanted(
        self, *, limit: int | None = None, offset: int = 0, least: int = 1
    ) -> Iterator[WorkInfo]:
        """Works that are cited and not there, the most cited first."""
        numbers = self._answers.wanted(least, limit, offset)
        while some := list(islice(numbers, AT_ONCE)):
            works = self._works(some)
            yield from (works[number] for number in some if number in works)

    def count_wanted(self, *, least: int = 1) -> int:
        """How many works are cited by so many and not there."""
        return self._counted(("wanted", least), lambda: self._answers.count_wanted(least))

    def most_cited(self, limit: int = 10) -> list[WorkInfo]:
        """Works of the library that most others of it cite."""
        numbers = self._counted(("most cited", limit), lambda: self._answers.most_cited(limit))
        works = self._works(numbers)
        return [works[number] for number in numbers if number in works]

    def counts_by_year(self) -> dict[int, int]:
        """How many works of the library are of each year."""
        return dict(self._counted("years", self._answers.counts_by_year))

    def _counted(self, name: Hashable, count: Callable[[], Counted]) -> Counted:
        """An update writes works piece by piece, and no mark says where it is: where it takes long,
        what was counted last is shown while it is counted anew."""
        return self._catalogue.memory.get(("graph", name), object(), count)

    def _works(self, numbers: Collection[int]) -> dict[int, WorkInfo]:
        found = self._answers.works(numbers)
        several = [
            document
            for _, documents in found.values()
            if len(documents) > 1
            for document in documents
        ]
        copies = find_copies(self._catalogue.alias, several) if several else {}
        return {
            number: _work_info(row, _best_first(documents, copies))
            for number, (row, documents) in found.items()
        }

    # -- versions ----------------------------------------------------------------------------------

    def versions(self, document_id: int) -> list[VersionInfo]:
        """The documents that are one work with this one, itself among them, the best first; and
        what tells each from this one. Of very many the best are told."""
        ranked = self._ranked(document_id)
        shown = ranked[:MOST_VERSIONS]
        if ranked and all(one.document_id != document_id for one in shown):
            shown += [one for one in ranked if one.document_id == document_id]
        return tell_versions(shown, document_id, self._text) if shown else []

    def votes(self, document_id: int) -> dict[str, list[FieldVote]]:
        """By field: which versions of a document say what, and with what weight. What is heaviest
        holds for the work."""
        ranked = self._ranked(document_id)
        return {name: found for name in FIELDS if (found := vote(ranked, name))}

    def copy_ranks(self, document_ids: Collection[int]) -> dict[int, int]:
        """By document: its place among the versions of its work; the best has 0."""
        works = self._works(set(self.work_ids(document_ids).values()))
        wanted = set(document_ids)
        return {
            number: place
            for work in works.values()
            for place, number in enumerate(work.documents)
            if number in wanted
        }

    def _ranked(self, document_id: int) -> list[Copy]:
        number = self.work_ids([document_id]).get(document_id)
        found = self._answers.works([number]) if number is not None else {}
        documents = [one for _, some in found.values() for one in some]
        return rank_copies(find_copies(self._catalogue.alias, documents).values())

    def _text(self, number: int) -> str:
        try:
            with self._catalogue.repository.path(number, "txt").open("rb") as file:
                return file.read(MOST_CHARACTERS).decode("utf-8", "ignore")
        except OSError:  # gone a moment ago, or never read
            return ""

    # -- citations ---------------------------------------------------------------------------------

    def references(self, document_id: int) -> list[MatchedReference]:
        """What a document cites, by the positions of its list; entries that say too little to
        find a work by are left out."""
        entries = self._answers.references(document_id)
        works = self._works({entry.work_id for entry in entries})
        return [
            MatchedReference(entry.position, works[entry.work_id], entry.confidence)
            for entry in entries
            if entry.work_id in works
        ]

    def cited_by(self, document_id: int, *, limit: int = 50, offset: int = 0) -> list[CitingPaper]:
        """Documents that cite the work of this one, the latest first, and the sentences that
        do."""
        number = self.work_ids([document_id]).get(document_id)
        return [] if number is None else self.citing(number, limit=limit, offset=offset)

    def documents_citing(self, document_id: int) -> list[int]:
        """The numbers of all documents that cite the work of this one, the latest first."""
        number = self.work_ids([document_id]).get(document_id)
        return [] if number is None else self._answers.documents_citing(number, MOST_CITING, 0)

    def count_cited_by(self, document_id: int) -> int:
        """How many documents cite the work of this one."""
        number = self.work_ids([document_id]).get(document_id)
        return 0 if number is None else self.count_citing(number)

    def citing(self, work_id: int, *, limit: int = 50, offset: int = 0) -> list[CitingPaper]:
        """Documents that cite a work, held or wanted."""
        found = self._answers.citing(work_id, limit, offset)
        heads = self._answers.heads(found)
        return [
            self._citing_paper(number, positions, heads.get(number))
            for number, positions in found.items()
        ]

    def count_citing(self, work_id: int) -> int:
        """How many documents cite a work."""
        return self._answers.count_citing_documents(work_id)

    def _citing_paper(
        self, number: int, positions: Sequence[int], head: tuple[Any, ...] | None
    ) -> CitingPaper:
        title, authors, _, _, year = head or ("", [], "", "", None)
        return CitingPaper(
            document_id=number,
            title=title,
            authors=tuple(_full_name(*name) for name in authors),
            year=year,
            positions=tuple(positions),
            sentences=self._sentences(number, positions),
        )

    def _sentences(self, number: int, positions: Sequence[int]) -> tuple[str, ...]:
        paper = self._catalogue.read_paper(number, {}) or {}
        entries = paper.get("references") or []
        texts = (
            context.get("text")
            for position in positions
            if position < len(entries)
            for context in entries[position].get("contexts") or ()
            if isinstance(context, dict)
        )
        return tuple(dict.fromkeys(text for text in texts if isinstance(text, str) and text))

    def co_cited(self, document_id: int, limit: int = 10) -> list[RelatedPaper]:
        """Documents that are cited together with this one."""
        return self._related(document_id, self._answers.co_cited, limit)

    def coupled(self, document_id: int, limit: int = 10) -> list[RelatedPaper]:
        """Documents that cite what this one cites."""
        return self._related(document_id, self._answers.coupled, limit)

    def _related(
        self,
        document_id: int,
        ask: Callable[[int, int], list[tuple[int, int]]],
        limit: int,
    ) -> list[RelatedPaper]:
        number = self.work_ids([document_id]).get(document_id)
        found = ask(number, limit) if number is not None else []
        works = self._works([work for work, _ in found])
        return [
            RelatedPaper(works[work].documents[0], count)
            for work, count in found
            if work in works and works[work].documents
        ]

    # -- authors and venues ------------------------------------------------------------------------

    def author(self, number: int) -> AuthorInfo | None:
        """A person by number."""
        row = self._answers.author(number)
        return None if row is None else _author_info(row)

    def authors(self, *, limit: int = 50, offset: int = 0, starting: str = "") -> list[AuthorInfo]:
        """By family name; those whose family name begins so."""
        rows = self._answers.authors(fold(starting), limit, offset)
        return [_author_info(row) for row in rows]

    def top_authors(self, limit: int = 10) -> list[AuthorInfo]:
        """With the most documents."""
        return [_author_info(row) for row in self._answers.top_authors(limit)]

    def authors_of(self, document_id: int) -> list[AuthorInfo]:
        """The authors of a document, in its order."""
        return [_author_info(row) for row in self._answers.authors_of(document_id)]

    def documents_of_author(self, number: int, *, limit: int = 50, offset: int = 0) -> list[int]:
        """The latest first."""
        return self._answers.documents_of_author(number, limit, offset)

    def co_authors(
        self, author_id: int, *, limit: int = 30, among: int = 60
    ) -> list[tuple[AuthorInfo, int]]:
        """With whom a person wrote most of the latest documents, and how many of them."""
        found = self._answers.co_authors(author_id, limit, among)
        return [(_author_info(row), count) for row, count in found]

    def possible_same(self, author_id: int) -> list[AuthorInfo]:
        """Others whose names may stand for this one's, where nothing else says so."""
        own = _given_names(self._answers.sort_key_of_author(author_id))
        return [
            _author_info(row)
            for row, sort_key in self._answers.same_block(author_id, MOST_POSSIBLE)
            if given_names_agree(own, _given_names(sort_key))
        ]

    def venue(self, number: int) -> VenueInfo | None:
        """A journal or meeting by number."""
        row = self._answers.venue(number)
        return None if row is None else _venue_info(row)

    def venues(self, *, limit: int = 50, offset: int = 0) -> list[VenueInfo]:
        """With the most documents first."""
        return [_venue_info(row) for row in self._answers.venues(limit, offset)]

    def top_venues(self, limit: int = 10) -> list[VenueInfo]:
        """With the most documents."""
        return self.venues(limit=limit)

    def venue_of(self, document_id: int) -> VenueInfo | None:
        """Where a document was published, as it or those who cite it say."""
        row = self._answers.venue_of(document_id)
        return None if row is None else _venue_info(row)

    def documents_of_venue(self, number: int, *, limit: int = 50, offset: int = 0) -> list[int]:
        """The latest first."""
        return self._answers.documents_of_venue(number, limit, offset)


def _best_first(documents: Iterable[int], copies: Mapping[int, Copy]) -> list[int]:
    unread = Statement()
    ranked = rank_copies(copies.get(one) or Copy(one, unread) for one in documents)
    return [one.document_id for one in ranked]


def _work_info(row: Row, documents: Sequence[int]) -> WorkInfo:
    number, title, authors, year, venue, doi, arxiv_id, citations = row
    names = tuple(_full_name(*name) for name in authors)
    return WorkInfo(number, title, names, year, venue, doi, arxiv_id, tuple(documents), citations)


def _full_name(given: str, family: str) -> str:
    return f"{given} {family}".strip()


def _given_names(sort_key: str) -> tuple[str, ...]:
    return tuple(sort_key.split(" ")[1:])


def _author_info(row: Row) -> AuthorInfo:
    number, name, variants, reasons, *counts = row
    return AuthorInfo(number, name, tuple(variants), tuple(reasons), *counts)


def _venue_info(row: Row) -> VenueInfo:
    number, name, variants, *counts = row
    return VenueInfo(number, name, tuple(variants), *counts)
