"""What stands in the folder of a reading: what a worker found out, and papers by their parts."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from sheaf.workers.service.contract import ALL_PARTS, Looked, Part
from sheaf.workers.service.looking import TEXT
from sheaf.workers.service.near import FRONT
from sheaf.workers.service.resources import ABOUT, write_private_whole


def read_about(folder: Path) -> Looked | None:
    try:
        return Looked(**json.loads((folder / ABOUT).read_bytes()))
    except (OSError, ValueError, TypeError):
        return None


def kept_paper(folder: Path, parts: frozenset[Part]) -> dict[str, Any] | None:
    """One that has at least these parts."""
    for name in dict.fromkeys((_paper_file(parts), _paper_file(ALL_PARTS))):
        with suppress(OSError, ValueError):
            found: dict[str, Any] = json.loads((folder / name).read_bytes())
            return found
    return None


def beginning(folder: Path) -> str:
    with (folder / TEXT).open(encoding="utf-8", errors="replace") as stream:
        return stream.read(FRONT)


def keep_paper(folder: Path, parts: frozenset[Part], paper: dict[str, Any]) -> None:
    """Where that fails it is read again another time."""
    with suppress(OSError):
        write_private_whole(folder / _paper_file(parts), json.dumps(paper).encode())


def _paper_file(parts: frozenset[Part]) -> str:
    return f"paper-{'-'.join(sorted(parts))}.json"
