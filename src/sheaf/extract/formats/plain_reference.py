"""A plain reference, one a line, as it may stand in a letter: who, when, what, where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sheaf.extract.formats.entries import BibliographyEntry

# Of more, the first stands for all.
MOST_PEOPLE = 10


def write_entries(entries: Iterable[BibliographyEntry]) -> Iterator[str]:
    return (f"{reference_text(entry)}\n" for entry in entries)


def reference_text(entry: BibliographyEntry) -> str:
    parts = (_who_and_when(entry), entry.work.title, _where(entry), _address(entry))
    found = [part for part in parts if part]
    return " ".join(_close(part) for part in found) or "(nothing was read)"


def _who_and_when(entry: BibliographyEntry) -> str:
    names = [name.in_order for name in entry.authors]
    if len(names) > MOST_PEOPLE:
        people = f"{names[0]} et al."
    else:
        people = " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)
    return f"{people} ({entry.year})".strip() if entry.year else people


def _where(entry: BibliographyEntry) -> str:
    work = entry.work
    volume = f"{work.volume or ''}{f'({work.issue})' if work.issue else ''}"
    pages = entry.first_page or ""
    if entry.last_page:
        pages = f"{pages}\N{EN DASH}{entry.last_page}"
    note = None if work.title else work.note
    parts = (entry.genre, work.venue, volume, pages, work.institution, work.publisher, note)
    return ", ".join(part for part in parts if part)


def _address(entry: BibliographyEntry) -> str | None:
    """Without a full stop, which would be taken for a part of it."""
    return f"https://doi.org/{entry.work.doi}" if entry.work.doi else entry.link


def _close(part: str) -> str:
    is_address = part.startswith(("http://", "https://")) and " " not in part
    return part if is_address or part.endswith((".", "?", "!", "…")) else f"{part}."
