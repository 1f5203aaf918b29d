"""Reads one document in a worker: a pure function of files and settings, answered as JSON."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from sheaf import plugins
from sheaf.curate.examination import ExaminationContext, examine
from sheaf.curate.filter.academic import judge
from sheaf.curate.filter.judgement import display_name
from sheaf.curate.mime_type import PDF
from sheaf.curate.text.contract import ALL_PAGES, TextOptions
from sheaf.curate.text.layout_file import decode_layout
from sheaf.curate.text.readers import read_text
from sheaf.deposit.paper_shape import PaperJson
from sheaf.errors import UsageError
from sheaf.extract.annotators import annotate_paper
from sheaf.extract.annotators.annotate import find_annotator
from sheaf.extract.contract import ALL_PARTS, Extractor, Readable
from sheaf.extract.formats.entries import find_degree
from sheaf.records import Candidate, Capture, Examined, Location, Outcome, Paper, Text
from sheaf.settings import Extract

COVER = 6_000  # characters of the first two pages: where a thesis says for which degree it is


@dataclass(frozen=True, slots=True)
class Files:
    """A document in files: its bytes, its text where there is one, and the layout of the text
    where somebody wrote that down. Without the layout, the lines are read from the bytes."""

    main: Path
    text: Path | None
    mime_type: str
    source: str
    layout: Path | None = None
    text_provenance: dict[str, Any] | None = None  # how the text was read


def read_paper_from_files(
    files: Files,
    settings: Extract,
    options: TextOptions,
    parts: frozenset[str] = ALL_PARTS,
) -> PaperJson:
    """The Paper as JSON. Its provenance names who read it, and how its text was read."""
    data = files.main.read_bytes()
    content = files.text.read_text(encoding="utf-8") if files.text is not None else None
    if files.layout is not None and content is not None:
        text = decode_layout(files.layout.read_bytes(), content)
    else:
        text = add_lines(content, data, files.mime_type, options)
    document = replace(make_readable(text, data, files.mime_type), parts=parts)
    return read_and_annotate(document, settings, files.source, files.text_provenance)


def add_lines(content: str | None, data: bytes, mime_type: str, options: TextOptions) -> Text:
    """A text that was read before, with its lines. They are read from the bytes without OCR, so
    that pages which OCR has read have none; the words that count are those of the text. What was
    kept without text has the words of its lines, if any."""
    fresh = read_text(
        data, mime_type, replace(options, layout_pages=ALL_PAGES, ocr=False, check_front=None)
    )
    if not isinstance(fresh, Text):
        fresh = Text("", 0 if content is None else content.count("\f") + 1, reader="")
    if content is None:
        return fresh
    return replace(fresh, content=content, first_page=content.partition("\f")[0])


def read_and_annotate(
    document: Readable, settings: Extract, source: str, text_provenance: dict[str, Any] | None
) -> dict[str, Any]:
    reader = find_extractor(settings.extractor)
    paper = annotate_paper(reader.read(document), document, settings.annotators)
    paper = replace(paper, provenance={**paper.provenance, **find_work_kind(document.text)})
    if text_provenance is not None:
        paper = replace(paper, provenance={**paper.provenance, "text": text_provenance})
    return paper_as_json(paper, reader, source)


def find_work_kind(text: Text) -> dict[str, str]:
    """For the provenance of a paper: its `kind` (one of KINDS in curate/filter/kind_model.py), and
    the `degree` of a thesis that names one. Bibliographies need it: a thesis hardly ever has a
    venue that says so. The model that decides what is kept is asked again, in milliseconds, since
    no catalogue knows a single file."""
    if not text.content.strip():
        return {}
    kind = judge(text).kind
    degree = find_degree(cover_text(text)) if kind == "thesis" else ""
    return {"kind": kind} | ({"degree": degree} if degree else {})


def cover_text(text: Text) -> str:
    return " ".join(text.content[:COVER].split("\f")[:2])


def paper_as_json(paper: Paper, reader: Extractor, source: str) -> dict[str, Any]:
    provenance = {
        **paper.provenance,
        "source": source,
        "extractor": reader.name,
        "extractor_version": reader.version,
    }
    return asdict(replace(paper, provenance=provenance))


def unread_paper(source: str, settings: Extract, reason: str) -> dict[str, Any]:
    """What stands in for a paper whose reading went wrong: empty, and saying why. It names no
    version, so `sheaf reread` will try again."""
    reader = find_extractor(settings.extractor)
    paper = paper_as_json(Paper(provenance={"error": reason}), reader, source)
    paper["provenance"]["extractor_version"] = ""
    return paper


ReadCandidate = Callable[[Candidate, str], PaperJson]


def extract_file(
    capture: Capture, context: ExaminationContext, settings: Extract
) -> list[PaperJson]:
    """Examine and read a file in one go: what `sheaf extract FILE` does in a worker. The text is
    handed on in memory; nothing is staged."""

    def read(passed: Candidate, source: str) -> PaperJson:
        assert passed.text is not None, "a context for reading requires text"
        document = make_readable(passed.text, passed.data, passed.mime_type or "")
        return read_and_annotate(document, settings, source, passed.text.provenance)

    return extract_with(read, capture, context, settings)


def extract_with(
    read: ReadCandidate, capture: Capture, context: ExaminationContext, settings: Extract
) -> list[PaperJson]:
    papers: dict[Location, PaperJson] = {}

    def keep(passed: Candidate) -> Examined:
        papers[passed.capture.location] = read(passed, display_name(capture, passed.capture))
        return Examined(passed.capture, mime_type=passed.mime_type)

    return [
        papers[examined.capture.location]
        if examined.dropped is None
        else unread_paper(display_name(capture, examined.capture), settings, examined.dropped.words)
        for examined in examine(capture, replace(context, whole_layout=True, keep=keep))
        if examined.dropped is None or examined.dropped.outcome is not Outcome.UNPACKED
    ]


def check_readers(settings: Extract) -> None:
    """Refuse names that nobody has, before anything is read: within workers they would fail one
    paper after the other. An annotator that is there and cannot be loaded is another matter: it
    costs its own entry, and each paper says so."""
    find_extractor(settings.extractor)
    for name in settings.annotators:
        try:
            find_annotator(name)
        except UsageError:
            raise
        except Exception:  # noqa: BLE001, S112 - it is somebody else's code
            continue


def annotator_versions(settings: Extract) -> dict[str, str]:
    return {name: find_annotator(name).version for name in settings.annotators}


@cache
def find_extractor(name: str) -> Extractor:
    kind = plugins.load("extractors", name)
    with plugins.name_failures("extractors", name, "cannot be started"):
        made: Extractor = kind()
    return made


def make_readable(text: Text, data: bytes, mime_type: str) -> Readable:
    return Readable(text, data if mime_type == PDF else None)
