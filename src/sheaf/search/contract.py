"""What a search is asked, and what it answers, whichever engine does it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Protocol

from sheaf.errors import UsageError


class Sort(StrEnum):
    """In which order results stand."""

    RELEVANCE = "relevance"
    NEWEST = "newest"
    OLDEST = "oldest"
    CITED = "cited"


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """`words` as somebody typed or pasted them. `filters` are facets that were chosen: of one name
    any value, of different names all ({"year": ("2014-2016",), "language": ("en", "de")}). `scope`
    is "papers", "pages" or "all"."""

    words: str
    limit: int = 10
    offset: int = 0
    filters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sort: Sort = Sort.RELEVANCE
    scope: str = "papers"
    with_facets: bool = False


# By which results can be narrowed, in the order in which they are shown.
FACET_NAMES = ("year", "author", "venue", "kind", "language", "host", "category", "entry")


class SearchScope(StrEnum):
    """What is searched."""

    PAPERS = "papers"
    PAGES = "pages"
    ALL = "all"


SCOPES = tuple(SearchScope)


def search_request(
    words: str,
    filters: Mapping[str, Sequence[str]] | None = None,
    sort: str = Sort.RELEVANCE,
    scope: str = "papers",
    limit: int = 10,
    offset: int = 0,
    *,
    with_facets: bool = False,
) -> SearchRequest:
    """A request out of what programs and people say."""
    if scope not in list(SearchScope):
        raise UsageError(
            f"There is no scope {scope!r}.", f"Choose one of {', '.join(SearchScope)}."
        )
    if sort not in list(Sort):
        raise UsageError(f"Nothing is sorted by {sort!r}.", f"Choose one of {', '.join(Sort)}.")
    chosen = {
        name: tuple(map(_sayable, _several(values))) for name, values in (filters or {}).items()
    }
    return SearchRequest(_sayable(words), limit, offset, chosen, Sort(sort), scope, with_facets)


def _sayable(text: str) -> str:
    """Bytes of a command line that are no UTF-8 come as halves of letters; no engine takes them."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _several(values: str | Sequence[str]) -> tuple[str, ...]:
    return (values,) if isinstance(values, str) else tuple(values)


@dataclass(frozen=True, slots=True)
class FacetValue:
    """A value by which results can be narrowed: `value` is what a filter takes, `label` what people
    read."""

    value: str
    label: str
    count: int
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What was perhaps meant. `is_used`: nothing was found as it was typed, and the results are
    those of this."""

    words: str
    is_used: bool = False


@dataclass(frozen=True, slots=True)
class PastedText:
    """What a pasted text was taken for: "doi", "arxiv", "url", "title" or "reference"."""

    kind: str
    text: str
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Hit:
    """One result of a search: a paper of the library, or a page (`entry` says which). `versions`
    are the other documents of the same work."""

    id: int
    title: str | None
    authors: tuple[str, ...]
    year: int | None
    score: float
    snippet: str
    file: str
    sha1: str
    entry: str = "paper"
    venue: str | None = None
    kind: str = ""
    language: str = ""
    url: str = ""
    citations: int = 0
    versions: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SimilarPaper:
    """A document like another one, and why, in words."""

    document_id: int
    title: str | None
    authors: tuple[str, ...]
    year: int | None
    score: float
    reasons: tuple[str, ...]


def tell_similar(
    found: Iterable[SimilarPaper], known: Mapping[int, Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """For programs: what is known of each document, its number and SHA-1 among it, and why."""
    return [
        {**known[one.document_id], "score": one.score, "reasons": list(one.reasons)}
        for one in found
        if one.document_id in known
    ]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """`complaints` say what in the question could not be understood, in words; the rest was
    searched. `notes` say what else was done with it. `facets` are in the order in which they are
    shown, by name. Where papers were asked for and none is found, `pages_found` says how many pages
    there are instead; `has_pages` whether any pages are indexed at all."""

    total: int
    hits: tuple[Hit, ...]
    complaints: tuple[str, ...] = ()
    facets: Mapping[str, tuple[FacetValue, ...]] = field(default_factory=dict)
    suggestion: Suggestion | None = None
    pasted: PastedText | None = None
    notes: tuple[str, ...] = ()
    pages_found: int = 0
    has_pages: bool = False

    def as_json(self) -> dict[str, Any]:
        """What there is none of (facets that nobody asked for, a suggestion) is left out."""
        facets = {name: [asdict(value) for value in values] for name, values in self.facets.items()}
        optional = {
            "notes": list(self.notes),
            "pages_found": self.pages_found,
            "facets": facets,
            "suggestion": self.suggestion and asdict(self.suggestion),
            "pasted": self.pasted and {**asdict(self.pasted), "fields": {**self.pasted.fields}},
        }
        return {
            "total": self.total,
            "hits": [asdict(hit) for hit in self.hits],
            "not_understood": list(self.complaints),
            **{name: value for name, value in optional.items() if value},
        }


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A paper or a page as an engine takes it in: text as it was read, nothing folded yet. `body`
    is its text; `has_stems` says whether words are also found by their stems."""

    entry: str
    id: int
    title: str = ""
    authors: tuple[str, ...] = ()
    affiliations: tuple[str, ...] = ()
    venue: str = ""
    abstract: str = ""
    body: str = ""
    captions: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    doi: str = ""
    arxiv_id: str = ""
    sha1: str = ""
    url: str = ""
    file: str = ""
    language: str = ""
    kind: str = ""
    host: str = ""
    links: tuple[str, ...] = ()
    year: int | None = None
    citations: int | None = None
    work: int | None = None
    copy: int | None = None  # among the versions of its work; the best has 0
    modified: datetime | None = None
    has_stems: bool = True


class Reached(Protocol):
    """How far an engine has come: the revisions of catalogue and graph that it knows."""

    @property
    def revision(self) -> int: ...
    @property
    def graph_revision(self) -> int: ...


class EntrySource(Protocol):
    """One kind of entries ("paper", "page"), always in the order of their numbers."""

    name: str

    def entries(self, *, after: int = 0) -> Iterator[IndexEntry]: ...
    def changed_since(self, reached: Reached) -> Iterator[IndexEntry]: ...
    def removed_since(self, revision: int) -> Iterable[int]: ...


@dataclass(frozen=True, slots=True)
class Indexed:
    """What is indexed, and up to which revisions of catalogue and graph it is told."""

    all: Sequence[EntrySource]
    revisions: Callable[[], tuple[int, int]]


@dataclass(frozen=True, slots=True)
class IndexReport:
    indexed: int
    removed: int
    rebuilt: bool


class SearchEngine(Protocol):
    """What an engine must do. It remembers itself how far it has come, and takes in what changed
    since; all of it at first, after damage, and when told to. The caller lets one update at a time
    begin. A search never raises because of what was asked."""

    def update(
        self, indexed: Indexed, *, rebuild: bool, report: Callable[[int], None]
    ) -> IndexReport: ...
    def reached(self) -> Reached | None: ...
    def search(self, request: SearchRequest) -> SearchResult: ...
