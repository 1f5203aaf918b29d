"""An importer for CSV lists: url, file, time and, where it is known, parent.

The files are named relative to the list. A row that cannot be used is still a capture, one that
is lost: so the sums add up, and `sheaf runs` names it.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from sheaf.acquire.importers.contract import ImportContext
from sheaf.records import Aside, Capture, Dropped, Location, Outcome, Payload

COLUMNS = ("url", "file", "time")


class CsvImporter:
    def __init__(self, context: ImportContext) -> None:
        self.context = context

    def recognises(self, source: Path, head: bytes) -> bool:
        return head.lstrip(b"\xef\xbb\xbf").startswith(",".join(COLUMNS).encode())

    def captures(self, source: Path) -> Iterator[Capture | Aside]:
        with source.open(encoding="utf-8-sig", errors="replace", newline="") as stream:
            rows = csv.DictReader(stream, restval="")
            for row in rows:
                place = Location(str(source.absolute()), f"line {rows.line_num}")
                yield capture_of(row, place, source.absolute().parent)


def capture_of(row: dict[str, str], place: Location, folder: Path) -> Capture:
    try:
        time = datetime.fromisoformat(row["time"])
    except ValueError:
        lost = Dropped(Outcome.DAMAGED, f"{row['time']!r} is no time")
        return Capture(row["url"], datetime.fromtimestamp(0, UTC), place, lost=lost)
    return Capture(
        url=row["url"],
        time=time if time.tzinfo else time.replace(tzinfo=UTC),
        location=place,
        payload=Payload(path=str(folder / row["file"])),
        parent_url=row.get("parent") or None,
    )
