"""Sections, captions, footnotes and thanks of a document."""

import pytest
from support.printed import NUMBERED, PROSE, Printer, paper

from sheaf.extract.body.footnotes import read_footnotes
from sheaf.extract.body.sections import read_acknowledgement, read_captions, read_sections
from sheaf.extract.zones.text_lines import locate_lines
from sheaf.extract.zones.zoning import find_zones
from sheaf.records import Caption, Line, Text


def read(printer):
    document = locate_lines(printer.text)
    return document, find_zones(document.lines)


def test_sections_have_headings_and_levels_and_no_references():
    printer = Printer()
    printer.line("Clear Water in Nine Rivers", size=17.0, bold=True).gap()
    printer.heading("1 Introduction").prose(*PROSE)
    printer.heading("1.1 Springs", size=11.0).prose(*PROSE)
    printer.heading("2 Results").prose(*PROSE)
    printer.heading("References")
    for entry in NUMBERED:
        printer.prose(*entry)
    sections = read_sections(*read(printer))
    assert [(one.heading, one.level) for one in sections] == [
        ("1 Introduction", 1), ("1.1 Springs", 2), ("2 Results", 1),
    ]  # fmt: skip
    assert sections[0].text == " ".join(PROSE)
    assert all(one.kind == "body" for one in sections)


def test_an_appendix_is_told():
    def appendix(printer):
        printer.heading("Appendix A. Proofs").prose(*PROSE)

    sections = read_sections(*read(paper(NUMBERED, after=[appendix])))
    assert sections[-1].heading == "Appendix A. Proofs"
    assert sections[-1].kind == "appendix"
    assert sections[-1].text == " ".join(PROSE)


def test_paragraphs_are_parted_and_words_made_whole_over_pages():
    printer = Printer()
    printer.heading("1 Introduction").prose(
        "The rivers are many and their wa-", "ter is clear there."
    )
    printer.gap().prose("A second paragraph begins here and it goes on and on until the in-")
    printer.page().prose("strument breaks.")
    text = printer.text
    content = text.content.replace("wa-\nter is", "water\nis")
    document = locate_lines(Text(content, 2, "pdfium", lines=text.lines))
    (section,) = read_sections(document, find_zones(document.lines))
    assert section.text == (
        "The rivers are many and their water is clear there.\n\nA second paragraph begins here and"
        " it goes on and on until the instrument breaks."
    )


def test_captions_stand_apart():
    printer = Printer()
    printer.heading("1 Introduction").prose(*PROSE, *PROSE)
    printer.gap().line("Fig. 3. Springs and", size=9.0).line("wells of the north.", size=9.0).gap()
    printer.prose(*PROSE).gap().line("Table IV: What was measured.", size=9.0).gap().prose(*PROSE)
    document, zones = read(printer)
    assert read_captions(document, zones) == (
        Caption("figure", "Fig. 3", "Springs and wells of the north."),
        Caption("table", "Table IV", "What was measured."),
    )
    assert "Springs" not in read_sections(document, zones)[0].text


def test_running_text_that_names_a_figure_is_no_caption():
    printer = Printer()
    printer.heading("1 Introduction").prose(*PROSE, "Figure 3 shows the springs of", "the north.")
    document, zones = read(printer)
    assert read_captions(document, zones) == ()


def test_footnotes_are_one_text_each():
    printer = Printer()
    printer.heading("1 Introduction").prose(*PROSE * 5).gap(80.0)
    printer.line("1 The first note, which", size=8.0).line("has two lines.", size=8.0)
    printer.line("2 The second note.", size=8.0)
    document, zones = read(printer)
    assert read_footnotes(document, zones) == (
        "1 The first note, which has two lines.", "2 The second note.",
    )  # fmt: skip


