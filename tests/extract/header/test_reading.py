import pytest
from support.title_pages import BODY, SHAPE, line, text_of, title_page

from sheaf.extract.header.reading import Header, read_header
from sheaf.extract.zones.text_lines import locate_lines
from sheaf.records import Line, Text


def read(lines):
    text = text_of(lines, max(one.page for one in lines) + 1)
    return read_header(text.lines, text.shapes, text).paper


def two_authors():
    return (
        line("Maria Delgado and Peter Hoffmann", 130, 12.0),
        line("Department of Geology, University of Leeds", 150),
        line("{delgado, hoffmann}@leeds.ac.uk", 165),
    )


def test_a_title_page_is_read():
    found = read(title_page(*two_authors()))
    assert found.title == "How Stones Roll Down a Slope"
    assert [(one.given, one.family) for one in found.authors] == [
        ("Maria", "Delgado"),
        ("Peter", "Hoffmann"),
    ]
    assert [one.email for one in found.authors] == ["delgado@leeds.ac.uk", "hoffmann@leeds.ac.uk"]
    assert all("University of Leeds" in one.affiliations[0] for one in found.authors)
    assert found.abstract == " ".join(BODY)
    assert 0.5 < found.confidence["title"] <= 1.0


def test_the_lines_of_the_header_are_numbered():
    lines = title_page(*two_authors())
    found = read_header(lines, (SHAPE,), text_of(lines))
    assert {0, 1, 2, 3} <= found.lines
    assert {lines[at].text for at in found.abstract_lines} == {"Abstract", *BODY}
    assert not any(lines[at].text == "1 Introduction" for at in found.lines)


def test_marks_tie_authors_to_affiliations():
    found = read(
        title_page(
            line("Maria Delgado 1 , Peter Hoffmann 2", 130, 12.0),
            line("1 University of Leeds, Leeds, UK", 150),
            line("2 University of Bern, Bern, Switzerland", 162),
        )
    )
    assert [one.affiliations for one in found.authors] == [
        ("University of Leeds",),
        ("University of Bern",),
    ]


def test_editors_and_those_thanked_are_no_authors():
    found = read(
        (
            *title_page(*two_authors(), line("Editor: Hans Maier", 190)),
            line("We thank Anna Berger and John Foster for their help.", 720, 8.0, x=72),
        )
    )
    assert [one.family for one in found.authors] == ["Delgado", "Hoffmann"]


def test_a_cover_sheet_is_passed_over():
    cover = (
        line("See discussions, stats, and author profiles for this publication at:", 60),
        line("https://www.researchgate.net/publication/123456", 72),
        line("Stones and Other Things", 120, 22.0, bold=True),
    )
    page = tuple(
        Line(o.text, 1, o.x0, o.y0, o.x1, o.y1, o.size, o.is_bold, o.is_italic, o.font)
        for o in title_page(*two_authors())
    )
    found = read((*cover, *page))
    assert found.title == "How Stones Roll Down a Slope"


def test_the_stamp_up_the_margin_gives_number_and_year_but_no_title():
    stamp = Line("arXiv:1904.01234v2 [physics.geo-ph] 3 Apr 2019", 0, 12, 200, 32, 560, 20.0)
    found = read((stamp, *title_page(*two_authors())))
    assert (found.title, found.arxiv_id, found.year) == (
        "How Stones Roll Down a Slope",
        "1904.01234v2",
        2019,
    )


def test_the_year_is_not_that_of_a_citation():
    found = read(
        (
            line("Journal of Slopes 12 (2015) 33-47", 40, 8.0),
            *title_page(*two_authors()),
            line("as was shown by Miller et al. (1998) and others, see there", 560, x=72),
        )
    )
    assert found.year == 2015


def test_a_title_in_two_lines_is_one_and_loses_its_mark():
    found = read(
        (
            line("On the Rolling of Very Heavy", 70, 17.0, bold=True),
            *title_page(*two_authors(), title="Stones Down a Slope ∗"),
        )
    )
    assert found.title == "On the Rolling of Very Heavy Stones Down a Slope"


def test_text_without_layout_is_read():
    content = "\n".join(
        ["How Stones Roll Down a Slope", "Maria Delgado and Peter Hoffmann",
         "Department of Geology, University of Leeds", "Abstract", *BODY, "1 Introduction",
         *BODY]
    )  # fmt: skip
    text = Text(content, 1, "plain", content)
    found = read_header(locate_lines(text).lines, (), text).paper
    assert found.title == "How Stones Roll Down a Slope"
    assert [one.family for one in found.authors] == ["Delgado", "Hoffmann"]
    assert found.abstract == " ".join(BODY)


@pytest.mark.parametrize(
    ("title", "names", "families"),
    [
        ("Wie Steine einen Hang hinunterrollen", "Jürgen Größer und Marie Dubois",
         ["Größer", "Dubois"]),
        ("Cómo ruedan las piedras por una ladera", "José García Márquez y Ana López",
         ["Márquez", "López"]),
    ],
)  # fmt: skip
def test_other_latin_languages(title, names, families):
    found = read(title_page(line(names, 130, 12.0), title=title))
    assert found.title == title
    assert [one.name.split()[-1] for one in found.authors] == families


def test_cyrillic_and_chinese_titles_are_found():
    for title in ("О движении камней по склону", "关于山坡上石头的运动研究"):
        assert read(title_page(line("Maria Delgado", 130, 12.0), title=title)).title == title


def test_nothing_gives_an_empty_header():
    assert read_header((), (), Text("", 0, "none")) == Header()


@pytest.mark.parametrize("text", ["\x00\ud800", "@" * 5000, "{" * 3000, "a" * 100_000, "1 " * 4000])
def test_hostile_lines_are_survived(text):
    lines = (*title_page(*two_authors()), *(line(text, 10.0 * at) for at in range(60)))
    assert read_header(lines, (SHAPE,), text_of(lines)).paper.title


def test_a_line_of_no_size_and_odd_places_is_survived():
    odd = Line("Odd Place", 7, float("nan"), float("inf"), -1.0, -1e30, 0.0)
    lines = (*title_page(), odd)
    assert read_header(lines, (SHAPE,), text_of(title_page())).paper.title
