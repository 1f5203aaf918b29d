"""Asks the two models: what each line of the region is, and each token of its mixed lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from sheaf.extract.header import line_features, token_features
from sheaf.extract.header.layout import YES, LayoutLine, of_lines
from sheaf.extract.header.region import Region
from sheaf.extract.header.tokens import Token
from sheaf.extract.header.words import name_pattern
from sheaf.extract.sequence.labeller import Labeller, labeller
from sheaf.records import Line, PageShape


@dataclass(frozen=True, slots=True)
class Models:
    lines: Labeller
    tokens: Labeller


@dataclass(frozen=True, slots=True)
class LabelledToken:
    line: int  # of the region
    token: Token
    label: str
    sure: float


@dataclass(frozen=True, slots=True)
class Front:
    """The region with what the models say. All are as long as the region but the tokens."""

    lines: tuple[Line, ...]
    places: tuple[int, ...]
    layout: tuple[LayoutLine, ...]
    labels: tuple[str, ...]
    sure: tuple[float, ...]
    tokens: tuple[LabelledToken, ...]

    def having(self, *labels: str) -> list[int]:
        return [at for at, label in enumerate(self.labels) if label in labels]


@cache
def shipped() -> Models:
    return Models(
        labeller("header-lines", line_features.facets),
        labeller("header-tokens", token_features.facets),
    )


def labelled(region: Region, shapes: Sequence[PageShape], models: Models) -> Front:
    return _asked(of_lines(region.lines, shapes), region, models)


def labelled_layout(layout: Sequence[LayoutLine], models: Models) -> Front:
    """The same for lines of which nothing but their flags is known, as corpora tell them."""
    lines = tuple(Line(line.text, 0, 0.0, 0.0, 0.0, 0.0, 0.0) for line in layout)
    return _asked(layout, Region(lines, tuple(range(len(lines)))), models)


def _asked(layout: Sequence[LayoutLine], region: Region, models: Models) -> Front:
    answer = models.lines.label([line_features.columns_of(layout)])[0]
    labels = _with_authors(layout, answer.labels)
    columns, places = token_features.columns_of(layout, labels, answer.sure)
    told = models.tokens.label([columns])[0] if places else None
    tokens = tuple(
        LabelledToken(line, token, told.labels[at], told.sure[at])
        for at, (line, token) in enumerate(places)
        if told is not None
    )
    return Front(
        region.lines, region.places, tuple(layout), tuple(labels), tuple(answer.sure), tokens
    )


def _with_authors(layout: Sequence[LayoutLine], labels: Sequence[str]) -> list[str]:
    """Where no line was taken for one of authors, those behind the title are that look like it:
    a paper has authors."""
    found = list(labels)
    if "author" in found:
        return found
    title = max((at for at, label in enumerate(found) if label == "title"), default=-1)
    if title < 0:
        title = max(
            (at for at, line in enumerate(layout[:30]) if line.is_largest == YES), default=-1
        )
    for at in range(title + 1, min(title + 8, len(found))):
        if found[at] in ("abstract", "body", "title"):
            break
        if name_pattern(layout[at].text).startswith(("all", "first")):
            found[at] = "author"
    return found
