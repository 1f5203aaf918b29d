"""Asks the two models: what each line of the region is, and each token of its mixed lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from sheaf.extract.header import line_features, token_features
from sheaf.extract.header.layout import YES, LayoutLine, describe_lines
from sheaf.extract.header.region import Region
from sheaf.extract.header.token_features import HeaderToken
from sheaf.extract.header.words import begins_with_name, count_names, name_pattern, word_kinds
from sheaf.extract.sequence.labeller import Labeller, load_labeller
from sheaf.records import Line, PageShape

LAST_PIECE = re.compile(r",|&|\band\b")
PROSE = frozenset({"title", "abstract", "body"})
# A title is not at its end behind such a word.
BROKEN_OFF = re.compile(
    r"\b(?:and|or|of|the|an?|for|in|on|to|with|from|by|under|via|und|der|die|des|von|et|de|du|la)$",
    re.IGNORECASE,
)
MARKED = re.compile(r"(\D{5,100}?)\s?(\d{1,2})\s?[*∗†‡§]?$")
MOST_SEARCHED = 40  # lines for a list of authors that no model saw


@dataclass(frozen=True, slots=True)
class Models:
    lines: Labeller
    tokens: Labeller


@dataclass(frozen=True, slots=True)
class LabelledToken:
    line: int  # of the region
    token: HeaderToken
    label: str
    sure: float


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The region with what the models say. All are as long as the region but the tokens."""

    lines: tuple[Line, ...]
    places: tuple[int, ...]
    layout: tuple[LayoutLine, ...]
    labels: tuple[str, ...]
    sure: tuple[float, ...]
    tokens: tuple[LabelledToken, ...]

    def find_lines(self, *labels: str) -> list[int]:
        return [at for at, label in enumerate(self.labels) if label in labels]


@cache
def shipped_models() -> Models:
    return Models(
        load_labeller("header-lines", line_features.facets),
        load_labeller("header-tokens", token_features.facets),
    )


def label_region(region: Region, shapes: Sequence[PageShape], models: Models) -> FrontMatter:
    return _ask_models(describe_lines(region.lines, shapes), region, models)


def label_layout(layout: Sequence[LayoutLine], models: Models) -> FrontMatter:
    """The same for lines of which nothing but their flags is known, as corpora tell them."""
    lines = tuple(Line(line.text, 0, 0.0, 0.0, 0.0, 0.0, 0.0) for line in layout)
    return _ask_models(layout, Region(lines, tuple(range(len(lines)))), models)


def _ask_models(layout: Sequence[LayoutLine], region: Region, models: Models) -> FrontMatter:
    answer = models.lines.label([line_features.columns_of(layout)])[0]
    labels = add_author_labels(layout, answer.labels)
    columns, places = token_features.columns_of(layout, labels, answer.sure)
    answers = models.tokens.label([columns])[0] if places else None
    tokens = tuple(
        LabelledToken(line, token, answers.labels[at], answers.sure[at])
        for at, (line, token) in enumerate(places)
        if answers is not None
    )
    return FrontMatter(
        region.lines, region.places, tuple(layout), tuple(labels), tuple(answer.sure), tokens
    )


def add_author_labels(layout: Sequence[LayoutLine], labels: Sequence[str]) -> list[str]:
    """Where no line was taken for one of authors, those behind the title are that look like it:
    a paper has authors."""
    found = list(labels)
    _mark_rest_of_title(layout, found)
    _mark_further_lines(layout, found)
    end = next((at for at, label in enumerate(found) if label in ("abstract", "body")), len(found))
    if "author" in found[: end or len(found)] or _mark_name_by_title(layout, found):
        return found
    if _mark_name_below_by(layout, found):
        return found
    title = max((at for at, label in enumerate(found) if label == "title"), default=-1)
    if title < 0:
        title = max(
            (at for at, line in enumerate(layout[:30]) if line.is_largest == YES), default=-1
        )
    for at in range(title + 1, min(title + 8, len(found))):
        if found[at] in PROSE:
            break
        if name_pattern(layout[at].text).startswith(("all", "first")):
            _mark_with_rest(layout, found, at)
    if "author" not in found[: end or len(found)]:
        _mark_lists(layout, found)
    _mark_further_lines(layout, found)
    return found


