"""The rows of one batch, written in one transaction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from posixpath import dirname
from typing import Any
from urllib.parse import urlsplit

from django.db.models import Max

from sheaf import urls
from sheaf.curate.seen_before import Decision
from sheaf.deposit import bulk, models
from sheaf.deposit.bulk import make_storable, times_as_text
from sheaf.deposit.overlay.corrected import hold_kinds
from sheaf.deposit.papers import paper_rows
from sheaf.deposit.runs import location_key, url_key, version_key
from sheaf.deposit.sequences import advance
from sheaf.records import IngestState, Outcome

Pair = tuple[Decision, dict[str, Any] | None]
DOCUMENT_FIELDS = tuple(field.attname for field in models.Document._meta.concrete_fields)
PARENT_FIELDS = tuple(field.attname for field in models.ParentUrl._meta.concrete_fields)
CHANGE_FIELDS = ("run_id", "table", "object_id", "before")
CAPTURE_FIELDS = (
    "id", "source_id", "key", "position", "member", "file_version", "url", "url_md5", "time",
    "parent_url", "status", "depth", "is_seed", "mime_type", "sha1", "outcome", "reason",
    "document_id",
)  # fmt: skip
CHANGING = tuple(name for name in DOCUMENT_FIELDS if name not in {"id", "url", "url_md5"})


class RowWriter:
    """Collects what a batch does to the tables, then does it in a few large statements."""

    def __init__(self, alias: str, run: int) -> None:
        self.alias = alias
        self.run = run
        self.new: dict[int, models.Document] = {}
        self.loaded: dict[int, models.Document] = {}
        self.touched: set[int] = set()
        self.parents: dict[str, models.ParentUrl] = {}
        self.parents_new: list[models.ParentUrl] = []
        self.parent_ids: Iterator[int] = iter(())
        self.parents_touched: set[str] = set()
        self.changes: dict[tuple[str, int], dict[str, Any] | None] = {}

    def write(self, pairs: Sequence[Pair]) -> None:
        self._load(pairs)
        revision = advance(self.alias, "revision", 1)
        for decision, _ in pairs:
            self._apply(decision, revision)
        captures = self._numbered_captures(pairs)
        self._save_parents()
        self._save_documents()
        bulk.insert(self.alias, models.CaptureRow, CAPTURE_FIELDS, captures)
        self._save_changes()
        papers = {
            decision.document_id: paper
            for decision, paper in pairs
            if decision.is_kept and decision.document_id
        }
        hold_kinds(self.alias, papers)
        paper_rows(self.alias, papers)

    # -- what is there before ------------------------------------------------------------------

    def _load(self, pairs: Sequence[Pair]) -> None:
        numbers = {
            decision.document_id
            for decision, _ in pairs
            if decision.outcome in {Outcome.UPDATED, Outcome.DUPLICATE_URL}
            and decision.document_id is not None
        }
        rows = models.Document.objects.using(self.alias).filter(id__in=numbers)
        self.loaded = {row.id: row for row in rows.select_related("parent")}
        wanted = {urls.md5(url) for decision, _ in pairs if (url := _parent(decision))}
        found = models.ParentUrl.objects.using(self.alias).filter(md5__in=wanted)
        self.parents = {row.md5: row for row in found}
        self.parent_ids = self._numbers_for(len(wanted) - len(self.parents))
        for row in self.loaded.values():
            if row.parent is not None:
                self.parents.setdefault(row.parent.md5, row.parent)

    # -- what a decision does ----------------------------------------------------------------------

    def _apply(self, decision: Decision, revision: int) -> None:
        if decision.outcome is Outcome.NEW:
            document = self._new_document(decision, revision)
            self._note("document", document.id, None)
        elif decision.outcome in {Outcome.UPDATED, Outcome.DUPLICATE_URL}:
            document = self._document(decision.document_id)
            before = {name: getattr(document, name) for name in DOCUMENT_FIELDS}
            if decision.outcome is Outcome.UPDATED:
                _fill(document, decision)
                document.state = int(IngestState.NOT_INGESTED)
            time = decision.examined.capture.time
            document.update_date = max(document.update_date, time)
            self._choose_parent(document, decision)
            self._touch(document, before, revision)
            return
        else:
            return
        self._choose_parent(document, decision)

    def _new_document(self, decision: Decision, revision: int) -> models.Document:
        assert decision.document_id is not None
        capture = decision.examined.capture
        url = urls.canonical(capture.url)
        document = models.Document(
            id=decision.document_id,
            url=make_storable(url),
            url_md5=urls.md5(url),
            cdi_md5=_legacy_md5(urls.cdi_form(capture.url)),
            syz_md5=_legacy_md5(urls.syz_form(capture.url)),
            host=make_storable(urls.host_of(url))[:255],
            discover_date=capture.time,
            update_date=capture.time,
            revision=revision,
        )
        _fill(document, decision)
        self.new[document.id] = document
        return document

    def _document(self, number: int | None) -> models.Document:
        assert number is not None
        return self.new[number] if number in self.new else self.loaded[number]

    def _touch(self, document: models.Document, before: dict[str, Any], revision: int) -> None:
        """A duplicate that teaches nothing leaves its document as it was, revision and all."""
        if document.id in self.new:
            return
        if any(getattr(document, name) != before[name] for name in DOCUMENT_FIELDS):
            document.revision = revision
            self.touched.add(document.id)
            self._note("document", document.id, before)

    def _choose_parent(self, document: models.Document, decision: Decision) -> None:
        url = _parent(decision)
        if url is None:
            return
        current = document.parent.url if document.parent else None
        if url == current or is_better_parent(url, current, document.url):
            parent = self._visited_parent(url, decision.examined.capture.time)
            document.parent = parent
            document.parent_id = parent.id

    def _visited_parent(self, url: str, time: datetime) -> models.ParentUrl:
        key = urls.md5(url)
        parent = self.parents.get(key)
        if parent is None:
            parent = models.ParentUrl(
                id=next(self.parent_ids),
                url=make_storable(url), md5=key, first_crawl_date=time, last_crawl_date=time,
            )  # fmt: skip
            self.parents[key] = parent
            self.parents_new.append(parent)
            self._note("parent", parent.id, None)
            return parent
        before = {"first_crawl_date": parent.first_crawl_date,
                  "last_crawl_date": parent.last_crawl_date}  # fmt: skip
        parent.first_crawl_date = min(parent.first_crawl_date, time)
        parent.last_crawl_date = max(parent.last_crawl_date, time)
        if before["first_crawl_date"] != parent.first_crawl_date or (
            before["last_crawl_date"] != parent.last_crawl_date
        ):
            self.parents_touched.add(key)
            self._note("parent", parent.id, before)
        return parent

    def _numbers_for(self, count: int) -> Iterator[int]:
        """Numbers of new parents, never given twice: undo may have taken the latest ones away."""
        if not count:
            return iter(())
        sequences = models.Sequence.objects.using(self.alias)
        if not sequences.filter(name="parent").exists():
            last = models.ParentUrl.objects.using(self.alias).aggregate(last=Max("id"))["last"]
            sequences.create(name="parent", value=last or 0)
        end = advance(self.alias, "parent", count)
        return iter(range(end - count + 1, end + 1))

    def _note(self, table: str, number: int, before: dict[str, Any] | None) -> None:
        self.changes.setdefault((table, number), before and times_as_text(before))

    # -- the statements ----------------------------------------------------------------------------

    def _save_parents(self) -> None:
        fresh = ([getattr(row, name) for name in PARENT_FIELDS] for row in self.parents_new)
        bulk.insert(self.alias, models.ParentUrl, PARENT_FIELDS, fresh)
        made = {row.md5 for row in self.parents_new}
        rows = [self.parents[key] for key in sorted(self.parents_touched - made)]
        models.ParentUrl.objects.using(self.alias).bulk_update(
            rows, ["first_crawl_date", "last_crawl_date"]
        )

    def _save_documents(self) -> None:
        fresh = ([getattr(row, name) for name in DOCUMENT_FIELDS] for row in self.new.values())
        bulk.insert(self.alias, models.Document, DOCUMENT_FIELDS, fresh)
        rows = [self.loaded[number] for number in sorted(self.touched)]
        names = [name.removesuffix("_id") for name in CHANGING]
        models.Document.objects.using(self.alias).bulk_update(rows, names)

    def _numbered_captures(self, pairs: Sequence[Pair]) -> list[list[Any]]:
        """The rows of the captures, numbered here so that the documents can name theirs."""
        sources = self._sources(
            {decision.examined.capture.location.source for decision, _ in pairs}
        )
        last = models.CaptureRow.objects.using(self.alias).aggregate(last=Max("id"))["last"] or 0
        rows = []
        for number, (decision, _) in enumerate(pairs, last + 1):
            rows.append(_capture_values(number, decision, sources))
            if decision.is_kept:
                self._document(decision.document_id).capture_id = number
        return rows

    def _sources(self, paths: set[str]) -> dict[str, int]:
        rows = models.Source.objects.using(self.alias)
        return {
            path: rows.get_or_create(
                run_id=self.run, md5=urls.md5(path), defaults={"path": make_storable(path)}
            )[0].id
            for path in sorted(paths)
        }

    def _save_changes(self) -> None:
        """Only the first touch by a run counts: undo goes back to before the run."""
        rows = [
            (self.run, table, number, before) for (table, number), before in self.changes.items()
        ]
        bulk.insert(self.alias, models.Change, CHANGE_FIELDS, rows, skip_known=True)


def _fill(document: models.Document, decision: Decision) -> None:
    """What the examination found out."""
    examined = decision.examined
    document.content_sha1 = examined.sha1 or ""
    document.size = examined.size
    document.mime_type = examined.mime_type or ""
    document.pages = examined.pages
    verdict = examined.verdict
    document.kind = verdict.kind if verdict else ""
    document.academic = verdict.academic if verdict else None
    document.language = (verdict.language if verdict else None) or ""


def _capture_values(number: int, decision: Decision, sources: dict[str, int]) -> list[Any]:
    """In the order of CAPTURE_FIELDS."""
    examined, capture = decision.examined, decision.examined.capture
    place = capture.location
    return [
        number,
        sources[place.source],
        location_key(place),
        make_storable(place.position),
        make_storable(place.member),
        version_key(capture),
        make_storable(capture.url),
        url_key(capture),
        capture.time,
        make_storable(capture.parent_url or ""),
        capture.status,
        capture.depth,
        capture.is_seed,
        make_storable(examined.mime_type or capture.mime_type or "")[:127],
        examined.sha1 or "",
        decision.outcome.value,
        make_storable(decision.reason),
        decision.document_id,
    ]


def _parent(decision: Decision) -> str | None:
    url = decision.examined.capture.parent_url
    if not url or not (decision.is_kept or decision.outcome is Outcome.DUPLICATE_URL):
        return None
    try:
        return urls.canonical(url)
    except urls.BadUrl:
        return None


def _legacy_md5(form: str | None) -> str:
    return urls.md5(form) if form else ""


# -- which page counts as the parent ---------------------------------------------------------------


def is_better_parent(new: str, old: str | None, document: str) -> bool:
    """Which of two pages that link to a document counts as its parent. The rule of the CDI: nearer
    is better. Same host beats another host; on the same host, the same folder beats others, and a
    folder above the document beats one that is not, the deeper the better."""
    if old is None:
        return True
    host = urls.host_of(document)
    new_is_near, old_is_near = urls.host_of(new) == host, urls.host_of(old) == host
    if new_is_near != old_is_near:
        return new_is_near
    return new_is_near and _is_better_folder(_folder(new), _folder(old), _folder(document))


def _is_better_folder(new: str, old: str, document: str) -> bool:
    if new == document or old == document:
        return new == document and old != document
    if not document.startswith(new):
        return False
    return not document.startswith(old) or len(new) > len(old)


def _folder(url: str) -> str:
    """With its slash: /pa is not above /papers."""
    return dirname(urlsplit(url).path).rstrip("/") + "/"
