"""The answers of CiteSeerExtractor, letter for letter; what JSON it made out of its XML."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from xml.parsers import expat

from sheaf.extract.formats import FORMATS

PARTS = ("header", "citations", "body", "keyphrases")
LINKS = ("file", "header", "citations", "keyphrases", "body", "text")
DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

WRONG_TYPE = (
    "Your document failed our academic document filter due to invalid file type. Supported types"
    " are PDF, PS, and TXT."
)
NOT_ACADEMIC = "Your document failed our academic document filter."
TOO_SHORT = "File is too small"
NO_LENGTH = "Please set Content-Length header for bytestream upload"
WRONG_OUTPUT = 'Unsupported output format. Options are: "xml" (default) and "json"'
NOT_FOUND = "404 Not Found"
FAULT = "500 Internal Server Error"


def write_links(base: str, token: str) -> str:
    """What a new document is answered with: its token, and where its parts are."""
    lines = "".join(f"<{one}>{base}/{token}/{one}</{one}>\n" for one in LINKS)
    return f"{DECLARATION}<CSXAPIMetadata>\n<token>{token}</token>{lines}</CSXAPIMetadata>\n"


def write_part(paper: Mapping[str, Any], part: str) -> str:
    """A fragment, as it stands in the answer."""
    return FORMATS[f"{part}-xml"].write(paper)


def wrap(fragment: str) -> str:
    return f"{DECLARATION}<CSXAPIMetadata>\n{fragment}</CSXAPIMetadata>\n"


@dataclass(slots=True)
class _Element:
    attributes: dict[str, Any]
    text: list[str] = field(default_factory=list)
    children: dict[str, Any] = field(default_factory=dict)

    def add(self, name: str, value: Any) -> None:
        if name not in self.children:
            self.children[name] = value
        elif isinstance(self.children[name], list):
            self.children[name].append(value)
        else:
            self.children[name] = [self.children[name], value]

    def value(self) -> Any:
        text = "".join(self.text).strip() or None
        inside = {**self.attributes, **self.children}
        if not inside:
            return text
        return {**inside, "#text": text} if text else inside


def as_json(fragment: str) -> str:
    """Attributes are `@name`, elements that stand twice are a list, empty ones are null."""
    return json.dumps(_as_tree(fragment))


def _as_tree(fragment: str) -> dict[str, Any]:
    root = _Element({})
    open_elements = [root]
    parser = expat.ParserCreate()
    # What we wrote has no entities but the five, and no document type.
    parser.buffer_text = True

    def start(name: str, attributes: dict[str, str]) -> None:
        open_elements.append(_Element({f"@{key}": value for key, value in attributes.items()}))

    def end(name: str) -> None:
        done = open_elements.pop()
        open_elements[-1].add(name, done.value())

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = lambda text: open_elements[-1].text.append(text)
    parser.Parse(fragment, True)
    return root.children
