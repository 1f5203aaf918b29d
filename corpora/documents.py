"""The documents of the academic filter, as texts with their truth, and the fold of each owner.

They are read in place: whole PDF files, and the first pages of more papers as text runs.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corpora.shared import SHARED_DATA, documents, path_of
from sheaf.curate.mime_type import sniff
from sheaf.curate.text.contract import TextOptions
from sheaf.curate.text.readers import read_text
from sheaf.records import Dropped, Line, PageShape, Text
from sheaf.settings import Curate

KINDS_FILE = Path(__file__).with_name("kinds.toml")
LAYOUT = SHARED_DATA / "layout.jsonl.xz"
FOLDS = 10
HELD_OUT = frozenset({0, 1})  # folds the shipped model never saw, for CI to score it on

Run = Sequence[Any]  # text, x0, y0, x1, y1, size, font, is_bold, is_italic


@dataclass(frozen=True, slots=True)
class Example:
    """A document with its truth. `kind` is None where the truth has no kind, `text` is a Dropped
    where there is none."""

    source: str
    sha1: str
    owner: str
    kind: str | None
    academic: bool
    text: Text | Dropped
    label: str = ""
    field: str | None = None
    language: str | None = None
    name: str = ""  # for the screen only
    url: str = ""  # for earlier filters that look at it; ours never does

    @property
    def fold(self) -> int:
        return fold_of(self.owner)


def fold_of(owner: str) -> int:
    """All documents of an owner are in one fold, whatever corpus they are from."""
    digest = hashlib.sha1(f"fold:{owner.lower()}".encode(), usedforsecurity=False).hexdigest()
    return int(digest, 16) % FOLDS


def kind_names() -> dict[str, str]:
    found: dict[str, str] = tomllib.loads(KINDS_FILE.read_text(encoding="utf-8"))["kinds"]
    return found


def whole_documents() -> Iterator[Example]:
    """The PDF files, read as the product reads them."""
    kinds = kind_names()
    reading = TextOptions.from_settings(Curate())
    for row in documents():
        data = path_of(row).read_bytes()
        yield Example(
            source="documents",
            sha1=row["sha1"],
            owner=row["source"]["repo"].split("/")[0].lower(),
            kind=kinds.get(row["kind"]),
            academic=bool(row["academic"]),
            text=read_text(data, sniff(data), reading),
            label=row["kind"],
            field=row["field"],
            language=row["language"],
            name=row["file"],
            url=f"http://www.example.org/{row['source']['path']}",
        )


def first_pages() -> Iterator[Example]:
    """The first two pages of papers that are not among the whole documents."""
    kinds = kind_names()
    with lzma.open(LAYOUT, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if not row["in_documents"]:
                kind = kinds[row["kind"]]
                yield Example(
                    source="layout",
                    sha1=row["sha1"],
                    owner=row["owner"].lower(),
                    kind=kind,
                    academic=kind in Curate().academic_kinds,
                    text=text_of_runs(row["pages"], row["n_pages"]),
                    label=row["kind"],
                    field=row["field"],
                    name=row["id"],
                )


def text_of_runs(pages: Sequence[dict[str, Any]], count: int) -> Text:
    """Text runs put together to lines, as the PDF reader gives them."""
    lines: list[Line] = []
    shapes = []
    for number, page in enumerate(pages):
        shapes.append(PageShape(page["width"], page["height"], bool(page["runs"])))
        lines += _lines_of_runs(page["runs"], number)
    content = "\f".join(
        "\n".join(line.text for line in lines if line.page == number)
        for number in range(len(shapes))
    )
    return Text(
        content, count, "runs", content.split("\f")[0], lines=tuple(lines), shapes=tuple(shapes)
    )


def _lines_of_runs(runs: Sequence[Run], page: int) -> Iterator[Line]:
    together: list[Run] = []
    for run in runs:
        if run[0].strip():
            if together and not _goes_on(together, run):
                yield _line(together, page)
                together = []
            together.append(run)
    if together:
        yield _line(together, page)


def _goes_on(together: Sequence[Run], run: Run) -> bool:
    """Whether a run stands behind the others on their base line, no wider apart than words are."""
    top, low = min(one[2] for one in together), max(one[4] for one in together)
    shared = min(low, run[4]) - max(top, run[2])
    gap = run[1] - together[-1][3]
    size = max(run[5], together[-1][5], 6)
    return shared > 0.3 * min(low - top, run[4] - run[2]) and -2 <= gap < 2.2 * size


def _line(together: Sequence[Run], page: int) -> Line:
    text = ""
    for run, before in zip(together, [None, *together], strict=False):
        apart = before is not None and run[1] - before[3] > 0.15 * max(run[5], 1)
        text += (" " if apart and not text.endswith(" ") else "") + run[0]
    largest = max(together, key=lambda run: len(run[0]))
    return Line(
        text.strip(), page, min(r[1] for r in together), min(r[2] for r in together),
        max(r[3] for r in together), max(r[4] for r in together), largest[5], largest[7],
        largest[8], largest[6],
    )  # fmt: skip
