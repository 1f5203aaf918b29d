"""Papers for others: one after the other in one stream, or one file each.

A stream of entries (BibTeX, RIS, CSL-JSON) is one bibliography, in which no key occurs twice.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from sheaf.deposit.catalogue import Catalogue
from sheaf.deposit.sequences import MANY
from sheaf.errors import UsageError, disk_errors
from sheaf.extract.formats import FORMATS, Bibliography, Format, Table, find_format
from sheaf.extract.formats.entries import BibliographyEntry, Keys, entry_of_reference, list_entries
from sheaf.extract.formats.model import read_record, write_json
from sheaf.files import write_whole
from sheaf.records import Reference

PaperJson = Mapping[str, Any]


def may_follow_another(chosen: Format) -> bool:
    """Whether several papers can stand in one stream. A file of XML has one root."""
    return not chosen.media_type.endswith("xml")


# -- the papers of a library -----------------------------------------------------------------------


def iterate_papers(
    catalogue: Catalogue, numbers: Iterable[int] | None = None
) -> Iterator[tuple[int, dict[str, Any]]]:
    """The papers of all documents that were read, by number, or of these, in their order. A
    document that was not read, or whose file is damaged, has nothing to tell; `sheaf verify` says
    which those are."""
    for number, paper in _identified_papers(catalogue, numbers):
        if was_understood(paper):
            yield number, paper


def was_understood(paper: PaperJson) -> bool:
    """Whether it was read, or a person has said what the reader could not."""
    provenance = paper["provenance"]
    corrected = provenance.get("corrected")
    return "error" not in provenance or isinstance(corrected, dict)


def find_paper(catalogue: Catalogue, number: int) -> dict[str, Any] | None:
    """What was read out of a document; None where there is no such document, or no paper."""
    return next((paper for _, paper in _identified_papers(catalogue, [number])), None)


def _identified_papers(
    catalogue: Catalogue, numbers: Iterable[int] | None = None
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each with the number, SHA-1 and URL of its document in front, whatever the file says."""
    known = catalogue.identities() if numbers is None else catalogue.identities_of(numbers)
    while some := list(islice(known, MANY)):
        corrected = catalogue.corrected(identity["sha1"] for identity in some)
        for identity in some:
            paper = catalogue.read_paper(identity["id"], corrected.get(identity["sha1"], {}))
            if paper is not None:
                yield identity["id"], {**identity, **paper, **identity}


def export(
    papers: Iterable[tuple[int, PaperJson]], name: str, *, references: bool = False
) -> Iterator[tuple[int, str]]:
    chosen = find_format(name)
    for number, paper in papers:
        yield number, chosen.write(paper, references, number)


# -- one stream ------------------------------------------------------------------------------------


def stream_papers(
    papers: Iterable[tuple[int | None, PaperJson]], chosen: Format, *, references: bool = False
) -> Iterator[str]:
    """Papers in one stream. Those with a number have it in their keys, so that a paper of a
    library has the same key each time, and the keys of all the others need not be kept."""
    if isinstance(chosen, Bibliography):
        return chosen.stream(_list_entries(papers, references))
    if isinstance(chosen, Table):
        return chosen.stream(papers)
    texts = (chosen.write(paper) for _, paper in papers)
    return texts if may_follow_another(chosen) else _refuse_second(texts, chosen)


def refuse_several(chosen: Format) -> None:
    if not may_follow_another(chosen):
        raise UsageError(
            f"Several papers cannot be one file of {chosen.name}.",
            "Give a folder with --output: each gets a file of its own.",
        )


def _refuse_second(texts: Iterator[str], chosen: Format) -> Iterator[str]:
    """Held back until it is known that none follows: one file may hold several papers."""
    first: str | None = None
    for text in texts:
        if first is not None:
            refuse_several(chosen)
        first = text
    if first is not None:
        yield first


def _list_entries(
    papers: Iterable[tuple[int | None, PaperJson]], references: bool
) -> Iterator[BibliographyEntry]:
    keys = Keys()
    for number, paper in papers:
        for entry in list_entries(paper, references, number):
            yield entry if number is not None else replace(entry, key=keys.give_once(entry.key))


def stream_references(strings: Iterable[Reference], name: str) -> Iterator[str]:
    """Parsed references in one stream: JSON lines, or a bibliography."""
    if name == "json":
        return (write_json(asdict(reference)) for reference in strings)
    chosen = FORMATS.get(name)
    if not isinstance(chosen, Bibliography):
        known = ", ".join(["json", *bibliographies()])
        raise UsageError(f"References cannot be written as {name}.", f"Known: {known}.")
    keys = Keys()
    # Through the model, as papers are: a line end within a string would be one of the format.
    cleaned = (read_record(Reference, asdict(reference)) for reference in strings)
    return chosen.stream(entry_of_reference(reference, keys) for reference in cleaned)


def refuse_references(chosen: Format) -> None:
    """What a paper cites can be added to a list of entries, and to nothing else."""
    if not isinstance(chosen, Bibliography):
        raise UsageError(
            f"--references does not go with --format {chosen.name}, which says all it can anyway.",
            f"It goes with {', '.join(bibliographies())}.",
        )


def bibliographies() -> list[str]:
    return [form.name for form in FORMATS.values() if isinstance(form, Bibliography)]


# -- one file each ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OutputFolder:
    """A folder that papers are written to. Nothing in it is overwritten unless that is wanted."""

    path: Path
    chosen: Format
    overwrite: bool = False

    def make(self) -> None:
        with disk_errors(self.path):
            self.path.mkdir(parents=True, exist_ok=True)

    def file(self, stem: str) -> Path:
        return self.path / f"{stem}.{self.chosen.extension}"

    def has(self, stem: str) -> bool:
        """Whether something has that name, and is to stay."""
        return not self.overwrite and os.path.lexists(self.file(stem))

    def write(self, stem: str, text: str) -> Path | None:
        """The file; None where something has that name already, which is left as it is."""
        path = self.file(stem)
        with disk_errors(path):
            if self.overwrite:
                write_whole(path, text)
                return path
            try:
                _write_if_absent(path, text)
            except FileExistsError:
                return None
        return path


def _write_if_absent(path: Path, text: str) -> None:
    """All or nothing: half a file would be taken for a whole one the next time."""
    with path.open("x", encoding="utf-8", newline="") as stream:
        try:
            stream.write(text)
            stream.flush()
        except BaseException:
            path.unlink(missing_ok=True)
            raise
