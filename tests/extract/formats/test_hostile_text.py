"""Text that means something to a format, in every field of a paper: each format is read back by a
reader of its own, and finds as many works as there are, saying what the paper says."""

from __future__ import annotations

import json
import re
import time

import bibtexparser
import pytest
import rispy
from markdown_it import MarkdownIt
from support import schemas

from sheaf.extract.formats import FORMATS, Bibliography, write
from sheaf.extract.formats.bibtex import write_entries as bibtex_stream
from sheaf.extract.formats.entries import BibliographyEntry, Keys
from sheaf.extract.formats.model import one_line
from sheaf.records import Reference

HOSTILE = {
    "control characters": "a \x00\x07\x08\x1b[31m b\x9b\x7f",
    "what TeX obeys": r"a { } % \ & # ~ ^ $ _ \input{/etc/passwd} b",
    "braces opened": "a {{{ b",
    "braces closed": "a }}} b",
    "an escape at the end": "a b \\",
    "an entry within BibTeX": 'x"}}, @article{forged, title = {"forged"}}',
    "a preamble of BibTeX": '@string{a = "b"} @comment{c} @preamble{"d"} b',
    "a record within RIS": "x\r\nER  - \r\nTY  - JOUR\r\nTI  - forged\r\n",
    "line ends of Unicode": "a\x0bER  - \x0cTY  - \x1c\x85\u2028\u2029b",
    "halves of pairs": "half \ud800 and \udfff half",
    "markup": "]]> <![CDATA[ <!-- --> <?pi?> <b a=\"'\"> &lt; &x; <!ENTITY x SYSTEM 'y'> b",
    "Markdown": "# a\n\n- b\n\n```\n<script>\n[a](b) ![c](d) *e* | f |",
    "people": "Smith and Jones and others, Jr., et al.",
}
# A DOI of the kind that Wiley gave in the nineties.
DOI = "10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O"
TEI = {"t": "http://www.tei-c.org/ns/1.0"}
WORKS = 3  # the paper and its two references
BIBLIOGRAPHIES = [one.name for one in FORMATS.values() if isinstance(one, Bibliography)]
WHOLE = [one for one in FORMATS if one not in BIBLIOGRAPHIES]


def paper(text):
    """The text in every field that a paper has."""
    person = {"name": text, "given": text, "family": text, "email": text, "address": text}
    names = ("raw", "marker", "title", "venue", "date", "volume", "issue", "pages", "publisher",
             "place", "institution", "series", "note", "doi", "arxiv_id", "url")  # fmt: skip
    reference = dict.fromkeys(names, text) | {
        "authors": [person, {"name": text}],
        "editors": [person],
        "contexts": [{"text": f"before {text} behind", "marker": text, "offset": 0}],
    }
    fields = ("title", "abstract", "date", "venue", "doi", "arxiv_id", "language")
    return dict.fromkeys(fields, text) | {
        "authors": [{**person, "affiliations": [text]}, {"name": text}],
        "keywords": [text],
        "year": 2004,
        "sections": [
            {"heading": text, "text": f"before {one_line(text)} behind", "kind": kind}
            for kind in ("body", "appendix")
        ],
        "captions": [{"kind": text, "label": text, "text": text}],
        "footnotes": [text],
        "acknowledgement": text,
        "references": [reference, reference],
        "extras": {"keyphrases": [{"phrase": text}]},
        "provenance": {"extractor": text},
    }


def refuse(constant):
    raise AssertionError(f"{constant} is not JSON")


def bibtex(text):
    """By field; `plain` undoes what was escaped, so that all of the text is accounted for."""
    library = bibtexparser.parse_string(text)
    assert library.failed_blocks == []
    assert len(library.blocks) == len(library.entries)
    return [{"key": one.key} | {f.key: f.value for f in one.fields} for one in library.entries]


def plain(tex):
    commands = {"textbackslash": "\\", "textbraceleft": "{", "textbraceright": "}",
                "textasciitilde": "~", "textasciicircum": "^"}  # fmt: skip
    return re.sub(
        r"\\(text[a-z]+)\{\}|\\([$&#_%])|[{}]",
        lambda found: commands[found[1]] if found[1] else found[2] or "",
        tex,
    )


def ris(text):
    lines = text.split("\r\n")
    assert lines.pop() == ""
    assert all(re.fullmatch(r"[A-Z][A-Z0-9]  - [^\r\n]*", line) for line in lines)
    assert sum(line.startswith("TY") for line in lines) == lines.count("ER  - ")
    return rispy.loads("\n".join(lines))


def csl(text):
    return json.loads(text, parse_constant=refuse)


@pytest.fixture(params=HOSTILE.values(), ids=HOSTILE)
def hostile(request):
    return request.param


def test_bibtex_holds_any_text(hostile):
    found = bibtex(write(paper(hostile), "bibtex", True))
    assert len(found) == len({one["key"] for one in found}) == WORKS
    assert [plain(one["title"]) for one in found] == [one_line(hostile)] * WORKS
    assert [plain(one["note"]) for one in found[1:]] == [one_line(hostile)] * 2


def test_ris_holds_any_text(hostile):
    found = ris(write(paper(hostile), "ris", True))
    assert len(found) == len({one["id"] for one in found}) == WORKS
    assert [one["title"] for one in found] == [one_line(hostile)] * WORKS
    assert found[0]["abstract"] == one_line(hostile)
    assert found[1]["notes"] == [one_line(hostile)]


def test_csl_holds_any_text(hostile):
    found = csl(write(paper(hostile), "csl", True))
    assert len(found) == len({one["id"] for one in found}) == WORKS
    assert [one["title"] for one in found] == [one_line(hostile)] * WORKS
    assert found[1]["note"] == found[1]["DOI"] == one_line(hostile)


