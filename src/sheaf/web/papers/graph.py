"""A paper among others: what its references lead to, who cites it and how, its versions, people and
venue."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from sheaf.app import Library
from sheaf.errors import StorageError
from sheaf.graph.contract import AuthorInfo, CitingPaper, MatchedReference, VenueInfo, WorkInfo
from sheaf.graph.versions.copies import FieldVote
from sheaf.graph.versions.telling import VersionInfo
from sheaf.search.contract import SimilarPaper
from sheaf.web.paper_view import ShownAuthor, ShownPaper, ShownReference

SHOWN_CITING = 20
SHOWN_SIMILAR = 6


@dataclass(frozen=True, slots=True)
class LinkedReference:
    """An entry of the list, and the work that it leads to, where one is known."""

    shown: ShownReference
    match: MatchedReference | None

    @property
    def document(self) -> int | None:
        return self.match.work.documents[0] if self.match and self.match.work.documents else None


@dataclass(frozen=True, slots=True)
class LinkedAuthor:
    shown: ShownAuthor
    person: int | None


@dataclass(frozen=True, slots=True)
class PaperAmongOthers:
    authors: tuple[LinkedAuthor, ...]
    references: tuple[LinkedReference, ...]
    work: WorkInfo | None = None
    venue: VenueInfo | None = None
    citing: tuple[CitingPaper, ...] = ()
    citing_count: int = 0
    versions: tuple[VersionInfo, ...] = ()
    itself: VersionInfo | None = None
    votes: tuple[tuple[str, tuple[FieldVote, ...]], ...] = ()
    similar: tuple[SimilarPaper, ...] = ()

    @property
    def found_count(self) -> int:
        return sum(reference.document is not None for reference in self.references)


def among_others(library: Library, number: int, shown: ShownPaper) -> PaperAmongOthers:
    graph = library.graph
    matches = {match.position: match for match in graph.references(number)}
    work = graph.work_of(number)
    versions = graph.versions(number) if work and len(work.documents) > 1 else []
    return PaperAmongOthers(
        authors=_link_authors(shown, graph.authors_of(number)),
        references=tuple(
            LinkedReference(reference, matches.get(place))
            for place, reference in enumerate(shown.references)
        ),
        work=work,
        venue=graph.venue_of(number),
        citing=_one_of_each_work(library, graph.citing(work.id, limit=SHOWN_CITING))
        if work
        else (),
        citing_count=graph.count_citing(work.id) if work else 0,
        similar=_similar(library, number),
        versions=tuple(one for one in versions if one.document_id != number),
        itself=next((one for one in versions if one.document_id == number), None),
        votes=_disputed(graph.votes(number)) if len(versions) > 1 else (),
    )


def _disputed(votes: dict[str, list[FieldVote]]) -> tuple[tuple[str, tuple[FieldVote, ...]], ...]:
    """Fields of which the versions say different things."""
    return tuple((name, tuple(some)) for name, some in votes.items() if len(some) > 1)


def _similar(library: Library, number: int) -> tuple[SimilarPaper, ...]:
    """None where the index is damaged: all else is shown without it."""
    with suppress(StorageError):
        return tuple(library.similar(number, SHOWN_SIMILAR))
    return ()


def _one_of_each_work(library: Library, citing: list[CitingPaper]) -> tuple[CitingPaper, ...]:
    """Versions of a paper say the same with the same words."""
    works = library.graph.work_ids([paper.document_id for paper in citing])
    first = {works.get(paper.document_id, -paper.document_id): paper for paper in reversed(citing)}
    shown = {paper.document_id for paper in first.values()}
    return tuple(paper for paper in citing if paper.document_id in shown)


def _link_authors(shown: ShownPaper, people: list[AuthorInfo]) -> tuple[LinkedAuthor, ...]:
    """By name: the graph may have left out what is no person."""
    by_name = {name: person.id for person in people for name in (person.name, *person.variants)}
    return tuple(LinkedAuthor(author, by_name.get(author.author.name)) for author in shown.authors)
