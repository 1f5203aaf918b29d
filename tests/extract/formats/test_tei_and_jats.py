"""TEI and JATS: valid by their schemas, and with everything in its place."""

from __future__ import annotations

import pytest
from support import schemas
from support.papers import GOLDEN, written_by_hand

from sheaf.extract.formats import write

TEI = {"t": "http://www.tei-c.org/ns/1.0"}


@pytest.mark.parametrize("name", ["tei", "jats"])
def test_a_paper_is_written_as_in_the_golden_file(name):
    text = (GOLDEN / f"{name}.xml").read_text(encoding="utf-8")
    assert write(written_by_hand(), name) == text


@pytest.mark.parametrize("paper", [written_by_hand(), {}, {"references": [{"raw": "x"}]}])
def test_both_are_valid(paper):
    assert schemas.faults(schemas.tei(), write(paper, "tei")) == []
    assert schemas.faults(schemas.jats(), write(paper, "jats")) == []


def test_the_schemas_can_refuse():
    spoilt = write(written_by_hand(), "tei").replace("<monogr>", "<analytic/><monogr>", 1)
    assert schemas.faults(schemas.tei(), spoilt.replace("<teiHeader>", "<teiHeader><p/>"))
    spoilt = write(written_by_hand(), "jats").replace("<issn/>", "")
    assert schemas.faults(schemas.jats(), spoilt)


@pytest.mark.slow
def test_the_whole_schema_of_tei_says_the_same():
    assert schemas.faults(schemas.tei(whole=True), write(written_by_hand(), "tei")) == []


def test_tei_links_markers_with_the_entries_they_cite():
    found = schemas.parse(write(written_by_hand(), "tei")).findall(".//t:ref", TEI)
    assert [(one.text, one.get("target")) for one in found] == [
        ("[3]", "#b0"),
        ("[3, 4]", "#b0 #b1"),
    ]


def test_tei_nests_sections_and_keeps_appendices_apart():
    root = schemas.parse(write(written_by_hand(), "tei"))
    heads = [one.text for one in root.findall("t:text/t:body/t:div/t:head", TEI)]
    assert heads == ["1 Introduction", "2 Results"]
    assert root.findtext("t:text/t:body/t:div/t:div/t:head", None, TEI) == "1.1 Outline"
    annex = "t:text/t:back/t:div[@type='annex']/t:div/t:head"
    assert root.findtext(annex, None, TEI) == "A Proofs"


def test_a_date_that_does_not_exist_is_given_as_far_as_it_does():
    root = schemas.parse(write({"date": "2004-02-31"}, "tei"))
    assert root.find(".//t:imprint/t:date", TEI).get("when") == "2004-02"


def test_jats_gives_what_was_read_and_what_is_printed_as_alternatives():
    root = schemas.parse(write(written_by_hand(), "jats"))
    first = root.find(".//ref-list/ref/citation-alternatives")
    assert first.findtext("element-citation/article-title") == "On Things & More"
    assert first.findtext("element-citation/lpage") == "1135"
    assert first.findtext("mixed-citation").startswith("B. Writer and C. d'Or.")


def test_levels_cannot_be_deeper_than_a_reader_can_go():
    sections = [{"heading": f"{n}", "text": "x", "level": n} for n in range(1, 5000)]
    for name in ("tei", "jats"):
        assert schemas.parse(write({"sections": sections}, name)) is not None
