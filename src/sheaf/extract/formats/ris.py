"""RIS: one tag a line, two capitals, two spaces, a hyphen, a space; records end with ER."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sheaf.extract.formats.entries import BibliographyEntry
from sheaf.extract.formats.people import NameParts

TYPES = {
    "article": "JOUR",
    "inproceedings": "CONF",
    "incollection": "CHAP",
    "book": "BOOK",
    "thesis": "THES",
    "techreport": "RPRT",
    "web": "ELEC",
    "preprint": "UNPB",
}
# The format asks for these line ends, and readers of it on any system take them.
LINE_END = "\r\n"


def write_entries(entries: Iterable[BibliographyEntry]) -> Iterator[str]:
    return map(_record, entries)


def _record(entry: BibliographyEntry) -> str:
    lines = [f"TY  - {TYPES.get(entry.kind, 'GEN')}"]
    lines += [f"{tag}  - {value}" for tag, value in _fields(entry) if value]
    return LINE_END.join([*lines, "ER  - ", ""])


def _fields(entry: BibliographyEntry) -> Iterator[tuple[str, str | None]]:
    yield "ID", entry.key
    yield "TI", entry.work.title
    yield from (("AU", name) for name in _people(entry.authors))
    yield from (("ED", name) for name in _people(entry.editors))
    yield "T2", entry.work.venue
    yield "T3", entry.work.series
    yield "M3", entry.genre
    yield "PY", str(entry.year) if entry.year else None
    yield "DA", _date(entry)
    yield "VL", entry.work.volume
    yield "IS", entry.work.issue
    yield "SP", entry.first_page
    yield "EP", entry.last_page
    yield "PB", entry.work.publisher or entry.work.institution
    yield "CY", entry.work.place
    yield "DO", entry.work.doi
    yield "UR", entry.link
    yield "N1", entry.work.note
    yield "LA", entry.paper.language
    yield from (("KW", _remove_stars(word)) for word in entry.paper.keywords)
    yield "AB", " ".join(entry.paper.abstract.split()) if entry.paper.abstract else None


def _people(names: Sequence[NameParts]) -> Iterator[str]:
    """Family, Given, Suffix. A comma of the name itself would part it, an asterisk is forbidden."""
    for name in names:
        if name.literal:
            yield _remove_stars(name.literal.replace(",", " "))
        else:
            last = [name.suffix] if name.suffix else []
            given = [name.given] if name.given or last else []
            parts = [name.whole_family, *given, *last]
            yield ", ".join(_remove_stars(part) for part in parts)


def _remove_stars(text: str) -> str:
    return " ".join(text.replace("*", " ").split())


def _date(entry: BibliographyEntry) -> str | None:
    """YYYY/MM/DD/ with its slashes, whatever is known of it."""
    if entry.year is None or entry.month is None:
        return None
    return f"{entry.year:04}/{entry.month:02}/{f'{entry.day:02}' if entry.day else ''}/"