def test_xml_holds_any_text(hostile):
    texts = {
        name: write(paper(hostile), name) for name in WHOLE if "xml" in FORMATS[name].media_type
    }
    roots = {name: schemas.parse(text) for name, text in texts.items()}
    assert len(roots) == 7
    assert schemas.faults(schemas.tei(), texts["tei"]) == []
    assert schemas.faults(schemas.jats(), texts["jats"]) == []
    meant = one_line(hostile)
    assert roots["header-xml"].findtext("title") == meant
    assert roots["citations-xml"].findtext("citation/rawString") == meant
    assert roots["keyphrases-xml"].findtext("keyphrase") == meant
    assert roots["tei"].findtext(".//t:back//t:note/t:p", None, TEI) == meant
    assert roots["jats"].findtext(".//mixed-citation") == meant
    assert [one.text for one in roots["jats"].iter("xref")] == [meant] * 2


def test_json_holds_any_text(hostile):
    text = write(paper(hostile), "json")
    assert text.count("\n") == 1
    assert csl(text)["title"] == re.sub("[\ud800-\udfff]", "?", hostile)


def test_what_people_read_holds_any_text(hostile):
    text = write(paper(hostile), "text")
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]", text)
    tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(write(paper(hostile), "markdown"))
    assert not {one.type for one in tokens} & {"html_block", "fence", "code_block", "table_open"}
    inside = {child.type for one in tokens for child in one.children or ()}
    assert inside <= {"text", "softbreak", "hardbreak", "strong_open", "strong_close"}
    assert sum(one.type == "heading_open" and one.tag == "h1" for one in tokens) == 1


def test_a_doi_stays_what_it_is():
    cited = {"doi": DOI, "references": [{"raw": "x", "title": "T", "doi": DOI}]}
    assert [one["doi"] for one in bibtex(write(cited, "bibtex", True))] == [DOI] * 2
    assert [one["doi"] for one in ris(write(cited, "ris", True))] == [DOI] * 2
    assert [one["DOI"] for one in csl(write(cited, "csl", True))] == [DOI] * 2
    article, tei = (schemas.parse(write(cited, name)) for name in ("jats", "tei"))
    assert article.findtext(".//article-id") == article.findtext(".//pub-id") == DOI
    assert [one.text for one in tei.findall(".//t:idno", TEI)] == [DOI] * 2


@pytest.mark.parametrize(
    "nothing",
    [{}, {"title": None, "authors": [{"name": "A B"}]}, {"references": [{"raw": ""}, {}]}],
    ids=["an empty paper", "no title", "empty references"],
)
def test_a_paper_of_which_little_was_read_can_be_written(nothing):
    works = 1 + len(nothing.get("references", []))
    for name, read in (("bibtex", bibtex), ("ris", ris), ("csl", csl)):
        assert len(read(write(nothing, name, True))) == works
    for name in WHOLE:
        text = write(nothing, name)
        assert text.endswith("\n")
        if "xml" in FORMATS[name].media_type:
            schemas.parse(text)
    for name, schema in (("tei", schemas.tei()), ("jats", schemas.jats())):
        assert schemas.faults(schema, write(nothing, name)) == []


def test_an_author_who_is_nothing_but_signs_is_no_line_of_ris():
    authors = [{"name": "*"}, {"name": ",*,"}, {"name": "Ada, Countess*"}]
    assert ris(write({"authors": authors}, "ris"))[0]["authors"] == ["Ada Countess"]


def test_numbers_that_json_has_no_word_for_are_null():
    text = write({"confidence": {"title": float("nan"), "year": [float("-inf"), 0.5]}}, "json")
    assert csl(text) == {"confidence": {"title": None, "year": [None, 0.5]}}


# -- how long it may take --------------------------------------------------------------------------


def seconds(work):
    begun = time.process_time()
    work()
    return time.process_time() - begun


def test_letters_behind_keys_go_on_behind_z():
    keys = Keys()
    given = [keys.give_once("key") for _ in range(703)]
    assert given[:3] == ["key", "keyb", "keyc"]
    assert given[25:29] == ["keyz", "keyaa", "keyab", "keyac"]
    assert given[701:] == ["keyzz", "keyaaa"]


def test_a_key_that_looks_like_a_numbered_one_is_given_once():
    keys = Keys()
    wanted = ["key", "keyb", "key", "key", "keyb", "keyc"]
    given = [keys.give_once(one) for one in wanted]
    assert given == ["key", "keyb", "keyc", "keyd", "keybb", "keycb"]


def test_thousands_of_equal_keys_are_given_in_no_time():
    def give():
        keys = Keys()
        for _ in range(20_000):
            keys.give_once("writer2004things")

    assert seconds(give) < 2  # it took minutes when each began at the first


def test_a_word_of_one_line_is_taken_apart_in_no_time():
    entry = BibliographyEntry(key="key", kind="misc", work=Reference("", title=f"a{'_' * 50_000}Z"))
    assert seconds(lambda: list(bibtex_stream([entry]))) < 2


@pytest.mark.parametrize("name", ["tei", "jats"])
def test_a_marker_that_is_not_in_a_paragraph_is_looked_for_once(name):
    """A survey of a thousand works, each cited ten times with the same marker."""
    contexts = [{"text": f"said {n} in [X] often", "marker": "[X]"} for n in range(10)]
    long = {
        "references": [{"raw": "x", "contexts": contexts}] * 1000,
        "sections": [{"text": "\n\n".join(["words without any marker " * 40] * 1000)}],
    }
    assert seconds(lambda: write(long, name)) < 4
