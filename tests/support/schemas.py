"""The schemas of TEI and JATS, from tests/extract/formats/schemas, ready to validate with."""

from __future__ import annotations

import lzma
import tarfile
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from lxml import etree

FOLDER = Path(__file__).parents[1] / "extract" / "formats" / "schemas"
RNG = "{http://relaxng.org/ns/structure/1.0}"
# What Sheaf writes. All other elements are taken out of the schema before it is compiled: that
# makes it stricter, never more lenient, and takes a second where the whole takes ten.
TEI_ELEMENTS = frozenset(
    {"TEI", "abstract", "addrLine", "address", "affiliation", "analytic", "appInfo", "application",
     "author", "back", "biblScope", "biblStruct", "body", "date", "div", "editor", "email",
     "encodingDesc", "figDesc", "figure", "fileDesc", "forename", "genName", "head", "idno",
     "imprint", "keywords", "label", "langUsage", "language", "listBibl", "monogr", "name",
     "nameLink", "note", "p", "persName", "profileDesc", "pubPlace", "publicationStmt",
     "publisher", "ref", "series", "sourceDesc", "surname", "teiHeader", "term", "text",
     "textClass", "title", "titleStmt"}
)  # fmt: skip


def parse(text: str) -> etree._Element:
    """Well-formed, or an error: no entities, no network, no mending."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    return etree.fromstring(text.encode("utf-8"), parser)


@cache
def tei(*, whole: bool = False) -> etree.RelaxNG:
    grammar = etree.fromstring(lzma.decompress((FOLDER / "tei_all.rng.xz").read_bytes()))
    for define in () if whole else grammar.findall(f"{RNG}define"):
        element = define.find(f"{RNG}element")
        if element is not None and element.get("name") not in TEI_ELEMENTS:
            for child in list(define):
                define.remove(child)
            etree.SubElement(define, f"{RNG}notAllowed")
    return etree.RelaxNG(etree.ElementTree(grammar))


@cache
def jats() -> etree.DTD:
    with (
        TemporaryDirectory() as folder,
        tarfile.open(FOLDER / "jats-publishing-dtd-1.1.tar.xz") as packed,
    ):
        packed.extractall(folder, filter="data")
        return etree.DTD(f"{folder}/jats-publishing-dtd-1.1/JATS-journalpublishing1.dtd")


def faults(schema: etree.RelaxNG | etree.DTD, text: str) -> list[str]:
    schema.validate(parse(text))
    return [str(entry) for entry in schema.error_log]
