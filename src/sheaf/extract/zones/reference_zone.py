"""Which lines belong to a list of references: from its heading to where something else begins.

A heading is believed when what follows looks like references, so that neither a table of contents
nor a running head is taken for one. Without a heading the model alone decides, and must be sure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sheaf.extract.zones.document import Seen

AHEAD = 14  # lines that are looked at behind a heading
LEAST_SHARE = 0.3  # of them that look like references
LEAST_SURE_SHARE = 0.4  # of a list without a heading
MOST_OTHERS = 12  # lines in a row within a list that do not look like references
LARGER = 2.0  # points by which a line is larger than those of its list
REST = 4  # lines of the last entry that may look like anything
FIRST_ENTRY = 6  # lines of an entry at most, when looking upwards
SHORTEST_BARE_LIST = 6  # lines of a list without a heading
STOPS = frozenset(
    {"appendices", "biographies", "acknowledgements", "contents", "first", "section", "notes"}
)
YEAR = re.compile(r"(?<!\d)(?:1[6-9]\d\d|20[0-4]\d)[a-z]?(?!\d)")
DETAIL = re.compile(
    r"\b[A-ZÀ-ÞА-Я]\.|\bpp?\.|\d\s?[-–]\s?\d|\bet al|\b(?:vol|no|eds?|proc)\b|doi|arxiv|https?:"
    r"|\d+\s?\(\d+\)|\d:\s?\d|press|journal|proceedings|conference|university|verlag|review|[“”«]"
    r"|[A-ZÀ-Þ][a-zà-ÿ]+,\s[A-ZÀ-Þ]|[A-ZÀ-Þ][a-zà-ÿ]+\s[A-Z]{1,2}[\s,]",
    re.IGNORECASE,
)
# Volume, issue and pages: no other text has them like this.
VOLUME = re.compile(r"\d\s?\(\d{1,4}(?:[-–/]\d+)?\)\s?[:,.]\s?\d+|\d{1,4}:\s?\d+\s?[-–]\s?\d+")
MARKED = re.compile(r"\[[\w+\-]{1,12}\]\s?\S|\(\d{1,3}\)\s?[A-Z]|\d{1,3}\.\s+[A-ZÀ-ÞА-Я“\"]")
LEADER = re.compile(r"(?:\.\s?){4,}\s*\d*\s*$|\s\d{1,3}$")
LETTERED = re.compile(r"[A-Z](?:\.\d+)*\.?\s+[A-Z]")


def reference_lines(seen: Seen, headings: Sequence[bool], footnotes: set[int]) -> set[int]:
    """`footnotes` are those that look like them: they read like references, but are no list."""
    found: set[int] = set()
    for head in range(len(seen.lines)):
        if head not in found and _heads_a_list(seen, head):
            found.update(_list_from(seen, head, headings))
    least = 3 * SHORTEST_BARE_LIST if found else SHORTEST_BARE_LIST
    for run in _sure_runs(seen, found | footnotes):
        if len(run) >= least and _share(seen, run) >= LEAST_SURE_SHARE:
            found.update(run)
            found.update(_just_before(seen, run[0], headings))
    return found


def _just_before(seen: Seen, start: int, headings: Sequence[bool]) -> Iterator[int]:
    """The first entries of a list that begins without a heading, where the model is not sure yet:
    as long as one more marker stands a few lines above."""
    top = start
    for at in range(start - 1, -1, -1):
        if top - at > FIRST_ENTRY or headings[at]:
            return
        if MARKED.match(seen.lines[at].text):
            yield from range(at, top)
            top = at


def looks_like_reference(text: str) -> bool:
    if MARKED.match(text):
        return True
    if YEAR.search(text) is not None:
        return DETAIL.search(text) is not None
    return VOLUME.search(text) is not None


def _evidence(seen: Seen, at: int) -> bool:
    return seen.labels[at] == "reference" or looks_like_reference(seen.lines[at].text[:400])


def _share(seen: Seen, numbers: Sequence[int]) -> float:
    """Of the lines with a year or another sign. Entries have two or three lines, one with it."""
    texts = [seen.lines[at].text[:400] for at in numbers]
    signs = sum(YEAR.search(text) is not None or looks_like_reference(text) for text in texts)
    return signs / max(len(texts), 1)


def _heads_a_list(seen: Seen, head: int) -> bool:
    if seen.kinds[head] != "references":
        return False
    ahead = list(_behind(seen, head, AHEAD))
    if not ahead or sum(LEADER.search(seen.lines[at].text) is not None for at in ahead[:4]) >= 3:
        return bool(ahead) and seen.labels[ahead[0]] == "reference"
    return sum(_evidence(seen, at) for at in ahead) >= LEAST_SHARE * len(ahead)


def _behind(seen: Seen, at: int, count: int) -> Iterator[int]:
    """The next lines that are no running heads."""
    for number in range(at + 1, len(seen.lines)):
        if count == 0:
            return
        if not seen.lines[number].is_running:
            count -= 1
            yield number


def _list_from(seen: Seen, head: int, headings: Sequence[bool]) -> Iterator[int]:
    """The lines of a list; those that only might belong to it wait until one does."""
    yield head
    waiting: list[int] = []
    size = _size_of_list(seen, head)
    for at in range(head + 1, len(seen.lines)):
        if seen.lines[at].is_running:
            continue
        if _ends_list(seen, at, headings, size):
            break
        if _evidence(seen, at):
            yield from waiting
            waiting = []
            yield at
        else:
            waiting.append(at)
            if len(waiting) > MOST_OTHERS:
                return
    if len(waiting) <= REST:
        yield from waiting


def _ends_list(seen: Seen, at: int, headings: Sequence[bool], size: float) -> bool:
    """A heading of something else, or a line in much larger type, with no references behind it.
    A list may have headings of its own ("Books")."""
    kind = seen.kinds[at]
    if kind == "references":
        return False
    line = seen.lines[at]
    is_large = seen.has_layout and seen.sizes[at] > size + LARGER
    is_heading = headings[at] and (
        seen.is_larger(at) or line.is_bold or LETTERED.match(line.text) is not None
    )
    if kind not in STOPS and not is_large:
        # Names in bold type begin entries, too.
        is_heading = is_heading and not looks_like_reference(line.text)
        if not is_heading:
            return False
    ahead = list(_behind(seen, at, 8))
    plain = sum(looks_like_reference(seen.lines[one].text[:400]) for one in ahead)
    if not ahead or (plain < 0.2 * len(ahead) and (kind or is_large)):
        return True
    share = sum(_evidence(seen, one) for one in ahead) / len(ahead)
    return share < (0.8 if kind in ("appendices", "biographies") or is_large else 0.5)


def _size_of_list(seen: Seen, head: int) -> float:
    sizes = sorted(seen.sizes[at] for at in _behind(seen, head, AHEAD))
    return sizes[len(sizes) // 2] if sizes else 0.0


def _sure_runs(seen: Seen, taken: set[int]) -> Iterator[list[int]]:
    run: list[int] = []
    others = 0
    for at, label in enumerate(seen.labels):
        if seen.lines[at].is_running:
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
