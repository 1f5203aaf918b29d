"""Which of the printed years is the paper's, on fronts whose labels are given."""

import pytest

from sheaf.extract.header.confidence import calibrate
from sheaf.extract.header.labelling import FrontMatter
from sheaf.extract.header.layout import describe_lines
from sheaf.extract.header.years import (
    choose_year,
    count_year_votes,
    find_latest_cited,
    read_dates,
    states_year,
)
from sheaf.records import Line, PageShape, Reference


def front(*rows):
    """Of lines with their labels."""
    lines = tuple(
        Line(text, 0, 90.0, 100 + 12.0 * at, 400.0, 109 + 12.0 * at, 9.0)
        for at, (text, _) in enumerate(rows)
    )
    labels = tuple(label for _, label in rows)
    layout = tuple(describe_lines(lines, [PageShape(612.0, 792.0)]))
    return FrontMatter(lines, tuple(range(len(rows))), layout, labels, (0.9,) * len(rows), ())


def choose(*rows, latest_cited=None):
    return choose_year(count_year_votes(front(*rows), ()), latest_cited)


def year(*rows):
    return choose(*rows)[0]


def date(*rows):
    return read_dates(front(*rows)).get(year(*rows))


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
    found, weight = choose(("Stones and Slopes, 1999 - 2010", "title"), TEXT)
    assert found == 2010
    assert calibrate("year", weight) < 0.2


@pytest.mark.parametrize(
    "cited",
    [
        "renowned do-calculus (Pearl 1995) gives a",
        "tion and general category theory (Escardó 1998). In this paper we systematically",
        "that stones roll was shown by others (Berg et al., 2010) in the rain",
        "an argument for the antiquity of stones, Dediu & Levinson (2013, p. 11) express their",
        "of slopes, Dzhafarov and Dzhafarov (2010) offered two formal",
        "as is well known [Smith, 2001; Miller 2002a] among",
        "as Miller found (1998, 2001) among",
    ],
)
def test_the_year_of_a_citation_is_none_of_the_paper(cited):
    assert year(TITLE, (cited, "abstract"), (cited, "abstract"), TEXT) is None


@pytest.mark.parametrize(
    ("line", "label", "true"),
    [
        ("The Stones Go to TREC 2004: Using Whole Stones", "title", 2004),
        ("in early February 2020, which spread", "abstract", 2020),
        ("(2007) 385-393] is not tractable", "abstract", 2007),
    ],
)
def test_a_year_that_cites_nobody_may_be_that_of_the_paper(line, label, true):
    assert year((line, label), (line, label), TEXT) == true


@pytest.mark.parametrize(
    ("line", "true"),
    [
        ("Preprint submitted to Elsevier Science 18 April 2005", 2005),
        ("Date: March 28, 2008.", 2008),
        ("Preprint, 2025", 2025),
        ("Draft, May 2011", 2011),
    ],
)
def test_a_note_in_the_midst_of_text_may_date_the_paper(line, true):
    told = choose(TITLE, TEXT, (line, "note"), TEXT)
    assert told[0] == true
    assert calibrate("year", told[1]) > 0.5


def references(*years, sure=0.9):
    return [Reference("", year=year, confidence={"year": sure}) for year in years]


def test_no_paper_is_older_than_what_it_cites():
    rows = TITLE, ("Stones of 1995 and 2004", "title"), TEXT
    assert choose(*rows)[0] == 2004
    assert choose(*rows, latest_cited=2005)[0] is None
    volumes = ("Journal of Stones, Vol. 3 (2011)", "venue"), ("Workshop on Stones, 2021", "venue")
    assert choose(TITLE, *volumes)[0] == 2011
    assert choose(TITLE, *volumes, latest_cited=2017)[0] == 2021


def test_a_printed_year_may_lie_one_before_that_of_works_to_appear():
    volume = ("Journal of Stones, Vol. 3 (2011)", "venue")
    assert choose(TITLE, volume, latest_cited=2012)[0] == 2011
    assert choose(TITLE, volume, latest_cited=2013)[0] is None


def test_one_entry_alone_does_not_say_what_is_cited_last():
    assert find_latest_cited(references(1999, 2001, 2004, 2020)) == 2004
    assert find_latest_cited(references(2004)) is None
    assert find_latest_cited(references(2001, 2003, 2999, 2998)) == 2001
    assert find_latest_cited([*references(2001, 2003), *references(2019, 2020, sure=0.3)]) == 2001


@pytest.mark.parametrize(
    "meeting",
    [
        "38th Conference on Neural Stones and the Processing of Slopes (NeurStones 2024).",
        "Stones and the Physical Slopes Workshop, NeurStones 2024.",
        "OptStones 2024: 10th Neural Workshop on Optimization for Slopes (NeurStones 2024).",
    ],
)
def test_the_meeting_in_a_footnote_says_the_year(meeting):
    told = choose(TITLE, TEXT, TEXT, (meeting, "body"), TEXT)
    assert told[0] == 2024
    assert calibrate("year", told[1]) > 0.9


@pytest.mark.parametrize("month", ["April", "avril", "abril", "Apr.", "Okt.", "août"])
def test_a_date_may_name_its_month_in_several_languages(month):
    assert date((f"Paris, 12 {month} 2014", "date")) == f"12 {month} 2014"
