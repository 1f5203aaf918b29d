"""The extraction service of this process, and what the HTTP server must know about it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from django import db

from sheaf.errors import SheafError
from sheaf.files import make_private_folder
from sheaf.settings import Settings
from sheaf.web.extraction.problems import MEDIA_TYPE, problem
from sheaf.web.people.programs import LONGEST_KEY, given_key
from sheaf.web.server.limits import BodyLimit, SlowLane
from sheaf.web.state import open_state_folder
from sheaf.workers.service.service import ExtractionService

SCOPE = "extract"
KEPT = "extraction"
# Addresses that wait for workers, or take files for them.
PATHS = ("/extractor", "/api/process", "/api/v1/extract", "/api/v1/references/parse", "/extract")
# Beside those that wait for a worker: who asks for what was read already.
QUICK_THREADS = 16
# Of a form around a file: names, borders, other fields.
AROUND = 64 * 1024
LEGACY = "/extractor"

FindFile = Callable[[int], Path | None]

_served: ExtractionService | None = None
_is_public = False
_find_file: FindFile | None = None


class NotServedError(Exception):
    """This process has no extraction service."""


def start_extraction(
    service: ExtractionService, *, is_public: bool, find_file: FindFile | None = None
) -> None:
    """From now on the pages of this process read papers for others. `find_file` leads to the file
    of a document, where there is a library."""
    global _served, _is_public, _find_file
    _served, _is_public, _find_file = service, is_public, find_file


def stop_extraction() -> None:
    global _served, _is_public, _find_file
    _served, _is_public, _find_file = None, False, None


def served_extraction() -> ExtractionService:
    if _served is None:
        raise NotServedError
    return _served


def extraction_or_none() -> ExtractionService | None:
    return _served


def file_of_document(number: int) -> Path | None:
    """None where there is no such document, or no library."""
    return None if _find_file is None else _find_file(number)


def has_library() -> bool:
    return _find_file is not None


def is_public() -> bool:
    return _is_public


def folder_for(settings: Settings, what: Path) -> Path:
    """Where files are kept meanwhile; `what` is the folder of the library, or stands for none."""
    if settings.service.folder:
        folder = Path(settings.service.folder).expanduser()
        make_private_folder(folder.absolute())
        return folder
    folder = open_state_folder(what) / KEPT
    make_private_folder(folder)
    return folder


def slow_lane(
    service: ExtractionService, is_logged_in: Callable[[dict[str, Any]], bool]
) -> SlowLane:
    """What the HTTP server is told; `is_logged_in` looks at the head of a request."""

    def body_limit(environ: dict[str, Any]) -> BodyLimit | None:
        return limit(environ) if _may_extract(environ) or is_logged_in(environ) else None

    def open_limit(environ: dict[str, Any]) -> BodyLimit | None:
        return limit(environ) if is_public() else None

    def limit(environ: dict[str, Any]) -> BodyLimit:
        chosen = service.settings
        if environ["PATH_INFO"].startswith(LEGACY):
            return BodyLimit(chosen.legacy_bytes, 400, too_large_as_before(chosen.legacy_bytes))
        refused = problem(413, f"The file is too large: {chosen.upload_bytes} bytes are taken.")
        words = refused.content.decode()
        return BodyLimit(chosen.upload_bytes + AROUND, 413, words, MEDIA_TYPE)

    threads = service.queue.workers + service.settings.queue + QUICK_THREADS
    return SlowLane(_is_slow, threads, body_limit, open_limit)


def too_large_as_before(most: int) -> str:
    """The words of the legacy service, which wrote two of its values down as they were."""
    return f"('File too large. Limit is ', {most})"


def _is_slow(environ: dict[str, Any]) -> bool:
    path: str = environ["PATH_INFO"]
    return path.startswith(PATHS)


def _may_extract(environ: dict[str, Any]) -> bool:
    """Whether a key is shown with which papers may be had read; by the head of a request alone."""
    from sheaf.web.library import served_library

    secret = given_key(environ)
    try:
        use = served_library().keys.check(secret[:LONGEST_KEY]) if secret else None
    except SheafError:
        return False
    finally:
        db.close_old_connections()
    return use is not None and use.allows(SCOPE)
