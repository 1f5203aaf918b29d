"""What results have in common: years, authors, venues, ..., counted, and chosen to narrow them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from tantivy import Occur, Query

from sheaf.search.compiling import Compiler
from sheaf.search.contract import FacetValue
from sheaf.search.fields import BY_NAME
from sheaf.search.question import Everything, Range
from sheaf.search.values import read_range
from sheaf.search.view import View

# In the order in which they are shown; the field of the index, and how many values are shown.
FACETS = {
    "year": ("year", 200),
    "author": ("author_facet", 12),
    "venue": ("venue_facet", 12),
    "kind": ("kind", 20),
    "language": ("language", 20),
    "host": ("host", 12),
    "category": ("category_facet", 12),
    "entry": ("entry", 2),
}
MOST_CHOSEN = 20  # values of one facet

Filters = Mapping[str, Sequence[str]]


def known_filters(filters: Filters, complain: Callable[[str], None]) -> dict[str, tuple[str, ...]]:
    """Filters by facets that there are; of others it is said."""
    kept = {}
    for name, values in filters.items():
        if name not in FACETS:
            complain(f"There is no filter “{name}”. There are {', '.join(FACETS)}.")
        elif values := tuple(value for value in values if value)[:MOST_CHOSEN]:
            kept[name] = values
    return kept


def filter_clauses(
    filters: Filters, compiler: Compiler, *, without: str | None = None
) -> Iterator[tuple[Occur, Query]]:
    """Of one facet any value, of different ones all."""
    for name, values in filters.items():
        if name == without:
            continue
        is_year = name == "year"
        found = _years(values, compiler) if is_year else compiler.values(FACETS[name][0], values)
        yield Occur.Must, found


def _years(values: Sequence[str], compiler: Compiler) -> Query:
    ranges = [read_range(BY_NAME["year"], value) for value in values]
    found = [compiler.compile(one) for one in ranges if one is not None]
    if not found:
        compiler.complaints.append("A year to filter by is a number or two, as in 2014-2016.")
        return compiler.compile(Everything())
    return Query.boolean_query([(Occur.Should, query) for query in found])


def count_facets(
    view: View, compiler: Compiler, asked: Query, filters: Filters
) -> dict[str, tuple[FacetValue, ...]]:
    """Values of all results, not only of those that are shown. A facet of which something is chosen
    is counted as if nothing were, so that more of it can be chosen."""
    free = [name for name in FACETS if name not in filters]
    counted = _count(view, _narrowed(asked, filters, compiler, None), free)
    for name in filters:
        counted |= _count(view, _narrowed(asked, filters, compiler, name), [name])
    return {
        name: values
        for name in FACETS
        if (values := tuple(_values(name, counted[name], filters.get(name, ()))))
    }


def _narrowed(asked: Query, filters: Filters, compiler: Compiler, without: str | None) -> Query:
    clauses = list(filter_clauses(filters, compiler, without=without))
    return Query.boolean_query([(Occur.Must, asked), *clauses]) if clauses else asked


def _count(view: View, query: Query, names: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    asked = {name: {"terms": {"field": FACETS[name][0], "size": FACETS[name][1]}} for name in names}
    if not asked:
        return {}
    found = view.searcher.aggregate(query, asked)
    return {name: found[name]["buckets"] for name in names}


def _values(
    name: str, buckets: Sequence[Mapping[str, Any]], chosen: Sequence[str]
) -> Iterator[FacetValue]:
    counts = {str(_whole(one["key"])): int(one["doc_count"]) for one in buckets}
    if name == "year":
        yield from _year_values(counts, chosen)
        return
    for value, count in counts.items():
        yield FacetValue(value, value, count, value in chosen)
    for value in chosen:
        if value not in counts:
            yield FacetValue(value, value, 0, True)


def _year_values(counts: Mapping[str, int], chosen: Sequence[str]) -> Iterator[FacetValue]:
    """The newest first; a range that was chosen stands before its years."""
    for value in chosen:
        span = read_range(BY_NAME["year"], value)
        if value not in counts and span is not None:
            yield FacetValue(value, value, sum(_within(span, counts)), True)
    for year in sorted(counts, key=int, reverse=True):
        yield FacetValue(year, year, counts[year], year in chosen)


def _within(span: Range, counts: Mapping[str, int]) -> Iterator[int]:
    for year, count in counts.items():
        is_late_enough = span.low is None or int(year) >= span.low
        if is_late_enough and (span.high is None or int(year) <= span.high):
            yield count


def _whole(key: Any) -> Any:
    return int(key) if isinstance(key, float) else key
