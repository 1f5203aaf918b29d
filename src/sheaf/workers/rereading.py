"""Reads again what an older extractor read: the .json of a document, its rows, its revision."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sheaf.curate.mime_type import extension_of
from sheaf.curate.text_contract import Reading
from sheaf.deposit.admission import as_json, storage_errors
from sheaf.deposit.catalogue import Catalogue
from sheaf.deposit.papers import paper_from_file
from sheaf.extract.reading import find_extractor
from sheaf.settings import Settings
from sheaf.workers.importing import pool_for
from sheaf.workers.pool import Accident
from sheaf.workers.reading import Answer, Task, read_document


@dataclass(frozen=True, slots=True)
class RereadReport:
    """How many were read, and which could not be: those keep the paper they had."""

    read: int
    failed: dict[int, str]


def read_again(
    catalogue: Catalogue, settings: Settings, staging: Path, *, everything: bool
) -> RereadReport:
    """Safe to kill: a document's rows name the new version only after its file is in place."""
    extractor = settings.extract.extractor
    version = find_extractor(extractor).version
    read, failed = 0, {}
    with pool_for(settings, staging) as pool:
        unread = _unread(catalogue, settings, staging, "" if everything else version)
        for ready in pool.in_order(read_whole, unread, lambda one: (one[1],)):
            for done in ready:
                number = done.item[0]
                if isinstance(done.answer, Accident):
                    failed[number] = done.answer.dropped.reason
                else:
                    _write(catalogue, staging, number, done.answer)
                    read += 1
    return RereadReport(read, failed)


def _unread(
    catalogue: Catalogue, settings: Settings, staging: Path, version: str
) -> Iterator[tuple[int, Task]]:
    for number in catalogue.outdated(version):
        document = catalogue.document(number)
        if document is None:
            continue
        text = catalogue.repository.path(number, "txt")
        has_text = text.is_file()
        yield (
            number,
            Task(
                main=catalogue.repository.path(number, extension_of(document.mime_type)),
                mime_type=document.mime_type,
                url=document.url,
                text=text if has_text else None,
                # Kept without text (--no-text), so that this is its first reading.
                wants_text=not has_text and not document.pages,
                wants_paper=True,
                reading=Reading.from_settings(settings.curate),
                extractor=settings.extract.extractor,
                staging=staging,
                text_told=_told(catalogue.repository.path(number, "json")),
            ),
        )


def _told(paper: Path) -> dict[str, Any] | None:
    """What the paper of an earlier reading says about the text."""
    try:
        told = paper_from_file(paper)["provenance"].get("text")
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        return None
    return told if isinstance(told, dict) else None


def read_whole(task: Task) -> Answer:
    """In a worker. Some documents have no text, and are read without."""
    answer = read_document(task)
    return answer if answer.paper is not None else read_document(replace(task, wants_text=False))


def _write(catalogue: Catalogue, staging: Path, number: int, answer: Answer) -> None:
    """The text first: rows that name the new version are written last of all."""
    assert answer.paper is not None
    final = catalogue.repository.path(number, "json")
    with storage_errors(final.parent):
        if answer.text is not None:
            os.replace(answer.text, catalogue.repository.path(number, "txt"))
        part = staging / final.name
        part.write_bytes(as_json(answer.paper))
        os.replace(part, final)
    catalogue.paper_was_read(number, answer.paper, pages=answer.pages)
