"""BibTeX, RIS and CSL-JSON, read back by programs of others."""

from __future__ import annotations

import json
import re
from importlib.resources import files

import bibtexparser
import pytest
import rispy
from bibtexparser import middlewares
from citeproc import Citation, CitationItem, CitationStylesBibliography, CitationStylesStyle
from citeproc import formatter as formatters
from citeproc.source.json import CiteProcJSON
from support.papers import GOLDEN, written_by_hand

from sheaf.extract.formats import FORMATS, write
from sheaf.extract.formats.entries import Keys, find_degree
from sheaf.extract.formats.people import NameParts


def bibtex(paper, references=False):
    stack = [middlewares.SeparateCoAuthors(), middlewares.SplitNameParts()]
    library = bibtexparser.parse_string(write(paper, "bibtex", references), append_middleware=stack)
    assert not library.failed_blocks
    return [
        {"kind": one.entry_type, "key": one.key, **{f.key: f.value for f in one.fields}}
        for one in library.entries
    ]


def ris(paper, references=False):
    return rispy.loads(write(paper, "ris", references).replace("\r\n", "\n"))


def csl(paper, references=False):
    return json.loads(write(paper, "csl", references))


def test_bibtex_is_written_as_in_the_golden_file():
    text = (GOLDEN / "references.bib").read_text(encoding="utf-8")
    assert write(written_by_hand(), "bibtex", True) == text


def test_the_paper_comes_alone_or_with_its_references():
    for read in (bibtex, ris, csl):
        assert len(read(written_by_hand())) == 1
        assert len(read(written_by_hand(), True)) == 6


def test_bibtex_takes_names_apart_as_they_were_meant():
    names = bibtex(written_by_hand())[0]["author"]
    assert [(one.first, one.von, one.last, one.jr) for one in names[:4]] == [
        (["Ada", "B."], [], ["Example"], []),
        (["Ludwig"], ["van"], ["Beispiel"], []),
        (["Jean-Pierre"], [], ["O'Neill"], ["Jr."]),
        ([], [], ["{Institute of Examples}"], []),
    ]


@pytest.mark.parametrize(
    ("kind", "entry", "record", "item"),
    [
        ("article", "article", "JOUR", "article-journal"),
        ("inproceedings", "inproceedings", "CONF", "paper-conference"),
        ("incollection", "incollection", "CHAP", "chapter"),
        ("book", "book", "BOOK", "book"),
        ("thesis", "phdthesis", "THES", "thesis"),
        ("techreport", "techreport", "RPRT", "report"),
        ("web", "misc", "ELEC", "webpage"),
        ("misc", "misc", "GEN", "article"),
    ],
)
def test_kinds_have_their_names_in_each(kind, entry, record, item):
    paper = {"references": [{"raw": "x", "title": "T", "type": kind}]}
    assert bibtex(paper, True)[1]["kind"] == entry
    assert ris(paper, True)[1]["type_of_reference"] == record
    assert csl(paper, True)[1]["type"] == item


@pytest.mark.parametrize(
    ("venue", "entry"),
    [
        ("Proc. of the Workshop on X", "inproceedings"),
        ("Journal of X", "article"),
        ("PhD thesis, University of X", "phdthesis"),
        ("Technical Report 12", "techreport"),
    ],
)
def test_where_a_paper_appeared_says_what_it_is(venue, entry):
    assert bibtex({"title": "T", "venue": venue})[0]["kind"] == entry


@pytest.mark.parametrize(
    ("told", "entry", "record", "item"),
    [
        ({"kind": "thesis"}, "phdthesis", "THES", "thesis"),
        ({"kind": "thesis", "degree": "doctor"}, "phdthesis", "THES", "thesis"),
        ({"kind": "thesis", "degree": "master"}, "mastersthesis", "THES", "thesis"),
        ({"kind": "report"}, "techreport", "RPRT", "report"),
        ({"kind": "book"}, "book", "BOOK", "book"),
        ({"kind": "slides"}, "misc", "GEN", "article"),
        ({"kind": ["thesis"], "degree": {}}, "misc", "GEN", "article"),
    ],
)
def test_a_paper_without_a_venue_is_what_it_was_taken_for(told, entry, record, item):
    who = {"name": "A B", "given": "A", "family": "B", "affiliations": ["A School"]}
    paper = {"title": "T", "authors": [who], "provenance": told}
    assert bibtex(paper)[0]["kind"] == entry
    assert ris(paper)[0]["type_of_reference"] == record
    assert csl(paper)[0]["type"] == item
    house = {"THES": "school", "RPRT": "institution"}.get(record, "title")
    assert bibtex(paper)[0][house] == ("T" if house == "title" else "A School")
    # What it says itself goes before what it looks like.
    assert bibtex({**paper, "venue": "Journal of X"})[0]["kind"] == "article"


