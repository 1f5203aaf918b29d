"""Reads a near-copy of a document that was read before: what both say alike is taken over.

What may differ is not believed to be alike. The lists of references and the body are taken where
the texts agree, in their ends too, where references stand. The head is taken where the first page
says the very same; else it is read anew, and if the title is another one, so is everything.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sheaf.curate.text.contract import TextOptions
from sheaf.curate.text.layout_file import decode_layout
from sheaf.deposit.paper_shape import PaperJson, is_paper
from sheaf.extract.annotators.annotate import list_failures
from sheaf.extract.contract import Readable
from sheaf.extract.moving import move_contexts
from sheaf.extract.reading import (
    Files,
    add_lines,
    annotator_versions,
    find_extractor,
    make_readable,
    paper_as_json,
)
from sheaf.extract.reading import read_paper_from_files as read_anew
from sheaf.settings import Extract

WORD = re.compile(r"[^\W_]+")
IN_A_ROW = 3
MOST_CHARACTERS = 2_000_000
# Of the rows of words of each text, so many are in the other: of all of it, and of its last part.
ALIKE = 0.95
NEAR_COPY = 0.5
ALIKE_AT_THE_END = 0.98
END = 0.3
WITHOUT_PAGES = 4000  # characters that are the first page where there are no pages
BODY = ("sections", "captions", "footnotes", "acknowledgement", "references", "extras", "language")
WHOLE, REST = "all", "body and references"


@dataclass(frozen=True, slots=True)
class Sibling:
    """A document that says nearly the same: its text and its paper, as they were read. Where its
    number says more than its bytes do, the paper names both."""

    document_id: int
    sha1: str
    bits: int
    text: Path
    paper: dict[str, Any]
    tells_number: bool = False


@dataclass(frozen=True, slots=True)
class NewText:
    """What is to be read: its text, what is told of that, and how the head or all of it is read."""

    content: str
    source: str
    provenance: dict[str, Any] | None
    read_head: Callable[[], PaperJson]
    read_all: Callable[[], PaperJson]


def read_near_copy(
    files: Files, settings: Extract, options: TextOptions, sibling: Sibling | None
) -> PaperJson:
    """The Paper as JSON; its provenance says what was taken over, and from where."""
    if sibling is None or files.text is None:
        return read_anew(files, settings, options)
    content = _read(files.text)
    new = NewText(
        content,
        files.source,
        files.text_provenance,
        read_head=lambda: _read_head(files, settings, options, content),
        read_all=lambda: read_anew(files, settings, options),
    )
    return read_beside(new, sibling)


def read_beside(new: NewText, sibling: Sibling) -> PaperJson:
    """What was read anew all the same names the near-copy too, if it is one."""
    known = _read(sibling.text)
    alike = 1.0 if new.content == known else share_of_rows(_words(new.content), _words(known))
    found = _take_over(new, sibling, known) if alike >= ALIKE else None
    if found is not None:
        return found
    paper = new.read_all()
    # Nothing is taken over from a document that was compared with one before it.
    told = {"compared_with": _named(sibling)}
    told |= {"near_copy_of": _named(sibling)} if alike >= NEAR_COPY else {}
    return {**paper, "provenance": {**_mapping(paper, "provenance"), **told}}


def _take_over(new: NewText, sibling: Sibling, known: str) -> dict[str, Any] | None:
    own, other = (words[-int(len(words) * END) :] for words in map(_words, (new.content, known)))
    if share_of_rows(own, other) < ALIKE_AT_THE_END:
        return None
    references = move_contexts(sibling.paper, known, new.content)
    if references is None:
        return None
    if _first_page(new.content) == _first_page(known):
        return _told({**sibling.paper, "references": references}, new, sibling, WHOLE)
    head = new.read_head()
    if not head.get("title") or _letters(head["title"]) != _letters(sibling.paper["title"]):
        return None
    if _cites_later(sibling.paper, head.get("year")):  # the whole reading has rules for that
        return None
    body = {name: sibling.paper[name] for name in BODY if name in sibling.paper}
    sure = {**_mapping(head, "confidence"), **_references_sure(sibling.paper)}
    taken = {**head, **body, "references": references, "confidence": sure}
    known_by = _mapping(sibling.paper, "provenance")
    provenance = {**known_by, **_mapping(head, "provenance")}
    return _told({**taken, "provenance": provenance}, new, sibling, REST)


@dataclass(frozen=True, slots=True)
class Readers:
    """Who reads now: an extractor, and annotators with their versions."""

    extractor: str
    version: str
    annotators: Mapping[str, str]

    @classmethod
    def of(cls, chosen: Extract) -> Readers:
        version = find_extractor(chosen.extractor).version
        return cls(chosen.extractor, version, annotator_versions(chosen))

    def have_read(self, paper: Any) -> bool:
        """Whether a paper was read as one would be read now, from its own document alone. This is
        known before it is read: so what could not be read, by all or by an annotator, counts."""
        if not is_paper(paper):
            return False
        told = _mapping(paper, "provenance")
        if {"reused_from", "compared_with"} & told.keys():
            return False
        if told.get("error"):
            return True
        by = {name: _mapping(told.get("annotators") or {}, name) for name in self.annotators}
        return (
            told.get("extractor") == self.extractor
            and told.get("extractor_version") == self.version
            and all(
                "error" in report or report.get("version") == self.annotators[name]
                for name, report in by.items()
            )
        )

    def may_pass_on(self, paper: Any) -> bool:
        """Whether what they have read of it may be taken over."""
        return (
            self.have_read(paper)
            and bool(paper.get("title"))
            and not _mapping(paper, "provenance").get("error")
            and not list_failures(paper)
        )


def _read_head(
    files: Files, settings: Extract, options: TextOptions, content: str
) -> dict[str, Any]:
    data = files.main.read_bytes()
    if files.layout is not None:
        text = decode_layout(files.layout.read_bytes(), content)
    else:
        text = add_lines(content, data, files.mime_type, options)
    return read_head_of(make_readable(text, data, files.mime_type), settings, files.source)


def read_head_of(document: Readable, settings: Extract, source: str) -> dict[str, Any]:
    reader = find_extractor(settings.extractor)
    found = reader.read(Readable(document.text, document.pdf, frozenset()))
    return paper_as_json(found, reader, source)


def _told(paper: Mapping[str, Any], new: NewText, sibling: Sibling, parts: str) -> dict[str, Any]:
    provenance = {
        **{name: value for name, value in _mapping(paper, "provenance").items() if name != "text"},
        "source": new.source,
        "reused_from": {**_named(sibling), "parts": parts},
    }
    if new.provenance is not None:
        provenance["text"] = new.provenance
    return {**paper, "provenance": provenance}


def _named(sibling: Sibling) -> dict[str, Any]:
    # By its bytes: numbers are others where an import was cut off and went on.
    number = {"document": sibling.document_id} if sibling.tells_number else {}
    return {**number, "sha1": sibling.sha1, "bits": sibling.bits}


def _cites_later(paper: Mapping[str, Any], year: Any) -> bool:
    cited = [one["year"] for one in paper.get("references") or () if one.get("year")]
    return isinstance(year, int) and max(cited, default=year) > year


def _references_sure(paper: Mapping[str, Any]) -> dict[str, Any]:
    sure = _mapping(paper, "confidence")
    return {"references": sure["references"]} if "references" in sure else {}


def _mapping(values: Mapping[str, Any], name: str) -> dict[str, Any]:
    found = values.get(name)
    return found if isinstance(found, dict) else {}


# -- do two texts agree ----------------------------------------------------------------------------


def share_of_rows(words: Sequence[str], others: Sequence[str]) -> float:
    """Of the rows of words of the longer text, how many are in the other."""
    rows, other_rows = _rows(words), _rows(others)
    most = max(rows.total(), other_rows.total())
    return (rows & other_rows).total() / most if most else 0.0


def _rows(words: Sequence[str]) -> Counter[Hashable]:
    return Counter(tuple(words[at : at + IN_A_ROW]) for at in range(len(words) - IN_A_ROW + 1))


def _first_page(content: str) -> list[str]:
    page, sign, _ = content.partition("\f")
    return _words(page if sign else content[:WITHOUT_PAGES])


def _words(content: str) -> list[str]:
    return WORD.findall(content.casefold())


def _letters(text: str) -> str:
    return "".join(_words(text))


def _read(path: Path) -> str:
    with path.open(encoding="utf-8", errors="replace") as file:
        return file.read(MOST_CHARACTERS)
