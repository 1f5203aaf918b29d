"""Writes XML that is well-formed whatever stands in it: text is escaped once, on its way in."""

from __future__ import annotations

from collections.abc import Mapping

from sheaf.extract.formats.model import FORBIDDEN

DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": " "})


class Markup(str):
    """Text that is XML already. Nothing but this module makes it."""

    __slots__ = ()


Content = str | Markup | None
Attributes = Mapping[str, str | None]


def escape(text: str) -> Markup:
    if isinstance(text, Markup):
        return text
    return Markup(FORBIDDEN.sub("", text).translate(_ESCAPES))


def element(name: str, *content: Content, attributes: Attributes | None = None) -> Markup:
    """On one line; an element without content is written with both its tags, as old readers
    expect."""
    inside = "".join(escape(part) for part in content if part is not None)
    return Markup(f"{_opening(name, attributes)}{inside}</{name}>")


def empty(name: str, attributes: Attributes | None = None) -> Markup:
    return Markup(f"{_opening(name, attributes)[:-1]}/>")


def block(name: str, *lines: Content, attributes: Attributes | None = None) -> Markup:
    """Each piece of content on a line of its own; None is no content."""
    inside = "".join(f"{escape(line)}\n" for line in lines if line is not None)
    return Markup(f"{_opening(name, attributes)}\n{inside}</{name}>")


def optional(name: str, text: str | None, attributes: Attributes | None = None) -> Markup | None:
    """No element where there is nothing to say."""
    return element(name, text, attributes=attributes) if text else None


def stack(*lines: Content) -> Markup | None:
    """Several elements that stand below each other; None where there are none."""
    return Markup("\n".join(escape(line) for line in lines if line is not None)) or None


def embed(written: str, attributes: Attributes) -> Markup:
    """A document that was written here as a part of another: its root with more attributes."""
    root = written.removeprefix(DECLARATION).strip()
    name, separator, rest = root.partition(" ")
    return Markup(f"{_opening(name.removeprefix('<'), attributes)[:-1]}{separator}{rest}")


def document(root: Markup) -> str:
    return f"{DECLARATION}\n{root}\n"


def _opening(name: str, attributes: Attributes | None) -> str:
    pairs = (attributes or {}).items()
    written = "".join(
        f' {key}="{escape(value.replace(chr(10), " "))}"' for key, value in pairs if value
    )
    return f"<{name}{written}>"