def test_a_thesis_says_for_which_degree_it_was_written():
    paper = {"title": "T", "provenance": {"kind": "thesis", "degree": "bachelor"}}
    assert bibtex(paper)[0]["type"] == "Bachelor's thesis"
    assert csl(paper)[0]["genre"] == "Bachelor's thesis"
    assert "M3  - Bachelor's thesis" in write(paper, "ris")
    for words, kind in (("Master's thesis", "mastersthesis"), ("PhD thesis", "phdthesis"),
                        ("Diplomarbeit", "mastersthesis"), ("Thesis", "phdthesis")):  # fmt: skip
        cited = {"references": [{"raw": "x", "title": "T", "note": words}]}
        assert bibtex(cited, True)[1]["kind"] == kind


def test_the_degree_of_a_cover_is_the_highest_that_is_named():
    assert find_degree(
        "A Dissertation by A. B., Master of\nScience, for Doctor of\nPhilosophy"
    ) == ("doctor")
    assert find_degree("MASTER THESIS") == find_degree("an M.Sc. dissertation") == "master"
    assert find_degree("Bachelorarbeit") == "bachelor"
    assert find_degree("A thesis on mastering doctors") == ""


@pytest.mark.parametrize(
    ("name", "family", "given", "suffix"),
    [
        ("M. L. King Jr.", "King", "M. L.", "Jr."),
        ("King, M. L., Jr.", "King", "M. L.", "Jr."),
        ("King, Jr., M. L.", "King", "M. L.", "Jr."),
        ("S. R. O'Neill III", "O'Neill", "S. R.", "III"),
        ("Martin KING JR", "KING", "Martin", "JR"),
    ],
)
def test_a_suffix_that_only_the_printed_name_has_is_kept(name, family, given, suffix):
    who = {"name": name, "family": family, "given": given}
    [found] = bibtex({"title": "T", "authors": [who]})[0]["author"]
    assert (found.last, found.jr) == ([family], [suffix])
    assert f"AU  - {family}, {given}, {suffix}" in write({"authors": [who]}, "ris")
    assert csl({"authors": [who]})[0]["author"][0]["suffix"] == suffix
    cited = {"authors": [who], "references": [{"raw": "x", "authors": [who]}]}
    assert write(cited, "tei").count(f"<genName>{suffix}</genName>") == 2
    assert write(cited, "jats").count(f"<suffix>{suffix}</suffix>") == 2


def test_a_name_that_ends_like_a_suffix_is_none():
    who = {"name": "Sr. Maria Ii", "family": "Ii", "given": "Maria"}
    assert "suffix" not in csl({"authors": [who]})[0]["author"][0]


@pytest.mark.parametrize(
    ("date", "written"),
    [("2020-02-31", "2020/02//"), ("31 April 2020", "2020/04//"), ("2020-02-29", "2020/02/29/")],
)
def test_a_day_that_no_calendar_has_is_not_written(date, written):
    assert f"DA  - {written}\r\n" in write({"title": "T", "date": date}, "ris")
    day = csl({"title": "T", "date": date})[0]["issued"]["date-parts"][0][2:]
    assert day == [int(one) for one in written.split("/")[2:3] if one]


@pytest.mark.parametrize(
    ("printed", "first", "last"),
    [("1123–35", "1123", "1135"), ("L123–35", "L123", "L135"), ("L123-135", "L123", "L135"),
     ("L123–L135", "L123", "L135"), ("35–12", "35", "12"), ("e17-9", "e17", "e19"),
     ("S1-12", "S1", "12")],
)  # fmt: skip
def test_a_last_page_is_completed_where_it_is_printed_short(printed, first, last):
    paper = {"references": [{"raw": "x", "title": "T", "pages": printed}]}
    assert csl(paper, True)[1]["page"] == f"{first}-{last}"


