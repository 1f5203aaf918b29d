"""Only the parts of a paper that are wanted are read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from support import samples

from sheaf.curate.mime_type import PDF
from sheaf.curate.text.contract import ALL_PAGES, TextOptions
from sheaf.curate.text.readers import read_text
from sheaf.extract.contract import ALL_PARTS, BODY, HEADER, HEADER_PAGES, REFERENCES
from sheaf.extract.extractor import PaperExtractor
from sheaf.extract.reading import make_readable
from sheaf.records import Paper, Text


def read(*parts: str) -> Paper:
    data = samples.paper_pdf()
    text = read_text(data, PDF, TextOptions(layout_pages=ALL_PAGES))
    assert isinstance(text, Text)
    document = make_readable(text, data, PDF)
    assert document.parts == ALL_PARTS
    return PaperExtractor().read(replace(document, parts=frozenset(parts) or ALL_PARTS))


def test_all_of_it_is_read_where_nothing_is_said() -> None:
    assert read() == read(HEADER, REFERENCES, BODY)


@pytest.mark.parametrize("parts", [(HEADER,), (HEADER, REFERENCES), (HEADER, BODY)])
def test_what_is_not_wanted_is_left_out(parts: tuple[str, ...]) -> None:
    whole, some = read(), read(*parts)
    assert some.title == whole.title
    assert some.authors == whole.authors
    assert some.abstract == whole.abstract
    assert some.references == (whole.references if REFERENCES in parts else ())
    assert some.sections == (whole.sections if BODY in parts else ())
    assert whole.references
    assert whole.sections


@pytest.mark.shared
@pytest.mark.parametrize("name", ["aweinert-8361aa76", "ekrose-60647dd9"])
def test_the_header_alone_is_that_of_all_pages(shared_data: Path, name: str) -> None:
    """Of papers of which four pages would not have been enough."""
    data = (shared_data / "papers" / f"{name}.pdf").read_bytes()
    text = read_text(data, PDF, TextOptions(layout_pages=ALL_PAGES))
    assert isinstance(text, Text)
    assert text.pages > 2 * HEADER_PAGES
    document = make_readable(text, data, PDF)
    alone = PaperExtractor().read(replace(document, parts=frozenset({HEADER})))
    beside = PaperExtractor().read(replace(document, parts=frozenset({HEADER, BODY})))
    assert alone.title
    assert alone == replace(beside, sections=(), captions=(), footnotes=(), acknowledgement=None)
