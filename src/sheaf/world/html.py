"""HTML the way department sites write it: plain pages, lists and links."""

from collections.abc import Iterable
from html import escape

from sheaf.world.papers import Card
from sheaf.world.response import Response, respond


def page(title: str, *parts: str, head: str = "") -> Response:
    """A whole page in UTF-8; the parts are HTML already."""
    text = (
        "<!DOCTYPE html>\n"
        f'<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n{head}'
        f"</head>\n<body>\n<h1>{escape(title)}</h1>\n" + "\n".join(parts) + "\n</body>\n</html>\n"
    )
    return respond(text.encode(), "text/html; charset=utf-8")


def link(url: str, text: str) -> str:
    return f'<a href="{escape(url)}">{escape(text)}</a>'


def paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def heading(text: str) -> str:
    return f"<h2>{escape(text)}</h2>"


def items(entries: Iterable[str]) -> str:
    """A list; the entries are HTML already."""
    return "<ul>\n" + "\n".join(f"<li>{entry}</li>" for entry in entries) + "\n</ul>"


def meta(name: str, content: str) -> str:
    return f'<meta name="{name}" content="{escape(content)}">\n'


def citation(card: Card) -> str:
    """Authors, title, venue and year in one line, as text."""
    people = ", ".join(author.name.full for author in card.authors)
    return f"{people}. {card.title}. {card.volume.series.name}, {card.year}."


_ANCHORS = ("PDF", "pdf", "full text", "Download", "[PDF]", "preprint", "paper")


def file_link(card: Card, url: str) -> str:
    """A link to the file of a paper, under one of the names people give such links."""
    choice = card.number % (len(_ANCHORS) + 1)
    return link(url, card.title if choice == len(_ANCHORS) else _ANCHORS[choice])
