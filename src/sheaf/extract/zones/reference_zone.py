"""Which lines belong to a list of references: from its heading to where something else begins.

A heading is believed when what follows looks like references, so that neither a table of contents
nor a running head is taken for one. Without a heading the model alone decides, and must be sure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sheaf.extract.zones.document import LabelledDocument
from sheaf.extract.zones.furniture import leads_to_a_page

AHEAD = 14  # lines that are looked at behind a heading
LEAST_SHARE = 0.3  # of them that look like references
LEAST_SURE_SHARE = 0.4  # of a list without a heading
MOST_OTHERS = 12  # lines in a row within a list that do not look like references
LARGER = 2.0  # points by which a line is larger than those of its list
LOOKED_AT = 400  # characters of a line; no printed line is longer
REST = 4  # lines of the last entry that may look like anything
FIRST_ENTRY = 6  # lines of an entry at most, when looking upwards
SHORTEST_BARE_LIST = 6  # lines of a list without a heading
STOPS = frozenset(
    {"appendices", "biographies", "acknowledgements", "contents", "first", "section", "notes"}
)
YEAR = re.compile(r"(?<!\d)(?:1[6-9]\d\d|20[0-4]\d)[a-z]?(?!\d)")
DETAIL = re.compile(
    r"\b[A-ZÀ-ÞА-Я]\.|\bpp?\.|\d\s?[-–]\s?\d|\bet al|\b(?:vol|no|eds?|proc)\b|doi|arxiv|https?:"
    r"|\d\s?\(\d+\)|\d:\s?\d|press|journal|proceedings|conference|university|verlag|review|[“”«]"
    r"|[A-ZÀ-Þ][a-zà-ÿ]{1,40}+,\s[A-ZÀ-Þ]|[A-ZÀ-Þ][a-zà-ÿ]{1,40}+\s[A-Z]{1,2}[\s,]",
    re.IGNORECASE,
)
# Volume, issue and pages: no other text has them like this.
VOLUME = re.compile(r"\d\s?\(\d{1,4}(?:[-–/]\d+)?\)\s?[:,.]\s?\d+|\d{1,4}:\s?\d+\s?[-–]\s?\d+")
MARKED = re.compile(r"\[[\w+\-]{1,12}\]\s?\S|\(\d{1,3}\)\s?[A-Z]|\d{1,3}\.\s+[A-ZÀ-ÞА-Я“\"]")
LETTERED = re.compile(r"[A-Z](?:\.\d+)*\.?\s+[A-Z]")


def find_reference_lines(
    document: LabelledDocument, headings: set[int], footnotes: set[int]
) -> set[int]:
    """`footnotes` are those that look like them: they read like references, but are no list."""
    found: set[int] = set()
    for head in range(len(document.lines)):
        if head not in found and _heads_a_list(document, head):
            found.update(_list_from(document, head, headings))
    least = 3 * SHORTEST_BARE_LIST if found else SHORTEST_BARE_LIST
    for run in _runs_by_model(document, found | footnotes):
        if len(run) >= least and _share_of_references(document, run) >= LEAST_SURE_SHARE:
            found.update(run)
            found.update(_entries_before(document, run[0], headings))
    return found


def _entries_before(document: LabelledDocument, start: int, headings: set[int]) -> Iterator[int]:
    """The first entries of a list that begins without a heading, where the model is not sure yet:
    as long as one more marker stands a few lines above."""
    top = start
    for at in range(start - 1, -1, -1):
        if top - at > FIRST_ENTRY or at in headings:
            return
        if MARKED.match(document.lines[at].text):
            yield from range(at, top)
            top = at


def looks_like_reference(text: str) -> bool:
    text = text[:LOOKED_AT]
    if MARKED.match(text):
        return True
    if YEAR.search(text) is not None:
        return DETAIL.search(text) is not None
    return VOLUME.search(text) is not None


def _has_evidence(document: LabelledDocument, at: int) -> bool:
    return document.labels[at] == "reference" or looks_like_reference(document.lines[at].text)


def _share_of_references(document: LabelledDocument, numbers: Sequence[int]) -> float:
    """Of the lines with a year or another sign. Entries have two or three lines, one with it."""
    texts = [document.lines[at].text[:LOOKED_AT] for at in numbers]
    signs = sum(YEAR.search(text) is not None or looks_like_reference(text) for text in texts)
    return signs / max(len(texts), 1)


def _heads_a_list(document: LabelledDocument, head: int) -> bool:
    if document.kinds[head] != "references":
        return False
    ahead = list(_lines_behind(document, head, AHEAD))
    if not ahead or sum(leads_to_a_page(document.lines[at].text) for at in ahead[:4]) >= 3:
        return bool(ahead) and document.labels[ahead[0]] == "reference"
    return sum(_has_evidence(document, at) for at in ahead) >= LEAST_SHARE * len(ahead)


def _lines_behind(document: LabelledDocument, at: int, count: int) -> Iterator[int]:
    """The next lines that are no running heads."""
    for number in range(at + 1, len(document.lines)):
        if count == 0:
            return
        if not document.lines[number].is_running:
            count -= 1
            yield number


def _list_from(document: LabelledDocument, head: int, headings: set[int]) -> Iterator[int]:
    """The lines of a list; those that only might belong to it wait until one does."""
    yield head
    waiting: list[int] = []
    size = _size_of_list(document, head)
    for at in range(head + 1, len(document.lines)):
        if document.lines[at].is_running:
            continue
        if _ends_list(document, at, headings, size):
            break
        if _has_evidence(document, at):
            yield from waiting
            waiting = []
            yield at
        else:
            waiting.append(at)
            if len(waiting) > MOST_OTHERS:
                return
    if len(waiting) <= REST:
        yield from waiting


def _ends_list(document: LabelledDocument, at: int, headings: set[int], size: float) -> bool:
    """A heading of something else, or a line in much larger type, with no references behind it.
    A list may have headings of its own ("Books")."""
    kind = document.kinds[at]
    if kind == "references":
        return False
    line = document.lines[at]
    is_large = document.has_layout and document.sizes[at] > size + LARGER
    is_heading = at in headings and (
        document.is_larger(at) or line.is_bold or LETTERED.match(line.text) is not None
    )
    if kind not in STOPS and not is_large:
        # Names in bold type begin entries, too.
        is_heading = is_heading and not looks_like_reference(line.text)
        if not is_heading:
            return False
    ahead = list(_lines_behind(document, at, 8))
    plain = sum(looks_like_reference(document.lines[line].text) for line in ahead)
    if not ahead or (plain < 0.2 * len(ahead) and (kind or is_large)):
        return True
    share = sum(_has_evidence(document, line) for line in ahead) / len(ahead)
    return share < (0.8 if kind in ("appendices", "biographies") or is_large else 0.5)


def _size_of_list(document: LabelledDocument, head: int) -> float:
    sizes = sorted(document.sizes[at] for at in _lines_behind(document, head, AHEAD))
    return sizes[len(sizes) // 2] if sizes else 0.0


def _runs_by_model(document: LabelledDocument, taken: set[int]) -> Iterator[list[int]]:
    run: list[int] = []
    others = 0
    for at, label in enumerate(document.labels):
        if document.lines[at].is_running:
            continue
        if label == "reference" and at not in taken:
            run.append(at)
            others = 0
        elif run:
            others += 1
            if others > 2 or at in taken:
                yield run
                run = []
    yield run
