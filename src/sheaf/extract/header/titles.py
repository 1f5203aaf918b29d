"""The title: the best stretch of lines that the model takes for one, cleaned."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sheaf.extract.header.joining import joined
from sheaf.extract.header.labelling import Front
from sheaf.extract.header.layout import YES

MARKS = re.compile(r"[\s*∗⋆★†‡§¶#◦⇤]+$|(?<=[^\W\d_]{3})[\s]*[¹²³⁴⁵]$")
STAR = re.compile(r"(?<=\w)\s?\?$")  # a star in some TeX fonts, seen as a question mark
_ASKS = (
    "what|why|how|when|where|who|which|whose|is|are|was|were|do|does|did|can|could|should|will"
    "|would|has|have|must"
)
QUESTION = re.compile(rf"^(?:{_ASKS})\b|[:.—–-]\s*(?:{_ASKS})\b", re.IGNORECASE)
EXTRA = re.compile(
    r"\s*[(\[]\s*(?:e ?xtended a ?bstract|short paper|full paper|draft|preprint)\W*$"
    r"|\s+DRAFT$|\s*\\ast$",
    re.IGNORECASE,
)
NO_TITLE = re.compile(
    r"^(?:technical report|working paper|discussion paper|research (?:article|paper)"
    r"|original (?:article|research)|review(?: article)?|letter|article|report|master'?s? thesis"
    r"|ph\.?d\.? thesis|dissertation|thesis|extended abstract|short (?:paper|communication)"
    r"|case report|editorial|contents|abstract"
    r"|(?:\w+\s){0,3}(?:proceedings|journal|transactions|letters|bulletin|annals|reviews?|magazine)"
    r"(?:\s(?:of|on)\s.{0,40})?)\W*$",
    re.IGNORECASE,
)
RUNNING_HEAD = re.compile(r"^running (?:head|title)\b", re.IGNORECASE)
NUMBER = re.compile(r"^\d{1,2}\.\s+(?=[^\W\d_])")  # of a chapter
NOTE_MARK = re.compile(r"(?<=[^\W\d_]{3})\s?([1-3a])$")
VOLUME = re.compile(r"\bvol|\d\s?\(\d|\b(?:19|20)\d\d\b|homepage|locate/", re.IGNORECASE)
LARGE = frozenset({"<1.3", "<1.5", "<1.8", "<2.3", ">2.3"})
UPPER = frozenset("01234567")
MOST_LINES = 6
LEAST_LETTERS = 2  # of a line that goes on with a title: its last word
LABEL = re.compile(r"^(?:title|titel|titre)\s*:\s*", re.IGNORECASE)


def title_lines(front: Front) -> list[int]:
    """The places of its lines in the region; empty where there is none."""
    runs = [*_runs(front), *_large_runs(front)]
    if not runs:
        return _first_line(front)
    return _whole(front, max(runs, key=lambda run: _weight(front, run)))


def _whole(front: Front, run: Sequence[int]) -> list[int]:
    """With the lines above and below that are set just so, in large type."""
    whole = list(run)
    while whole[0] > 0 and len(whole) < MOST_LINES and _is_like(front, whole[0], whole[0] - 1):
        whole.insert(0, whole[0] - 1)
    while len(whole) < MOST_LINES and _is_like(front, whole[-1], whole[-1] + 1):
        whole.append(whole[-1] + 1)
    return whole


def _is_like(front: Front, inside: int, beside: int) -> bool:
    if beside >= len(front.lines) or front.layout[inside].relative_size not in LARGE:
        return False
    one, other = front.lines[inside], front.lines[beside]
    near = front.layout[max(inside, beside)].gap == "near"
    same = one.size == other.size and one.font == other.font and one.page == other.page
    sure = front.labels[beside] in ("author", "abstract", "doctype") and front.sure[beside] > 0.7
    words = sum(map(str.isalpha, other.text)) >= LEAST_LETTERS
    return near and same and not sure and not other.is_running and words


def title_of(front: Front, lines: Sequence[int], document: str) -> str | None:
    kept = [at for at in lines if not RUNNING_HEAD.match(front.lines[at].text)] or list(lines)
    text = joined((front.lines[at].text for at in kept), document)
    text = LABEL.sub("", EXTRA.sub("", MARKS.sub("", text))).strip()
    text = NUMBER.sub("", text)
    note = NOTE_MARK.search(text)
    others = [at for at in range(len(front.lines)) if at not in lines]
    if note and any(_is_note(front, at, note[1]) for at in others):
        text = text[: note.start()]
    if STAR.search(text) and not QUESTION.search(text):
        text = STAR.sub("", text)
    return text.strip(" |") or None


def _is_note(front: Front, at: int, mark: str) -> bool:
    """A footnote that begins with the mark."""
    text = front.lines[at].text
    return text.startswith(mark) and len(text) > 8 and text[1:].strip()[:1].isupper()


def _runs(front: Front) -> list[list[int]]:
    """Stretches of title lines; a line that stands between two of the same make is one too."""
    runs: list[list[int]] = []
    for at in front.having("title"):
        if runs and _goes_on(front, runs[-1][-1], at):
            runs[-1].extend(range(runs[-1][-1] + 1, at + 1))
        else:
            runs.append([at])
    return runs


def _goes_on(front: Front, last: int, at: int) -> bool:
    same_page = front.lines[last].page == front.lines[at].page
    if at == last + 1:
        return same_page
    between = front.lines[last + 1]
    alike = abs(between.size - front.lines[at].size) < 0.1 and between.size > 0
    return same_page and at == last + 2 and alike and front.labels[last + 1] != "author"


def _weight(front: Front, run: Sequence[int]) -> float:
    text = " ".join(front.lines[at].text for at in run)
    seen = sum(front.sure[at] for at in run if front.labels[at] == "title") / len(run)
    large = any(front.layout[at].is_largest == YES for at in run)
    letters = sum(map(str.isalpha, text))
    wrong = NO_TITLE.match(text) is not None or _is_journal(front, run, text)
    return (
        2 * seen + 0.5 * large + (0.3 if letters >= 12 else 0.0) - 0.002 * run[0] - 3.0 * wrong
    )  # fmt: skip


def _is_journal(front: Front, run: Sequence[int], text: str) -> bool:
    """A few words that come again in the line of a volume: the name of the journal."""
    if len(text.split()) > 5 or not text.strip():
        return False
    name = text.strip().lower()
    return any(
        name in line.text.lower() and VOLUME.search(line.text)
        for at, line in enumerate(front.lines)
        if at not in run
    )


def _large_runs(front: Front) -> list[list[int]]:
    """Lines in large type on the upper part of a page, alike and below each other, whatever the
    model says of them: where it errs, one of these is the title."""
    runs: list[list[int]] = []
    for at, line in enumerate(front.lines):
        told = front.layout[at]
        large = told.relative_size in LARGE and told.place in UPPER
        if not large or front.labels[at] in ("author", "abstract") or not _has_words(line.text):
            continue
        last = runs[-1][-1] if runs else -2
        if last == at - 1 and front.lines[last].size == line.size:
            runs[-1].append(at)
        else:
            runs.append([at])
    return [run for run in runs if len(run) <= MOST_LINES]


def _has_words(text: str) -> bool:
    return sum(map(str.isalpha, text)) >= 5


def _first_line(front: Front) -> list[int]:
    """Where nothing is known of type, a paper begins with its title."""
    plain = [at for at, label in enumerate(front.labels) if label in ("other", "body")]
    return plain[:1] if front.lines[0].size <= 0 else []
