"""Mends what `verify.py` found, without ever deleting anything.

What can be made anew is: the .met from the catalogue, text and paper from the document itself
(workers/repairing.py reads it), rows of papers from their .json. A document is brought back
from another copy of its bytes, or from the source it came from. Where there is none, its row is
marked as lost, and the next import that meets it brings it back under the same number. Everything
else is set aside.

Safe to kill: each step leaves a library of which the next repair can make the same.
"""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from itertools import chain, groupby
from pathlib import Path
from typing import Any

from django.db.models import Max

from sheaf.acquire.importers.contract import AUTO
from sheaf.acquire.importers.unpack import UnpackLimits
from sheaf.curate.mime_type import extension_of
from sheaf.deposit import models
from sheaf.deposit.admission import Folders, as_json, storage_errors
from sheaf.deposit.bulk import times_as_text
from sheaf.deposit.catalogue import Catalogue
from sheaf.deposit.crawl_data import crawl_data, form_of
from sheaf.deposit.original_bytes import Origin, find_originals
from sheaf.deposit.papers import paper_at, paper_from_file
from sheaf.deposit.revision_times import changing
from sheaf.deposit.sequences import MANY, advance
from sheaf.deposit.verify import DocumentFiles, Fault, Repair, stated_text_sha1
from sheaf.files import compute_sha1, sync_file
from sheaf.records import Capture, Document, Location, Outcome

BELONG_TO_NOTHING = frozenset({"stranger", "no_row"})
MISSING_PAGE = "missing_page"
LOG_NAME = "repairs.log"
FOLDER_NAME = "set-aside"
ORIGINS_TRIED = 10  # captures of one document, the latest first


@dataclass(frozen=True, slots=True)
class UnreadFiles:
    """A document whose text or paper must be read again, and the faults that are mended so."""

    document: Document
    places: DocumentFiles
    text: Fault | None
    paper: Fault | None


