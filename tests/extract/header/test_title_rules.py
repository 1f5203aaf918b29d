"""The rules that choose the title, on fronts whose labels are given."""

import pytest

from sheaf.extract.header.labelling import FrontMatter
from sheaf.extract.header.layout import describe_lines
from sheaf.extract.header.region import choose_region
from sheaf.extract.header.titles import find_title_lines, read_title
from sheaf.records import Line, PageShape

SHAPE = PageShape(612.0, 792.0)
TEXT = "The stones that we have seen do not roll as far as others have said that they would do."


def title(*rows):
    """Rows of text, label, size, the gap above, and how sure the label is."""
    lines, y = [], 60.0
    for text, _, size, gap, *_ in rows:
        y += gap
        lines.append(Line(text, 0, 100.0, y, 500.0, y + size, size, font=f"Times{size}"))
        y += size
    lines += [Line(TEXT, 0, 80.0, 400 + 12.0 * at, 520.0, 410 + 12.0 * at, 10.0) for at in range(9)]
    labels = [row[1] for row in rows] + ["body"] * 9
    page = FrontMatter(
        tuple(lines), tuple(range(len(lines))), tuple(describe_lines(lines, [SHAPE])),
        tuple(labels),
        (*(row[4] if len(row) > 4 else 0.9 for row in rows), *[0.9] * 9), (),
    )  # fmt: skip
    return read_title(page, find_title_lines(page), "")


def test_a_line_in_the_type_of_the_title_belongs_to_it():
    rows = (
        ("Enteroviruses in Homeless", "title", 24.0, 0),
        ("Shelters, King County,", "author", 24.0, 4),
        ("Washington, 2019", "address", 24.0, 4),
        ("Ann Lee, Peter Park", "author", 10.0, 30),
    )
    assert title(*rows) == "Enteroviruses in Homeless Shelters, King County, Washington, 2019"


def test_the_kind_of_a_document_is_no_line_of_its_title_unless_it_says_nothing():
    rows = (("Inferring Heap", "doctype", 24.0, 0), ("Grammars", "title", 24.0, 4))
    assert title(*rows) == "Inferring Heap Grammars"
    rows = (("Technical Report", "doctype", 24.0, 0), ("Grammars of Heaps", "title", 24.0, 4))
    assert title(*rows) == "Grammars of Heaps"


def test_authors_in_the_type_of_the_title_are_not_its_lines():
    rows = (
        ("Big Data Pattern Mining", "venue", 17.0, 0),
        ("David Anastasiu, Jeremy Iverson", "venue", 17.0, 3),
    )
    assert title(*rows) == "Big Data Pattern Mining"


@pytest.mark.parametrize("banner", ["Contents lists available at ScienceDirect",
                                    "journal homepage: www.example.org/stones",
                                    "To Appear in the Quarterly of Stones"])  # fmt: skip
def test_banners_of_publishers_are_no_titles(banner):
    rows = ((banner, "other", 12.0, 0), ("Eight challenges in stones", "other", 13.0, 30))
    assert title(*rows) == "Eight challenges in stones"


def test_a_subtitle_belongs_to_the_title_and_a_sentence_does_not():
    first = ("The Cost of Information:", "title", 17.0, 0)
    assert title(first, ("Looking beyond Stones", "title", 14.3, 4)).endswith("beyond Stones")
    told = ("A group of the World Stone Office reports on stones.", "title", 10.5, 4, 0.6)
    assert title(first, told) == "The Cost of Information:"


