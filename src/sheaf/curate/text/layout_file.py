"""The layout of a text on its way from one worker to another: everything but the words, as JSON.

Reading a document again for its lines costs seven times what writing them down and reading them
does, and the pages that OCR read would be lost.
"""

from __future__ import annotations

import json

from sheaf.records import Line, PageShape, Text


def encode_layout(text: Text) -> bytes:
    """All of a text but its content, which has a file of its own."""
    return json.dumps(
        {
            "pages": text.pages,
            "reader": text.reader,
            "sure": text.confidence,
            "ocr_pages": text.ocr_pages,
            "title": text.title,
            "language": text.language,
            "lines": [
                (line.text, line.page, line.x0, line.y0, line.x1, line.y1, line.size, line.is_bold,
                 line.is_italic, line.font, line.is_running)
                for line in text.lines
            ],
            "shapes": [
                (shape.width, shape.height, shape.has_text, shape.images, shape.image_share)
                for shape in text.shapes
            ],
        }
    ).encode()  # fmt: skip


def decode_layout(layout: bytes, content: str) -> Text:
    """The text that was written down, put together again."""
    values = json.loads(layout)
    return Text(
        content=content,
        pages=values["pages"],
        reader=values["reader"],
        first_page=content.partition("\f")[0],
        lines=tuple(Line(*line) for line in values["lines"]),
        shapes=tuple(PageShape(*shape) for shape in values["shapes"]),
        confidence=values["sure"],
        ocr_pages=tuple(values["ocr_pages"]),
        title=values["title"],
        language=values["language"],
    )
