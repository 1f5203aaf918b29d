"""What the address of a search page asks for, and the addresses that lead on from it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import urlencode

from django.http import HttpRequest, QueryDict

from sheaf.search.contract import FACET_NAMES, SCOPES, Sort
from sheaf.web.paging import whole_number

LONGEST_QUESTION = 8_000
LONGEST_VALUE = 300
MOST_VALUES = 20  # of one facet
LAST_PAGE = 100  # nobody reads further, and the index would have to rank everything before it
YEAR_DIGITS = 4
EVERYTHING = "*"
SPAN = re.compile(r"(\d{4})(?:-(\d{4}))?|>=(\d{4})|<=(\d{4})", re.ASCII)

Years = tuple[int | None, int | None]  # the first and the last; None where it is open


@dataclass(frozen=True, slots=True)
class SearchAddress:
    """A search as its address says it; whatever is odd in the address is left out."""

    question: str
    page: int = 1
    sort: Sort = Sort.RELEVANCE
    scope: str = "papers"
    filters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    is_cut: bool = False

    @property
    def is_empty(self) -> bool:
        return not self.question and not self.filters

    @property
    def words(self) -> str:
        """What is searched: with nothing typed, everything that has what was chosen."""
        return self.question or EVERYTHING

    @property
    def chosen(self) -> list[tuple[str, str]]:
        return [(name, value) for name, values in self.filters.items() for value in values]

    @property
    def chosen_years(self) -> list[Years]:
        """Stretches of years, as the boxes and bars of the histogram write them."""
        found = (SPAN.fullmatch(value) for value in self.filters.get("year", ()))
        return [_ends(span) for span in found if span]

    @property
    def parameters(self) -> str:
        """?q=..., with all that is not as usual, but for the page."""
        return _encode(self._values(page=1))

    def on_page(self, page: int) -> str:
        return _encode(self._values(page=page))

    def sorted_by(self, sort: Sort) -> str:
        return _encode(replace(self, sort=sort)._values(page=1))

    def in_scope(self, scope: str) -> str:
        return _encode(replace(self, scope=scope)._values(page=1))

    def asking(self, question: str) -> str:
        return _encode(replace(self, question=question)._values(page=1))

    def without_filters(self) -> str:
        return _encode(replace(self, filters={})._values(page=1))

    def toggling(self, name: str, value: str) -> str:
        """With a value of a facet chosen, or, where it was, without it."""
        values = self.filters.get(name, ())
        changed = tuple(kept for kept in values if kept != value)
        if len(changed) == len(values):
            changed = (*values, value)
        return self.with_filter(name, changed)

    def with_filter(self, name: str, values: tuple[str, ...]) -> str:
        filters = {**self.filters, name: values}
        kept = {name: filters[name] for name in FACET_NAMES if filters.get(name)}
        return _encode(replace(self, filters=kept)._values(page=1))

    def fields_without(self, *names: str) -> list[tuple[str, str]]:
        """For the hidden fields of a form that asks for one thing more."""
        return [pair for pair in self._values(page=1) if pair[0] not in names]

    def _values(self, page: int) -> list[tuple[str, str]]:
        pairs = [("q", self.question), *self.chosen]
        if self.sort is not Sort.RELEVANCE:
            pairs.append(("sort", self.sort.value))
        if self.scope != "papers":
            pairs.append(("scope", self.scope))
        return [*pairs, *([("page", str(page))] if page > 1 else [])]


def _encode(pairs: list[tuple[str, str]]) -> str:
    # What a browser cannot have sent as UTF-8 may stand in a question all the same.
    return "?" + urlencode([(name, value.encode("utf-8", "replace")) for name, value in pairs])


def read_asked(request: HttpRequest) -> SearchAddress:
    given = request.GET
    question = given.get("q", "").replace("\0", " ").strip()
    sort, scope = given.get("sort", ""), given.get("scope", "")
    return SearchAddress(
        question=question[:LONGEST_QUESTION],
        page=whole_number(given.get("page"), default=1, most=LAST_PAGE) or 1,
        sort=Sort(sort) if sort in list(Sort) else Sort.RELEVANCE,
        scope=scope if scope in SCOPES else "papers",
        filters=_read_filters(given),
        is_cut=len(question) > LONGEST_QUESTION,
    )


def _read_filters(given: QueryDict) -> dict[str, tuple[str, ...]]:
    found = {name: _values_of(given, name) for name in FACET_NAMES}
    if span := _read_span(given):
        found["year"] = (span,)
    return {name: values for name, values in found.items() if values}


def _values_of(given: QueryDict, name: str) -> tuple[str, ...]:
    values = (text.replace("\0", " ").strip()[:LONGEST_VALUE] for text in given.getlist(name))
    return tuple(dict.fromkeys(text for text in values if text))[:MOST_VALUES]


def _ends(span: re.Match[str]) -> Years:
    first, last, least, most = (int(part) if part else None for part in span.groups())
    return (first or least, (last or first) if first else most)


def _read_span(given: QueryDict) -> str:
    """The two boxes under the histogram, as one value of its facet."""
    first, last = (_year(given.get(name, "")) for name in ("from", "to"))
    if first and last:
        return f"{min(first, last)}-{max(first, last)}" if first != last else first
    return f">={first}" if first else f"<={last}" if last else ""


def _year(given: str) -> str:
    given = given.strip()
    return given if given.isascii() and given.isdigit() and len(given) == YEAR_DIGITS else ""
