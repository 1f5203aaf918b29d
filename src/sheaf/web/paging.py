"""Pages of a long list: each begins behind the last thing of the one before, so that the
thousandth costs no more than the first, and nothing is shown twice while the list grows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Generic, TypeVar

from django.http import HttpRequest

from sheaf.web.search_pages import whole_number

Item = TypeVar("Item")
LARGEST_KEY = 10**11


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
