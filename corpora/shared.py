"""The shared corpora beside the repository: found, listed, and sealed with a digest.

They are read in place and never copied; without them the scorers that need them are skipped.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
DOCUMENTS = SHARED_DATA / "documents.jsonl"

Row = dict[str, Any]


def absent() -> str | None:
    if DOCUMENTS.is_file():
        return None
    return "the shared corpora are not beside the repository (../shared/data)"


def documents() -> list[Row]:
    """The PDF files with their truth."""
    return [json.loads(line) for line in DOCUMENTS.read_text(encoding="utf-8").splitlines()]


def second_papers() -> list[Row]:
    """Those of the second set, with paths like the first's."""
    lines = (SHARED_DATA / "second" / "documents.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return [
        {**row, "file": f"second/{row['file']}"} for row in rows if row["file"].startswith("papers")
    ]


def path_of(row: Row) -> Path:
    return SHARED_DATA / str(row["file"])


def digest_of_files(rows: Sequence[Row], fields: Sequence[str]) -> str:
    """Of the files as they are, not as the list says they are, and of the truth that is used."""
    return digest(
        [row["file"], _sha1(path_of(row)), {name: row[name] for name in fields}] for row in rows
    )


def digest(entries: Iterable[Any]) -> str:
    """The same for the same entries in any order."""
    lines = sorted(json.dumps(entry, sort_keys=True, ensure_ascii=False) for entry in entries)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _sha1(path: Path) -> str:
    return hashlib.sha1(path.read_bytes(), usedforsecurity=False).hexdigest()
