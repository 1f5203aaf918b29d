"""Reads one document in a worker: a pure function of files and settings, answered as JSON."""

from __future__ import annotations

from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import Any

from sheaf import plugins
from sheaf.curate.examination import ExaminationContext, examine
from sheaf.curate.mime_type import PDF, POSTSCRIPT
from sheaf.curate.text_postscript import as_pdf
from sheaf.extract.contract import Extractor, Readable
from sheaf.records import Capture, Outcome, Paper


def read_paper(
    document: Path,
    text: Path | None,
    mime_type: str,
    source: str,
    extractor: str,
    text_told: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """The Paper as JSON, with the extractor that read it, and how its text was come by, in its
    provenance."""
    reader = find_extractor(extractor)
    readable = Readable(
        pdf=_pdf(document, mime_type),
        text=text.read_text(encoding="utf-8") if text is not None else "",
    )
    paper = paper_json(reader.read(readable), reader, source)
    if text_told is not None:
        paper["provenance"]["text"] = text_told
    return paper


def paper_json(paper: Paper, reader: Extractor, source: str) -> dict[str, Any]:
    provenance = {
        **paper.provenance,
        "source": source,
        "extractor": reader.name,
        "extractor_version": reader.version,
    }
    return asdict(replace(paper, provenance=provenance))


def unread_paper(source: str, extractor: str, reason: str) -> dict[str, Any]:
    """What stands in for a paper whose reading went wrong: empty, and saying why. It names no
    version, so `sheaf extract` will try again."""
    paper = paper_json(Paper(provenance={"error": reason}), find_extractor(extractor), source)
    paper["provenance"]["extractor_version"] = ""
    return paper


def extract_one(
    capture: Capture, context: ExaminationContext, extractor: str
) -> list[dict[str, Any]]:
    """Examine and read a file in one go: what `sheaf extract FILE` does in a worker."""
    papers = []
    for one in examine(capture, context):
        source = capture.payload.path or capture.url
        if one.dropped is None and one.staged_file is not None:
            papers.append(
                read_paper(
                    one.staged_file,
                    one.staged_text,
                    one.mime_type or "",
                    source,
                    extractor,
                    one.text_told,
                )
            )
            for staged in (one.staged_file, one.staged_text):
                if staged is not None:
                    staged.unlink()
        elif one.dropped is not None and one.dropped.outcome is not Outcome.UNPACKED:
            reason = f"{one.dropped.outcome}: {one.dropped.reason}"
            papers.append(unread_paper(source, extractor, reason))
    return papers


@cache
def find_extractor(name: str) -> Extractor:
    made: Extractor = plugins.load("extractors", name)()
    return made


def _pdf(document: Path, mime_type: str) -> bytes | None:
    if mime_type == PDF:
        return document.read_bytes()
    if mime_type == POSTSCRIPT:
        converted = as_pdf(document.read_bytes())
        return converted if isinstance(converted, bytes) else None
    return None
