"""BibTeX, in UTF-8, for BibTeX and biblatex alike.

Braces are counted by BibTeX even where TeX would not, so a brace of the text becomes a command.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from sheaf.extract.formats.entries import MONTHS, BibliographyEntry
from sheaf.extract.formats.people import NameParts

TYPES = {
    "article": "article",
    "inproceedings": "inproceedings",
    "incollection": "incollection",
    "book": "book",
    "thesis": "phdthesis",
    "techreport": "techreport",
}
# BibTeX knows two kinds of theses, and has a field for the name of any other.
DEGREES = {"master": "mastersthesis", "bachelor": "mastersthesis"}
CONTAINER = {
    "article": "journal",
    "inproceedings": "booktitle",
    "incollection": "booktitle",
    "thesis": "type",
    "techreport": "type",
}
HOUSE = {"thesis": "school", "techreport": "institution"}

_SPECIAL = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\textbraceleft{}",
        "}": r"\textbraceright{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        **{char: f"\\{char}" for char in "$&#_%"},
    }
)
# An address is kept as it is, so that it can be followed, but for what would end the field.
_IN_ADDRESS = str.maketrans({"{": "%7B", "}": "%7D", "\\": "%5C", " ": "%20"})


def write_entries(entries: Iterable[BibliographyEntry]) -> Iterator[str]:
    """One after the other, an empty line between two."""
    for place, entry in enumerate(entries):
        yield ("\n" if place else "") + entry_text(entry)


def entry_text(entry: BibliographyEntry) -> str:
    fields = "".join(f"  {name} = {value},\n" for name, value in _fields(entry) if value)
    kind = DEGREES.get(entry.degree) or TYPES.get(entry.kind, "misc")
    return f"@{kind}{{{entry.key},\n{fields}}}\n"


def _fields(entry: BibliographyEntry) -> Iterator[tuple[str, str | None]]:
    yield "author", _people(entry.authors)
    yield "title", _brace(_title(entry.work.title)) if entry.work.title else None
    own_word = entry.genre if entry.degree == "bachelor" else None
    yield CONTAINER.get(entry.kind, "howpublished"), _text(entry.work.venue or own_word)
    yield HOUSE.get(entry.kind, "organization"), _text(entry.work.institution)
    yield "editor", _people(entry.editors)
    yield "year", _text(str(entry.year) if entry.year else None)
    yield "month", MONTHS[entry.month - 1] if entry.month else None
    yield "volume", _text(entry.work.volume)
    yield "number", _text(entry.work.issue)
    yield "pages", _pages(entry)
    yield "series", _text(entry.work.series)
    yield "publisher", _text(entry.work.publisher)
    yield "address", _text(entry.work.place)
    yield "doi", _address(entry.work.doi)
    yield "eprint", _address(entry.work.arxiv_id)
    yield "archiveprefix", _text("arXiv" if entry.work.arxiv_id else None)
    yield "url", _address(entry.work.url)
    yield "note", _text(entry.work.note)
    yield "language", _text(entry.paper.language)
    yield "keywords", _text(", ".join(entry.paper.keywords))
    yield "abstract", _text(" ".join((entry.paper.abstract or "").split()))


def _pages(entry: BibliographyEntry) -> str | None:
    if entry.first_page is None:
        return None
    pages = escape(entry.first_page)
    return _brace(f"{pages}--{escape(entry.last_page)}" if entry.last_page else pages)


def _people(names: Sequence[NameParts]) -> str | None:
    return _brace(" and ".join(_person(name) for name in names)) if names else None


def _person(name: NameParts) -> str:
    """`van Family, Jr, Given`. Whatever BibTeX would take apart stands in braces."""
    if name.literal:
        return _brace(escape(name.literal))
    family = _protect(name.family)
    parts = [f"{name.particle} {family}".strip(), name.suffix, name.given]
    wanted = [parts[0], *(part for part in parts[1:] if part)]
    if name.suffix and not name.given:
        wanted = [f"{parts[0]} {name.suffix}"]
    if wanted == [family] and " " not in name.family:
        return family
    return ", ".join([wanted[0], *(_protect(part) for part in wanted[1:])])


def _protect(text: str) -> str:
    """` and ` would begin another person; a small first letter would be taken for a particle; a
    command beside a space confuses readers."""
    is_split = re.search(r"\band\b", text, re.IGNORECASE) is not None
    is_plain = not is_split and not text[:1].islower() and escape(text) == text
    return text if is_plain else _brace(escape(text))


def _title(title: str) -> str:
    """Capitals that a style must not make small stand in braces: those within a word, and, in a
    title that is otherwise written small, those of names."""
    words = title.split()
    # Short words are written small in any title.
    telling = [word for word in words[1:] if len(word) > 3 and word[0].isalpha()]
    is_sentence = sum(word[0].islower() for word in telling) * 2 > len(telling)
    return " ".join(
        _word(word, keep_first=is_sentence and position > 0) for position, word in enumerate(words)
    )


def _word(word: str, *, keep_first: bool) -> str:
    before, core, after = _split_word(word)
    if not any(char.isupper() for char in (core if keep_first else core[1:])):
        return escape(word)
    return f"{escape(before)}{_brace(escape(core))}{escape(after)}"


def _split_word(word: str) -> tuple[str, str, str]:
    """What stands before its first letter or digit, what up to its last, and what behind."""
    places = [place for place, char in enumerate(word) if char.isalnum()]
    if not places:
        return word, "", ""
    start, end = places[0], places[-1] + 1
    return word[:start], word[start:end], word[end:]


def _text(text: str | None) -> str | None:
    return _brace(escape(text)) if text else None


def _address(text: str | None) -> str | None:
    return _brace(text.translate(_IN_ADDRESS)) if text else None


def _brace(text: str) -> str:
    return f"{{{text}}}"


def escape(text: str) -> str:
    return text.translate(_SPECIAL)
