"""Copies a sample out: the files of its documents, a manifest, how it was drawn, how to cite it.

What is in the manifest with a file has the SHA-1 that stands there: the bytes are read before they
are copied. What cannot be copied stands there too, with the reason.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from hashlib import file_digest, sha1
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from sheaf.csv_tables import write_row
from sheaf.curate.mime_type import extension_of
from sheaf.deposit.repository import Repository
from sheaf.deposit.retrieval.about import Totals, citation, readme
from sheaf.deposit.retrieval.containers import PARTS, Container
from sheaf.deposit.retrieval.drawing import Drawing
from sheaf.deposit.retrieval.manifest import COLUMNS, Member, find_members
from sheaf.errors import UsageError

IN_A_FOLDER = 10_000  # more files than that in one are no pleasure
DAMAGED = "damaged: its file has other bytes; `sheaf verify` says more"
MISSING = "missing: its file is not there; `sheaf verify` says more"


@dataclass(frozen=True, slots=True)
class CopyOptions:
    """`parts` are copied beside each document (met, txt, json); files are called by its number, or
    by what was read out of it too."""

    parts: tuple[str, ...] = ()
    readable_names: bool = False

    def __post_init__(self) -> None:
        if unknown := set(self.parts) - set(PARTS):
            raise UsageError(
                f"{', '.join(sorted(unknown))}: no such part of a document.",
                f"There are {', '.join(PARTS)}.",
            )


@dataclass(slots=True)
class CopyReport:
    """How far copying is, and at its end what was copied. `problems` counts the documents that
    could not be copied as they were drawn; the manifest names them."""

    documents: int = 0
    files: int = 0
    bytes: int = 0
    problems: int = 0
    first_problems: list[str] = field(default_factory=list)
    NAMED = 5

    def note(self, member: Member, problem: str) -> None:
        self.problems += 1
        if len(self.first_problems) < self.NAMED:
            self.first_problems.append(f"Document {member.number} is {problem}.")


@dataclass(frozen=True, slots=True)
class SampleCopier:
    alias: str
    repository: Repository
    library: str
    readable_stem: Callable[[int], str]
    options: CopyOptions

    def copy(self, drawing: Drawing, into: Container, scratch: Path) -> Iterator[CopyReport]:
        """After each document, how far it is; the same report each time."""
        report = CopyReport()
        with tempfile.TemporaryFile(dir=scratch) as manifest:
            manifest.write(write_row(COLUMNS).encode())
            for member in find_members(self.alias, drawing.pieces()):
                file, problem = self._copy_member(member, into, report)
                if problem:
                    report.note(member, problem)
                manifest.write(write_row(member.line(file, problem)).encode())
                yield report
            size = manifest.tell()
            manifest.seek(0)
            into.add("manifest.csv", manifest, size, drawing.time)
        totals = Totals(report.documents, report.problems)
        for name, text in (
            ("CITATION.txt", citation(self.library, drawing, totals)),
            ("README.txt", readme(self.library, drawing, totals, self.options.parts)),
        ):
            content = text.encode("utf-8", "replace")
            into.add(name, BytesIO(content), len(content), drawing.time)
        yield report

    def _copy_member(self, member: Member, into: Container, report: CopyReport) -> tuple[str, str]:
        """The name of its file, or why there is none."""
        if member.problem or member.row is None:
            return "", member.problem
        main = f".{extension_of(member.row['mime_type'])}"
        files = {path.suffix: path for path in self.repository.files(member.number)}
        if main not in files:
            return "", MISSING
        at = report.documents + report.problems
        folder = "documents" if at < IN_A_FOLDER else f"documents-{at // IN_A_FOLDER + 1}"
        name = f"{folder}/{self._stem(member)}"
        if problem := _add(into, f"{name}{main}", files[main], member, report):
            return "", problem
        report.documents += 1
        for part in self.options.parts:
            if f".{part}" in files and f".{part}" != main:
                _add(into, f"{name}.{part}", files[f".{part}"], member, report, is_main=False)
        return f"{name}{main}", ""

    def _stem(self, member: Member) -> str:
        """Two papers may have one readable name: the number tells them apart."""
        stem = self.repository.stem(member.number)
        given = self.readable_stem(member.number) if self.options.readable_names else stem
        return stem if given == stem else f"{given}-{stem}"


def _add(
    into: Container,
    name: str,
    path: Path,
    member: Member,
    report: CopyReport,
    *,
    is_main: bool = True,
) -> str:
    """What is read is one state of the file, whatever replaces it meanwhile. Says why it was not
    copied."""
    try:
        stream = path.open("rb")
    except OSError:
        return MISSING
    with stream:
        try:
            if is_main and _sha1_of(stream) != member.sha1:
                return DAMAGED
        except OSError:
            return DAMAGED
        size = os.fstat(stream.fileno()).st_size
        stream.seek(0)
        into.add(name, stream, size, member.time)
    report.files += 1
    report.bytes += size
    return ""


def _sha1_of(stream: BinaryIO) -> str:
    digest = file_digest(stream, partial(sha1, usedforsecurity=False))  # type: ignore[arg-type]
    return digest.hexdigest()
