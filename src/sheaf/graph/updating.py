"""Brings the graph up to date with the catalogue.

What changed is taken in first, document by document; then what follows is decided: works, their
counts, authors, venues. Safe to kill at any moment: whatever is taken in is marked as due in the
same transaction, and the revision moves last.
"""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from sheaf.deposit.admission import storage_errors
from sheaf.deposit.catalogue import Catalogue
from sheaf.deposit.database import catalogue_errors, large_cache
from sheaf.deposit.graph.descriptions import DocumentHead, Statement
from sheaf.deposit.graph.store import GraphStore, Intake
from sheaf.deposit.overlay.corrected import Corrected
from sheaf.deposit.sequences import batches
from sheaf.files import LockFile
from sheaf.graph.contract import GraphReport
from sheaf.graph.counting import count_works
from sheaf.graph.describing import describe_document
from sheaf.graph.features import features_of, keys_of
from sheaf.graph.people import update_authors, update_venues
from sheaf.graph.works import NearOf, WorkDecider

# Another number where keys or matching are others: the graph is then made anew.
FORM = 3
AT_ONCE = 200
# What is written at once: each time most pages of the indexes of keys and digests are, whether one
# row comes to a page or a hundred. So as much as memory holds easily.
MOST_DOCUMENTS, MOST_REFERENCES = 5_000, 25_000
COLLECTIONS = (200_000, 50, 1000)
FORM_MARK, REVISION_MARK = "graph form", "graph mark"

Report = Callable[[str, int], None]


def keys_of_said(said: Statement) -> list[int]:
    return keys_of(features_of(said))


def graph_store(alias: str) -> GraphStore:
    return GraphStore(alias, keys_of_said)


@contextmanager
def one_at_a_time(lock: Path) -> Iterator[None]:
    """A second one waits. What goes wrong with disk or database is told under our own names."""
    with (
        storage_errors(lock.parent),
        catalogue_errors("the update of the citation graph"),
        LockFile(lock) as held,
    ):
        held.acquire(math.inf)
        yield


@contextmanager
def rare_collections() -> Iterator[None]:
    """A fifth of the time would go into looking for cycles among objects that have none."""
    former = gc.get_threshold()
    gc.set_threshold(*COLLECTIONS)
    try:
        yield
    finally:
        gc.set_threshold(*former)


def is_behind(catalogue: Catalogue) -> int:
    """How many documents the graph does not know as they are, or has not thought through."""
    store = graph_store(catalogue.alias)
    changes = catalogue.count_changes_since(store.value(REVISION_MARK))
    return changes or min(store.count_due(), 1)


class Update:
    def __init__(self, catalogue: Catalogue, near_of: NearOf, report: Report) -> None:
        self.catalogue = catalogue
        self.store = graph_store(catalogue.alias)
        self.near_of = near_of
        self.report = report
        self.documents = self.references = 0

    def run(self, *, rebuild: bool) -> GraphReport:
        started = time.monotonic()
        if rebuild or self.store.value(FORM_MARK) != FORM:
            self._begin_anew()
        since, revision = self.store.value(REVISION_MARK), self.catalogue.revision()
        if since != revision or self.store.count_due():
            with large_cache(self.catalogue.alias), rare_collections():
                self._bring_up_to_date(since)
            self.store.set_value(REVISION_MARK, revision)
        counts = self.store.counts()
        return GraphReport(
            documents=self.documents,
            references=self.references,
            matched=counts["matched"],
            works=counts["works"],
            wanted=counts["wanted"],
            seconds=time.monotonic() - started,
        )

    def _bring_up_to_date(self, since: int) -> None:
        self._take_in_all(since)
        WorkDecider(self.store, self.near_of).decide_all(self.report)
        count_works(self.store, self.report)
        update_authors(self.store, self.report)
        update_venues(self.store, self.report)
        self.store.forget_former_works()

    def _begin_anew(self) -> None:
        self.store.set_value(REVISION_MARK, 0)
        self.store.empty()
        self.store.set_value(FORM_MARK, FORM)

    def _take_in_all(self, since: int) -> None:
        removed = self.catalogue.removed_since(since)
        removed += self.catalogue.called_no_papers_since(since)
        for some in batches(self.store.known_documents(removed), MOST_DOCUMENTS):
            self._take_in(Intake(dict.fromkeys(some), set(some), dict.fromkeys(some, 0)))
        read = Intake({}, set(), {})
        references = 0
        for documents in self._changed_papers(since):
            heads = self._heads(documents)
            read.heads.update(heads)
            read.seen.update({number: revision for number, (_, revision) in documents.items()})
            references += _count_references(heads)
            self.report("papers", self.documents + len(read.heads))
            if len(read.heads) >= MOST_DOCUMENTS or references >= MOST_REFERENCES:
                self._take_in(read)
                read, references = Intake({}, set(), {}), 0
        self._take_in(read)

    def _changed_papers(self, since: int) -> Iterator[dict[int, tuple[str, int]]]:
        """By number: the SHA-1 and the revision of documents, some at a time."""
        for changed in self.store.changed_documents(since):
            away = self.catalogue.called_no_papers(list(changed))
            papers = [document for document in changed.items() if document[0] not in away]
            for some in batches(papers, AT_ONCE):
                yield dict(some)

    def _heads(self, documents: Mapping[int, tuple[str, int]]) -> dict[int, DocumentHead | None]:
        corrected = self.catalogue.corrected(sha1 for sha1, _ in documents.values())
        return {
            number: self._head(number, corrected.get(sha1, {}))
            for number, (sha1, _) in documents.items()
        }

    def _take_in(self, read: Intake) -> None:
        if read.heads:
            self.store.take_in(read)
            self.documents += len(read.heads)
            self.references += _count_references(read.heads)
            self.report("papers", self.documents)

    def _head(self, number: int, corrected: Corrected) -> DocumentHead | None:
        """None where there is no paper, or a damaged one: `sheaf verify` says which."""
        paper = self.catalogue.read_paper(number, corrected)
        return None if paper is None else describe_document(number, paper)


def _count_references(heads: Mapping[int, DocumentHead | None]) -> int:
    return sum(len(head.references) for head in heads.values() if head is not None)
