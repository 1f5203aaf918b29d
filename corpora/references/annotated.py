"""References with their fields marked, out of the shared corpora; read in place.

GROBID (CC-BY) and anystyle (BSD) are trained on; UMass and EXCITE have no licence and are only
scored on, so nothing that is shipped may come from them.
"""

from __future__ import annotations

import hashlib
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from corpora.shared import SHARED_DATA

ARCHIVE = SHARED_DATA / "citations.tar.xz"


@dataclass(frozen=True, slots=True)
class Annotated:
    """A reference as pieces of text, each with the name of its field; None is between fields."""

    source: str
    document: str
    pieces: tuple[tuple[str, str | None], ...]

    @property
    def text(self) -> str:
        return "".join(text for text, _ in self.pieces)

    @property
    def is_held_out(self) -> bool:
        return is_held_out(self.document)


def is_held_out(document: str) -> bool:
    """One document in ten is never trained on; which ones, a hash of the name says. (Those with
    remainder 0 were taken out of the corpus before it came to us.)"""
    return int(hashlib.sha1(document.encode(), usedforsecurity=False).hexdigest(), 16) % 10 == 1


def members(prefix: str) -> Iterator[tuple[str, bytes]]:
    """The files of the archive below a folder, in its order."""
    with tarfile.open(ARCHIVE) as archive:
        for member in archive:
            if member.isfile() and member.name.startswith(f"citations/{prefix}"):
                handle = archive.extractfile(member)
                if handle is not None:
                    yield member.name, handle.read()


def read_xml(data: bytes) -> etree._Element:
    parser = etree.XMLParser(recover=True, resolve_entities=False, no_network=True)
    return etree.fromstring(data, parser)


def local_name(element: etree._Element) -> str:
    return etree.QName(element).localname if isinstance(element.tag, str) else ""
