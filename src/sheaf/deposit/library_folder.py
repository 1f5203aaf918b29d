"""The folder of a new library: made whole, or taken away again."""

from __future__ import annotations

from pathlib import Path

from sheaf import settings
from sheaf.acquire.crawl.profiles import with_default_profile
from sheaf.errors import UsageError, disk_errors
from sheaf.urls import SURROGATE

NOT_MADE = "No library was made. Choose a folder that you may write to, or make room there."
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
        for name in FOLDERS:
            (folder / name).mkdir(parents=True, exist_ok=True)
        # For its owner's eyes: it may hold the password of a database.
        path = folder / settings.FILE_NAME
        path.touch(mode=0o600)
        path.write_text(text, encoding="utf-8")


def remove_library_folder(folder: Path) -> None:
    """Without its settings the folder is no library, and init can be tried again."""
    (folder / settings.FILE_NAME).unlink()
    for name in FOLDERS:
        (folder / name).rmdir()
