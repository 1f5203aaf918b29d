"""Reads a flat XML file with the standard parser, which refuses what is not well-formed."""

from __future__ import annotations

from xml.parsers import expat


def parse(data: bytes) -> list[tuple[str, str]]:
    """(element, text) of the children of the root, in order."""
    found: list[tuple[str, str]] = []
    depth = 0

    def start(name: str, _: object) -> None:
        nonlocal depth
        depth += 1
        if depth == 2:
            found.append((name, ""))

    def text(words: str) -> None:
        if depth == 2:
            found[-1] = (found[-1][0], found[-1][1] + words)

    def end(_: str) -> None:
        nonlocal depth
        depth -= 1

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = text
    parser.Parse(data, True)
    return found