def test_a_thesis_all_in_one_type():
    rows = (
        ("EFFICIENT QUERY PROCESSING OVER STONES", "other", 10.0, 0),
        ("A Dissertation", "other", 10.0, 30),
        ("Submitted to the Faculty", "doctype", 10.0, 30),
        ("STATEMENT OF APPROVAL", "other", 14.3, 60),
    )
    assert title(*rows) == "EFFICIENT QUERY PROCESSING OVER STONES"


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("Visualization of Pathogen Data", "Visualization of Pathogen Data"),
        ("Visualization of Pathogens a", "Visualization of Pathogens"),
        ("THE RECONSTRUCTION OF STONESa", "THE RECONSTRUCTION OF STONES"),
        ("Visualization of Pathogens1", "Visualization of Pathogens"),
    ],
)
def test_a_footnote_mark_is_no_letter_of_the_title(printed, expected):
    notes = (("a Department of Stones, Leeds", "note", 8.0, 40), ("1Funded by all", "note", 8.0, 9))
    assert title((printed, "title", 17.0, 0), *notes) == expected


# -- letters that are put right before anything is labelled ---------------------------------------


def region(text):
    return choose_region([Line(text, 0, 100.0, 100.0, 400.0, 112.0, 12.0)], [SHAPE]).lines[0].text


def test_small_capitals_told_as_small_letters():
    assert region("E van K. R ose") == "Evan K. Rose"
    assert region("A note on the rank of X and the place of it") == (
        "A note on the rank of X and the place of it"
    )


def test_words_without_spaces():
    assert region("MisjaIlcisin,BS;ThomasR.Sibley,BA;KairstenFay,PhD;PeterMcHan,MS") == (
        "Misja Ilcisin, BS; Thomas R. Sibley, BA; Kairsten Fay, PhD; Peter McHan, MS"
    )
    address = "https://www.example.org/aVeryLongName/ofAnArticle,itself;andMore"
    assert region(address) == address


def test_what_is_hardly_a_title_and_smaller_than_another_line_is_none():
    rows = (
        ("Technische Hochschule der Steine", "title", 14.0, 0, 0.3),
        ("Lehrstuhl für Hänge", "title", 14.0, 4, 0.4),
        ("Inferring Heap Abstraction Grammars", "doctype", 24.0, 60, 0.8),
    )
    assert title(*rows) == "Inferring Heap Abstraction Grammars"


@pytest.mark.parametrize(
    "heading", ["Introduction", "GRADUATE SCHOOL STATEMENT OF THESIS APPROVAL"]
)
def test_headings_are_no_titles(heading):
    rows = ((heading, "title", 13.0, 0, 0.9), ("Eight challenges in stones", "other", 17.0, 30))
    assert title(*rows) == "Eight challenges in stones"


def test_the_university_above_the_title_of_a_thesis_is_no_part_of_it():
    rows = (
        ("THE UNIVERSITY OF STONES", "doctype", 12.0, 0),
        ("ALGEBRAIC SLOPE STRUCTURES", "doctype", 12.0, 30),
        ("A DISSERTATION SUBMITTED TO", "doctype", 12.0, 30),
    )
    assert title(*rows) == "ALGEBRAIC SLOPE STRUCTURES"
    rows = (
        ("Department of Geology", "title", 14.0, 0),
        ("How Stones Roll", "title", 17.0, 30),
    )
    assert title(*rows) == "How Stones Roll"


def test_a_title_on_a_university_is_one():
    rows = (
        ("The University of Leeds", "title", 17.0, 0),
        ("and Its Stones", "title", 17.0, 4),
    )
    assert title(*rows) == "The University of Leeds and Its Stones"
    rows = (("Stones on a Public University", "title", 17.0, 0), ("Campus", "title", 17.0, 4))
    assert title(*rows) == "Stones on a Public University Campus"


def test_supervisors_in_large_type_are_no_title():
    rows = (
        ("Dr. Maria Delgado", "other", 17.0, 0, 0.4),
        ("Supervisor", "other", 17.0, 4, 0.4),
        ("Dr. Peter Hoffmann", "other", 17.0, 30, 0.4),
        ("External Examiner", "other", 17.0, 4, 0.4),
        ("How Stones Roll Down a Slope", "other", 14.0, 30, 0.4),
    )
    assert title(*rows) == "How Stones Roll Down a Slope"
