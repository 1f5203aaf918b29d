"""A whole paper, read from its bytes."""

from __future__ import annotations

import pytest

from corpora import shared
from corpora.texts import text_with_lines
from evaluation.whole_text import find_words
from sheaf.curate.text.contract import ALL_PAGES, TextOptions
from sheaf.curate.text.readers import read_text
from sheaf.extract.contract import Readable
from sheaf.extract.extractor import PaperExtractor, correct_zones_by_header
from sheaf.extract.header.reading import Header
from sheaf.extract.zones.document import Zone
from sheaf.records import Line, Paper, Text
from sheaf.world import World

PDF = "application/pdf"
PLAIN = """On the Keeping of Sheaves

Ada Lovelace
Department of Fields, University of Somewhere

Abstract
We keep sheaves and say how. They stay dry.

1 Introduction
Sheaves were kept before [1], and will be kept again [2].

2 Method
We bind them, as others did [1].

References
[1] B. Writer. On things. Journal of Things, 7(2):1-9, 2004.
[2] C. Author and D. Other. Binding by hand. In Proceedings of Binding, pages 10-19, 2011.
"""


def read(text: Text) -> Paper:
    return PaperExtractor().read(Readable(text))


def test_a_paper_of_the_simulated_web_is_read_whole() -> None:
    world = World(seed=3, pages=200)
    card = world.paper(0).card
    data = world._realm.pdf(card)
    text = read_text(data, PDF, TextOptions(layout_pages=ALL_PAGES))
    assert isinstance(text, Text)
    paper = PaperExtractor().read(Readable(text, data))
    assert paper.title == world.paper(0).title
    names = [f"{one.name.given} {one.name.family}" for one in world.paper(0).authors]
    assert [one.name for one in paper.authors] == names
    assert paper.abstract
    assert paper.sections
    assert len(paper.references) >= 3
    assert all(one.title and one.year and one.authors for one in paper.references)
    assert 0 < paper.confidence["title"] <= 1


def test_a_paper_without_layout_is_read_too() -> None:
    paper = read(Text(PLAIN, 1, "plain"))
    assert paper.title == "On the Keeping of Sheaves"
    assert [one.name for one in paper.authors] == ["Ada Lovelace"]
    assert paper.abstract == "We keep sheaves and say how. They stay dry."
    assert [one.heading for one in paper.sections] == ["1 Introduction", "2 Method"]
    first, second = paper.references
    assert (first.marker, first.title, first.year) == ("[1]", "On things", 2004)
    assert (first.volume, first.issue, first.pages) == ("7", "2", "1-9")
    assert [one.family for one in second.authors] == ["Author", "Other"]
    assert [one.marker for one in first.contexts] == ["[1]", "[1]"]
    for one in first.contexts:
        assert PLAIN[one.offset :].startswith("[1]")


def test_a_paper_is_not_older_than_what_it_cites() -> None:
    old = PLAIN.replace("They stay dry.", "They stay dry, as in 2002 they did not.")
    paper = read(Text(old, 1, "plain"))
    assert [one.year for one in paper.references] == [2004, 2011]
    assert paper.year is None
    assert "year" not in paper.confidence
    early = old.replace("1-9, 2004", "1-9, 2001")
    assert read(Text(early, 1, "plain")).year == 2002


@pytest.mark.parametrize("content", ["", "\f\f", "References", "[1]", "\x00\ud800"])
def test_what_is_no_paper_gives_an_empty_one_and_no_error(content: str) -> None:
    assert read(Text(content, 1, "plain")) == Paper()


def test_lines_that_say_nothing_give_no_title_no_people_and_no_references() -> None:
    paper = read(Text("a\n" * 5000, 1, "plain"))
    assert (paper.title, paper.authors, paper.references) == (None, (), ())
    printed = [paper.abstract or "", *(section.text for section in paper.sections)]
    assert " ".join(printed).split() == ["a"] * 5000


@pytest.mark.skipif(shared.absent() is not None, reason=str(shared.absent()))
def test_documents_that_are_no_papers_do_no_harm() -> None:
    """Slides, forms, posters, books, damaged files: whatever has text is read to the end."""
    rows = [row for row in shared.documents() if row["file"].startswith("nonpapers/")]
    reading = TextOptions(max_pages=30, layout_pages=ALL_PAGES)
    read_at_all = 0
    for row in rows:
        text = read_text(shared.path_of(row).read_bytes(), PDF, reading)
        if isinstance(text, Text):
            read_at_all += isinstance(read(text), Paper)
    assert read_at_all > 80


def line(text: str, top: float, size: float = 10.0) -> Line:
    return Line(text, 0, 50.0, top, 300.0, top + 10.0, size)


def test_what_nobody_claims_before_the_first_heading_is_running_text() -> None:
    lines = [
        line("On the Keeping of Sheaves", 0),
        line("Preliminary", 30),
        line("Sheaves are what a field leaves", 60),
        line("(rhetoric).", 72),
        line("Permission to copy, © 2004 The Publisher,", 100, 7),
        line("is granted without fee.", 110, 7),
        line("1 Method", 140),
        *(line("We bind them as others did before us", 150 + 12 * n) for n in range(9)),
    ]
    zones = [*[Zone.FRONT] * 6, Zone.HEADING, *[Zone.BODY] * 9]
    header = Header(lines=frozenset({0}), other_lines=frozenset({1, 3}))
    found = correct_zones_by_header(lines, zones, header)
    assert found[:6] == [*[Zone.FRONT] * 2, *[Zone.BODY] * 2, *[Zone.FRONT] * 2]


def test_what_the_header_calls_a_note_in_the_midst_of_a_paragraph_is_running_text() -> None:
    lines = [
        line("On the Keeping of Sheaves", 0),
        line("Sheaves were listed by those who", 30),
        line("kept them (1907), and more than", 42),
        line("their number counted their weight.", 54),
        line("© 2004 The Publisher", 66),
        line("Supported by the fields", 100),
        line("1 Method", 140),
        *(line("We bind them as others did before us", 150 + 12 * n) for n in range(9)),
    ]
    zones = [*[Zone.FRONT] * 6, Zone.HEADING, *[Zone.BODY] * 9]
    notes = frozenset({2, 3, 4, 5})
    header = Header(lines=frozenset({0}) | notes, note_lines=notes)
    found = correct_zones_by_header(lines, zones, header)
    assert found[:6] == [Zone.FRONT, *[Zone.BODY] * 3, *[Zone.FRONT] * 2]


def test_an_address_behind_the_references_is_in_a_section_without_heading() -> None:
    entries = "\n".join(
        f"[{n}] B. Writer. On things, part {n}. Journal of Things, {n}(2):1-9, 2004."
        for n in range(1, 9)
    )
    head = PLAIN[: PLAIN.index("[1] B. Writer")]
    address = "Ada Lovelace\nDepartment of Fields\nUniversity of Somewhere\nada@fields.example"
    paper = read(Text(f"{head}{entries}\n{address}\n", 1, "none"))
    told = " ".join([*(one.text for one in paper.sections), *(one.raw for one in paper.references)])
    assert "ada@fields.example" in told
    assert "References" not in [one.heading for one in paper.sections]


@pytest.mark.shared
@pytest.mark.parametrize(
    "file", ["papers/chrkroer-6db71adb.pdf", "papers/allisonbusch-3f99edd2.pdf"]
)
def test_no_word_of_a_real_paper_is_lost(file: str) -> None:
    found = find_words(text_with_lines(shared.SHARED_DATA / file))
    assert found.is_whole
    assert found.left_out.total() < 0.05 * found.words
