"""Where Heritrix's MirrorWriter put a URL: its rules for names, and the places to look.

The name of a URL is a matter of rules (`expected_path`). Which file it became also depends on
what stood there when it was written: a file in the way of a directory, or the reverse, makes the
later one take a number. So `possible_files` asks a tree what is there now. Nothing here reads
a disk itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import count
from typing import Protocol
from urllib.parse import unquote, urlsplit

# An escape that survived decoding, or one character: names are cut between units, never inside.
UNIT = re.compile(r"%[0-9A-Fa-f]{2}|.", re.DOTALL)
# How many numbers are tried where nothing in the tree says that a number was needed.
NUMBERS_GUESSED = 3
# The writer's temporary file. Where a disk lets nothing be renamed over an old file (Windows),
# the later of two versions stays in it.
TEMPORARY = "N"
SCHEMES = frozenset({"http", "https"})

Units = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MirrorRules:
    """The MirrorWriter's settings, by their names in order.xml, with its own defaults."""

    host_directory: bool = True
    port_directory: bool = False
    host_map: Mapping[str, str] = field(default_factory=dict)
    character_map: Mapping[str, str] = field(default_factory=dict)
    # Beginnings of MIME types and the suffix that replaces a URL's own.
    content_type_map: Sequence[tuple[str, str]] = ()
    directory_file: str = "index.html"
    dot_begin: str = "%2E"
    dot_end: str = "."
    max_path_length: int = 1023
    max_segment_length: int = 255
    suffix_at_end: bool = True
    too_long_directory: str = "LONG"
    underscore_set: frozenset[str] = frozenset()


DEFAULT_RULES = MirrorRules()


class PathKind(Enum):
    """What stands at a path."""

    FILE = "file"
    DIRECTORY = "directory"
    ABSENT = "absent"


class Tree(Protocol):
    """A mirror to look into. Paths are relative to it, parted by `/`; `""` is the mirror itself."""

    def kind(self, path: str) -> PathKind: ...

    def similar_names(self, folder: str, name: str) -> list[str]:
        """The names in a folder that differ from this one by case or Unicode form only."""
        ...


@dataclass(frozen=True, slots=True)
class NotWritten:
    """The MirrorWriter never writes such a URL; the reason says why."""

    reason: str


@dataclass(frozen=True, slots=True)
class DirectoryName:
    units: Units
    rules: MirrorRules = DEFAULT_RULES

    def text(self, number: int = 0) -> str:
        limit = self.rules.max_segment_length
        ending = _digits(number)
        name = _cut(self.units, limit - len(ending)) + ending
        if name.lower() in self.rules.underscore_set:
            name = ("_" + name)[:limit]
        return name


@dataclass(frozen=True, slots=True)
class FileName:
    main: Units
    query: Units
    suffix: str
    rules: MirrorRules = DEFAULT_RULES

    def text(self, number: int = 0) -> str:
        """The name, cut to its length: first the query, then the main part, then the suffix."""
        unique = _digits(number)
        # The writer keeps one character back for the name of its temporary file.
        room = self.rules.max_segment_length - 1 - len(unique)
        ending = f".{self.suffix}" if self.suffix else ""
        query = _cut(self.query, max(0, room - len(ending) - _total_length(self.main)))
        main = _cut(self.main, max(1, room - len(ending) - len(query)))
        ending = ending[: max(2, room - len(main) - len(query))]
        if self.rules.suffix_at_end:
            return main + unique + query + ending
        return main + unique + ending + query

    def without_query(self) -> FileName:
        return replace(self, query=())


@dataclass(frozen=True, slots=True)
class MirrorPath:
    """The rules' answer: `top` (host, port) never changes its name, the rest may be numbered."""

    top: tuple[str, ...]
    directories: tuple[DirectoryName, ...]
    name: FileName

    @property
    def path(self) -> str:
        """Where the URL goes in an empty mirror."""
        directories = (directory.text() for directory in self.directories)
        return "/".join([*self.top, *directories, self.name.text()])


@dataclass(frozen=True, slots=True)
class PossibleFile:
    """A file that may be a URL's. Of one that is not `by_rule`, only a digest can tell."""

    path: str
    by_rule: bool


