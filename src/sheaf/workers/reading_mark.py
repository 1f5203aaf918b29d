"""How far a reading of the whole library has come, so that one that was killed can go on.

Documents are read in the order of their numbers, so the last number says it all. Whoever reads
with other readers, or lets a reading end, begins from the first document.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from sheaf.errors import disk_errors
from sheaf.extract.reading import annotator_versions, find_extractor
from sheaf.files import write_whole
from sheaf.settings import Extract

FILE_NAME = "reading.json"


@dataclass(slots=True)
class ReadingMark:
    path: Path
    readers: dict[str, str]
    last: int = 0

    @classmethod
    def open(cls, folder: Path, chosen: Extract) -> ReadingMark:
        """Where a reading by these readers stopped, or a mark at the beginning."""
        version = find_extractor(chosen.extractor).version
        readers = {chosen.extractor: version, **annotator_versions(chosen)}
        path = folder / FILE_NAME
        return cls(path, readers, _last(path, readers))

    def move_to(self, number: int) -> None:
        self.last = number
        values = json.dumps({"readers": self.readers, "last": number})
        with disk_errors(self.path.parent):
            write_whole(self.path, values + "\n")

    def remove(self) -> None:
        with disk_errors(self.path.parent):
            self.path.unlink(missing_ok=True)


def _last(path: Path, readers: dict[str, str]) -> int:
    try:
        values = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return 0
    if not isinstance(values, dict) or values.get("readers") != readers:
        return 0
    last = values.get("last")
    return last if isinstance(last, int) else 0
