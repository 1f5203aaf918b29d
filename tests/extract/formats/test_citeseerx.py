"""Header and citations, as CiteSeerX and its tools have always written them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from support.papers import GOLDEN, written_by_hand
from support.schemas import parse

from sheaf.extract.formats import write
from sheaf.extract.formats.citeseerx import normalise_name


@pytest.mark.parametrize(
    ("name", "file"), [("header-xml", "header.xml"), ("citations-xml", "citations.xml")]
)
def test_a_paper_is_written_as_in_the_golden_file(name, file):
    assert write(written_by_hand(), name) == (GOLDEN / file).read_text(encoding="utf-8")


def test_both_stand_in_one_document_in_the_wrapper_of_the_service():
    text = write(written_by_hand(), "xml")
    header, citations = (write(written_by_hand(), f"{one}-xml") for one in ("header", "citations"))
    declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
    assert text == f"{declaration}<CSXAPIMetadata>\n{header}{citations}</CSXAPIMetadata>\n"


def test_a_paper_of_which_nothing_was_read_has_an_empty_header_and_an_empty_list():
    assert write({}, "header-xml") == (
        '<algorithm name="SVM HeaderParse" version="0.2">\n<title></title>\n<authors>\n</authors>\n'
        "<validHeader>0</validHeader>\n</algorithm>\n"
    )
    assert write({}, "citations-xml") == "<citationList>\n</citationList>\n"


@pytest.mark.parametrize(
    ("printed", "written"),
    [
        ("ADA LOVELACE", "Ada Lovelace"),
        ("ludwig van Beethoven", "Ludwig Van Beethoven"),
        ("Jean-Pierre O'Neill", "Jean-Pierre O'Neill"),
        ("J.R.R. Tolkien2", "J.R.R. Tolkien"),
        ("Plato", None),
        ("A B C", None),
        ("one two three Four", None),
        ("A Very Long Name Of Nobody", None),
        ("Example University Town", None),
        ("3 4", None),
    ],
)
def test_names_are_normalised_or_refused(printed, written):
    assert normalise_name(printed) == written


def test_a_header_is_valid_with_a_title_and_somebody_who_wrote_it():
    def verdict(**paper):
        return parse(write(paper, "header-xml")).findtext("validHeader")

    authors = [{"name": "Ada Lovelace"}]
    assert verdict(title="Notes", authors=authors) == "1"
    assert verdict(title="Notes", authors=[{"name": "Plato"}]) == "0"
    assert verdict(authors=authors) == "0"


def test_a_year_too_far_ahead_is_no_date():
    latest = datetime.now(UTC).year + 3
    assert parse(write({"year": latest}, "header-xml")).findtext("date") == str(latest)
    assert parse(write({"year": latest + 1}, "header-xml")).find("date") is None
    assert parse(write({"date": "May 1999"}, "header-xml")).findtext("date") == "1999"


def citation(**reference):
    return parse(write({"references": [reference]}, "citations-xml")).find("citation")


@pytest.mark.parametrize(
    ("reference", "valid"),
    [
        ({"title": "T"}, "true"),
        ({"authors": [{"name": "A B"}], "year": 2004}, "true"),
        ({"venue": "J", "year": 2004}, "true"),
        ({"authors": [{"name": "A B"}]}, "false"),
        ({"venue": "J"}, "false"),
        ({"year": 2004}, "false"),
    ],
)
def test_a_citation_is_valid_by_the_rule_of_parscit(reference, valid):
    assert citation(**reference).get("valid") == valid


@pytest.mark.parametrize(
    ("printed", "written"),
    [
        ("1-9", "1--9"),
        ("pp. 112–120", "112--120"),
        ("1123-35", "1123--1135"),
        ("12", "12"),
        ("9-1", None),
        ("7-7", None),
        ("iv-xi", None),
        ("e17", None),
    ],
)
def test_pages_are_a_range_or_one_number(printed, written):
    assert citation(title="T", pages=printed).findtext("pages") == written


def test_a_volume_is_its_number_where_it_has_one():
    assert citation(title="T", volume="Vol. 7b").findtext("volume") == "7"
    assert citation(title="T", volume="supplement").findtext("volume") == "supplement"


def test_a_list_without_markers_is_given_them():
    people = [{"name": "Ada Lovelace", "given": "Ada", "family": "Lovelace"}, {"name": "et al."}]
    assert citation(authors=people, year=1843).findtext("marker") == "Lovelace, 1843"


def test_at_most_five_contexts_of_two_hundred_characters_on_each_side():
    long = {"text": f"{'b' * 300} [3] {'a' * 300}", "marker": "[3]", "offset": 0}
    found = citation(title="T", contexts=[long] * 7).findall("contexts/context")
    assert len(found) == 5
    assert found[0].text == f"{'b' * 199} =-=[3]-=- {'a' * 199}"


def test_a_context_of_an_older_version_has_no_marker_to_show():
    found = citation(title="T", contexts=[{"text": "as shown in [3].", "offset": 5}])
    assert found.findtext("contexts/context") == "as shown in [3]."


def test_the_body_begins_with_the_header():
    authors = [
        {"name": "Ada B. Example", "email": "ada@a.test", "affiliations": ["One University"]},
        {"name": "Bo Other", "affiliations": ["One University"], "address": "Town 7"},
    ]
    paper = {
        "title": "On Things",
        "authors": authors,
        "abstract": "We look.",
        "keywords": ["things", "more"],
        "sections": [{"heading": "1 Start", "text": "It began."}],
        "references": [{"raw": "A. Ferrow, 1999."}],
    }
    assert parse(write(paper, "body-xml")).text.splitlines()[1:] == [
        "On Things",
        "Ada B. Example, Bo Other",
        "One University",
        "Town 7",
        "ada@a.test",
        "We look.",
        "things, more",
        "1 Start",
        "It began.",
        "References",
    ]


def test_the_body_ends_with_the_heading_of_the_references():
    body = parse(write(written_by_hand(), "body-xml"))
    assert body.tag == "body"
    assert body.text.endswith("Left to the reader.\nReferences\n")
    assert write({"title": "T"}, "body-xml") == "<body>\n0</body>\n"


def test_keyphrases_stand_on_one_line():
    assert write(written_by_hand(), "keyphrases-xml") == (
        "<keyphrases><keyphrase>polite crawling</keyphrase>"
        "<keyphrase>archives</keyphrase></keyphrases>\n"
    )
    assert "<keyphrase>a&amp;b<" in write({"keywords": ["a&b"]}, "keyphrases-xml")
