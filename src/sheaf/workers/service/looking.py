"""What a worker does with a file that was sent: its text, and the paper where it is wanted."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sheaf.curate.credible import LONGEST_REASON, LONGEST_TYPE, is_page_count, is_possible_drop
from sheaf.curate.examination import ExaminationContext, examine
from sheaf.curate.filter.academic import AcademicFilter
from sheaf.curate.text.contract import TextOptions
from sheaf.curate.text.layout_file import encode_layout
from sheaf.duplicates.simhash import fingerprint
from sheaf.errors import disk_errors
from sheaf.extract.reading import (
    Files,
    find_extractor,
    make_readable,
    read_and_annotate,
    read_paper_from_files,
)
from sheaf.records import (
    Candidate,
    Capture,
    Dropped,
    Examined,
    Location,
    Outcome,
    Payload,
)
from sheaf.settings import Curate, Extract
from sheaf.workers.service.contract import ALL_PARTS, Looked, Part

TEXT, LAYOUT = "text.txt", "layout.json"
PRIVATE = 0o600
FINGERPRINT = re.compile("([0-9a-f]{16})?")


@dataclass(frozen=True, slots=True)
class LookTask:
    """A file, what is to be read out of it, and the folder in which text and layout are left.
    Without parts no paper is read."""

    file: Path
    folder: Path
    name: str
    curate: Curate
    extract: Extract
    parts: frozenset[Part] = frozenset()
    # What an earlier look found out: then text and layout lie in the folder already.
    known: Looked | None = None


def look_at(task: LookTask) -> Looked:
    """In a worker: a pure function of the file, but for text and layout."""
    if task.known is not None:
        return replace(task.known, paper=_read_again(task, task.known))
    found: list[Looked] = []

    def keep(passed: Candidate) -> Examined:
        found.append(_look_at_one(passed, task))
        return Examined(passed.capture, mime_type=passed.mime_type)

    curate = task.curate.model_copy(update={"filter": False, "keep_rejects": False})
    capture = Capture(
        url=f"file:{task.name}",
        time=datetime.now(UTC),
        location=Location(task.name, ""),
        payload=Payload(path=str(task.file)),
    )
    context = ExaminationContext(
        curate, task.folder, require_text=True, whole_layout=True, keep=keep
    )
    examined = examine(capture, context)
    if len(found) == 1:
        return found[0]
    if found:
        words = f"it is an archive of {len(found)} documents, and one at a time is read"
        return Looked(Dropped(Outcome.UNWANTED_TYPE, words))
    dropped = [one.dropped for one in examined if one.dropped is not None]
    # What was in a container says more than that it was one.
    return Looked(dropped[-1] if dropped else Dropped(Outcome.EMPTY, "no bytes"))


def _look_at_one(passed: Candidate, task: LookTask) -> Looked:
    text = passed.text
    assert text is not None, "a context for reading requires text"
    judged = AcademicFilter(task.curate)(passed) if task.curate.filter else passed
    with disk_errors(task.folder):
        _write(task.folder / TEXT, text.content.encode("utf-8", "replace"))
        _write(task.folder / LAYOUT, encode_layout(text))
    paper = None
    if task.parts:
        document = make_readable(text, passed.data, passed.mime_type or "")
        document = replace(document, parts=_names(task.parts))
        paper = read_and_annotate(document, _wanted(task), task.name, text.provenance)
    return Looked(
        mime_type=passed.mime_type or "",
        pages=text.pages,
        words=len(text.content.split()),
        rejection=judged.reason if isinstance(judged, Dropped) else "",
        fingerprint="" if (found := fingerprint(text.content)) is None else f"{found:016x}",
        text_provenance=text.provenance,
        paper=paper,
    )


def _read_again(task: LookTask, known: Looked) -> dict[str, object]:
    files = Files(
        task.file,
        task.folder / TEXT,
        known.mime_type,
        task.name,
        task.folder / LAYOUT,
        known.text_provenance,
    )
    options = TextOptions.from_settings(task.curate)
    return read_paper_from_files(files, _wanted(task), options, parts=_names(task.parts))


def _names(parts: Collection[Part]) -> frozenset[str]:
    return frozenset(one.value for one in parts)


def _wanted(task: LookTask) -> Extract:
    """Annotators look at the whole paper: without all of it none is asked."""
    if task.parts == ALL_PARTS:
        return task.extract
    return task.extract.model_copy(update={"annotators": ()})


def _write(path: Path, data: bytes) -> None:
    """For its owner; a worker is another process, and has the mask of who started the service."""
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
    with os.fdopen(descriptor, "wb") as stream:
        stream.write(data)


def is_possible_look(answer: Looked, task: LookTask) -> bool:
    """Whether a worker can have answered so."""
    if answer.dropped is not None:
        return is_possible_drop(answer.dropped) and answer.paper is None
    return (
        is_page_count(answer.pages)
        and is_page_count(answer.words)
        and len(answer.mime_type) <= LONGEST_TYPE
        and answer.mime_type.isprintable()
        and len(answer.rejection) <= LONGEST_REASON
        and FINGERPRINT.fullmatch(answer.fingerprint) is not None
        and (answer.paper is not None) is bool(task.parts)
    )


def warm_up(settings: Extract) -> bool:
    """In a worker that has just started: the first paper is read as fast as the second."""
    made = getattr(find_extractor(settings.extractor), "warm_up", None)
    if made is not None:
        made()
    return True


def parse_strings(strings: list[str]) -> list[dict[str, Any]]:
    """In a worker: each reference string in its fields."""
    from sheaf.extract.citation.parsing import parse_references  # loads a model

    return [asdict(one) for one in parse_references(strings)]
