"""What the graph is asked, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WorkInfo:
    """A work: a paper in whatever versions, or what only references tell of. `documents` are those
    of the library, the best version first; without any it is wanted. `citations` counts the works
    of the library that cite it."""

    id: int
    title: str
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str = ""
    doi: str = ""
    arxiv_id: str = ""
    documents: tuple[int, ...] = ()
    citations: int = 0

    @property
    def is_wanted(self) -> bool:
        return not self.documents


@dataclass(frozen=True, slots=True)
class MatchedReference:
    """An entry of a paper's list, by its place in the list of the paper's JSON, and the work that
    it leads to. `confidence` is how likely the two are the same work."""

    position: int
    work: WorkInfo
    confidence: float


@dataclass(frozen=True, slots=True)
class CitingPaper:
    """A document that cites, and where: the places in its list of references, and the sentences of
    its text."""

    document_id: int
    title: str
    authors: tuple[str, ...]
    year: int | None
    positions: tuple[int, ...]
    sentences: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RelatedPaper:
    """A document near another one in the graph, and how many works they have in common: both cited
    by (co-citation), or both citing (bibliographic coupling)."""

    document_id: int
    in_common: int


@dataclass(frozen=True, slots=True)
class AuthorInfo:
    """A person, as far as names tell: the variants that were taken for one, and why."""

    id: int
    name: str
    variants: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    documents: int = 0
    citations: int = 0
    first_year: int | None = None
    last_year: int | None = None


@dataclass(frozen=True, slots=True)
class VenueInfo:
    """A journal or a meeting, by the names under which it is printed."""

    id: int
    name: str
    variants: tuple[str, ...] = ()
    documents: int = 0
    citations: int = 0
    first_year: int | None = None
    last_year: int | None = None


@dataclass(frozen=True, slots=True)
class GraphReport:
    """What an update of the graph did."""

    documents: int = 0
    references: int = 0
    matched: int = 0
    works: int = 0
    wanted: int = 0
    seconds: float = 0.0
