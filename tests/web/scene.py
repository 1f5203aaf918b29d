"""Three small papers to serve, one of them hostile, and a password that passes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

PASSWORD = "a long and unusual password"
HOSTILE_TITLE = "<script>alert(1)</script> & Sparse Graphs"
HOSTILE_TEXT = 'Our hostile sentence has <img src="x" onerror="alert(2)"> right beside graphs.'
TITLES = (HOSTILE_TITLE, "Erdős and the Growth of Networks", "Caching in Distributed Archives")
OUR_SCRIPT = '<script src="/static/sheaf/sheaf.js" defer></script>'
# Nothing runs in it: browsers read no script of this type.
DATA = re.compile(r'<script type="application/ld\+json">[^<]*</script>')


def without_our_scripts(page: str) -> str:
    """A page as it should be without: what is left of scripts came from somewhere else."""
    assert page.count(OUR_SCRIPT) == 1
    return DATA.sub("", page.replace(OUR_SCRIPT, ""))


@dataclass(frozen=True)
class Sketch:
    name: str
    title: str
    authors: str
    abstract: str
    sentence: str


SKETCHES = (
    Sketch("hostile", HOSTILE_TITLE, "Mallory O'Tag", "We study graphs.", HOSTILE_TEXT),
    Sketch("growth", TITLES[1], "Pál Erdős, Ada Lovelace", "How networks grow.", "Networks grow."),
    Sketch("caching", TITLES[2], "Grace Hopper", "We keep what is read.", "Caches forget."),
)


def write_papers(folder: Path) -> Path:
    folder.mkdir()
    for sketch in SKETCHES:
        _write(folder / f"{sketch.name}.pdf", sketch)
    return folder


def _write(path: Path, sketch: Sketch) -> None:
    canvas = Canvas(str(path), pagesize=A4, invariant=True)
    _line(canvas, 780, 18, sketch.title)
    _line(canvas, 750, 11, sketch.authors)
    _line(canvas, 700, 12, "Abstract")
    _line(canvas, 684, 10, sketch.abstract)
    _line(canvas, 650, 12, "1. Introduction")
    for row in range(20):
        _line(canvas, 634 - 14 * row, 10, f"{sketch.sentence} Section {row} says more about it.")
    _line(canvas, 300, 12, "References")
    _line(canvas, 284, 10, "[1] P. Turán. On an extremal problem in graph theory. 1941.")
    canvas.save()


def _line(canvas: Canvas, height: float, size: float, text: str) -> None:
    # Helvetica of the standard fonts has no ő; what is drawn in its place does not matter here.
    canvas.setFont("Helvetica", size)
    canvas.drawString(72, height, text.replace("ő", "ö"))
