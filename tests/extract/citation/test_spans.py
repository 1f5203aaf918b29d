"""Labelled tokens become stretches, and a book that is cited itself has the title."""

import pytest

from sheaf.extract.citation.spans import make_spans
from sheaf.extract.citation.tokens import tokenize


def read(text: str, **fields: str) -> list[tuple[str, str]]:
    """The spans where the model labels exactly these words."""
    cut = tokenize(text)
    labels = ["O"] * len(cut)
    for name, words in fields.items():
        start = text.index(words)
        inside = [at for at, one in enumerate(cut) if start <= one.start < start + len(words)]
        for at in inside:
            labels[at] = f"{'B' if at == inside[0] else 'I'}-{name}"
    return [(one.label, one.text) for one in make_spans(text, cut, labels, [1.0] * len(cut))]


def test_a_book_that_is_cited_itself_has_the_title():
    found = read(
        "Muster, E. Die Jugend. Campus, 1999.",
        author="Muster, E",
        booktitle="Die Jugend",
        date="1999",
    )
    assert found == [("author", "Muster, E."), ("title", "Die Jugend"), ("date", "1999")]


@pytest.mark.parametrize(
    ("text", "book"),
    [
        ("Muster, E. In: Die Jugend. 1999.", "Die Jugend"),
        ("Muster, E. Proceedings of the Third Symposium. 1999.", "Proceedings of the Third"),
    ],
)
def test_a_book_that_holds_what_is_cited_keeps_its_own_label(text, book):
    assert ("booktitle", book) in read(text, booktitle=book)


def test_a_book_beside_a_title_or_a_journal_stays_a_book():
    text = "Zur Frage. Die Jugend. 1999."
    assert read(text, title="Zur Frage", booktitle="Die Jugend")[1] == ("booktitle", "Die Jugend")
    assert read(text, journal="Zur Frage", booktitle="Die Jugend")[1][0] == "booktitle"


def test_an_identifier_is_never_cut():
    text = "Muster, E. doi:10.1000/ab.7, 1999."
    assert read(text, pubnum="10.1000", date="7")[-1] == ("pubnum", "10.1000/ab.7")
