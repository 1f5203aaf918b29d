"""Facets as the search page shows them: values with their counts, and the years as a histogram."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from sheaf.search.contract import FacetValue
from sheaf.web.charts import Column, YearSpan, draw_columns, spans_of_years
from sheaf.web.finding.asked import SearchAddress, Years
from sheaf.web.languages import language_name

HEADINGS = {
    "year": "Year",
    "author": "Author",
    "venue": "Venue",
    "kind": "Kind",
    "language": "Language",
    "host": "Host",
    "category": "Category",
    "entry": "Papers and pages",
}
SHOWN = 6  # values of a facet before "more"
MOST_BARS = 40
WIDTH, HEIGHT = 240.0, 60.0


@dataclass(frozen=True, slots=True)
class ShownValue:
    words: str
    count: int
    address: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class ShownFacet:
    name: str
    heading: str
    values: tuple[ShownValue, ...]
    more: tuple[ShownValue, ...] = ()


@dataclass(frozen=True, slots=True)
class Histogram:
    """The years, drawn: `bars` is what stands in the drawing."""

    bars: SafeString
    first: int
    last: int
    words: str  # what it shows, for who does not see it
    low: int | None = None  # the stretch that is chosen, where it is one
    high: int | None = None


def show_facets(
    facets: Mapping[str, Sequence[FacetValue]], asked: SearchAddress
) -> list[ShownFacet]:
    """Without the years, and without those that leave no choice."""
    return [
        _show(name, values, asked)
        for name, values in facets.items()
        if name != "year" and (len(values) > 1 or any(value.is_chosen for value in values))
    ]


def _show(name: str, values: Sequence[FacetValue], asked: SearchAddress) -> ShownFacet:
    shown = [
        ShownValue(
            words_of_value(name, value.label),
            value.count,
            asked.toggling(name, value.value),
            value.is_chosen,
        )
        for value in sorted(values, key=lambda value: not value.is_chosen)
    ]
    return ShownFacet(name, HEADINGS.get(name, name), tuple(shown[:SHOWN]), tuple(shown[SHOWN:]))


def words_of_value(name: str, value: str) -> str:
    """As people read it: languages by their names."""
    if name == "language":
        return language_name(value)
    return value.replace("_", " ") if name in ("kind", "entry") else value


def histogram(values: Sequence[FacetValue], asked: SearchAddress) -> Histogram | None:
    """None where there is but one year that a paper can be of."""
    counts = {
        int(value.value): value.count for value in values if value.value.isdecimal() and value.count
    }
    spans = spans_of_years(counts, MOST_BARS)
    if len(spans) < 2:
        return None
    chosen = asked.chosen_years
    columns = draw_columns([(span.words, span.count) for span in spans], WIDTH, HEIGHT)
    bars = format_html_join(
        "",
        '<a href="{}" tabindex="-1" aria-label="{}: {}"><title>{}: {}</title>'
        '<rect class="room" x="{}" y="0" width="{}" height="{}"/>'
        '<rect class="fill{}" x="{}" y="{}" width="{}" height="{}"/></a>',
        (_bar(span, column, asked, chosen) for span, column in zip(spans, columns, strict=True)),
    )
    fullest = max(spans, key=lambda span: span.count)
    words = f"{spans[0].first} to {spans[-1].last}; most, {fullest.count:,}, in {fullest.words}"
    low, high = chosen[0] if len(chosen) == 1 else (None, None)
    return Histogram(bars, spans[0].first, spans[-1].last, words, low, high)


def _is_within(span: YearSpan, chosen: Years) -> bool:
    low, high = chosen
    return (low is None or span.first >= low) and (high is None or span.last <= high)


def _bar(
    span: YearSpan, column: Column, asked: SearchAddress, years: Sequence[Years]
) -> tuple[Any, ...]:
    """In the order of the drawing above. Made here and not in a template, for which forty bars are
    more work than all results."""
    chosen = " chosen" if any(_is_within(span, each) for each in years) else ""
    count = f"{span.count:,}"
    return (
        *(asked.with_filter("year", (span.value,)), span.words, count, span.words, count),
        *(column.x, column.width, HEIGHT, chosen),
        *(column.x, column.y, column.width, column.height),
    )
