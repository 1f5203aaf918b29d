"""Reads again what an older extractor read: the .json of a document, its rows, its revision."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sheaf.curate.mime_type import extension_of
from sheaf.deposit.admission import as_json, storage_errors
from sheaf.deposit.catalogue import Catalogue
from sheaf.extract.reading import find_extractor, read_paper
from sheaf.settings import Settings
from sheaf.workers.importing import pool_for
from sheaf.workers.pool import Accident


@dataclass(frozen=True, slots=True)
class _Task:
    document_id: int
    url: str
    main: Path
    text: Path | None
    mime_type: str


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
        tasks = _tasks(catalogue, "" if everything else version)
        for ready in pool.in_order(
            read_paper,
            tasks,
            lambda task: (task.main, task.text, task.mime_type, task.url, extractor),
        ):
            for one in ready:
                number = one.item.document_id
                if isinstance(one.answer, Accident):
                    failed[number] = one.answer.dropped.reason
                else:
                    _write(catalogue, staging, number, one.answer)
                    read += 1
    return RereadReport(read, failed)


def _tasks(catalogue: Catalogue, version: str) -> Iterator[_Task]:
    for number in catalogue.outdated(version):
        document = catalogue.document(number)
        if document is None:
            continue
        text = catalogue.repository.path(number, "txt")
        yield _Task(
            document_id=number,
            url=document.url,
            main=catalogue.repository.path(number, extension_of(document.mime_type)),
            text=text if text.is_file() else None,
            mime_type=document.mime_type,
        )


def _write(catalogue: Catalogue, staging: Path, number: int, paper: dict[str, object]) -> None:
    final = catalogue.repository.path(number, "json")
    with storage_errors(final.parent):
        part = staging / final.name
        part.write_bytes(as_json(paper))
        os.replace(part, final)
    catalogue.paper_was_read(number, paper)
