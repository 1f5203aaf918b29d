"""The layout of a text on its way from one worker to another: everything but the words, as JSON.

Reading a document again for its lines costs seven times what writing them down and reading them
does, and the pages that OCR read would be lost.
"""

from __future__ import annotations

import json

from sheaf.records import Line, PageShape, Text


def as_bytes(text: Text) -> bytes:
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
                (one.text, one.page, one.x0, one.y0, one.x1, one.y1, one.size, one.is_bold,
                 one.is_italic, one.font, one.is_running)
                for one in text.lines
            ],
            "shapes": [
                (one.width, one.height, one.has_text, one.images, one.image_share)
                for one in text.shapes
            ],
        }
    ).encode()  # fmt: skip


def text_from(layout: bytes, content: str) -> Text:
    """The text that was written down, put together again."""
    values = json.loads(layout)
    return Text(
        content=content,
        pages=values["pages"],
        reader=values["reader"],
        first_page=content.partition("\f")[0],
        lines=tuple(Line(*one) for one in values["lines"]),
        shapes=tuple(PageShape(*one) for one in values["shapes"]),
        confidence=values["sure"],
        ocr_pages=tuple(values["ocr_pages"]),
        title=values["title"],
        language=values["language"],
    )
