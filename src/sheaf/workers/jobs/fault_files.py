"""Writes the faults of a library as the result file of a job."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sheaf.csv_tables import CsvCell, write_table
from sheaf.deposit.verify import VerifyReport
from sheaf.files import write_whole

FAULTS = "faults.csv"
COLUMNS = ("fault", "document", "path", "words", "action", "what_was_done", "mended")


def write_faults(folder: Path, library: Path, found: VerifyReport) -> None:
    """Paths below the library; where nothing was done, the last columns are empty."""
    write_whole(folder / FAULTS, "".join(write_table(COLUMNS, _rows(library, found))))


def _rows(library: Path, found: VerifyReport) -> Iterator[tuple[CsvCell, ...]]:
    repairs = {one.fault: one for one in found.repairs}
    for fault in found.faults:
        repair = repairs.get(fault)
        path = fault.path.removeprefix(f"{library}/")
        done = (repair.action, repair.words, "yes" if repair.mended else "no") if repair else ()
        told = (fault.kind, fault.document_id, path, fault.words)
        yield (*told, *(done or ("", "", "")))
