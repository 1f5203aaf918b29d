"""A plain reference: one line that people can read, whatever is known."""

from __future__ import annotations

import pytest

from sheaf.extract.formats import write
from sheaf.extract.formats.plain_reference import MOST_PEOPLE

PAPER = {
    "title": "Extremes of graphs",
    "authors": [{"name": "Pál Turán", "given": "Pál", "family": "Turán"}, {"name": "Vera Sós"}],
    "year": 1954,
    "venue": "Acta",
    "volume": "2",
    "issue": "1",
    "pages": "3-9",
    "doi": "10.1000/abc",
}


def test_it_says_who_when_what_and_where():
    assert write(PAPER, "reference") == (
        "Pál Turán and Vera Sós (1954). Extremes of graphs. Acta, 2(1), 3–9. "
        "https://doi.org/10.1000/abc\n"
    )


@pytest.mark.parametrize(
    ("left_out", "expected"),
    [
        (("authors", "year"), "Extremes of graphs. Acta, 2(1), 3–9. https://doi.org/10.1000/abc"),
        (("year", "venue", "volume", "issue", "pages", "doi"),
         "Pál Turán and Vera Sós. Extremes of graphs."),
        (tuple(PAPER), "(nothing was read)"),
    ],
)  # fmt: skip
def test_what_is_not_known_leaves_no_gap(left_out, expected):
    known = {name: value for name, value in PAPER.items() if name not in left_out}
    assert write(known, "reference") == f"{expected}\n"


def test_a_question_ends_as_it_does_and_a_crowd_is_shortened():
    people = [{"name": f"Person {one}"} for one in range(MOST_PEOPLE + 1)]
    found = write({"title": "Why?", "authors": people}, "reference")
    assert found == "Person 0 et al. Why?\n"


def test_what_it_cites_follows_one_a_line():
    cited = {"raw": "[1] Somebody, unread.", "marker": "[1]"}
    lines = write({**PAPER, "references": [cited]}, "reference", True).splitlines()
    assert lines[1:] == ["[1] Somebody, unread."]
