"""Papers whose title, authors and abstract are known from elsewhere, labelled by finding them.

The truth is looked for among the lines of the first pages. What it does not tell (affiliations,
dates, notes) stays unknown (None), for a model trained on other corpora to fill in; a paper whose
title or authors are not found as the truth has them is left out.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from corpora.headers.examples import BETWEEN, FIRST, REST, Example, LabelledLine
from sheaf.extract.header.layout import LayoutLine, body_size, describe_lines
from sheaf.extract.header.region import choose_region
from sheaf.extract.header.token_features import HeaderToken, split_tokens
from sheaf.extract.header.words import (
    ABSTRACT,
    INTRODUCTION,
    JOINS,
    KEYWORDS,
    OTHER_HEADS,
    PARTICLES,
    SECTION,
    is_prose,
)
from sheaf.records import Line, Text

LONGEST_ABSTRACT = 70  # lines
SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv", "phd", "md"})
# What lines may be of which the truth says nothing, before and behind the beginning of the body.
IN_BACK = frozenset(
    {
        "affiliation",
        "address",
        "email",
        "date",
        "venue",
        "number",
        "editor",
        "note",
        "body",
        "other",
    }
)
ONLY_IN_FRONT = frozenset({"keyword", "doctype"})


def normalised(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).lower()
    return "".join(char for char in plain if char.isalnum())


@dataclass(slots=True)
class _Page:
    """The lines being labelled."""

    lines: Sequence[Line]
    layout: Sequence[LayoutLine]
    tokens: list[list[HeaderToken]]
    labels: list[list[str | None]]
    body: int  # the first line of the body; the number of lines where it was not seen

    def mark(self, line: int, label: str) -> None:
        self.labels[line] = [
            label if old is None else old for old in self.labels[line]
        ]  # fmt: skip


def example(
    text: Text, truth: Mapping[str, Any], source: str, name: str, owner: str
) -> Example | None:
    region = choose_region(text.lines, text.shapes)
    layout = describe_lines(region.lines, text.shapes)
    tokens = [list(split_tokens(line.text)) for line in region.lines]
    page = _Page(
        region.lines, layout, tokens, [[None] * len(found) for found in tokens], len(layout)
    )
    page.body = _body_start(page)
    title = _mark_title(page, truth["title"])
    if title is None or not _mark_authors(page, truth["authors"], title):
        return None
    if not _mark_abstract(page, truth.get("abstract")):
        return None
    _mark_body(page)
    lines = tuple(
        LabelledLine(one, tuple(labels))
        for one, labels in zip(page.layout, page.labels, strict=True)
        if labels
    )
    return Example(source, name, owner, lines)


# -- title ---------------------------------------------------------------------------------------


def _characters(page: _Page) -> tuple[str, list[int]]:
    """The letters of all lines in one string, and the line of each."""
    text, owners = "", []
    for at, line in enumerate(page.lines):
        letters = normalised(line.text)
        text += letters
        owners += [at] * len(letters)
    return text, owners


def _mark_title(page: _Page, title: str) -> int | None:
    """Where it is printed largest; answers with the last of its lines."""
    text, owners = _characters(page)
    wanted = normalised(title)
    best: tuple[float, int, int] | None = None
    for found in re.finditer(f"(?={re.escape(wanted)})", text) if wanted else ():
        first, last = owners[found.start()], owners[found.start() + len(wanted) - 1]
        size = 0.0 if page.lines[first].is_running else page.lines[first].size
        covered = sum(len(normalised(page.lines[at].text)) for at in range(first, last + 1))
        if covered > len(wanted) + 12:
            continue  # within a sentence, or with something else in its line
        if best is None or size > best[0]:
            best = size, first, last
    if best is None:
        return None
    for at in range(best[1], best[2] + 1):
        page.mark(at, "title")
    return best[2]


# -- authors -------------------------------------------------------------------------------------


def _mark_authors(page: _Page, authors: Sequence[str], title: int) -> bool:
    """Whether all were found. The first place behind the title counts, else one before it."""
    stream = [
        (at, number, token)
        for at in [*range(title + 1, page.body), *range(title)]
        for number, token in enumerate(page.tokens[at])
        if not page.lines[at].is_running and not ABSTRACT.match(page.lines[at].text)
    ]
    found_lines = set()
    for author in authors:
        place = _find(stream, author, page)
        if place is None:
            return False
        for number, step in enumerate(range(place[0], place[1])):
            line, token, _ = stream[step]
            page.labels[line][token] = REST if number else FIRST
            found_lines.add(line)
    for line in found_lines:
        for number, token in enumerate(page.tokens[line]):
            between = token.kind in ("number", "sign") or token.text in JOINS
            if page.labels[line][number] is None and between:
                page.labels[line][number] = BETWEEN
    return bool(authors)


def _find(
    stream: Sequence[tuple[int, int, HeaderToken]], author: str, page: _Page
) -> tuple[int, int] | None:
    family, given = _halves(author)
    if not family:
        return None
    for at, (line, number, token) in enumerate(stream):
        if page.labels[line][number] is not None or normalised(token.text) != family:
            continue
        start = _left_end(stream, at, given, page)
        if start < at:
            return start, at + 1
        if not given:
            return at, at + 1
        # "Family, Given" and "Family Given"
        end = at + 1
        while end < len(stream) and end - at < 5 and _fits(stream[end][2], given):
            end += 1
        if end > at + 1:
            return at, end
    return None


def _halves(author: str) -> tuple[str, list[str]]:
    last, comma, first = author.partition(",")
    if comma and normalised(first) not in SUFFIXES:
        words = [*first.split(), *last.split()]
    else:
        words = author.replace(",", " ").split()
    words = [word for word in words if normalised(word) not in SUFFIXES | {""}]
    # As tokens: "Le Roux-Smith" ends with the token "Roux-Smith". Initials are one part each.
    tokens = [token for word in words for token in split_tokens(word) if normalised(token.text)]
    if not tokens:
        return "", []
    parts: list[str] = []
    for token in tokens[:-1]:
        letters = normalised(token.text)
        initials = token.kind == "initial" or (len(letters) <= 3 and token.text.isupper())
        parts += list(letters) if initials else [letters]
    return normalised(tokens[-1].text), parts


def _fits(token: HeaderToken, given: Sequence[str]) -> bool:
    if token.kind not in ("word", "initial"):
        return False
    word = normalised(token.text)
    if not word:
        return False
    return any(
        word == part or ((token.kind == "initial" or len(word) == 1) and part[0] == word[0])
        or (len(part) == 1 and part == word[0] and token.text[0].isupper())
        or (len(word) > 3 and (part.startswith(word) or (word.startswith(part) and len(part) > 2)))
        for part in given
    )  # fmt: skip


def _left_end(
    stream: Sequence[tuple[int, int, HeaderToken]], at: int, given: Sequence[str], page: _Page
) -> int:
    """Where a name begins that ends here: behind words that fit, initials, particles, and one
    more word where the truth left out a middle name."""
    start = at
    step = at - 1
    skipped = 0
    while step >= 0 and at - step <= 5:
        line, number, token = stream[step]
        if page.labels[line][number] is not None or token.kind not in ("word", "initial"):
            break
        if _fits(token, given):
            start = step
        elif token.kind == "initial" or token.text.lower() in PARTICLES:
            pass
        elif skipped or token.text in JOINS or not token.text[0].isupper():
            break
        else:
            skipped += 1
        step -= 1
    # Initials that the truth left out, before the first that fits: "R. John Smith".
    while start < at and start > 0 and stream[start - 1][2].kind == "initial":
        start -= 1
    return start


# -- abstract and body ---------------------------------------------------------------------------


def _body_start(page: _Page) -> int:
    seen = False
    for at, line in enumerate(page.lines):
        if (at and INTRODUCTION.match(line.text)) or (seen and SECTION.match(line.text)):
            return at
        seen = seen or ABSTRACT.match(line.text) is not None
    return len(page.lines)


def _mark_abstract(page: _Page, abstract: str | None) -> bool:
    """Whether it is certain where it is, if anywhere."""
    if abstract and (place := _find_abstract(page, abstract)):
        for at in range(place[0], place[1] + 1):
            page.mark(at, "abstract")
        if place[0] and ABSTRACT.match(page.lines[place[0] - 1].text):
            page.mark(place[0] - 1, "abstract")
        for at in range(place[1] + 1, min(place[1] + 4, len(page.lines))):
            if is_prose(page.lines[at].text) and at < page.body:
                page.mark(at, "keyword" if KEYWORDS.match(page.lines[at].text) else "body")
        return True
    start = next((at for at, one in enumerate(page.lines) if ABSTRACT.match(one.text)), None)
    if start is None:
        return _mark_unnamed_abstract(page)
    end = _abstract_end(page, start)
    for at in range(start, end):
        page.mark(at, "abstract")
    return end < len(page.lines) or end - start < 25


def _find_abstract(page: _Page, abstract: str) -> tuple[int, int] | None:
    text, owners = _characters(page)
    wanted = normalised(abstract)
    if len(wanted) < 100:
        return None
    start, end = text.find(wanted[:50]), text.find(wanted[-40:])
    if start < 0 or end < start or not 0.7 < (end + 40 - start) / len(wanted) < 1.4:
        return None
    return owners[start], owners[end + 39]


def _abstract_end(page: _Page, start: int) -> int:
    size = max(
        (one.size for one in page.lines[start + 1 : start + 3]), default=page.lines[start].size
    )
    for at in range(start + 1, min(start + LONGEST_ABSTRACT, len(page.lines))):
        line = page.lines[at]
        ends = KEYWORDS.match(line.text) or OTHER_HEADS.match(line.text)
        if at >= page.body or ends or (size > 0 and abs(line.size - size) > 0.12 * size):
            return at
    return min(start + LONGEST_ABSTRACT, len(page.lines))


def _mark_unnamed_abstract(page: _Page) -> bool:
    """Prose between the authors and the introduction is an abstract without its word."""
    if page.body == len(page.lines):
        return True
    authors = [at for at, labels in enumerate(page.labels) if FIRST in labels]
    prose = [at for at in range(max(authors) + 1, page.body) if is_prose(page.lines[at].text)]
    size = body_size([page.lines[at] for at in prose])
    for at in prose:
        if abs(page.lines[at].size - size) < 0.05 * max(size, 1.0):
            page.mark(at, "abstract")
    return True


def _mark_body(page: _Page) -> None:
    """The first lines behind its heading that are not set in smaller type, as footnotes are."""
    last = min(page.body + 6, len(page.lines))
    sizes = [page.lines[at].size for at in range(page.body, last)]
    for at in range(page.body, last):
        if page.lines[at].size >= 0.95 * sorted(sizes)[len(sizes) // 2]:
            page.mark(at, "body")
    size = body_size(page.lines)
    front = [at for at, labels in enumerate(page.labels) if FIRST in labels or "abstract" in labels]
    for at in range(max(front) + 1, len(page.lines)):
        line = page.lines[at]
        if is_prose(line.text) and abs(line.size - size) < 0.03 * size:
            page.mark(at, "keyword" if KEYWORDS.match(line.text) else "body")


def allowed(example: Example) -> Iterator[frozenset[str] | None]:
    """For each line the labels that it may have where its own is unknown, None where it is not."""
    body = next(
        (at for at, line in enumerate(example.lines) if line.label == "body"), len(example.lines)
    )
    for at, line in enumerate(example.lines):
        if line.label is not None:
            yield None
        else:
            yield IN_BACK | ONLY_IN_FRONT if at < body else IN_BACK
