"""The one model all formats are written from: a Paper made of its JSON, whichever version wrote it.

What is missing is empty, what is of another type than it should be is left out: these files may
have been edited, and no writer has to ask again. The fields are those of the dataclasses in
records.py.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any, TypeVar, get_args, get_type_hints

from sheaf.records import Caption, Paper, Reference, Section, is_uncertain

# What no format can hold: control characters, halves of surrogate pairs, and the two that XML
# forbids beside them. Tabs and line ends stay, as white space.
FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")
DIGITS = frozenset("0123456789")

Json = Mapping[str, Any]
Read = Callable[[Json, str], Any]  # a field of a record out of its JSON, by name
Record = TypeVar("Record")
Doubted = TypeVar("Doubted", Paper, Reference)
NEVER_LEFT_OUT = frozenset({"raw", "references", "contexts", "confidence", "extras", "provenance"})


def read_paper(json: Json) -> Paper:
    return read_record(Paper, json)


def read_record(record: type[Record], json: Json) -> Record:
    """A record of records.py, field by field, each by its name or by its type."""
    kind: Any = record
    return record(**{name: read(json, name) for name, read in _fields_of(kind).items()})


def ways_back(json: Json) -> Iterator[tuple[str, str]]:
    """What leads from the paper of a library to its document: number, SHA-1 and URL."""
    for name, kind in (("id", "document"), ("sha1", "sha1"), ("url", "url")):
        if json.get(name):
            yield kind, str(json[name])


def leave_out_uncertain(read: Doubted) -> Doubted:
    """A paper or a reference without the fields that are guesses, for formats that have no word
    for doubt, and for bibliographies, which people copy into their papers. Its own references
    stay; whoever writes them asks again."""
    emptied = {
        one.name: one.default
        for one in fields(read)
        if one.name not in NEVER_LEFT_OUT and is_uncertain(read.confidence, one.name)
    }
    return replace(read, **emptied)  # type: ignore[arg-type]


def language_tag(paper: Paper) -> str | None:
    """The language as XML takes it; whatever else may stand there would not be valid."""
    found = paper.language or ""
    return found if LANGUAGE.fullmatch(found) else None


@cache
def _fields_of(record: Any) -> dict[str, Read]:
    hints = get_type_hints(record)
    names = [field.name for field in fields(record)]
    return {
        name: BY_RECORD.get((record, name)) or BY_NAME.get(name) or _by_type(hints[name])
        for name in names
    }


def _by_type(hint: Any) -> Read:
    if hint in BY_TYPE:
        return BY_TYPE[hint]
    record, _ = get_args(hint)  # tuple[Person, ...]
    return lambda json, name: tuple(
        read_record(record, entry) for entry in _entries(json.get(name))
    )


def _entries(value: Any) -> Iterator[Json]:
    """An entry that is nothing but a string (a person, a reference) counts as such."""
    for entry in value if isinstance(value, list | tuple) else ():
        if isinstance(entry, Mapping):
            yield entry
        elif isinstance(entry, str):
            yield {"name": entry, "raw": entry, "text": entry}


def _mapping(json: Json, name: str) -> dict[str, Any]:
    value = json.get(name)
    return dict(value) if isinstance(value, Mapping) else {}


def read_confidence(json: Json, name: str = "confidence") -> dict[str, float]:
    """Shares between 0 and 1, by field; anything else says nothing."""
    return {
        key: float(value)
        for key, value in _mapping(json, name).items()
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
    }


def _person_name(json: Json, name: str) -> str:
    """Whoever has no name as printed, but its halves, is called by these."""
    halves = (line(json, "given"), line(json, "family"))
    return line(json, name) or " ".join(half for half in halves if half)


def _level(json: Json, name: str) -> int:
    level = json.get(name)
    return level if isinstance(level, int) and level > 0 else 1


def _offset(json: Json, name: str) -> int:
    offset = json.get(name)
    return offset if isinstance(offset, int) else 0


def _year(json: Json, name: str) -> int | None:
    """Kept where it has four digits: no format has a place for others."""
    year = json.get(name)
    if isinstance(year, str) and len(year) == 4 and set(year) <= DIGITS:
        year = int(year)
    return year if isinstance(year, int) and 1000 <= year <= 9999 else None


def line(json: Json, name: str) -> str | None:
    value = json.get(name)
    return one_line(value) or None if isinstance(value, str) else None


def prose(json: Json, name: str) -> str | None:
    """Text with its paragraphs: parted by empty lines, each of them one line."""
    value = json.get(name)
    if not isinstance(value, str):
        return None
    paragraphs = [one_line(part) for part in re.split(r"\n[ \t]*\n", value)]
    return "\n\n".join(part for part in paragraphs if part) or None


def strings(json: Json, name: str) -> tuple[str, ...]:
    values = json.get(name)
    if not isinstance(values, list | tuple):
        return ()
    return tuple(text for value in values if isinstance(value, str) and (text := one_line(value)))


def one_line(text: str) -> str:
    """The words alone: without what no format can hold, white space as single spaces."""
    return " ".join(FORBIDDEN.sub("", " ".join(text.split())).split())


def _line_or(default: str) -> Read:
    return lambda json, name: line(json, name) or default


# How a field is read: by its record and name, else by its name, else by its type.
BY_RECORD: dict[tuple[type, str], Read] = {
    (Section, "text"): lambda json, name: prose(json, name) or "",
    (Section, "kind"): _line_or("body"),
    (Caption, "kind"): _line_or("figure"),
}
BY_NAME: dict[str, Read] = {
    "name": _person_name,
    "abstract": prose,
    "acknowledgement": prose,
    "year": _year,
    "level": _level,
    "offset": _offset,
}
BY_TYPE: dict[Any, Read] = {
    str: _line_or(""),
    str | None: line,
    tuple[str, ...]: strings,
    dict[str, Any]: _mapping,
    dict[str, float]: read_confidence,
}


def write_json(paper: Json) -> str:
    try:
        text = json.dumps(paper, ensure_ascii=False, default=str, allow_nan=False)
    except ValueError:
        # Python writes and reads NaN and Infinity; JSON has no word for them but null.
        read = json.loads(json.dumps(paper, default=str), parse_constant=lambda _: None)
        text = json.dumps(read, ensure_ascii=False)
    # Half a surrogate pair cannot be written as UTF-8; a question mark stands in for it.
    return text.encode("utf-8", "replace").decode("utf-8") + "\n"


# No paper goes deeper, and no file may make us.
DEEPEST = 6


@dataclass(slots=True)
class OutlineNode:
    section: Section
    level: int
    parts: list[OutlineNode] = field(default_factory=list)


def nest_sections(sections: Sequence[Section]) -> list[OutlineNode]:
    """A section belongs to the last one before it that stands higher."""
    top: list[OutlineNode] = []
    open_parts: list[OutlineNode] = []
    for section in sections:
        part = OutlineNode(section, min(max(section.level, 1), DEEPEST))
        while open_parts and open_parts[-1].level >= part.level:
            open_parts.pop()
        (open_parts[-1].parts if open_parts else top).append(part)
        open_parts.append(part)
    return top


def split_paragraphs(text: str | None) -> list[str]:
    return [part for part in (text or "").split("\n\n") if part]
