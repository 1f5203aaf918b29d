"""The papers that readers are measured on, and the floor: PDFium's own text of every page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pypdfium2

from sheaf.world import World

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data" / "papers"
CORPUS = "shared papers" if SHARED.is_dir() else "papers of the simulated web"


def bare(data: bytes) -> int:
    """Pages read."""
    with pypdfium2.PdfDocument(data) as pdf:
        for number in range(len(pdf)):
            page = pdf[number]
            text_page = page.get_textpage()
            text_page.get_text_range()
            text_page.close()
            page.close()
        return len(pdf)


def files(count: int) -> Iterator[bytes]:
    if SHARED.is_dir():
        for path in sorted(SHARED.glob("*.pdf"))[:count]:
            yield path.read_bytes()
    else:
        world = World(seed=11, pages=20 * count)
        for number in range(min(count, world.paper_count)):
            yield world.pdf(number)
