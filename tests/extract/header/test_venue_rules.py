"""Where a paper appeared: which line says it, and its numbers."""

import pytest

from sheaf.extract.header.labelling import FrontMatter
from sheaf.extract.header.layout import describe_lines
from sheaf.extract.header.venues import read_imprint
from sheaf.records import Line, PageShape


def told(*texts):
    """Of lines that the model takes for those of a venue, below each other."""
    lines = tuple(
        Line(text, 0, 90.0, 100 + 12.0 * at, 400.0, 109 + 12.0 * at, 9.0)
        for at, text in enumerate(texts)
    )
    layout = tuple(describe_lines(lines, [PageShape(612.0, 792.0)]))
    count = len(texts)
    front = FrontMatter(lines, tuple(range(count)), layout, ("venue",) * count, (0.9,) * count, ())
    found = read_imprint(front)
    return found and (found.venue, found.volume, found.issue, found.pages)


@pytest.mark.parametrize(
    ("text", "volume", "issue", "pages"),
    [
        ("Stones and Slopes 41 (2017, Suppl. 5) 1183–1201", "41", None, "1183-1201"),
        ("Stones and Slopes, 31(21), 2015, 3546–3548", "31", "21", "3546-3548"),
        ("Stones and Slopes 44, 2 (2010) pp. 267–309.", "44", "2", "267-309"),
        ("Stones and Slopes (2022) 41:865–898", "41", None, "865-898"),
        ("Stones and Slopes | VOL 26 | June 2020 | 832–841", "26", None, "832-841"),
        ("Stones and Slopes, Vol. 10, No. 8", "10", "8", None),
        ("Stones and Slopes 87 (2004)", "87", None, None),
        ("Stones and Slopes | (2024) 15:4", "15", None, "4"),
        ("Stones and Slopes 2022, 24, 745.", "24", None, "745"),
        ("Stones and Slopes, 51, e2023GL106612", "51", None, "e2023GL106612"),
        ("Stones and Slopes 45(3): 617-630 (SEPTEMBER 2019) 617", "45", "3", "617-630"),
        ("91 Stones and Slopes Volume 16 • 2013 • pp 91 - 113", "16", None, "91-113"),
        ("© Stones and Slopes, 24:2 (2004)", "24", "2", None),
        ("Delgado et al. Stones and Slopes 2011, 11 :220", "11", None, "220"),
    ],
)
def test_the_numbers_of_an_issue_leave_the_name(text, volume, issue, pages):
    assert told(text) == ("Stones and Slopes", volume, issue, pages)


@pytest.mark.parametrize(
    "meeting",
    [
        "EC’16, July 24–28, 2016, Maastricht, The Netherlands",
        "Second Workshop on Stones and Slopes (NeurIPS 2019), Vancouver, Canada",
        "33rd Conference on Stones (STONE 2019), Vancouver, Canada",
        "SC16; Salt Lake City, Utah, USA; November 2016",
    ],
)
def test_a_meeting_keeps_its_day_and_place(meeting):
    assert told(meeting + ".") == (meeting, None, None, None)


def test_an_isbn_behind_it_is_no_part_of_a_meeting():
    assert told("EC’16, July 24–28, 2016, Ghent. ACM 978-1-4503-3936-0/16/07.")[0].endswith("Ghent")


def test_a_name_goes_on_below():
    name = "Journal of the Economic and Social History of Stones"
    below = "Social History of Stones 55 (2012) 287-328 brill.com/stones"
    assert told("Journal of the Economic and", below) == (name, "55", None, "287-328")
    volume = "VOL. 48, NO. 6, 483–489"
    assert told("APPLIED STONES, 2016", volume) == ("APPLIED STONES", "48", "6", "483-489")


def test_how_to_cite_it_is_read_as_a_reference():
    lines = (
        "Citation: Delgado M, Berg A, Hoffmann P (2020)",
        "Evidence against a relation between stones and",
        "slopes. Journal of Geology 15: 234–289.",
        "Data Availability Statement: All data are here.",
    )
    assert told(*lines) == ("Journal of Geology", "15", None, "234-289")


@pytest.mark.parametrize(
    "text",
    [
        "lower’s payoffs (Delgado, Berg, and Hoffmann 2013;",
        "2 See also Delgado (1995), Berg & Hoffmann (2003), and Lee (2017).",
        "2019 Bank of Stones Targeting Workshop, Anna Berg; we also thank Maria Delgado,",
        "2000 Mathematics Subject Classification. Primary 06D22, 54D30; Secondary 03G30.",
        "Downloaded from the Journal of Stones, 24:2 (2004)",
        "Politics”, Modern Stone Studies, 32: 2 (1998), pp. 317–349. By “Stone” I mean",
        "Recommended for Acceptance",
        "Anna Berg",
        "Department of Physics, Institute for Stone Research",
        "J.4.a [Social and Behavioral Sciences]: Economics",
        "c 2015 ACM. ISBN 978-1-4503-3977-3/15/11 ...$15.00",
        "PROCEEDINGS",
        "November 2015 Volume 89 Number 22",
    ],
)
def test_what_stands_beside_a_venue_is_none(text):
    assert told(text) is None


def test_among_people_that_are_thanked_no_meeting_is_found():
    lines = (
        "We thank Maria Delgado and seminar participants at the",
        "Ghent Conference on Stones, Leeds",
    )
    assert told(*lines) is None
