"""Reads a kept document again in a worker: its text, its paper, or both."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sheaf.curate.credible import LONGEST_REASON, is_page_count, is_staged
from sheaf.curate.text.contract import ALL_PAGES, TextOptions
from sheaf.curate.text.readers import read_text
from sheaf.deposit.paper_shape import PaperJson
from sheaf.errors import disk_errors
from sheaf.extract.reading import Files, make_readable, read_and_annotate, read_paper_from_files
from sheaf.extract.reusing import Sibling, read_near_copy
from sheaf.records import Text
from sheaf.settings import Extract


@dataclass(frozen=True, slots=True)
class Task:
    """What a worker needs to know to read a document again, or part of it."""

    main: Path
    mime_type: str
    url: str
    text: Path | None
    wants_text: bool
    wants_paper: bool
    reading: TextOptions
    extract: Extract
    staging: Path
    text_provenance: dict[str, Any] | None = None  # of a text that stays


@dataclass(frozen=True, slots=True)
class ReadingResult:
    """The text in a staged file, the paper as JSON, or why there is none."""

    text: Path | None = None
    pages: int = 0
    paper: PaperJson | None = None
    problem: str = ""


def is_possible_reading(answer: ReadingResult, task: Task) -> bool:
    """Whether a worker can have answered so; the text is where it was to be staged."""
    is_whole = answer.paper is not None if task.wants_paper else True
    return (
        (is_whole or bool(answer.problem))
        and (answer.text is None or is_staged(answer.text, task.staging))
        and is_page_count(answer.pages)
        and len(answer.problem) <= LONGEST_REASON
    )


def read_document(task: Task) -> ReadingResult:
    """Runs in a worker: a pure function of the document's bytes, but for the staged text."""
    if task.wants_text:
        return _read_with_text(task)
    if not task.wants_paper:
        return ReadingResult()
    files = _files(task)
    return ReadingResult(paper=read_paper_from_files(files, task.extract, task.reading))


def read_document_beside(task: Task, sibling: Sibling) -> ReadingResult:
    """The paper alone, of a text that stays; what was read of a near-copy is taken over."""
    paper = read_near_copy(_files(task), task.extract, task.reading, sibling)
    return ReadingResult(paper=paper)


def _files(task: Task) -> Files:
    text = task.text if task.text is not None and task.text.is_file() else None
    provenance = task.text_provenance
    if provenance is None and text is not None:
        provenance = _read_provenance(text, task)
    return Files(task.main, text, task.mime_type, task.url, text_provenance=provenance)


def _read_with_text(task: Task) -> ReadingResult:
    """The document is read once, with the lines of all pages where a paper is wanted too."""
    pages = ALL_PAGES if task.wants_paper else task.reading.layout_pages
    data = task.main.read_bytes()
    text = _text_of(data, task, replace(task.reading, layout_pages=pages))
    if isinstance(text, str):
        return ReadingResult(problem=text)
    paper = None
    if task.wants_paper:
        document = make_readable(text, data, task.mime_type)
        paper = read_and_annotate(document, task.extract, task.url, text.provenance)
    return ReadingResult(_stage(text, task), text.pages, paper)


def _read_provenance(text: Path, task: Task) -> dict[str, Any] | None:
    """How a text that stays was read, where the paper that said so is gone."""
    found = _text_of(task.main.read_bytes(), task, task.reading)
    if isinstance(found, str) or found.content.encode() != text.read_bytes():
        return None
    return found.provenance


def _stage(text: Text, task: Task) -> Path:
    path = task.staging / f"{os.getpid()}-{task.main.name}.txt"
    with disk_errors(task.staging):
        path.write_bytes(text.content.encode())
    return path


def _text_of(data: bytes, task: Task, reading: TextOptions) -> Text | str:
    answer = read_text(data, task.mime_type, reading)
    if not isinstance(answer, Text):
        return answer.words
    return answer if answer.content else "there is no text in it"
