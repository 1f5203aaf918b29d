"""The folder of a library: made whole, taken away again, and kept from the eyes of others."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sheaf import settings
from sheaf.acquire.crawl.profiles import with_default_profile
from sheaf.errors import UsageError, disk_errors
from sheaf.urls import SURROGATE

NOT_MADE = "No library was made. Choose a folder that you may write to, or make room there."
OTHERS = stat.S_IRWXO
NOT_THE_OWNER = stat.S_IRWXG | stat.S_IRWXO
FOLDERS = ("repository", "warc", "frontier", "index", "replaced", "tmp")


def absolute_text_path(folder: Path) -> Path:
    """The index, the catalogue and the lock are opened by the folder's name, and they take text."""
    path = folder.absolute()
    if SURROGATE.search(str(path)):
        raise UsageError(
            f"The path {str(path)!r} is no text in UTF-8.",
            "A library needs a path that is: rename the folder, or choose another one.",
        )
    return path


def make_library_folder(folder: Path, database: str | None) -> None:
    """Its folders and its settings, in a place that is empty or does not exist yet."""
    if (folder / settings.FILE_NAME).exists():
        raise UsageError(f"{folder} is a library already.", "Use it as it is.")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(
            f"{folder} is not an empty folder.", "Choose one that is empty or does not exist yet."
        )
    text = settings.as_toml(with_default_profile(settings.Settings()), database)
    with disk_errors(folder, NOT_MADE):
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        _close(folder)  # an empty one may have been open to all; one made for a group stays so
        mode = stat.S_IMODE(folder.stat().st_mode)
        first, *others = FOLDERS
        (folder / first).mkdir(mode=mode)  # of two at once, who makes this makes the library
        with _whole_or_not(folder):
            for name in others:
                (folder / name).mkdir(mode=mode)
            # For its owner's eyes: it may hold the password of a database.
            path = folder / settings.FILE_NAME
            path.touch(mode=0o600)
            path.write_text(text, encoding="utf-8")


@contextmanager
def _whole_or_not(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError:
        remove_library_folder(folder)
        raise


def remove_library_folder(folder: Path) -> None:
    """All that is in the folder of a library that was to be new, so that init can be tried again:
    a full disk leaves half a catalogue, too."""
    for path in folder.iterdir() if folder.is_dir() else ():
        path.rmdir() if path.is_dir() else path.unlink()


def close_to_others(folder: Path, catalogue: Path | None, *, with_folder: bool) -> bool:
    """What anybody on this machine could read is for the owner alone from now on; what only a group
    can read was meant so, and stays. Whether there was anything. Where it is not ours to change,
    or the disk knows no such modes, nothing is."""
    places = [folder / settings.FILE_NAME, *_databases(folder, catalogue)]
    if with_folder and _is_open(folder):
        places += [folder, *(folder / name for name in FOLDERS)]
    return bool([place for place in places if _close(place)])


def _databases(folder: Path, catalogue: Path | None) -> Iterator[Path]:
    """With what SQLite keeps beside them while they are in use, and the copies of older ones."""
    if catalogue is not None:
        yield from (catalogue, *catalogue.parent.glob(f"{catalogue.stem}.before-*.db"))
        yield from (Path(f"{catalogue}{ending}") for ending in ("-wal", "-shm"))
    for place in (folder / "near-copies", folder / "frontier"):
        yield from place.glob("*.db")
        yield from place.glob("*.db-*")  # not the locks beside them: there is nothing in those


def _close(path: Path) -> bool:
    if not _is_open(path):
        return False
    with suppress(OSError):
        path.chmod(stat.S_IMODE(path.stat().st_mode) & ~NOT_THE_OWNER)
    return not _is_open(path)


def _is_open(path: Path) -> bool:
    try:
        return bool(path.stat().st_mode & OTHERS)
    except OSError:
        return False
