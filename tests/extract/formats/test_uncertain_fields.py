"""A field that is more likely wrong than right is marked as such, or left out."""

from __future__ import annotations

import json

import pytest
from support import schemas
from support.papers import written_by_hand

from sheaf.extract.formats import FORMATS, write
from sheaf.extract.formats.model import leave_out_uncertain, read_paper
from sheaf.extract.screen import show_trace
from sheaf.records import Paper, is_uncertain

REFERENCE = {
    "raw": "[7] Turán: Extremes. Acta 2, 1954",
    "title": "Extremes",
    "venue": "Acta",
    "year": 1954,
    "confidence": {"title": 0.9, "venue": 0.2, "year": 0.3},
}
PAPER = {
    "title": "On Things",
    "authors": [{"name": "B. Writer", "given": "B.", "family": "Writer"}],
    "year": 1995,
    "date": "3 May 1995",
    "references": [REFERENCE],
    "confidence": {"title": 0.99, "authors": 0.9, "year": 0.13},
}
SURE = {**PAPER, "confidence": {"year": 0.5}, "references": [{**REFERENCE, "confidence": {}}]}


def test_what_is_below_a_half_is_uncertain_and_a_date_is_as_sure_as_its_year():
    assert is_uncertain({"year": 0.49}, "year")
    assert not is_uncertain({"year": 0.5}, "year")
    assert not is_uncertain({}, "year")
    assert is_uncertain({"year": 0.1}, "date")
    assert not is_uncertain({"year": 0.1, "date": 0.9}, "date")


@pytest.mark.parametrize("name", ["bibtex", "ris", "csl"])
def test_bibliographies_have_no_guesses(name):
    for words in ("1995", "1954", "Acta\n", "May"):
        assert words not in write(PAPER, name, references=True).replace("note", "")
    for words in ("1995", "1954", "Extremes"):
        assert words in write(SURE, name, references=True)


def test_an_entry_whose_title_is_uncertain_says_what_is_printed():
    unsure = {**PAPER, "references": [{**REFERENCE, "confidence": {"title": 0.1}}]}
    written = write(unsure, "bibtex", references=True)
    assert "title = {Extremes}" not in written
    assert "note = {[7] Turán: Extremes. Acta 2, 1954}" in written


@pytest.mark.parametrize("name", ["jats", "header-xml", "citations-xml", "xml"])
def test_formats_without_a_word_for_doubt_leave_it_out(name):
    year, sure = ("1954", "1954") if name == "citations-xml" else ("1995", "1995")
    written = write(PAPER, name).replace(REFERENCE["raw"], "")
    assert year not in written
    assert sure in write(SURE, name).replace(REFERENCE["raw"], "")


def test_tei_says_that_the_certainty_is_low():
    written = write(PAPER, "tei")
    assert '<date type="published" when="1995-05-03" cert="low">3 May 1995</date>' in written
    assert '<date type="published" when="1954" cert="low">1954</date>' in written
    assert '<title level="j" cert="low">Acta</title>' in written
    assert written.count('cert="low"') == 3
    assert "cert=" not in write(SURE, "tei")


def test_every_field_may_be_uncertain_and_tei_and_jats_are_valid():
    paper = written_by_hand()
    paper["confidence"] = dict.fromkeys(paper, 0.1)
    for reference in paper["references"]:
        reference["confidence"] = dict.fromkeys(reference, 0.1)
    for name in FORMATS:
        assert write(paper, name)
    assert schemas.faults(schemas.tei(), write(paper, "tei")) == []
    assert schemas.faults(schemas.jats(), write(paper, "jats")) == []
    kept = leave_out_uncertain(read_paper(paper))
    assert kept.title is None
    assert kept.references == read_paper(paper).references


def test_people_read_that_it_is_uncertain():
    assert "**Date:** 3 May 1995 (uncertain)" in write(PAPER, "markdown")
    assert "3 May 1995 (uncertain)" in write(PAPER, "text")
    for name in ("markdown", "text"):
        assert write(PAPER, name).count("(uncertain)") == 1
        assert "(uncertain)" not in write(SURE, name)


def test_json_keeps_the_value_with_its_confidence():
    assert json.loads(write(PAPER, "json")) == PAPER


@pytest.mark.parametrize("confidence", [None, [], "high", {"year": "low"}, {"year": float("nan")}])
def test_a_confidence_that_is_none_says_nothing(confidence):
    assert read_paper({"year": 1995, "confidence": confidence}) == Paper(year=1995)


def test_the_trace_of_a_paper_names_what_is_uncertain(capsys):
    parts = dict.fromkeys(("document", "capture", "record", "reading"))
    show_trace({**parts, "fields": {"title": 0.99, "year": 0.13, "date": None, "venue": None}})
    rows = {row.split()[0]: row for row in capsys.readouterr().out.splitlines() if row.strip()}
    assert [name for name, row in rows.items() if row.endswith("uncertain")] == ["year", "date"]
