"""TEI with sentences and places: nothing is lost or added by them, and they lie where it stands."""

from __future__ import annotations

import re
from dataclasses import asdict

import pytest
from lxml import etree
from support import samples

from sheaf.curate.mime_type import PDF
from sheaf.curate.text.contract import ALL_PAGES, TextOptions
from sheaf.curate.text.readers import read_text
from sheaf.extract.extractor import read_paper
from sheaf.extract.formats import tei
from sheaf.extract.formats.citing_places import CitingPlace
from sheaf.extract.formats.tei_marks import PLACED, TeiWishes, split_sentences
from sheaf.records import Text
from sheaf.world import World

TEI = {"t": "http://www.tei-c.org/ns/1.0"}
COORDS = re.compile(r"\d+(,\d+\.\d\d){4}(;\d+(,\d+\.\d\d){4})*")


@pytest.mark.parametrize(
    "sentences",
    [
        ["We study trees.", "They grow."],
        ["It is shown by Smith et al. [1, Sec. 3].", "Others (see Fig. 2) differ!", "Why?"],
        ["Dr. A. Lovelace wrote of 3.5 engines, e.g. hers.", '"It cannot think."', "It can."],
        ["No end here, i.e. none"],
        ["最初の文。", "次の文。"],
        ["A. B. C."],
        ["."],
    ],
)
def test_sentences_end_where_they_end(sentences: list[str]) -> None:
    wide = "。" in sentences[0]
    text = ("" if wide else " ").join(sentences)
    assert [text[start:end] for start, end in split_sentences(text)] == sentences


def test_no_marker_is_cut() -> None:
    text = "It is known (see Smith. Trees. 1990). It is."
    place = CitingPlace(text.index("Smith"), text.index(")"), (0,))
    assert [text[start:end] for start, end in split_sentences(text, [place])] == [
        text[:37],
        "It is.",
    ]


def words(element: etree._Element) -> str:
    return " ".join("".join(element.itertext()).split())


def find(root: etree._Element, path: str) -> list[etree._Element]:
    return root.xpath(path, namespaces=TEI)


@pytest.mark.parametrize("number", range(3))
def test_nothing_is_lost_and_all_lies_on_its_page(number: int) -> None:
    world = World(seed=5, pages=80)
    data = world.pdf(number) if number else samples.paper_pdf()
    text = read_text(data, PDF, TextOptions(layout_pages=ALL_PAGES))
    assert isinstance(text, Text)
    paper = asdict(read_paper(text))
    plain = etree.fromstring(tei.write(paper).encode())
    wanted = TeiWishes(PLACED, sentences=True, lines=text.lines, shapes=text.shapes)
    marked = etree.fromstring(tei.write(paper, wanted).encode())
    for path in ("//t:p", "//t:head", "//t:ref", "//t:persName", "//t:biblStruct"):
        assert [words(one) for one in find(marked, path)] == [
            words(one) for one in find(plain, path)
        ], path
    sentences = find(marked, "//t:body//t:p/t:s")
    assert len(sentences) > len(find(marked, "//t:body//t:p"))
    assert [one.get("n") for one in find(marked, "//t:facsimile/t:surface")] == [
        str(page + 1) for page in range(text.pages)
    ]
    placed = find(marked, "//*[@coords]")
    assert {etree.QName(one).localname for one in placed} >= {
        "title",
        "s",
        "p",
        "head",
        "ref",
        "biblStruct",
    }
    assert sum(one.get("coords") is not None for one in sentences) > 0.8 * len(sentences)
    for one in placed:
        assert COORDS.fullmatch(one.get("coords"))
        for box in one.get("coords").split(";"):
            page, x, y, width, height = map(float, box.split(","))
            shape = text.shapes[int(page) - 1]
            assert 0 <= x <= x + width <= shape.width + 1
            assert 0 <= y <= y + height <= shape.height + 1
    assert not find(plain, "//*[@coords] | //t:s | //t:facsimile")


def test_a_marker_lies_within_its_sentence() -> None:
    data = samples.paper_pdf()
    text = read_text(data, PDF, TextOptions(layout_pages=ALL_PAGES))
    assert isinstance(text, Text)
    wanted = TeiWishes(
        frozenset({"s", "ref"}), sentences=True, lines=text.lines, shapes=text.shapes
    )
    root = etree.fromstring(tei.write(asdict(read_paper(text)), wanted).encode())
    markers = find(root, "//t:s//t:ref[@coords]")
    assert markers
    for marker in markers:
        [sentence] = marker.xpath("ancestor::t:s", namespaces=TEI)
        assert set(lines_of(marker)) <= set(lines_of(sentence))
    assert not find(root, "//t:p[@coords] | //t:title[@coords]")


def lines_of(element: etree._Element) -> list[tuple[str, str]]:
    """Page and height of each box."""
    boxes = (one.split(",") for one in element.get("coords").split(";"))
    return [(box[0], box[2]) for box in boxes]
