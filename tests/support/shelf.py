"""Entries for an index without a library: what stands on a shelf at a revision is known.

As a program it brings an index up to date with a revision, and says each entry it has done."""

import sys
from pathlib import Path

from sheaf.search import indexer
from sheaf.search.contract import Indexed, IndexEntry
from sheaf.search.index import index_lock, read_mark
from sheaf.search.indexer import IndexOptions, update_index

ENTRIES = 120
COMMIT_EVERY = 20


class Shelf:
    """At revision 1 there are all; at each later one some have another text, some are gone, and
    some are new."""

    def __init__(self, revision, name="paper"):
        self.revision = revision
        self.name = name

    def texts(self):
        """The number of each entry, with its text and the revision at which it got it."""
        found = {number: (f"first text {number}", 1) for number in range(1, ENTRIES + 1)}
        for revision in range(2, self.revision + 1):
            for number in range(revision, ENTRIES, 7):
                found[number] = (f"revised {revision} text {number}", revision)
            for number in self.gone_at(revision):
                found.pop(number, None)
            found[ENTRIES + revision] = (f"new {revision}", revision)
        return dict(sorted(found.items()))

    def gone_at(self, revision):
        return range(revision + 1, ENTRIES, 11) if revision > 1 else ()

    def entries(self, *, after=0):
        return self._entries(lambda number, revision: number > after)

    def changed_since(self, mark):
        return self._entries(lambda number, revision: revision > mark.revision)

    def removed_since(self, revision):
        later = range(revision + 1, self.revision + 1)
        return sorted({number for one in later for number in self.gone_at(one)} - set(self.texts()))

    def _entries(self, is_wanted):
        for number, (text, revision) in self.texts().items():
            if is_wanted(number, revision):
                yield IndexEntry(
                    self.name, number, title=f"Title {number}", body=text, language="en"
                )


def bring_up_to_date(folder, revision, *, rebuild=False, report=lambda count: None, **options):
    shelves = Indexed([Shelf(revision), Shelf(revision, "page")], lambda: (revision, 0))
    with index_lock(folder.with_name("index.lock")):
        return update_index(
            folder, shelves, IndexOptions(**options), rebuild=rebuild, report=report
        )


def main(folder, revision, rebuild):
    indexer.REPORT_EVERY = 1
    indexer.COMMIT_EVERY = COMMIT_EVERY
    print("begun", flush=True)
    bring_up_to_date(
        Path(folder), int(revision), rebuild=rebuild == "rebuild",
        report=lambda count: print(count, flush=True),
    )  # fmt: skip
    print("done", read_mark(Path(folder)), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
