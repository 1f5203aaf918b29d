"""Pages as pictures, and where on them stands what was read: what a worker does for who looks."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pypdfium2

from sheaf.curate.text.layout_file import decode_layout
from sheaf.extract.formats import tei
from sheaf.extract.formats.tei_marks import TeiWishes
from sheaf.extract.places import FieldPlace, find_places
from sheaf.records import Text
from sheaf.workers.service.looking import LAYOUT, TEXT
from sheaf.workers.service.resources import write_private_whole

SCALE = 1.5  # pixels a point
MOST_PIXELS = 4_000_000
MOST_SIDE = 20_000.0


@dataclass(frozen=True, slots=True)
class PlacedFields:
    """The sizes of the pages, in points, and the places of fields on them."""

    sizes: tuple[tuple[float, float], ...]
    places: tuple[FieldPlace, ...]


def find_places_in(folder: Path, paper: dict[str, Any]) -> PlacedFields:
    laid_out = _laid_out(folder)
    sizes = tuple((shape.width, shape.height) for shape in laid_out.shapes)
    return PlacedFields(sizes, tuple(find_places(paper, laid_out.lines)))


def write_tei_in(folder: Path, paper: dict[str, Any], wanted: TeiWishes) -> str:
    """A paper with its places; in a worker, for it takes longer the longer a paper is."""
    return tei.write(paper, _with_lines(folder, wanted))


def write_references_in(folder: Path, references: list[dict[str, Any]], wanted: TeiWishes) -> str:
    return tei.write_citations(references, _with_lines(folder, wanted))


def _with_lines(folder: Path, wanted: TeiWishes) -> TeiWishes:
    laid_out = _laid_out(folder)
    return replace(wanted, lines=laid_out.lines, shapes=laid_out.shapes)


def _laid_out(folder: Path) -> Text:
    text = (folder / TEXT).read_text(encoding="utf-8")
    return decode_layout((folder / LAYOUT).read_bytes(), text)


def draw_page(file: Path, picture: Path, number: int) -> bool:
    """A page of a PDF as a PNG, counted from 1; False where there is none."""
    try:
        with pypdfium2.PdfDocument(file) as pdf:
            if not 1 <= number <= len(pdf):
                return False
            page = pdf[number - 1]
            width, height = page.get_size()
            if not (0 < width < MOST_SIDE and 0 < height < MOST_SIDE):
                return False
            scale = min(SCALE, (MOST_PIXELS / (width * height)) ** 0.5)
            bitmap = page.render(scale=scale, rev_byteorder=True, may_draw_forms=False)
            png = _as_png(bitmap)
    except (pypdfium2.PdfiumError, ValueError):
        return False
    write_private_whole(picture, png)
    return True


def _as_png(bitmap: Any) -> bytes:
    """Eight bits of red, green and blue; rows without a filter."""
    width, height, channels = bitmap.width, bitmap.height, bitmap.n_channels
    raw, stride = bytes(bitmap.buffer), bitmap.stride
    color = {1: 0, 3: 2, 4: 6}[channels]
    rows = (b"\0" + raw[at : at + width * channels] for at in range(0, stride * height, stride))
    head = struct.pack("!2I5B", width, height, 8, color, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(b"".join(rows), 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunks(parts))


def _chunks(parts: tuple[tuple[bytes, bytes], ...]) -> Iterator[bytes]:
    for name, data in parts:
        crc = zlib.crc32(name + data)
        yield struct.pack("!I", len(data)) + name + data + struct.pack("!I", crc)
