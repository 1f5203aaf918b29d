"""What the writer is about to do to the files, written down before it does it.

Files are put in place before their rows are committed. A crash between the two leaves a journal;
the next start reads it and, where the rows never came, takes the files back.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sheaf.files import write_whole

NAME = "admission.json"


@dataclass(frozen=True, slots=True)
class Placement:
    """A file that goes to its place, and where the one it replaces is kept meanwhile. Paths are
    relative to the library: it may be moved between a crash and the next start."""

    staged: str
    final: str
    backup: str | None = None


@dataclass(frozen=True, slots=True)
class Journal:
    run: int
    batch: int
    placements: tuple[Placement, ...]
    # Files that are taken out are kept aside whatever the settings say of those that are replaced.
    keeps_backups: bool = False

    def write(self, folder: Path) -> None:
        write_whole(folder / NAME, json.dumps(self._as_json()), is_synced=True)

    def _as_json(self) -> dict[str, Any]:
        places = [{"staged": one.staged, "final": one.final, "backup": one.backup}
                  for one in self.placements]  # fmt: skip
        values = {"run": self.run, "batch": self.batch, "placements": places}
        return values | ({"keeps_backups": True} if self.keeps_backups else {})

    @classmethod
    def read(cls, folder: Path) -> Journal | None:
        try:
            values = json.loads((folder / NAME).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        placements = tuple(Placement(**one) for one in values["placements"])
        keeps_backups = values.get("keeps_backups", False)
        return cls(values["run"], values["batch"], placements, keeps_backups)

    @staticmethod
    def remove(folder: Path) -> None:
        (folder / NAME).unlink(missing_ok=True)


def put_in_place(library: Path, placements: Iterable[Placement]) -> None:
    """Old files get a second name first, so that there is no moment without a whole file."""
    root = str(library)
    folder = ""
    for one in placements:
        final = f"{root}/{one.final}"
        if folder != (folder := os.path.dirname(final)):
            make_folder(folder)
        if one.backup is not None and os.path.exists(final):
            backup = library / one.backup
            backup.parent.mkdir(parents=True, exist_ok=True)
            link_or_copy(Path(final), backup)
        if one.staged:
            os.replace(f"{root}/{one.staged}", final)
        else:
            Path(final).unlink(missing_ok=True)  # the old version had it, the new one has not


def make_folder(folder: str) -> None:
    """Nearly always a new one in one that is there, so that is tried first."""
    try:
        os.mkdir(folder)
    except FileExistsError:
        pass
    except FileNotFoundError:
        os.makedirs(folder, exist_ok=True)


def restore_files(library: Path, placements: Iterable[Placement]) -> None:
    """The state before put_in_place, from wherever it was interrupted."""
    for one in placements:
        if one.backup is None:
            (library / one.final).unlink(missing_ok=True)
        elif (library / one.backup).exists():
            os.replace(library / one.backup, library / one.final)


def link_or_copy(path: Path, name: Path) -> None:
    """A hard link, or a copy where the file system knows none. One left by an interrupted try
    holds the same old bytes, as the new ones come only after."""
    part = name.with_name(name.name + ".part")
    part.unlink(missing_ok=True)
    try:
        os.link(path, part)
    except OSError:
        part.write_bytes(path.read_bytes())
    os.replace(part, name)
    # Where an interrupted try has put the same file in place, to replace it does nothing.
    part.unlink(missing_ok=True)
