"""Settings in XML as a small tree: no entities, no document types, and of bounded size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from sheaf.errors import SourceError

LARGEST = 4 * 1024**2
MOST_NODES = 50_000
DEEPEST = 50


@dataclass(slots=True)
class Node:
    tag: str
    attributes: dict[str, str]
    children: list[Node] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """On one line: files that went through a printer or a mail are broken anywhere."""
        return " ".join("".join(self.parts).split())

    @property
    def name(self) -> str:
        return self.attributes.get("name", "")

    @property
    def kind(self) -> str:
        """The last word of a Java class."""
        return self.attributes.get("class", "").rpartition(".")[2].strip()

    def child(self, tag: str) -> Node | None:
        return next((one for one in self.children if one.tag == tag), None)

    def walk(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            yield from child.walk()


def read_xml(data: bytes, what: str) -> Node:
    """The root of a document; a SourceError where it is none, or one that plays tricks."""
    if len(data) > LARGEST:
        raise SourceError(f"{what} has more than {LARGEST:,} bytes.", "Check the file.")
    builder = _Builder(what)
    parser = expat.ParserCreate()
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.text
    parser.StartDoctypeDeclHandler = builder.refuse
    try:
        parser.Parse(data, True)
    except expat.ExpatError as problem:
        raise SourceError(f"{what} is no XML: {problem}.", "Check the file.") from None
    if builder.root is None:
        raise SourceError(f"{what} is empty.", "Check the file.")
    return builder.root


class _Builder:
    def __init__(self, what: str) -> None:
        self.root: Node | None = None
        self._what = what
        self._open: list[Node] = []
        self._count = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > MOST_NODES or len(self._open) >= DEEPEST:
            raise SourceError(f"{self._what} has too many elements.", "Check the file.")
        node = Node(tag, dict(attributes))
        if self._open:
            self._open[-1].children.append(node)
        else:
            self.root = node
        self._open.append(node)

    def end(self, tag: str) -> None:
        self._open.pop()

    def text(self, text: str) -> None:
        if self._open:
            self._open[-1].parts.append(text)

    def refuse(self, *_: object) -> None:
        raise SourceError(
            f"{self._what} declares a document type.", "Settings need none; take it out."
        )
