"""What an import is measured against: the floor, and the way of the CDI middleware.

    python benchmarks/_import_peers.py floor|seed|ours ARCHIVE FOLDER

Each runs in a process of its own, on one core, and prints what it did as JSON.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import resource
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

BATCH = 250  # records between two syncs: the default of our own setting deposit.batch


def floor(archive: Path, folder: Path) -> dict[str, Any]:
    """The bytes alone: read with FastWARC, hash, write document and .met, sync by batch. No
    catalogue, no outcome, nothing looked up."""
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    folder.mkdir()
    descriptor = os.open(folder, os.O_RDONLY)
    kept = seen = 0
    with archive.open("rb") as stream:
        for record in ArchiveIterator(stream, record_types=WarcRecordType.response):
            seen += 1
            body = record.reader.read()
            if body[:5] == b"%PDF-" and record.http_headers.status_code == 200:
                kept += 1
                _save(folder, kept, body, record.headers["WARC-Target-URI"])
            if seen % BATCH == 0:
                _sync(descriptor)
    _sync(descriptor)
    return {"seen": seen, "kept": kept}


def seed(archive: Path, folder: Path) -> dict[str, Any]:
    """warcio, a spawned `file` for each answer, one commit for each row: of the document, and of
    the page that links to it, which stands in the metadata record behind."""
    from warcio.archiveiterator import ArchiveIterator

    folder.mkdir()
    database = sqlite3.connect(folder / "catalogue.db", isolation_level=None)
    columns = "id integer primary key, url text unique, md5 text unique, crawl_date text"
    database.execute(f"create table parent ({columns})")
    database.execute(f"create table document ({columns}, sha1 text, parent integer)")
    kept = seen = 0
    saved = ""  # the URL of the document that was saved last
    with archive.open("rb") as stream:
        for record in ArchiveIterator(stream):
            url = record.rec_headers.get_header("WARC-Target-URI")
            date = record.rec_headers.get_header("WARC-Date")
            if record.rec_type == "metadata" and url == saved:
                _save_parent(database, record.content_stream().read(), url, date)
            if record.rec_type != "response":
                continue
            seen += 1
            body = record.content_stream().read()
            if record.http_headers.get_statuscode() != "200" or not _is_pdf(folder, body):
                continue
            kept += 1
            saved = url
            sha1 = _save(folder, kept, body, url)
            database.execute(
                "insert or ignore into document (url, md5, crawl_date, sha1) values (?, ?, ?, ?)",
                (url, _key(url), date, sha1),
            )
    return {"seen": seen, "kept": kept}


def _is_pdf(folder: Path, body: bytes) -> bool:
    part = folder / "part"
    part.write_bytes(body)
    told = subprocess.run(
        ["file", "--brief", "--mime-type", part], capture_output=True, text=True, check=True
    )
    return told.stdout.strip() == "application/pdf"


def _save_parent(database: sqlite3.Connection, fields: bytes, url: str, date: str) -> None:
    via = re.search(rb"^via: (.*?)\r?$", fields, re.MULTILINE)
    if via is None:
        return
    parent = via[1].decode()
    key = _key(parent)
    found = database.execute("select id from parent where md5 = ?", (key,)).fetchone()
    if found is None:
        database.execute(
            "insert into parent (url, md5, crawl_date) values (?, ?, ?)", (parent, key, date)
        )
        found = database.execute("select id from parent where md5 = ?", (key,)).fetchone()
    database.execute("update document set parent = ? where md5 = ?", (found[0], _key(url)))


def _key(url: str) -> str:
    return hashlib.md5(url.encode(), usedforsecurity=False).hexdigest()


def ours(archive: Path, folder: Path) -> dict[str, Any]:
    """`sheaf import --no-filter --no-text --jobs 1`, with how long each tenth of it took."""
    import sheaf

    steps: list[tuple[int, float, int]] = []

    def report(progress: Any) -> None:
        steps.append((progress.captures, time.monotonic(), _resident()))

    with sheaf.init(folder) as library:
        started = time.monotonic()
        summary = library.import_(
            archive, filter=False, text=False, mime_types=["application/pdf"], jobs=1, report=report
        )
    return {
        "seen": summary.captures,
        "kept": summary.outcomes["new"],
        "outcomes": summary.outcomes,
        "steps": steps,
        "started": started,
    }


def _save(folder: Path, number: int, body: bytes, url: str) -> str:
    sha1 = hashlib.sha1(body, usedforsecurity=False).hexdigest()
    above, block, own = number // 1_000_000, number // 1000 % 1000, number % 1000
    place = folder / f"{above:03}" / f"{block:03}" / f"{own:03}"
    place.mkdir(parents=True)
    stem = f"{above:03}.{block:03}.{own:03}.pdf"
    (place / stem).write_bytes(body)
    met = (
        '<?xml version="1.0" encoding="UTF-8"?><CrawlData><crawler>bench</crawler>'
        f"<url>{escape(url)}</url><parentUrl>None</parentUrl><SHA1>{sha1}</SHA1></CrawlData>\n"
    )
    (place / f"{stem}.met").write_text(met, encoding="utf-8")
    return sha1


def _sync(descriptor: int) -> None:
    import ctypes

    ctypes.CDLL(None).syncfs(descriptor)


def _resident() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def main() -> None:
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    way = {"floor": floor, "seed": seed, "ours": ours}[sys.argv[1]]
    started = time.monotonic()
    told = way(Path(sys.argv[2]), Path(sys.argv[3]))
    # A library is made once and imported into often, so its making is no part of an import.
    seconds = time.monotonic() - told.pop("started", started)
    own, children = (resource.getrusage(who) for who in
                     (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))  # fmt: skip
    told |= {
        "seconds": round(seconds, 2),
        "cpu_seconds": round(
            own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime, 2
        ),
        "cpu_seconds_of_workers": round(children.ru_utime + children.ru_stime, 2),
        "peak_mib": round(own.ru_maxrss / 1024, 1),
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main()