@pytest.mark.parametrize("is_heading", [True, False])
def test_thanks_are_found_under_a_heading_and_behind_a_word(is_heading):
    def thanks(printer):
        if is_heading:
            printer.heading("Acknowledgments").prose("We thank the people of the valley.")
        else:
            printer.gap().prose("Acknowledgments. We thank the people of the valley.")

    printer = Printer()
    printer.heading("1 Introduction").prose(*PROSE)
    thanks(printer)
    document, zones = read(printer)
    assert "We thank the people of the valley." in read_acknowledgement(document, zones)
    assert "We thank" not in read_sections(document, zones)[0].text


def test_a_heading_of_two_lines_is_one():
    printer = Printer()
    printer.heading("1 Introduction").prose(*PROSE)
    printer.gap().line("2 What was measured in the rivers and", size=12.0, bold=True)
    printer.line("in the springs of the north", size=12.0, bold=True).gap().prose(*PROSE)
    sections = read_sections(*read(printer))
    assert (
        sections[1].heading == "2 What was measured in the rivers and in the springs of the north"
    )


@pytest.mark.parametrize(
    "lines", [(), (Line("", 0, 0, 0, 0, 0, 0.0),), (Line("7" * 1_000_000, 0, 0, 0, 9, 9, 9.0),)]
)
def test_hostile_lines_have_a_body(lines):
    document = locate_lines(Text("\n".join(line.text for line in lines), 1, "pdfium", lines=lines))
    zones = find_zones(document.lines)
    read_sections(document, zones)
    read_captions(document, zones)
    read_footnotes(document, zones)
    assert read_acknowledgement(document, zones) is None


def test_letters_below_roman_numbers_are_one_level_deeper():
    printer = Printer().line("Clear Water", size=17.0, bold=True)
    for name in ("I. INTRODUCTION", "II. RIVERS", "A. Springs", "B. Wells", "III. CONCLUSION"):
        printer.heading(name).prose(*PROSE)
    sections = read_sections(*read(printer))
    assert [(one.heading, one.level) for one in sections] == [
        ("I. INTRODUCTION", 1), ("II. RIVERS", 1), ("A. Springs", 2), ("B. Wells", 2),
        ("III. CONCLUSION", 1),
    ]  # fmt: skip


def test_a_stamp_stands_in_no_section():
    printer = Printer().heading("1 Introduction")
    for number in range(4):
        printer.gap(7.0 * number).prose(*PROSE)
        stamp = f"Downloaded from https://press.example on {number} May"
        printer.lines.append(Line(stamp, number, 3.0, 760.0, 300.0, 770.0, 9.0, font="Sans"))
        printer.page()
    (section,) = read_sections(*read(printer))
    assert " ".join(section.text.split()) == " ".join(PROSE * 4)


def test_a_compound_keeps_its_hyphen_at_a_line_end_where_the_paragraph_has_it_elsewhere():
    printer = Printer().heading("1 Introduction")
    printer.prose("The snow-fed rivers are many and all that are snow-", "fed run clear there.")
    text = printer.text
    document = locate_lines(text)
    (section,) = read_sections(document, find_zones(document.lines))
    assert section.text == "The snow-fed rivers are many and all that are snow-fed run clear there."


def test_notes_that_share_a_line_are_parted_at_their_numbers():
    printer = Printer()
    printer.heading("1 Introduction").prose(*PROSE * 5).gap(80.0)
    printer.line("4 Ferrow, On Water, p. 12. 5 Ibid., p. 14. 6As all agree,", size=8.0)
    printer.line("there were 7 wells in 1998. 12 Men dug them.", size=8.0)
    assert read_footnotes(*read(printer)) == (
        "4 Ferrow, On Water, p. 12.",
        "5 Ibid., p. 14.",
        "6As all agree, there were 7 wells in 1998. 12 Men dug them.",
    )


def test_a_heading_of_the_appendix_is_of_the_appendix_though_it_has_no_words():
    def appendix(printer):
        printer.heading("Appendix A. Proofs").prose(*PROSE)
        printer.heading("B Numbers").heading("B.1 Springs", size=11.0).prose(*PROSE)

    sections = read_sections(*read(paper(NUMBERED, after=[appendix])))
    assert [one.kind for one in sections if one.heading == "B Numbers"] == ["appendix"]
    assert sections[0].kind == "body"
