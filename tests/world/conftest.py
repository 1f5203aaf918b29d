from urllib.parse import urlsplit

import pypdfium2
import pytest

from sheaf.world import World


@pytest.fixture(scope="session")
def world():
    return World(seed=7, pages=200, slow_seconds=0.2)


@pytest.fixture(scope="session")
def truth(world):
    return list(world.truth())


@pytest.fixture
def get(world):
    def fetch(url):
        parts = urlsplit(url)
        return world.respond(parts.hostname, parts.path)

    return fetch


@pytest.fixture
def text_of():
    """The text of a PDF in one line, hyphens at line ends undone."""

    def read(pdf):
        document = pypdfium2.PdfDocument(pdf)
        pages = (page.get_textpage().get_text_range() for page in document)
        # PDFium marks a hyphen at a line end with U+0002 or U+FFFE, by version.
        text = "\n".join(pages).replace("\x02", "").replace("\ufffe", "").replace("-\r\n", "")
        return " ".join(text.split())

    return read