class Mender:
    """Called with the library held for writing, unless it only says what it would do."""

    def __init__(
        self,
        catalogue: Catalogue,
        folders: Folders,
        *,
        dry_run: bool,
        unpack_limits: UnpackLimits,
    ) -> None:
        self.catalogue = catalogue
        self.folders = folders
        self.dry_run = dry_run
        self.unpack_limits = unpack_limits
        self.repairs: list[Repair] = []
        # Of the documents whose bytes are lost or damaged, by the source they came from.
        self._origins: dict[str, set[Origin]] = {}
        # What was found there: the staged file (none in a dry run), and where it stood.
        self._originals: dict[int, tuple[Path, Location]] = {}

    def mend(self, faults: Iterable[Fault]) -> Iterator[UnreadFiles]:
        """Everything that needs no reading is done; what does is handed back. Strangers first:
        a document in the wrong place may be the copy that another one needs."""
        faults = list(faults)
        for fault in faults:
            if fault.kind in BELONG_TO_NOTHING:
                self._mend_stranger(fault)
        self._mend_pages([one for one in faults if one.kind == MISSING_PAGE])
        rest = [one for one in faults if one.kind not in {*BELONG_TO_NOTHING, MISSING_PAGE}]
        self._note_origins(rest)
        for number, some in groupby(rest, key=lambda one: one.document_id):
            document = self.catalogue.document(number or 0)
            if document is not None:
                yield from self._mend_document(document, list(some))

    @contextlib.contextmanager
    def announce(self, faults: Iterable[Fault]) -> Iterator[None]:
        """The index is told twice that these changed: afterwards, so that it looks again, and
        before, in case we do not live to see the end."""
        numbers = sorted({one.document_id for one in faults if one.document_id is not None})
        self._announce(numbers)
        yield
        self._announce(numbers)

    def _announce(self, numbers: list[int]) -> None:
        for start in range(0, 0 if self.dry_run else len(numbers), MANY):
            self._change_rows(numbers[start : start + MANY])

    def _change_rows(self, numbers: list[int], **values: Any) -> None:
        with changing(self.catalogue.alias):
            revision = advance(self.catalogue.alias, "revision", 1)
            rows = models.Document.objects.using(self.catalogue.alias).filter(id__in=numbers)
            rows.update(revision=revision, **values)

    # -- one fault after the other -----------------------------------------------------------------

    def _mend_stranger(self, fault: Fault) -> None:
        path = Path(fault.path)
        self.say(fault, "set_aside", f"moved to {self._aside_name(path)}")
        try:
            self._set_aside(path)
        except OSError as problem:
            self.repairs.pop()
            self.leave(fault, f"cannot be moved: {problem.strerror}")

    def _mend_pages(self, faults: list[Fault]) -> None:
        """Nothing else has their content. They can still be found by title and URL."""
        for fault in faults:
            self.say(fault, "noted", "its row says so until it is captured again")
        if not self.dry_run:
            problems = {one.page_id: one.words for one in faults if one.page_id is not None}
            self.catalogue.pages_are_gone(problems)

    def _mend_document(self, document: Document, faults: list[Fault]) -> Iterator[UnreadFiles]:
        places = DocumentFiles.of(self.catalogue, document)
        stale = [one for one in faults if one.kind == "stale_paper"]
        files = {one.path: one for one in faults if one.kind != "stale_paper"}
        main = files.pop(str(places.main), None)
        if main is not None and not self._bring_back(document, places, main):
            for one in (*files.values(), *stale):
                self.leave(one, "waits until the document itself is back")
            return
        met = files.pop(str(places.met), None)
        if met is not None:
            self.say(met, "rebuilt", "from what the catalogue knows")
            self.put(self._met_of(document, places.met), places.met)
        for one in stale:
            self.say(one, "renewed", "the rows, from the .json file")
            if not self.dry_run:
                self.catalogue.paper_was_read(document.id, paper_from_file(places.paper))
        if files:
            yield UnreadFiles(
                document, places, files.get(str(places.text)), files.get(str(places.paper))
            )

    def text_was_read(self, one: UnreadFiles, staged: Path) -> None:
        assert one.text is not None
        self.say(one.text, "rebuilt", "read from the document")
        sha1 = compute_sha1(staged)
        self.put(staged, one.places.text)
        if one.paper is None:
            self._note_text(one.places.paper, sha1)

    def _note_text(self, path: Path, sha1: str) -> None:
        """A newer reader may read another text than the one that the paper was read from. That
        one is gone, and the paper says from now on which one stands beside it."""
        paper = paper_at(path)
        if paper is not None and stated_text_sha1(paper) not in ("", sha1):
            paper["provenance"]["text"]["sha1"] = sha1
            self.put(as_json(paper), path)

    def paper_was_read(self, one: UnreadFiles, paper: dict[str, Any]) -> None:
        assert one.paper is not None
        problem = paper["provenance"].get("error")
        words = "read from the document"
        self.say(one.paper, "rebuilt", f"{words}, without success: {problem}" if problem else words)
        self.put(as_json(paper), one.places.paper)
        self.catalogue.paper_was_read(one.document.id, paper)

    def would_read(self, one: UnreadFiles) -> None:
        for fault in (one.text, one.paper):
            if fault is not None:
                self.say(fault, "rebuilt", "read from the document")

    def leave(self, fault: Fault, words: str) -> None:
        self.say(fault, "left", words, mended=False)

    # -- a document whose bytes are not what they were ---------------------------------------------

    def _bring_back(self, document: Document, places: DocumentFiles, fault: Fault) -> bool:
        wanted = document.sha1 or self._captured_sha1(document)
        copy = next(self._copies(document, places.main, wanted), None) if wanted else None
        original = self._find_original(document, wanted) if wanted and copy is None else None
        if copy is not None:
            self.say(fault, "brought_back", f"from {self.folders.relative(copy)}")
            if copy != places.main:
                self.put(copy, places.main, is_ours=False)
        elif original is not None:
            staged, place = original
            self.say(fault, "brought_back", f"from {place.source} at {place.position}")
            self.put(staged, places.main)
        else:
            self._give_up(document, places, fault)
            return False
        if not document.sha1 and not self.dry_run:
            self._change_rows(
                [document.id], content_sha1=wanted, update_date=self._last_seen(document)
            )
        return True

    def _give_up(self, document: Document, places: DocumentFiles, fault: Fault) -> None:
        """The row stays, without a SHA-1 and dated before all that was ever kept of it. So the
        next import that meets this URL takes it for a new version, and the number lives on."""
        if fault.kind == "unreadable_file":
            self.leave(fault, f"{fault.words}. Its disk or permissions must be mended first")
            return
        advice = f"no other copy was found. Import it again: {self._source_of(document)}"
        if not document.sha1:
            self.leave(fault, advice)
            return
        changed = {
            "content_sha1": "",
            "update_date": document.discovered - timedelta(seconds=1),
        }
        before = {"content_sha1": document.sha1, "update_date": document.updated}
        self.say(fault, "marked_lost", advice, mended=False, row_before=times_as_text(before))
        if not self.dry_run:
            if os.path.lexists(places.main):
                with storage_errors(self.folders.library):
                    self._set_aside(places.main)
            self._change_rows([document.id], **changed)

    def _copies(self, document: Document, main: Path, wanted: str) -> Iterator[Path]:
        """Files with these bytes: where it belongs, at a document with the same SHA-1, among
        rejects, among what updates replaced, among what was set aside."""
        ending = extension_of(document.mime_type)
        repository, library = self.catalogue.repository, self.folders.library
        twins = self.catalogue.by_sha1([wanted]).get(wanted, [])
        had_it = {document.id, *self._documents_that_had(wanted)}
        places = chain(
            [main],
            (repository.path(number, ending) for number in twins),
            self.folders.rejects.glob(f"*/{wanted}.*"),
            (
                path
                for number in sorted(had_it)
                for path in self.folders.replaced.glob(
                    f"*/{repository.relative(repository.path(number, ending))}"
                )
            ),
            (library / FOLDER_NAME).rglob("*"),
        )
        for path in places:
            with contextlib.suppress(OSError):
                is_candidate = path.is_file() and path.stat().st_size == document.size
                if is_candidate and compute_sha1(path) == wanted:
                    yield path

    def _find_original(self, document: Document, sha1: str) -> tuple[Path, Location] | None:
        """The bytes where the document, or a copy of it, came from. Each source is read once, for
        all documents that lack theirs."""
        for origin in self._origins_of(document.id, sha1):
            if document.id in self._originals:
                break
            source = origin.place.source
            wanted = self._origins.pop(source, set())
            limits, library = self.unpack_limits, self.folders.library
            for found, data in find_originals(source, wanted, library, limits):
                staged = self.folders.staging / f"original-{found.document_id}"
                if not self.dry_run:
                    with storage_errors(staged.parent):
                        staged.write_bytes(data)
                self._originals[found.document_id] = staged, found.place
        return self._originals.pop(document.id, None)

    def _note_origins(self, faults: Iterable[Fault]) -> None:
        """Where the documents came from that may need their bytes anew."""
        for fault in faults:
            document = self.catalogue.document(fault.document_id or 0)
            if document is None or fault.path != str(
                DocumentFiles.of(self.catalogue, document).main
            ):
                continue
            wanted = document.sha1 or self._captured_sha1(document)
            for origin in self._origins_of(document.id, wanted):
                self._origins.setdefault(origin.place.source, set()).add(origin)

    def _origins_of(self, document_id: int, sha1: str) -> list[Origin]:
        rows = models.CaptureRow.objects.using(self.catalogue.alias).filter(
            document_id=document_id, sha1=sha1
        )
        return [
            Origin(
                document_id,
                Location(row.source.path, row.position, row.member),
                sha1,
                row.source.run.options.get("format", AUTO),
                row.source.run.options.get("log"),
            )
            for row in rows.select_related("source__run").order_by("-id")[:ORIGINS_TRIED]
        ]

    def _documents_that_had(self, sha1: str) -> list[int]:
        rows = models.CaptureRow.objects.using(self.catalogue.alias)
        found = rows.filter(sha1=sha1, document__isnull=False).values_list("document_id", flat=True)
        return [number for number in found.distinct() if number is not None]

    # -- what the rows know ------------------------------------------------------------------------

    def _capture_of(self, document: Document) -> models.CaptureRow | None:
        numbers = models.Document.objects.using(self.catalogue.alias).filter(id=document.id)
        rows = models.CaptureRow.objects.using(self.catalogue.alias)
        return rows.filter(id__in=numbers.values("capture_id")).first()

    def _captured_sha1(self, document: Document) -> str:
        row = self._capture_of(document)
        return row.sha1 if row else ""

    def _last_seen(self, document: Document) -> datetime:
        """As the writer keeps it: the latest of all captures that were this document."""
        rows = models.CaptureRow.objects.using(self.catalogue.alias).filter(
            document_id=document.id,
            outcome__in=[Outcome.NEW, Outcome.UPDATED, Outcome.DUPLICATE_URL],
        )
        latest: datetime | None = rows.aggregate(latest=Max("time"))["latest"]
        return latest or document.discovered

    def _met_of(self, document: Document, met: Path) -> bytes:
        row = self._capture_of(document)
        nowhere = Location("", "")
        if row is not None and row.sha1 == document.sha1:
            capture = Capture(row.url, row.time, nowhere, parent_url=row.parent_url or None)
        else:
            capture = Capture(
                document.url, document.updated, nowhere, parent_url=document.parent_url
            )
        form = form_of(met, extension_of(document.mime_type))
        return crawl_data(capture, document.sha1, document.mime_type, form)

    def _source_of(self, document: Document) -> str:
        place = self.catalogue.provenance(document.id)
        # The archives of our own crawls are known by their place in the library.
        source = str(self.folders.library / place.source) if place else "SOURCE"
        return f"sheaf import {shlex.quote(source)}"

    # -- files, and what is written down -----------------------------------------------------------

    def put(self, content: bytes | Path, final: Path, *, is_ours: bool = True) -> None:
        """A file goes to its place whole; what stands there is set aside. A staged file of ours
        is moved, a copy elsewhere is left where it is."""
        if self.dry_run:
            return
        with storage_errors(final.parent):
            staged = self.folders.staging / f"repair-{final.name}"
            if isinstance(content, bytes):
                staged.write_bytes(content)
            elif is_ours:
                os.replace(content, staged)
            else:
                shutil.copyfile(content, staged)
            sync_file(staged)
            if os.path.lexists(final):
                self._set_aside(final)
            final.parent.mkdir(parents=True, exist_ok=True)
            os.replace(staged, final)

    @cached_property
    def _aside(self) -> Path:
        """A folder for each repair, so that nothing meets its namesake of an earlier one."""
        now = datetime.now(UTC).strftime("%Y-%m-%dT%H-%M-%SZ")
        folder = self.folders.library / FOLDER_NAME / now
        number = 1
        while folder.exists():
            number += 1
            folder = folder.with_name(f"{now}-{number}")
        return folder

    def _aside_name(self, path: Path) -> str:
        return self.folders.relative(self._aside / self.folders.relative(path))

    def _set_aside(self, path: Path) -> None:
        if self.dry_run:
            return
        target = self.folders.library / self._aside_name(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        os.rename(path, target)
        self.catalogue.repository.remove_empty_folders([path.parent])

    def say(
        self, fault: Fault, action: str, words: str, *, mended: bool = True, **more: Any
    ) -> None:
        """Written down before it is done: after a crash there may be a line too many, never one
        too few."""
        repair = Repair(fault, action, words, mended)
        self.repairs.append(repair)
        if self.dry_run:
            return
        time = datetime.now(UTC).isoformat(timespec="seconds")
        line = json.dumps({"time": time, **repair.as_json(), **more})
        with (
            storage_errors(self.folders.library),
            (self.folders.library / LOG_NAME).open("a", encoding="utf-8") as stream,
        ):
            stream.write(line + "\n")
            stream.flush()
            os.fsync(stream.fileno())
