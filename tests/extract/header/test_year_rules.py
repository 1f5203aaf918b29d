"""Which of the printed years is the paper's, on fronts whose labels are given."""

import pytest

from sheaf.extract.header.confidence import calibrate
from sheaf.extract.header.labelling import FrontMatter
from sheaf.extract.header.layout import describe_lines
from sheaf.extract.header.years import choose_year, read_date, states_year
from sheaf.records import Line, PageShape


def front(*rows):
    """Of lines with their labels."""
    lines = tuple(
        Line(text, 0, 90.0, 100 + 12.0 * at, 400.0, 109 + 12.0 * at, 9.0)
        for at, (text, _) in enumerate(rows)
    )
    labels = tuple(label for _, label in rows)
    layout = tuple(describe_lines(lines, [PageShape(612.0, 792.0)]))
    return FrontMatter(lines, tuple(range(len(rows))), layout, labels, (0.9,) * len(rows), ())


def year(*rows):
    return choose_year(front(*rows), ())[0]


def date(*rows):
    told = front(*rows)
    return read_date(told, choose_year(told, ())[0])


TEXT = ("as stones do that were thrown in 2010, see there", "body")


@pytest.mark.parametrize(
    ("text", "true"),
    [
        (
            "EC’16, July 24–28, 2016, Maastricht, The Netherlands. ACM 978-1-4503-3936-0/16/07.",
            2016,
        ),
        ("© 2021 Maria Delgado. Proceedings of the 38th Meeting on Stones, ed. Anna Berg", 2021),
        ("REVIEW OF STONES AND SLOPES 45(3): 617-630 (SEPTEMBER 2019) 617", 2019),
        ("Delgado and Berg. eStones 2025;14:RP104282.", 2025),
        ("Print publication date: 2011", 2011),
    ],
)
def test_an_imprint_says_the_year_where_its_line_is_taken_for_text(text, true):
    assert year(TEXT, TEXT, (text, "body"), TEXT) == true


@pytest.mark.parametrize(
    "issue",
    [
        "Stones and Slopes (2022) 41:865–898",
        "Stones and Slopes 2022, 6, 67–82",
        "Stone. Slop. 2022, 37 195–206",
    ],
)
def test_the_year_of_the_issue_comes_before_that_of_the_publication_ahead_of_it(issue):
    assert year((issue, "venue"), ("© The Author(s) 2021", "note"), TEXT) == 2022


def test_a_meeting_where_somebody_was_thanked_has_another_year():
    thanks = "2019 Workshop of the Bank of Stones, Anna Berg; we also thank Peter Hoffmann"
    assert year(("May, 2021", "date"), TEXT, (thanks, "venue"), TEXT) == 2021


def test_a_date_with_a_comma_behind_it_is_no_citation():
    assert year(("July 2000, as corrected later", "date"), ("Maria Delgado", "author")) == 2000


def test_citations_say_no_year():
    assert not states_year("was shown before (Delgado and Berg, 2016; Hoffmann et al., 2012)")
    assert not states_year("in the years 2001, 2002, and 2003 the slopes were 12 to 15 steep")


def test_a_notice_of_copyright_does_not_outweigh_the_line_of_the_journal():
    journal, notice = ("APPLIED STONES, 2016", "venue"), ("© 2015 Stones & Sons", "venue")
    assert year(journal, ("How Stones Roll", "title"), TEXT, notice) == 2016


TITLE = ("How Stones Roll", "title")


def test_a_date_of_the_year():
    assert date(TITLE, ("12 May 2021", "date")) == "12 May 2021"


@pytest.mark.parametrize(
    "rows",
    [
        [("Downloaded on 13 Feb 2010", "other")],
        [("This content was downloaded from 10.0.0.1 on", "other"), ("13 Feb 2010", "other")],
        [("Published in Stones 12 (2008) 1-9", "venue"), ("15 January 2020", "other")],
    ],
)
def test_the_date_of_a_download_or_of_another_year_is_none(rows):
    assert date(TITLE, *rows) is None


@pytest.mark.parametrize(
    "text",
    [
        "2000 Mathematics Subject Classification. Primary 06D22, 54D30",
        "AMS Subject Classification (1991): 54C20",
        "MSC 2010: 54D50",
    ],
)
def test_the_year_of_a_scheme_of_classes_is_none(text):
    assert year(TITLE, (text, "note"), ("Maria Delgado", "author")) is None


def test_a_lone_year_in_the_text_is_none():
    assert year(TITLE, TEXT, TEXT, TEXT) is None


def test_a_weak_year_is_given_with_little_confidence():
    cited = "that stones roll was shown by others (Berg et al., 2010) in the rain"
    found, weight = choose_year(front(TITLE, (cited, "abstract"), TEXT), ())
    assert found == 2010
    assert calibrate("year", weight) < 0.2


@pytest.mark.parametrize(
    "meeting",
    [
        "38th Conference on Neural Stones and the Processing of Slopes (NeurStones 2024).",
        "Stones and the Physical Slopes Workshop, NeurStones 2024.",
    ],
)
def test_the_meeting_in_a_footnote_says_the_year(meeting):
    told = choose_year(front(TITLE, TEXT, TEXT, (meeting, "body"), TEXT), ())
    assert told[0] == 2024
    assert calibrate("year", told[1]) > 0.9


@pytest.mark.parametrize("month", ["April", "avril", "abril", "Apr.", "Okt.", "août"])
def test_a_date_may_name_its_month_in_several_languages(month):
    assert date((f"Paris, 12 {month} 2014", "date")) == f"12 {month} 2014"