def _mark_rest_of_title(layout: Sequence[LayoutLine], found: list[str]) -> None:
    """What looks like a name in the type of a title that breaks off above it: "Stones and", "Other
    Stones"."""
    for at in range(1, len(found)):
        line = layout[at]
        if (
            found[at] == "author"
            and found[at - 1] == "title"
            and (line.gap, line.size_step, line.font) == ("near", "same", "same")
            and BROKEN_OFF.search(layout[at - 1].text)
        ):
            found[at] = "title"


def _mark_with_rest(layout: Sequence[LayoutLine], found: list[str], at: int) -> None:
    """With the next line, where a list breaks off in a name: "Ann Lee, and George"."""
    found[at] = "author"
    last = LAST_PIECE.split(layout[at].text)[-1].split()
    breaks_off = len(last) == 1 and last[0].isalpha() and at + 1 < len(layout)
    if breaks_off and layout[at + 1].gap == "near" and found[at + 1] not in PROSE:
        found[at + 1] = "author"


def _mark_further_lines(layout: Sequence[LayoutLine], found: list[str]) -> None:
    """A line of names in the type of the line of authors above it is one too: a long list that
    the model loses on the way."""
    above: int | None = None
    for at, line in enumerate(layout):
        if found[at] == "author":
            above = at
        elif above is None or found[at] in PROSE:
            above = None
        elif line.size_step == "same" and _has_next_mark(layout[above].text, line.text):
            found[at] = "author"
            above = at
        elif line.size_step == "same" and line.gap in ("near", "beside"):
            if _continues_list(layout[above].text, line.text):
                found[at] = "author"
                above = at
            elif any(map(str.isalpha, line.text)):
                above = None
        else:
            above = None


def _continues_list(above: str, text: str) -> bool:
    if name_pattern(text) in ("all2", "all3"):
        return True
    if any(
        "affiliation" in word_kinds(word) or "country" in word_kinds(word) for word in text.split()
    ):
        return False
    listed = above.rstrip().endswith((",", "|", "·", ";", "&", " and"))
    return listed and count_names(text) > (0 if text.rstrip().endswith(",") else 1)


def _has_next_mark(above: str, text: str) -> bool:
    """A name with its mark below another: "Ann Lee (Ph.D.) 2", "Tom Hall 3"."""
    first, second = MARKED.match(above), MARKED.match(text)
    if first is None or second is None or int(second[2]) not in (int(first[2]), int(first[2]) + 1):
        return False
    return begins_with_name(first[1]) and begins_with_name(second[1])


def _mark_name_by_title(layout: Sequence[LayoutLine], found: list[str]) -> bool:
    """An author in the type of the title, above it or below with a gap between them."""
    titles = [at for at, label in enumerate(found) if label == "title"]
    for above, below in pairwise(titles[:4]):
        if layout[below].gap != "apart":
            continue
        for at in (above, below):
            if name_pattern(layout[at].text) == "all1":
                found[at] = "author"
                return True
    return False


def _mark_name_below_by(layout: Sequence[LayoutLine], found: list[str]) -> bool:
    """The title page of a thesis: "by" in a line of its own, and a name below it."""
    for at in range(1, min(MOST_SEARCHED, len(found))):
        is_below_by = layout[at - 1].text.strip(" .:").lower() == "by"
        if is_below_by and name_pattern(layout[at].text).startswith("all"):
            found[at] = "author"
            return True
    return False


def _mark_lists(layout: Sequence[LayoutLine], found: list[str]) -> None:
    """The first line with two names or more, wherever it stands."""
    for at, line in enumerate(layout[:MOST_SEARCHED]):
        if found[at] in ("abstract", "body", "note", "editor"):
            continue
        begins = begins_with_name(line.text)
        if begins and count_names(line.text) > 1 and not line.text.rstrip().endswith("."):
            _mark_with_rest(layout, found, at)
            return
