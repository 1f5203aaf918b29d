"""Pages of a long list: each begins behind the last thing of the one before, so that the
thousandth costs no more than the first, and nothing is shown twice while the list grows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Generic, TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

Item = TypeVar("Item")
LARGEST_KEY = 10**11
COUNTING_SECONDS = 3  # before a page that is being counted is asked for again


@dataclass(frozen=True, slots=True)
class ListPage(Generic[Item]):
    items: list[Item]
    is_first: bool
    next_after: int | None  # for `after` of the next page, where there is one


def list_page(
    request: HttpRequest,
    fetch: Callable[[int, int], Iterable[Item]],
    key: Callable[[Item], int],
    per_page: int,
) -> ListPage[Item]:
    """The page that `?after=` asks for. `fetch(after, limit)` gives what has a larger key, in the
    order of keys, which are above 0."""
    after = whole_number(request.GET.get("after"), default=0, most=LARGEST_KEY) or 0
    found = list(islice(fetch(after, per_page + 1), per_page + 1))
    items = found[:per_page]
    return ListPage(items, after == 0, key(items[-1]) if len(found) > per_page else None)


@dataclass(frozen=True, slots=True)
class Pages:
    """The row of page numbers under the results."""

    current: int
    last: int

    @property
    def numbers(self) -> range:
        first = max(1, min(self.current - 3, self.last - 6))
        return range(first, min(self.last, first + 6) + 1)

    @property
    def before(self) -> int | None:
        return self.current - 1 if self.current > 1 else None

    @property
    def after(self) -> int | None:
        return self.current + 1 if self.current < self.last else None


def show_counting(request: HttpRequest, title: str) -> HttpResponse:
    """In place of a page whose counts nobody is to wait for: it asks again by itself."""
    context = {"title": title, "refresh": COUNTING_SECONDS}
    return render(request, "sheaf/being_counted.html", context)


def whole_number(given: str | None, *, default: int, most: int) -> int | None:
    """The number, at most `most`; the default where none is given; None for what is none."""
    if given is None or given == "":
        return default
    if not (given.isascii() and given.isdigit() and len(given) < 12):
        return None
    return min(int(given), most)
