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


@pytest.mark.long
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


def test_a_section_without_a_heading_is_valid_and_before_the_others():
    sections = [{"heading": None, "text": "First words."}, {"heading": "Method", "text": "More."}]
    tei, jats = (write({"sections": sections}, name) for name in ("tei", "jats"))
    assert schemas.faults(schemas.tei(), tei) == []
    assert schemas.faults(schemas.jats(), jats) == []
    assert schemas.parse(tei).findtext("t:text/t:body/t:div/t:p", None, TEI) == "First words."
    assert [one.text for one in schemas.parse(tei).findall(".//t:head", TEI)] == ["Method"]
    # The model of JATS wants a title, if only an empty one.
    assert [one.text for one in schemas.parse(jats).findall(".//sec/title")] == [None, "Method"]


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


# -- what is linked --------------------------------------------------------------------------------


def linked(text, *contexts):
    """The words of each link in a section, and the entries that it leads to."""
    references = [{"raw": "x", "contexts": [context]} for context in contexts]
    paper = {"sections": [{"heading": "H", "text": text}], "references": references}
    tei, jats = (schemas.parse(write(paper, name)) for name in ("tei", "jats"))
    assert schemas.faults(schemas.tei(), write(paper, "tei")) == []
    assert schemas.faults(schemas.jats(), write(paper, "jats")) == []
    space = "{http://www.tei-c.org/ns/1.0}"
    found = [(one.text, one.get("target").replace("#", "")) for one in tei.iter(f"{space}ref")]
    assert found == [(one.text, one.get("rid")) for one in jats.iter("xref")]
    return found


def test_a_marker_within_another_gives_it_its_entries():
    text = "The model was fitted before (Volz et al., 2009, 2012) and is well known today."
    contexts = [
        {"text": text, "marker": marker, "offset": 0}
        for marker in ("Volz et al., 2009, 2012", "Volz et al., 2009")
    ]
    assert linked(text, *contexts) == [("Volz et al., 2009, 2012", "b1 b0")]
    assert linked(text, contexts[1]) == [("Volz et al., 2009", "b0")]


def test_markers_that_overlap_are_one_link():
    text = "Shown before [Ab05, Cd06, Ef07] and later."
    contexts = [
        {"text": text, "marker": marker, "offset": 0} for marker in ("Ab05, Cd06", "Cd06, Ef07")
    ]
    assert linked(text, *contexts) == [("Ab05, Cd06, Ef07", "b0 b1")]


def test_a_year_is_not_linked_within_a_year_with_a_letter():
    """The words behind a marker may stand in another paragraph."""
    text = "As Smith (2007a) says. As Smith (2007) says."
    context = {"text": "gone before. As Smith (2007) says.", "marker": "2007", "offset": 0}
    assert linked(text, context) == [("2007", "b0")]
    cut = {"text": "As Smith (2007 and more of a text that is gone", "marker": "2007", "offset": 0}
    assert linked("As Smith (2007a) says.", cut) == []


def test_a_raised_number_behind_a_word_is_linked():
    context = {"text": "gone. as was shown before12 and else", "marker": "12", "offset": 0}
    assert linked("So it was shown before12 and else", context) == [("12", "b0")]


# -- dates and kinds -------------------------------------------------------------------------------


def test_a_day_of_another_year_is_not_printed():
    paper = {"title": "T", "year": 2015, "date": "16 September 2014"}
    cited = {"references": [{"raw": "x", **paper}]}
    for one in (paper, cited):
        assert '<date type="published" when="2015">2015</date>' in write(one, "tei")
        assert "September" not in write(one, "tei").replace("raw_reference", "")
    for name in ("markdown", "text"):
        assert "2015" in write(paper, name)
        assert "2014" not in write(paper, name)
    kept = {**paper, "year": 2014}
    assert 'when="2014-09-16">16 September 2014<' in write(kept, "tei")
    assert 'when="2014">spring<' in write({**kept, "date": "spring"}, "tei")


def test_a_thesis_is_called_one():
    thesis = {"title": "T", "provenance": {"kind": "thesis"}}
    assert '<biblStruct type="thesis">' in write(thesis, "tei")
    assert 'article-type="dissertation"' in write(thesis, "jats")
    assert 'article-type="research-article"' in write({"title": "T"}, "jats")
    assert schemas.faults(schemas.tei(), write(thesis, "tei")) == []
    assert schemas.faults(schemas.jats(), write(thesis, "jats")) == []
