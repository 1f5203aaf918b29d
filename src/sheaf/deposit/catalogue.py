"""The catalogue: what the library holds, asked and answered in the nouns of records.py."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

from django.db.models import Count, F, Q, QuerySet, Sum

from sheaf.acquire.crawl.wiki.reading import ArticleReader
from sheaf.curate.remembered import IN_CONTAINER, Judgement
from sheaf.curate.seen_before import KnownDocument
from sheaf.deposit import database, models, pages
from sheaf.deposit.articles import note_articles
from sheaf.deposit.counting import Counted, CountMemory
from sheaf.deposit.overlay.corrected import Corrected, find_corrected, lay_over, no_papers
from sheaf.deposit.overlay.states import note_readings, said_by_readings
from sheaf.deposit.pages import PageRead
from sheaf.deposit.papers import annotators_key, paper_at, paper_rows
from sheaf.deposit.repository import Repository
from sheaf.deposit.revision_times import changing
from sheaf.deposit.runs import KEEP, UNDONE
from sheaf.deposit.sequences import MANY, advance, batches
from sheaf.errors import DatabaseError
from sheaf.records import KEPT, Document, IngestState, Outcome, PageInfo
from sheaf.settings import CrawlDataForm, WantedPages

ID_BLOCK = 200
Mark = tuple[int, frozenset[Any]]
UNREAD = Q(paper__isnull=True) | Q(paper__extractor_version="")


class Catalogue:
    """One open library's rows. Every question says `.using(alias)`: there is no default."""

    def __init__(self, alias: str, repository: Repository) -> None:
        self.alias = alias
        self.repository = repository
        self.reading_sets_state = True
        self._ids: list[int] = []
        self.memory = CountMemory(lambda: database.close_in_thread(alias))

    @classmethod
    def open(cls, url: str, folder: Path, form: CrawlDataForm = "cdi") -> Catalogue:
        repository = Repository(folder / "repository", form)
        alias = database.connect(url, folder)
        with database.released_if_not_opened(alias), database.catalogue_errors("its opening"):
            if database.is_empty(alias) and repository.holds_files():
                raise DatabaseError(
                    f"The repository in {folder} holds documents, but its catalogue is empty.",
                    "Bring the catalogue back from a backup, or set [deposit] database in "
                    "sheaf.toml to the one that knows these documents.",
                )
            database.bring_up_to_date(alias, database.sqlite_path(url, folder))
        return cls(alias, repository)

    @classmethod
    def make(cls, url: str, folder: Path, form: CrawlDataForm = "cdi") -> Catalogue:
        """For a new library. A database that has a library's tables in it is not ours to use."""
        alias = database.connect(url, folder)
        try:
            with database.catalogue_errors("its making"):
                taken = not database.is_empty(alias)
        finally:
            database.disconnect(alias)
        if taken:
            raise DatabaseError(
                "This database holds the catalogue of another library.",
                "Give each library a database of its own.",
            )
        made = cls.open(url, folder, form)
        pages.nothing_came_before(made.alias)
        return made

    def close(self) -> None:
        database.disconnect(self.alias)

    # -- is it known? (the contracts of curate/seen_before and curate/remembered) ------------------

    def by_url(self, url_md5s: Iterable[str]) -> dict[str, KnownDocument]:
        found = self._rows_where("url_md5", url_md5s)
        return {key: KnownDocument(number, sha1, time) for key, number, sha1, time in found}

    def by_sha1(self, sha1s: Iterable[str]) -> dict[str, list[int]]:
        """Several documents may hold the same bytes, after one was renewed to those of another."""
        found: dict[str, list[int]] = {}
        for key, number, *_ in self._rows_where("content_sha1", sha1s):
            found.setdefault(key, []).append(number)
        return found

    def was_kept(self, url_md5: str, sha1: str) -> bool:
        rows = models.CaptureRow.objects.using(self.alias).filter(url_md5=url_md5, sha1=sha1)
        kept = rows.filter(outcome__in=[one.value for one in KEPT])
        return kept.exclude(source__run__state="undone").exists()

    def kept_by_hand(self, sha1s: Iterable[str]) -> set[str]:
        """Those of these bytes that a person has kept, though they were turned down."""
        runs = models.Run.objects.using(self.alias).filter(kind=KEEP).exclude(state=UNDONE)
        if not runs.exists():
            return set()
        found = self.by_sha1(sha1s)
        numbers = [number for some in found.values() for number in some]
        by_hand: set[int] = set()
        for part in batches(numbers, MANY):
            changes = models.Change.objects.using(self.alias).filter(
                table="document", object_id__in=part, run__kind=KEEP
            )
            by_hand.update(changes.values_list("object_id", flat=True))
        return {sha1 for sha1, some in found.items() if by_hand.intersection(some)}

    def holders(self, sha1s: Iterable[str]) -> dict[str, dict[int, str]]:
        found: dict[str, dict[int, str]] = {}
        for some in batches(sorted(set(sha1s)), MANY):
            rows = models.Document.objects.using(self.alias).filter(content_sha1__in=some)
            of_their_own = rows.exclude(url__contains=IN_CONTAINER)
            for sha1, number, key in of_their_own.values_list("content_sha1", "id", "url_md5"):
                found.setdefault(sha1, {})[number] = key
        return found

    def judgements(self, sha1s: Iterable[str]) -> dict[str, Judgement]:
        found: dict[str, Judgement] = {}
        for some in batches(sorted(set(sha1s)), MANY):
            rows = models.Judgement.objects.using(self.alias).filter(sha1__in=some)
            for row in rows:
                outcome = Outcome(row.outcome) if row.outcome else None
                found[row.sha1] = Judgement(
                    outcome, row.basis, row.mime_type, row.reason, row.run_id
                )
        return found

    def _rows_where(
        self, column: str, values: Iterable[str]
    ) -> Iterator[tuple[str, int, str, datetime]]:
        for some in batches(sorted(set(values)), MANY):
            rows = models.Document.objects.using(self.alias).filter(**{f"{column}__in": some})
            yield from rows.values_list(column, "id", "content_sha1", "update_date")

    def new_id(self) -> int:
        """Ids are reserved in blocks before any file is written; a crash leaves a gap."""
        if not self._ids:
            last = advance(self.alias, "document", ID_BLOCK)
            self._ids = list(range(last, last - ID_BLOCK, -1))
        return self._ids.pop()

    def give_back_ids(self) -> None:
        """What is left of a block at the end of a run, unless another has drawn since."""
        if self._ids:
            rows = models.Sequence.objects.using(self.alias)
            rows.filter(name="document", value=self._ids[0]).update(value=self._ids[-1] - 1)
            self._ids = []

    # -- pages ------------------------------------------------------------------------------------

    def pages(
        self, *, kind: str | None = None, host: str | None = None, limit: int | None = None,
        offset: int = 0,
    ) -> Iterator[PageInfo]:  # fmt: skip
        return pages.list_pages(self.alias, kind=kind, host=host, limit=limit, offset=offset)

    def page(self, number: int) -> PageInfo | None:
        return pages.find_page(self.alias, number)

    def find_pages(self, numbers: Sequence[int]) -> list[PageInfo]:
        return pages.find_pages(self.alias, numbers)

    def count_pages(self, *, kind: str | None = None, host: str | None = None) -> int:
        return pages.count_pages(self.alias, kind=kind, host=host)

    def pages_changed_since(self, revision: int, *, after: int = 0) -> Iterator[PageInfo]:
        """By their numbers, from one on."""
        return pages.changed_pages(self.alias, revision, after)

    def pages_removed_since(self, revision: int) -> list[int]:
        return pages.removed_pages(self.alias, revision)

    def unread_pages(self) -> Iterator[PageInfo]:
        """Those whose titles nobody has looked for."""
        return pages.unread_pages(self.alias)

    def pages_were_read(self, found: Sequence[PageRead]) -> None:
        pages.note_pages_read(self.alias, found)

    def pages_are_gone(self, problems: Mapping[int, str]) -> None:
        """Note of pages, by their numbers, why they cannot be read any more."""
        pages.note_problems(self.alias, problems)

    def are_pages_due(self, wanted: WantedPages) -> bool:
        """Whether earlier imports may have left out pages that are wanted now."""
        return pages.are_pages_due(self.alias, wanted)

    def make_earlier_pages(self, wanted: WantedPages) -> None:
        pages.make_earlier_pages(self.alias, wanted)

    def note_articles(self, run: int, store: str, reader: ArticleReader) -> int:
        """Articles that have come to the store of a wiki's crawl since the run noted some last."""
        return note_articles(self.alias, run, store, reader)

    # -- what is there? ------------------------------------------------------------------------

    def document(self, document_id: int) -> Document | None:
        return next(self._documents(Q(id=document_id)), None)

    def documents(self, *, after: int = 0) -> Iterator[Document]:
        """All of them, or those with higher numbers than one."""
        return self._documents(Q(id__gt=after) if after else Q())

    def documents_at(self, numbers: Collection[int]) -> Iterator[Document]:
        """Those of these numbers that are there, by number."""
        for some in batches(sorted(numbers), MANY):
            yield from self._documents(Q(id__in=some))

    def find_existing(self, numbers: Collection[int]) -> set[int]:
        rows = models.Document.objects.using(self.alias).filter(id__in=numbers)
        return set(rows.values_list("id", flat=True))

    def changed_since(self, revision: int) -> Iterator[Document]:
        return self._documents(Q(revision__gt=revision))

    def removed_since(self, revision: int) -> list[int]:
        rows = models.Removal.objects.using(self.alias).filter(revision__gt=revision)
        return sorted(set(rows.values_list("document_id", flat=True)))

    def count_changes_since(self, revision: int) -> int:
        """Documents and pages that changed or went: what an index of that revision does not
        know."""
        if revision >= self.revision():  # as a rule, and asked with every search in the browser
            return 0
        return self.remember(("changes since", revision), lambda: self._count_changes(revision))

    def _count_changes(self, revision: int) -> int:
        changed = models.Document.objects.using(self.alias).filter(revision__gt=revision)
        gone = models.Removal.objects.using(self.alias).filter(revision__gt=revision)
        documents = changed.count() + gone.values("document_id").distinct().count()
        return documents + pages.count_page_changes(self.alias, revision)

    def revision(self) -> int:
        row = models.Sequence.objects.using(self.alias).filter(name="revision").first()
        return row.value if row else 0

    def _documents(self, condition: Q) -> Iterator[Document]:
        rows = models.Document.objects.using(self.alias).filter(condition).order_by("id")
        for row in rows.select_related("parent").iterator(chunk_size=500):
            yield Document(
                id=row.id,
                url=row.url,
                sha1=row.content_sha1,
                mime_type=row.mime_type,
                size=row.size,
                discovered=row.discover_date,
                updated=row.update_date,
                parent_url=row.parent.url if row.parent else None,
                state=IngestState(row.state),
                pages=row.pages,
                files=self.repository.files(row.id),
                kind=row.kind,
            )

    # -- what was read, as people have corrected it ------------------------------------------------

    def paper(self, document_id: int) -> dict[str, Any] | None:
        """None where there is no such document, or no paper that can be read."""
        sha1 = self._rows().filter(id=document_id).values_list("content_sha1", flat=True).first()
        if sha1 is None:
            return None
        return self.read_paper(document_id, self.corrected([sha1]).get(sha1, {}))

    def read_paper(self, document_id: int, corrected: Corrected) -> dict[str, Any] | None:
        """What `corrected` said of its bytes is laid over what was read."""
        paper = paper_at(self.repository.path(document_id, "json"))
        return None if paper is None else lay_over(paper, corrected)

    def corrected(self, sha1s: Iterable[str]) -> dict[str, Corrected]:
        return find_corrected(self.alias, sha1s)

    def called_no_papers(self, numbers: Collection[int]) -> set[int]:
        """Those of these documents that somebody has called no paper."""
        found: set[int] = set()
        for some in batches(numbers, MANY):
            rows = self._rows().filter(id__in=some, content_sha1__in=no_papers(self.alias))
            found.update(rows.values_list("id", flat=True))
        return found

    def called_no_papers_since(self, revision: int) -> list[int]:
        """Those that changed since: what keeps a copy of papers is to forget them."""
        rows = self._rows().filter(content_sha1__in=no_papers(self.alias))
        return list(rows.filter(revision__gt=revision).values_list("id", flat=True))

    def _rows(self) -> QuerySet[models.Document]:
        return models.Document.objects.using(self.alias)

    # -- where it came from, who read it, and how much there is ------------------------------------

    def provenance(self, document_id: int) -> Provenance | None:
        rows = models.CaptureRow.objects.using(self.alias).filter(
            id__in=models.Document.objects.using(self.alias)
            .filter(id=document_id)
            .values("capture_id")
        )
        row = rows.select_related("source").first()
        return None if row is None else Provenance(
            row.source.path, row.position, row.member, row.source.run_id,
            row.url, row.time, row.parent_url or None,
        )  # fmt: skip

    def unread(self, *, after: int = 0) -> Iterator[int]:
        """Documents of which no paper was read, or whose reading failed."""
        return self._numbers(UNREAD, after)

    def outdated(
        self, extractor_version: str, annotators: Mapping[str, str], *, after: int = 0
    ) -> Iterator[int]:
        """Documents not read by these versions of the extractor and the annotators."""
        current = Q(
            paper__extractor_version=extractor_version,
            paper__annotators=annotators_key(annotators),
        )
        return self._numbers(~current, after)

    def numbers(self, *, after: int = 0) -> Iterator[int]:
        """Every document from a number on."""
        return self._numbers(Q(), after)

    def identities(self) -> Iterator[dict[str, Any]]:
        """Number, SHA-1 and URL of every document that nobody has called no paper: the way back
        from its paper."""
        after, rows = 0, self._identities().exclude(content_sha1__in=no_papers(self.alias))
        while some := list(rows.filter(id__gt=after)[:MANY]):
            yield from map(dict, some)
            after = some[-1]["id"]

    def identities_of(self, numbers: Iterable[int]) -> Iterator[dict[str, Any]]:
        """Of these that are there, in their order."""
        wanted = iter(numbers)
        while some := list(islice(wanted, MANY)):
            found = {row["id"]: dict(row) for row in self._identities().filter(id__in=some)}
            yield from (found[number] for number in some if number in found)

    def _identities(self) -> Any:
        rows = models.Document.objects.using(self.alias).order_by("id")
        return rows.values("id", "url", sha1=F("content_sha1"))

    def last_number(self) -> int:
        """The highest number of a document; 0 where there is none."""
        rows = models.Document.objects.using(self.alias).order_by("-id")
        return rows.values_list("id", flat=True).first() or 0

    def times(self, first: int, last: int) -> list[tuple[int, datetime]]:
        """When each document of a stretch of numbers was renewed."""
        rows = models.Document.objects.using(self.alias).filter(id__gte=first, id__lte=last)
        return list(rows.order_by("id").values_list("id", "update_date"))

    def times_of(self, numbers: Collection[int]) -> dict[int, datetime]:
        """When these documents were renewed."""
        rows = models.Document.objects.using(self.alias).filter(id__in=list(numbers))
        return dict(rows.values_list("id", "update_date"))

    def _numbers(self, condition: Q, after: int) -> Iterator[int]:
        """Asked for in pieces: what is done with them may change the answer meanwhile, and a
        library may hold more of them than fit in memory."""
        rows = models.Document.objects.using(self.alias).filter(condition).order_by("id")
        while some := list(rows.filter(id__gt=after).values_list("id", flat=True)[:MANY]):
            yield from some
            after = some[-1]

    def paper_was_read(self, document_id: int, paper: dict[str, Any], *, pages: int = 0) -> None:
        """Renew the projections of a paper whose .json was written anew; `pages` where its text
        was read too. What people have corrected in it holds."""
        with changing(self.alias):
            revision = advance(self.alias, "revision", 1)
            before = said_by_readings(self.alias, [document_id])
            paper_rows(self.alias, {document_id: paper})
            if self.reading_sets_state:
                note_readings(self.alias, {document_id: paper}, before)
            changed = {"revision": revision} | ({"pages": pages} if pages else {})
            models.Document.objects.using(self.alias).filter(id=document_id).update(**changed)

    def reading_failed(self, document_id: int) -> None:
        """That it could not be read. A document that was read before keeps its paper and state."""
        before = said_by_readings(self.alias, [document_id])
        if self.reading_sets_state and before.get(document_id) is not IngestState.INGESTED:
            failed = {document_id: {"provenance": {"error": ""}}}
            note_readings(self.alias, failed, before)

    def mark(self) -> Mark:
        """Another one after every change: that of a document has a revision, and what else a run
        brings comes in batches."""
        rows = models.Run.objects.using(self.alias).order_by()
        runs = rows.values_list("state").annotate(n=Count("id"), total=Sum("batches"))
        return self.revision(), frozenset(runs)

    def remember(self, name: Hashable, count: Callable[[], Counted]) -> Counted:
        """What `count` answers, or has answered since the last change."""
        return self.memory.get(name, self.mark(), count)

    def counts(self) -> dict[str, int]:
        return dict(self.remember("counts", self._count))

    def _count(self) -> dict[str, int]:
        using = self.alias
        return {
            "documents": models.Document.objects.using(using).count(),
            "parents": models.ParentUrl.objects.using(using).count(),
            "papers": models.Paper.objects.using(using).exclude(title="").count(),
            "pages": models.Page.objects.using(using).count(),
            "runs": models.Run.objects.using(using).count(),
        }

    def holdings(self) -> dict[str, Any]:
        """Documents in numbers: by type, kind and state. Others than we may write the states."""
        found = self.remember("holdings", self._count_documents)
        return {**found, "states": self.states()}

    def _count_documents(self) -> dict[str, Any]:
        return {
            "unread": models.Document.objects.using(self.alias).filter(UNREAD).count(),
            "types": self.count_by("mime_type"),
            "kinds": self.count_by("kind"),
        }

    def languages(self) -> dict[str, int]:
        """How many documents are in each language, by its code, the most frequent first."""
        return dict(self.remember("languages", lambda: self.count_by("language")))

    def states(self) -> dict[str, int]:
        """Others than we may write them, and leave no mark."""
        return dict(self.memory.get("states", object(), self._count_states))

    def _count_states(self) -> dict[str, int]:
        return {
            IngestState(int(value)).name.lower(): number
            for value, number in self.count_by("state").items()
        }

    def count_by(self, column: str, limit: int = 20) -> dict[str, int]:
        """How many documents of each mime_type, kind, host, ...; the most frequent first."""
        rows = models.Document.objects.using(self.alias).values(value=F(column))
        top = rows.annotate(n=Count("id")).order_by("-n", "value")[:limit]
        return {str(row["value"]) or "unjudged": row["n"] for row in top}


@dataclass(frozen=True, slots=True)
class Provenance:
    """The way back from a document to the record it came from: the archive and the place in it
    (an offset, or a path), the run that took it in, and the capture as it was fetched."""

    source: str
    position: str
    member: str
    run: int
    url: str
    time: datetime
    parent_url: str | None
