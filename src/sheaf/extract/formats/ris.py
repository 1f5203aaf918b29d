"""RIS: one tag a line, two capitals, two spaces, a hyphen, a space; records end with ER."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sheaf.extract.formats.entries import Entry
from sheaf.extract.formats.people import Name

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


def stream(entries: Iterable[Entry]) -> Iterator[str]:
    return map(record, entries)


def record(entry: Entry) -> str:
    lines = [f"TY  - {TYPES.get(entry.kind, 'GEN')}"]
    lines += [f"{tag}  - {value}" for tag, value in _fields(entry) if value]
    return LINE_END.join([*lines, "ER  - ", ""])


def _fields(entry: Entry) -> Iterator[tuple[str, str | None]]:
    yield "ID", entry.key
    yield "TI", entry.title
    yield from (("AU", name) for name in _people(entry.authors))
    yield from (("ED", name) for name in _people(entry.editors))
    yield "T2", entry.container
    yield "T3", entry.series
    yield "M3", entry.genre
    yield "PY", str(entry.year) if entry.year else None
    yield "DA", _date(entry)
    yield "VL", entry.volume
    yield "IS", entry.issue
    yield "SP", entry.first_page
    yield "EP", entry.last_page
    yield "PB", entry.publisher or entry.institution
    yield "CY", entry.place
    yield "DO", entry.doi
    yield "UR", entry.link
    yield "N1", entry.note
    yield "LA", entry.language
    yield from (("KW", _unstarred(word)) for word in entry.keywords)
    yield "AB", " ".join(entry.abstract.split()) if entry.abstract else None


def _people(names: Sequence[Name]) -> Iterator[str]:
    """Family, Given, Suffix. A comma of the name itself would part it, an asterisk is forbidden."""
    for name in names:
        if name.literal:
            yield _unstarred(name.literal.replace(",", " "))
        else:
            last = [name.suffix] if name.suffix else []
            given = [name.given] if name.given or last else []
            parts = [name.whole_family, *given, *last]
            yield ", ".join(_unstarred(part) for part in parts)


def _unstarred(text: str) -> str:
    return " ".join(text.replace("*", " ").split())


def _date(entry: Entry) -> str | None:
    """YYYY/MM/DD/ with its slashes, whatever is known of it."""
    if entry.year is None or entry.month is None:
        return None
    return f"{entry.year:04}/{entry.month:02}/{f'{entry.day:02}' if entry.day else ''}/"