def test_keys_of_a_document_end_in_its_number_in_each():
    for name in ("bibtex", "ris", "csl"):
        text = FORMATS[name].write(written_by_hand(), True, 12)
        assert len(set(re.findall(r"\w+\.12\b", text))) == 6


def test_a_preprint_has_its_number():
    paper = {"title": "T", "arxiv_id": "1205.01234"}
    assert bibtex(paper)[0]["eprint"] == "1205.01234"
    assert ris(paper)[0]["urls"] == ["https://arxiv.org/abs/1205.01234"]
    assert csl(paper)[0]["URL"] == "https://arxiv.org/abs/1205.01234"


def test_bibtex_keeps_the_capitals_that_matter():
    text = write({"title": "Reading DNA with small machines in Paris"}, "bibtex")
    assert "title = {Reading {DNA} with small machines in {Paris}}," in text
    text = write({"title": "Reading DNA With Small Machines In Paris"}, "bibtex")
    assert "title = {Reading {DNA} With Small Machines In Paris}," in text


def test_bibtex_escapes_what_tex_would_obey():
    text = write({"title": r"100% of $x_i & {a} #~^\input"}, "bibtex")
    assert (
        r"{100\% of \$x\_i \& \textbraceleft{}a\textbraceright{} \#\textasciitilde{}"
        r"\textasciicircum{}\textbackslash{}input}"
    ) in text


def test_addresses_can_be_followed():
    one = {"raw": "x", "title": "T", "url": "http://x.org/~a_b?c=1&d={e}#f%20", "doi": "10.1/a_b"}
    found = bibtex({"references": [one]}, True)[1]
    assert found["url"] == "http://x.org/~a_b?c=1&d=%7Be%7D#f%20"
    assert found["doi"] == "10.1/a_b"


def test_keys_are_ascii_unique_and_the_same_each_time():
    def all_keys():
        keys = Keys()
        people = [NameParts(family="Łukasiewicz", given="J.")]
        return [
            keys.make_key(people, 1920, "O logice trójwartościowej", ""),
            keys.make_key(people, 1920, "O logice trójwartościowej", ""),
            keys.make_key([], 2004, "Über die Dinge", ""),
            keys.make_key([NameParts(literal="王小明")], None, "中文", "raw"),
        ]

    assert all_keys() == all_keys()
    assert all_keys()[:3] == ["lukasiewicz1920logice", "lukasiewicz1920logiceb", "dinge2004"]
    assert re.fullmatch(r"work[0-9a-f]{8}", all_keys()[3])


def test_a_thousand_entries_of_one_name_have_a_thousand_keys():
    one = {"raw": "x", "title": "On", "authors": [{"name": "A", "family": "A", "given": "B"}]}
    keys = [item["id"] for item in csl({"references": [one] * 1000}, True)]
    assert len(set(keys)) == 1001


def test_ris_lines_have_a_tag_and_end_as_the_format_says():
    lines = write(written_by_hand(), "ris", True).split("\r\n")
    assert lines.pop() == ""
    assert all(re.match(r"[A-Z][A-Z0-9]  - ", line) for line in lines)
    assert lines[0] == "TY  - CONF"
    assert lines[-1] == "ER  - "
    assert "AU  - O'Neill, Jean-Pierre, Jr." in lines
    assert "DA  - 2012/05/03/" in lines


def test_csl_has_only_types_and_variables_that_csl_knows():
    styles = files("citeproc") / "data" / "schema" / "schemas" / "styles"
    known = {name: set(re.findall(r'"([A-Za-z-]+)"', (styles / name).read_text("utf-8")))
             for name in ("csl-types.rnc", "csl-variables.rnc")}  # fmt: skip
    for item in csl(written_by_hand(), True):
        assert item.pop("type") in known["csl-types.rnc"]
        item.pop("id")
        assert set(item) <= known["csl-variables.rnc"]


@pytest.mark.filterwarnings("ignore::UserWarning:citeproc")
def test_a_citation_processor_makes_a_bibliography_of_it():
    items = csl(written_by_hand(), True)
    style = CitationStylesStyle("harvard-cite-them-right", validate=False)
    bibliography = CitationStylesBibliography(style, CiteProcJSON(items), formatters.plain)
    for item in items:
        bibliography.register(Citation([CitationItem(item["id"])]))
    printed = "\n".join(str(one) for one in bibliography.bibliography())
    assert "Writer, B. and d’Or, C. (2004)" in printed.replace("'", "’")
    assert "J. of Things" in printed
