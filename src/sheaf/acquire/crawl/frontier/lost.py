"""Pages that count as fetched, but whose WARC file is gone or was cut short since.

They were nowhere else, so they are fetched again: they wait as if they had never been visited.
"""

from __future__ import annotations

from pathlib import Path

from sheaf.acquire.crawl.frontier.file import FrontierFile
from sheaf.acquire.crawl.frontier.rows import COUNT
from sheaf.errors import StorageError
from sheaf.files import cut_back

# Where the record begins in which a file that was cut short now ends: what begins there is lost.
LAST_RECORD = "SELECT max(warc_offset) FROM visits WHERE warc_file = ? AND warc_offset <= ?"
LOST = """
SELECT urls.url, urls.host, visits.outcome, visits.size, visits.round = state.round
FROM visits JOIN urls ON urls.id = visits.url CROSS JOIN state
WHERE visits.warc_file = ? AND visits.warc_offset >= ? ORDER BY visits.warc_offset
"""
# Nothing may be told to be the same as what is lost, so what was found there is forgotten.
REQUEUE = """
UPDATE visits SET round = 0, digest = NULL, etag = NULL, last_modified = NULL, found = NULL,
    warc_file = NULL, warc_offset = NULL
WHERE warc_file = ? AND warc_offset >= ?
"""
URLS_NAMED = 3


def requeue_lost_visits(path: Path, size: int, frontier: FrontierFile) -> StorageError | None:
    """Queue again what a shortened WARC file has lost; the error to raise, if it lost anything."""
    there = path.stat().st_size if path.exists() else 0
    if there >= size:
        return None
    row = frontier.row(LAST_RECORD, (path.name, there))
    begin = row[0] if row and row[0] is not None else 0
    urls: list[str] = []
    count = 0
    with frontier.transaction() as write:
        for url, host, outcome, length, counts in write.execute(LOST, (path.name, begin)):
            count += 1
            if len(urls) < URLS_NAMED:
                urls.append(url)
            if counts:
                write.execute(COUNT, (host, outcome, -1, -length))
        write.execute(REQUEUE, (path.name, begin))
    cut_back(path, begin)
    what = f"ends after {there:,} of {size:,} bytes" if there else "is gone"
    some = f" ({', '.join(urls)}{', ...' if count > len(urls) else ''})" if urls else ""
    return StorageError(
        f"The archive {path} {what}, and with it {count:,} of the pages that were fetched{some}.",
        "They wait to be fetched again: the same command goes on with that.",
    )
