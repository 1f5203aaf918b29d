"""Writes papers as the result file of a job: one stream where a format allows it, else a zip."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator

from sheaf.errors import disk_errors
from sheaf.extract.exporting import may_follow_another, stream_papers
from sheaf.extract.formats import FORMATS, Format, find_format
from sheaf.setting_checks import did_you_mean

Papers = Iterable[tuple[int | None, Mapping[str, Any]]]


def _check_format(name: str) -> str:
    if name not in FORMATS:
        raise ValueError(f"there is no format {name}{did_you_mean(name, FORMATS)}")
    return name


FormatName = Annotated[str, AfterValidator(_check_format)]


def write_papers(
    folder: Path,
    papers: Papers,
    format_name: str,
    report: Callable[[int], None],
    *,
    references: bool = False,
) -> tuple[str, int]:
    """The name of the file, and how many papers are in it. It is there whole or not at all."""
    chosen = find_format(format_name)
    count = _Count(papers, report)
    is_stream = may_follow_another(chosen)
    name = f"papers.{chosen.extension}" if is_stream else "papers.zip"
    part = folder / f".{name}.part"
    with disk_errors(folder):
        if is_stream:
            with part.open("w", encoding="utf-8", errors="replace", newline="") as file:
                file.writelines(stream_papers(count, chosen, references=references))
        else:
            _write_zip(part, count, chosen)
        part.replace(folder / name)
    return name, count.done


def _write_zip(path: Path, papers: Iterable[tuple[int | None, Any]], chosen: Format) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for at, (number, paper) in enumerate(papers, 1):
            name = f"{at if number is None else number}.{chosen.extension}"
            archive.writestr(name, chosen.write(paper, number=number).encode("utf-8", "replace"))


class _Count:
    def __init__(self, papers: Papers, report: Callable[[int], None]) -> None:
        self._papers = papers
        self._report = report
        self.done = 0

    def __iter__(self) -> Iterator[tuple[int | None, Mapping[str, Any]]]:
        for each in self._papers:
            yield each
            self.done += 1
            self._report(self.done)
