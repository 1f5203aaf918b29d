"""Papers for others: one after the other in one stream, or one file each.

A stream of entries (BibTeX, RIS, CSL-JSON) is one bibliography, in which no key occurs twice.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from sheaf.deposit.catalogue import Catalogue
from sheaf.deposit.projection import paper_at
from sheaf.errors import StorageError, UsageError
from sheaf.extract.formats import FORMATS, Format, bibtex, csl, ris
from sheaf.extract.formats.entries import Entry, entries_of, entry_of_reference
from sheaf.extract.formats.keys import Keys
from sheaf.records import Reference

PaperJson = Mapping[str, Any]


def find_format(name: str) -> Format:
    if name not in FORMATS:
        raise UsageError(f"There is no format called {name!r}.", f"Known: {', '.join(FORMATS)}.")
    return FORMATS[name]


def may_follow_another(chosen: Format) -> bool:
    """Whether several papers can stand in one stream. A file of XML has one root."""
    return not chosen.media_type.endswith("xml")


# -- the papers of a library -----------------------------------------------------------------------


def papers_of(catalogue: Catalogue) -> Iterator[tuple[int, dict[str, Any]]]:
    """The papers of all documents that were read, by number. A document that was not read, or
    whose file is damaged, has nothing to tell; `sheaf verify` says which those are."""
    for number in catalogue.numbers():
        paper = paper_at(catalogue.repository.path(number, "json"))
        if paper is not None and "error" not in paper["provenance"]:
            yield number, paper


def export(
    catalogue: Catalogue, name: str, *, references: bool = False
) -> Iterator[tuple[int, str]]:
    chosen = find_format(name)
    for number, paper in papers_of(catalogue):
        yield number, chosen.write(paper, references)


# -- one stream ------------------------------------------------------------------------------------


def joined(
    papers: Iterable[tuple[int | None, PaperJson]], chosen: Format, *, references: bool = False
) -> Iterator[str]:
    """Papers in one stream. Those with a number have it in their keys, so that a paper of a
    library has the same key each time, and the keys of all the others need not be kept."""
    if not chosen.lists_entries:
        yield from (chosen.write(paper, references) for _, paper in papers)
        return
    yield from bibliography(_entries(papers, references), chosen)


def _entries(papers: Iterable[tuple[int | None, PaperJson]], references: bool) -> Iterator[Entry]:
    keys = Keys()
    for number, paper in papers:
        for entry in entries_of(paper, references):
            own = keys.once(entry.key) if number is None else f"{entry.key}.{number}"
            yield replace(entry, key=own)


def references_in(strings: Iterable[Reference], name: str) -> Iterator[str]:
    """Parsed references in one stream: JSON lines, or a bibliography."""
    if name == "json":
        yield from (json.dumps(asdict(one), ensure_ascii=False) + "\n" for one in strings)
        return
    chosen = find_format(name)
    if not chosen.lists_entries:
        known = ", ".join(["json", *(one.name for one in FORMATS.values() if one.lists_entries)])
        raise UsageError(f"References cannot be written as {name}.", f"Known: {known}.")
    keys = Keys()
    yield from bibliography((entry_of_reference(one, keys) for one in strings), chosen)


def bibliography(entries: Iterable[Entry], chosen: Format) -> Iterator[str]:
    if chosen.name == "csl":
        yield from _json_list(csl.item_of(one) for one in entries)
    elif chosen.name == "ris":
        yield from map(ris.record, entries)
    else:
        for place, entry in enumerate(entries):
            yield ("\n" if place else "") + bibtex.entry_text(entry)


def _json_list(items: Iterable[Any]) -> Iterator[str]:
    before = "[\n"
    for item in items:
        yield before + json.dumps(item, ensure_ascii=False)
        before = ",\n"
    yield "[]\n" if before == "[\n" else "\n]\n"


# -- one file each ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder that papers are written to. Nothing in it is overwritten unless that is wanted."""

    path: Path
    chosen: Format
    overwrite: bool = False

    def make(self) -> None:
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise StorageError(f"{self.path} cannot be made: {problem.strerror}.", "") from None

    def write(self, stem: str, text: str) -> Path | None:
        """The file; None where something has that name already, which is left as it is."""
        path = self.path / f"{stem}.{self.chosen.extension}"
        part = path.with_name(f".{path.name}.part") if self.overwrite else path
        try:
            if part != path:
                part.unlink(missing_ok=True)
            with part.open("x", encoding="utf-8", newline="") as stream:
                stream.write(text)
            if part != path:
                os.replace(part, path)
        except FileExistsError:
            return None
        except OSError as problem:
            raise StorageError(f"{path} cannot be written: {problem.strerror}.", "") from None
        return path
