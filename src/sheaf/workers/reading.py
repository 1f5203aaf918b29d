"""Reads a kept document again in a worker: its text, its paper, or both."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sheaf.curate.text import read_text
from sheaf.curate.text_contract import Reading
from sheaf.errors import StorageError
from sheaf.extract.reading import read_paper
from sheaf.records import Text


@dataclass(frozen=True, slots=True)
class Task:
    """What a worker needs to know to read a document again, or part of it."""

    main: Path
    mime_type: str
    url: str
    text: Path | None
    wants_text: bool
    wants_paper: bool
    reading: Reading
    extractor: str
    staging: Path
    text_told: dict[str, Any] | None = None  # what was told about a text that stays


@dataclass(frozen=True, slots=True)
class Answer:
    """The text in a staged file, the paper as JSON, or why there is none."""

    text: Path | None = None
    pages: int = 0
    paper: dict[str, Any] | None = None
    problem: str = ""


def read_document(task: Task) -> Answer:
    """Runs in a worker: a pure function of the document's bytes, but for the staged text."""
    text = task.text if task.text is not None and task.text.is_file() else None
    pages, told = 0, task.text_told
    if task.wants_text:
        content = _text_of(task)
        if isinstance(content, str):
            return Answer(problem=content)
        text, pages, told = _staged(content, task), content.pages, content.told
    elif task.wants_paper and told is None and text is not None:
        told = _told_anew(text, task)
    paper = (
        read_paper(task.main, text, task.mime_type, task.url, task.extractor, told)
        if task.wants_paper
        else None
    )
    return Answer(text if task.wants_text else None, pages, paper)


def _told_anew(text: Path, task: Task) -> dict[str, Any] | None:
    """How a text that stays was come by, where the paper that said so is gone."""
    found = _text_of(task)
    if isinstance(found, str) or found.content.encode() != text.read_bytes():
        return None
    return found.told


def _staged(text: Text, task: Task) -> Path:
    path = task.staging / f"{os.getpid()}-{task.main.name}.txt"
    try:
        path.write_bytes(text.content.encode())
    except OSError as problem:
        raise StorageError(f"{task.staging} cannot be written: {problem.strerror}.") from None
    return path


def _text_of(task: Task) -> Text | str:
    answer = read_text(task.main.read_bytes(), task.mime_type, task.reading)
    if not isinstance(answer, Text):
        return f"{answer.outcome}: {answer.reason}"
    return answer if answer.content else "there is no text in it"