def expected_path(
    url: str, mime_type: str | None = None, rules: MirrorRules = DEFAULT_RULES
) -> MirrorPath | NotWritten:
    """The path of a URL by the rules alone (interop 4.4, 1 to 5 and 7)."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as problem:
        return NotWritten(f"it is no URL: {problem}")
    if parts.scheme not in SCHEMES:
        return NotWritten(f"{parts.scheme or 'nothing'}: is not mirrored, only http and https are")
    host = _map_host(parts.hostname or "", rules)
    # A host is a folder's name as it stands; one of dots would lead out of the mirror.
    if not host.strip(".") or "/" in host or "\0" in url:
        return NotWritten("its host cannot name a folder")
    query = unquote(parts.query, errors="replace")
    if "/" in query:
        return NotWritten("a / in the query makes the MirrorWriter fail")
    top = (host,) if rules.host_directory else ()
    if rules.port_directory and port is not None:
        top = (*top, str(port))
    return _build_path(top, unquote(parts.path, errors="replace"), query, mime_type, rules)


def _build_path(
    top: tuple[str, ...], path: str, query: str, mime_type: str | None, rules: MirrorRules
) -> MirrorPath | NotWritten:
    *folders, last = path.removeprefix("/").split("/")
    # Only where a job told its writer to leave dots alone; the others lose theirs below.
    if rules.dot_begin == "." and not {".", ".."}.isdisjoint([*folders, last]):
        return NotWritten("it leads out of its folder")
    # A doubled slash names the same folder to a file system.
    directories = tuple(_directory_name(folder, rules) for folder in folders if folder)
    expected = MirrorPath(top, directories, _file_name(last, query, mime_type, rules))
    longest = rules.max_path_length - rules.max_segment_length
    if sum(len(directory.text()) + 1 for directory in directories) > longest:
        return move_to_long_directory(expected)
    return expected


def move_to_long_directory(expected: MirrorPath) -> MirrorPath:
    """The same in the directory for paths that are too long. Whether a path is too long depends
    on where the mirror stood when it was written, which nobody knows any more."""
    rules = expected.name.rules
    return replace(expected, directories=(DirectoryName((rules.too_long_directory,), rules),))


def _map_host(host: str, rules: MirrorRules) -> str:
    for known, replacement in rules.host_map.items():
        if known.lower() == host.lower():
            return replacement or host
    return host


def _directory_name(segment: str, rules: MirrorRules) -> DirectoryName:
    units = _split_units(segment, rules, rules.dot_begin)
    if rules.dot_end != "." and units and units[-1] == ".":
        units = (*units[:-1], rules.dot_end)
    return DirectoryName(units, rules)


def _file_name(segment: str, query: str, mime_type: str | None, rules: MirrorRules) -> FileName:
    dot_begin = rules.dot_begin if segment else "."
    segment = segment or rules.directory_file
    main, suffix = _split_suffix(segment)
    return FileName(
        main=_split_units(main, rules, dot_begin),
        query=_split_units(query, rules),
        suffix=_suffix_of_type(mime_type, rules) or "".join(_split_units(suffix, rules)),
        rules=rules,
    )


def _split_suffix(segment: str) -> tuple[str, str]:
    dot = segment.rfind(".")
    if 0 < dot < len(segment) - 1:
        return segment[:dot], segment[dot + 1 :]
    return segment, ""


def _suffix_of_type(mime_type: str | None, rules: MirrorRules) -> str:
    if mime_type:
        for start, suffix in rules.content_type_map:
            if mime_type.lower().startswith(start.lower()):
                return suffix
    return ""


def _split_units(text: str, rules: MirrorRules, dot_begin: str = ".") -> Units:
    units = [rules.character_map.get(unit, unit) for unit in UNIT.findall(text)]
    if text.startswith("."):
        units[0] = dot_begin
    return tuple(units)


def _total_length(units: Units) -> int:
    return sum(map(len, units))


def _cut(units: Units, limit: int) -> str:
    """As many whole units as fit."""
    length = 0
    for number, unit in enumerate(units):
        length += len(unit)
        if length > limit:
            return "".join(units[:number])
    return "".join(units)


def _digits(number: int) -> str:
    """Java's way to write an integer, thousands grouped; no number at all where none is needed."""
    return f"{number:,}" if number else ""


def possible_files(expected: MirrorPath, tree: Tree) -> Iterator[PossibleFile]:
    """The files that a URL may have become: the one by the rules first, then guesses."""
    by_rule = _file_by_rule(expected, tree)
    if by_rule is not None:
        yield PossibleFile(by_rule, by_rule=True)
    seen = {by_rule}
    for path in _guess_files(expected, tree):
        if path not in seen:
            seen.add(path)
            yield PossibleFile(path, by_rule=False)


def _file_by_rule(expected: MirrorPath, tree: Tree) -> str | None:
    """A name is numbered only past what still stands in its way, so the tree tells the number."""
    folder = "/".join(expected.top)
    for directory in expected.directories:
        folder, kind = _first_not(PathKind.FILE, folder, directory, tree)
        if kind is PathKind.ABSENT:
            return None
    path, kind = _first_not(PathKind.DIRECTORY, folder, expected.name, tree)
    return path if kind is PathKind.FILE else None


def _first_not(
    in_the_way: PathKind, folder: str, name: DirectoryName | FileName, tree: Tree
) -> tuple[str, PathKind]:
    for number in count():
        path = _join(folder, name.text(number))
        kind = tree.kind(path)
        if kind is not in_the_way:
            break
    return path, kind


def _guess_files(expected: MirrorPath, tree: Tree) -> Iterator[str]:
    """For mirrors that are not whole any more, or come from a disk that ignores case."""
    for path in (expected, move_to_long_directory(expected)):
        folder = _guess_folder(path, tree)
        if folder is None:
            continue
        leftover = _join(folder, path.name.text() + TEMPORARY)
        if tree.kind(leftover) is PathKind.FILE:
            yield leftover
        for name in (path.name, path.name.without_query()):
            yield from _find_entries(PathKind.FILE, folder, name, tree)


def _guess_folder(expected: MirrorPath, tree: Tree) -> str | None:
    folder = "/".join(expected.top)
    for directory in expected.directories:
        below = next(_find_entries(PathKind.DIRECTORY, folder, directory, tree), None)
        if below is None:
            return None
        folder = below
    return folder


def _find_entries(
    wanted: PathKind, folder: str, name: DirectoryName | FileName, tree: Tree
) -> Iterator[str]:
    """What is of the wanted kind under a name, its numbers, or the name in other letters."""
    # Few numbers only: `page1` to `page999` are more likely pages than other forms of `page`.
    for number in range(NUMBERS_GUESSED + 1):
        path = _join(folder, name.text(number))
        if tree.kind(path) is wanted:
            yield path
    for other in tree.similar_names(folder, name.text()):
        path = _join(folder, other)
        if tree.kind(path) is wanted:
            yield path


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name
