"""Notes of the first page stay in the text; what became a field, and imprints, leave it."""

import pytest
from support.printed import PROSE, Printer

from sheaf.extract.body.footnotes import read_footnotes
from sheaf.extract.body.sections import read_sections
from sheaf.extract.extractor import correct_zones_by_header, read_paper
from sheaf.extract.header.reading import Header
from sheaf.extract.zones.text_lines import locate_lines
from sheaf.extract.zones.zoning import find_zones

GRANT = "The author is supported by the ERC Advanced Grant 339691 (FEALORA)."


def first_page(*notes, size=8.0):
    """A title, a section, and lines of small type at the foot of the page."""
    printer = Printer().line("Clear Water in Nine Rivers", size=17.0, bold=True).gap()
    printer.line("Ada Ferrow").gap().line("Abstract", bold=True).prose(*PROSE[:2])
    printer.heading("1 Introduction").prose(*PROSE * 6).gap(40.0)
    for note in notes:
        printer.line(note, size=size)
    return printer.page().prose(*PROSE * 3)


def read(printer, labels=()):
    """Footnotes and running text, where the header takes the last lines of the first page for
    these labels."""
    document = locate_lines(printer.text)
    page = [at for at, line in enumerate(document.lines) if line.page == 0]
    own = dict(zip(page[-len(labels) :], labels, strict=True)) if labels else {}
    header = Header(
        lines=frozenset(at for at, label in own.items() if label != "body"),
        note_lines=frozenset(at for at, label in own.items() if label == "note"),
    )
    zones = correct_zones_by_header(document.lines, find_zones(document.lines), header)
    text = " ".join(section.text for section in read_sections(document, zones))
    return read_footnotes(document, zones), text


@pytest.mark.parametrize("mark", ["∗", "⋆ ", "? ", "† ", "*) ", "1 "])
@pytest.mark.parametrize("label", ["note", None])
def test_who_paid_is_a_footnote_whatever_its_mark(mark, label):
    notes, text = read(first_page(mark + GRANT), [label] if label else [])
    assert notes == (mark + GRANT,)
    assert GRANT not in text


def test_a_note_without_a_mark_is_known_by_what_it_says():
    lines = ("This research was partially supported by a grant from the", "Council of Canada.")
    notes, text = read(first_page(*lines))
    assert notes == (" ".join(lines),)
    assert "Council" not in text


def test_addresses_leave_and_notes_between_them_stay():
    lines = ("∗ada@rivers.example", "†" + GRANT, "‡bent@rivers.example")
    notes, text = read(first_page(*lines), ["email", "note", "email"])
    assert notes == ("†" + GRANT,)
    assert "@" not in text


def test_a_note_stays_whole_though_a_line_of_it_reads_like_an_address():
    lines = ("1 Bent Okoro is a student at the university, and at", "the Lund Centre of Rivers.")
    notes, _ = read(first_page(*lines), ["body", "affiliation"])
    assert notes == (" ".join(lines),)


@pytest.mark.parametrize(
    "line",
    ["Received 5 May 2014", "∗ Corresponding author: Ada Ferrow", "© 2014 The Authors",
     "Copyright 2017 VLDB Endowment", "Permission to make digital copies of this work is granted"],
)  # fmt: skip
def test_imprints_are_neither_notes_nor_text(line):
    notes, text = read(first_page(line), ["note"])
    assert notes == ()
    assert line not in text


def test_a_line_of_the_body_is_no_note_because_the_header_says_so():
    printer = first_page()
    document = locate_lines(printer.text)
    middle = next(at for at, line in enumerate(document.lines) if line.text == PROSE[2])
    header = Header(lines=frozenset({middle}), note_lines=frozenset({middle}))
    zones = correct_zones_by_header(document.lines, find_zones(document.lines), header)
    (introduction,) = (one for one in read_sections(document, zones) if one.heading)
    assert introduction.text.count(PROSE[2]) == 9


def test_a_paper_tells_who_paid():
    assert any(GRANT in note for note in read_paper(first_page("∗" + GRANT).text).footnotes)
