"""The citations of CiteSeerX: the `citationList` of ParsCit, with its order and its limits."""

from __future__ import annotations

import re

from sheaf.extract.formats.cited import around
from sheaf.extract.formats.citeseerx_header import year_of
from sheaf.extract.formats.entries import kind_of_reference, page_range
from sheaf.extract.formats.markup import Markup, block, element, optional
from sheaf.extract.formats.people import names_of
from sheaf.records import Context, Paper, Person, Reference

MOST_CONTEXTS = 5
RADIUS = 200  # characters on each side of a marker
CONTAINER = {"inproceedings": "booktitle", "incollection": "booktitle", "techreport": "tech"}
PUNCTUATION = re.compile(r"[^\w\s'’-]|_")
ET_AL = re.compile(r"\bet\s+al\b.*", re.IGNORECASE)


def citation_list(paper: Paper) -> Markup:
    return block("citationList", *(citation(one) for one in paper.references))


def citation(one: Reference) -> Markup:
    authors = plain_names(one.authors)
    date = year_of(one.year, one.date)
    has_venue = bool(one.venue or one.institution)
    is_valid = bool(one.title) or bool(authors and date) or bool(has_venue and date)
    return block(
        "citation",
        block("authors", *(element("author", name) for name in authors)) if authors else None,
        optional("title", one.title),
        optional("date", date),
        *_container(one),
        optional("volume", _volume(one.volume)),
        optional("pages", _pages(one.pages)),
        optional("editor", ", ".join(plain_names(one.editors))),
        optional("publisher", one.publisher),
        optional("institution", one.institution),
        optional("location", one.place),
        optional("note", one.note),
        _contexts(one.contexts),
        optional("marker", one.marker or _made_marker(one, date)),
        optional("rawString", one.raw),
        attributes={"valid": "true" if is_valid else "false"},
    )


def plain_names(people: tuple[Person, ...]) -> list[str]:
    """First Middle Last without punctuation, without those who are only meant by `et al`."""
    plain = (_plain(name.in_order) for name in names_of(people))
    return [name for name in plain if name]


def _plain(name: str) -> str:
    return " ".join(PUNCTUATION.sub(" ", ET_AL.sub("", name)).split())


def _container(one: Reference) -> list[Markup | None]:
    name = CONTAINER.get(kind_of_reference(one), "journal")
    return [optional(name, one.venue)]


def _volume(volume: str | None) -> str | None:
    number = re.search(r"[0-9]+", volume or "")
    return number[0] if number else volume


def _pages(pages: str | None) -> str | None:
    """a--b where a comes before b, or one number."""
    first, last = page_range(pages)
    if first is None or not _is_number(first):
        return None
    if last is None:
        return first
    return f"{first}--{last}" if _is_number(last) and int(first) < int(last) else None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _contexts(contexts: tuple[Context, ...]) -> Markup | None:
    texts = [text for one in contexts if (text := _context(one))][:MOST_CONTEXTS]
    return block("contexts", *(element("context", text) for text in texts)) if texts else None


def _context(context: Context) -> str:
    parts = around(context)
    if not parts.marker:
        return parts.before[: 2 * RADIUS]
    return f"{parts.before[-RADIUS:]}=-={parts.marker}-=-{parts.after[:RADIUS]}"


def _made_marker(one: Reference, date: str | None) -> str | None:
    """Last1, Last2, 2004: for lists that are not numbered."""
    families = [name.whole_family or name.literal for name in names_of(one.authors)]
    return ", ".join([*families, date]) if families and date else None
