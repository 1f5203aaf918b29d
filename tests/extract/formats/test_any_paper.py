"""Whatever a paper holds: no format fails, XML is valid, and what is read back is the same."""

from __future__ import annotations

import json
import unicodedata

import bibtexparser
import rispy
from bibtexparser import middlewares
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from pylatexenc.latex2text import LatexNodes2Text
from support import schemas
from support.papers import ANY_PAPER, DAMAGED_PAPER, FAMILY, NASTY, YEARS

from sheaf.extract.formats import FORMATS, write
from sheaf.extract.formats.model import one_line, read_paper
from sheaf.extract.formats.people import split_names

XML = [one.name for one in FORMATS.values() if one.media_type.endswith("xml")]


@settings(max_examples=150, deadline=None)
@given(ANY_PAPER | DAMAGED_PAPER, st.booleans())
def test_every_format_can_be_written_and_stored(paper, references):
    for name in FORMATS:
        text = write(paper, name, references)
        text.encode("utf-8")
        assert text.endswith("\n")


@settings(max_examples=150, deadline=None)
@given(ANY_PAPER | DAMAGED_PAPER)
def test_xml_is_well_formed_and_valid(paper):
    for name in XML:
        schemas.parse(write(paper, name))
    assert schemas.faults(schemas.tei(), write(paper, "tei")) == []
    assert schemas.faults(schemas.jats(), write(paper, "jats")) == []


@settings(max_examples=150, deadline=None)
@given(NASTY, NASTY)
def test_xml_says_what_the_paper_says(title, abstract):
    paper = {"title": title, "abstract": abstract}
    header = schemas.parse(write(paper, "header-xml"))
    assert (header.findtext("title") or "") == one_line(title)
    assert (header.findtext("abstract") or "") == one_line(abstract)
    article = schemas.parse(write(paper, "jats"))
    assert (article.findtext(".//article-title") or "") == one_line(title)


@settings(max_examples=200, deadline=None)
@given(NASTY, NASTY)
@example("", "0\n\n")  # two paragraphs
def test_markdown_says_what_the_paper_says(title, abstract):
    paper = {"title": f"T{title}", "abstract": f"{abstract} a"}
    tokens = MarkdownIt("commonmark").parse(write(paper, "markdown"))
    heading, _, *paragraphs = (one for one in tokens if one.type == "inline")
    for written, meant in (([heading], paper["title"]), (paragraphs, paper["abstract"])):
        assert {child.type for one in written for child in one.children} <= {"text"}
        texts = ["".join(child.content for child in one.children) for one in written]
        assert one_line(" ".join(texts)) == one_line(meant)


def people(family):
    return st.fixed_dictionaries(
        {"name": NASTY, "given": st.none() | st.sampled_from(["Ada", "J. R."]), "family": family}
    )


WORK = st.fixed_dictionaries(
    {"title": NASTY, "year": YEARS, "authors": st.lists(people(FAMILY | NASTY), max_size=3)}
)


@settings(max_examples=200, deadline=None)
@given(WORK)
def test_bibtex_is_read_back_as_it_was(paper):
    stack = [middlewares.SeparateCoAuthors()]
    library = bibtexparser.parse_string(write(paper, "bibtex"), append_middleware=stack)
    assert not library.failed_blocks
    [entry] = library.entries
    fields = {one.key: one.value for one in entry.fields}
    names = split_names(read_paper(paper).authors)
    assert plain(fields.get("title", "")) == ascii_tex(one_line(paper["title"]))
    assert fields["year"] == str(paper["year"])
    assert len(fields.get("author", [])) == len(names)
    for written, name in zip(fields.get("author", []), names, strict=True):
        assert plain(written).replace(",", "") == ascii_tex(inverted(name)).replace(",", "")


@settings(max_examples=200, deadline=None)
@given(WORK)
def test_ris_is_read_back_as_it_was(paper):
    [record] = rispy.loads(write(paper, "ris").replace("\r\n", "\n"))
    assert record.get("title", "") == one_line(paper["title"])
    assert record["year"] == str(paper["year"])
    # What RIS has no place for: somebody who is called nothing but asterisks and commas.
    names = [name.in_order.strip("*, ") for name in split_names(read_paper(paper).authors)]
    assert len(record.get("authors", [])) == len([name for name in names if name])


@settings(max_examples=200, deadline=None)
@given(WORK)
def test_csl_is_read_back_as_it_was(paper):
    [item] = json.loads(write(paper, "csl"))
    assert item.get("title", "") == one_line(paper["title"])
    assert item["issued"] == {"date-parts": [[paper["year"]]]}
    names = split_names(read_paper(paper).authors)
    assert [one.get("literal") or one["family"] for one in item.get("author", [])] == [
        name.literal or name.family for name in names
    ]


def inverted(name):
    parts = [name.whole_family, name.suffix, name.given]
    return name.literal or " ".join(part for part in parts if part)


def plain(tex):
    """What TeX would print, as a reader says that knows all but two of its commands."""
    for command, char in ((r"\textbraceleft{}", r"\{"), (r"\textbraceright{}", r"\}")):
        tex = tex.replace(command, char)
    return ascii_tex(LatexNodes2Text(math_mode="verbatim").latex_to_text(tex))


def ascii_tex(text):
    """Spaces, dashes and quotes are TeX's own affair; what is left must agree."""
    text = unicodedata.normalize("NFC", text).replace("ˆ", "^").replace("˜", "~")
    return "".join(char for char in text if char not in "-–—`'’‘“”\"<>|!?¡¿" and not char.isspace())
