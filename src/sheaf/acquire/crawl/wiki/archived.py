"""Pages out of the WARC files of a crawl, for articles that a kill kept from being written.

A page counts as visited once it is in the archive; its article waits in memory for a batch to be
full. So after a kill the archive knows more than the tables, and is read once more.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from sheaf.acquire.crawl.visits import Answer, Cut
from sheaf.acquire.importers.archives.archive import Archive
from sheaf.acquire.importers.archives.grammar import Record
from sheaf.acquire.importers.archives.warc_reader import WarcReader
from sheaf.acquire.importers.contract import ImportContext

LONGEST_PAGE = 4 * 1024**2


def read_archived_answers(path: Path) -> Iterator[Answer]:
    """What servers answered, without what is damaged; of what is too long for an article, the
    head."""
    with TemporaryDirectory() as spool:
        context = ImportContext(Path(spool), LONGEST_PAGE)
        for record in WarcReader(Archive.of(path), context).records():
            answer = read_answer(record) if isinstance(record, Record) else None
            if answer is not None:
                yield answer


def read_answer(record: Record) -> Answer | None:
    block, url = record.block, record.fields.get("WARC-Target-URI") or ""
    block.drop()
    if record.kind != "response" or record.damage or not url:
        return None
    head, _, body = block.start.partition(b"\r\n\r\n")
    status_line, *lines = head.split(b"\r\n")
    words = status_line.split(None, 2)
    if len(words) < 2 or not words[1].isdigit():
        return None
    pairs = [line.partition(b":") for line in lines]
    return Answer(
        url=url,
        status=int(words[1][:3]),
        status_line=status_line,
        headers=tuple((name, value.strip()) for name, colon, value in pairs if colon),
        body=b"" if block.path else body,
        request=b"",
        address="",
        began=datetime.fromtimestamp(0, UTC),
        seconds=0.0,
        cut=Cut.LENGTH if block.path else Cut.NOT,
    )
