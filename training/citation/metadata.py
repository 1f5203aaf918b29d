"""Works that their publishers describe: titles, people and venues as they really are.

The ACL Anthology and the ML Anthology (both Apache-2.0) and the Crossref sample of GIANT (MIT). The
few thousand titles of reference corpora know too few that begin like a name ("VHDL: ...").
"""

from __future__ import annotations

import json
import tarfile
from collections.abc import Iterator, Mapping
from typing import Any

from lxml import etree

from corpora.references.annotated import read_xml
from corpora.shared import SHARED_DATA
from training.citation.works import Name, Work

ARCHIVE = SHARED_DATA / "venues.tar.xz"
CROSSREF_KINDS = {"journal-article": "article", "proceedings-article": "paper", "book": "book",
                  "book-chapter": "chapter", "monograph": "book", "dissertation": "thesis",
                  "report": "report"}  # fmt: skip
LONGEST = 250  # characters of a title


def works() -> Iterator[Work]:
    """In the archive's order; what has no title or no author is left out."""
    with tarfile.open(ARCHIVE) as archive:
        for member in archive:
            handle = archive.extractfile(member)
            if handle is None:
                continue
            data = handle.read()
            for one in _works_of(member.name, data):
                if one.authors and 4 < len(one.title) <= LONGEST:
                    yield one


def _works_of(name: str, data: bytes) -> Iterator[Work]:
    if name.startswith("venues/acl-anthology/xml/") and name.endswith(".xml"):
        yield from _of_acl(read_xml(data))
    elif name.startswith("venues/mlanthology/"):
        yield from (_of_jair(json.loads(line)) for line in data.splitlines() if line)
    elif name.startswith("venues/crossref-giant/results."):
        yield from (_of_crossref(json.loads(line)) for line in data.splitlines() if line)


def _of_acl(root: etree._Element) -> Iterator[Work]:
    for volume in root.iter("volume"):
        container, publisher, place = (
            _text(volume, f"meta/{name}") for name in ("booktitle", "publisher", "address")
        )
        for paper in volume.iter("paper"):
            yield Work(
                tongue="en",
                kind="paper",
                authors=tuple(
                    (given, family)
                    for one in paper.iter("author")
                    if (given := _text(one, "first")) and (family := _text(one, "last"))
                ),
                title=_text(paper, "title"),
                container=container,
                publisher=publisher,
                place=place,
            )


def _of_jair(told: Mapping[str, Any]) -> Work:
    return Work(
        tongue="en",
        kind="article",
        authors=_people(told.get("authors")),
        title=_line(told.get("title")),
        container=_line(told.get("venue_name")),
    )


def _of_crossref(told: Mapping[str, Any]) -> Work:
    return Work(
        tongue="en",
        kind=CROSSREF_KINDS.get(str(told.get("type")), "article"),
        authors=_people(told.get("author")),
        title=_line(told.get("title")),
        container=_line(told.get("container-title")),
        editors=_people(told.get("editor")),
        publisher=_line(told.get("publisher")),
    )


def _people(listed: Any) -> tuple[Name, ...]:
    found = [(_line(one.get("given")), _line(one.get("family"))) for one in listed or ()]
    return tuple((given, family) for given, family in found if given and family)


def _text(element: etree._Element, path: str) -> str:
    found = element.find(path)
    return "" if found is None else _line("".join(found.itertext()))


def _line(value: Any) -> str:
    return " ".join(str(value or "").split())
