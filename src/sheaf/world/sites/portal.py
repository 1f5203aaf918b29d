"""The portal: directories of everything, and reading lists. Crawls start here."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from sheaf.world.chance import dice
from sheaf.world.html import citation, file_link, heading, items, link, page, paragraph
from sheaf.world.papers import Card
from sheaf.world.prose import research_interest
from sheaf.world.realm import Realm
from sheaf.world.response import Resource, Response
from sheaf.world.sites.site import OPEN_TO_ALL

HOST = "www.commons.test"
HOME = f"http://{HOST}/"
_PER_PAGE = 40


@dataclass(frozen=True)
class Directory:
    """A long list in pages. Page 1 is part of the portal's front page."""

    name: str
    title: str
    count: int
    entry: Callable[[int], tuple[str, str] | None]  # address and text; None for a gap

    def url_of_page(self, number: int) -> str:
        return HOME if number == 1 else f"{HOME}{self.name}/{number}.html"

    def page_with(self, item: int) -> str:
        return self.url_of_page(item // _PER_PAGE + 1)

    @property
    def pages(self) -> int:
        return max(1, -(-self.count // _PER_PAGE))

    def content(self, number: int) -> str:
        first = (number - 1) * _PER_PAGE
        entries = map(self.entry, range(first, min(first + _PER_PAGE, self.count)))
        listed = items(link(url, text) for url, text in filter(None, entries))
        return f"{heading(self.title)}\n{listed}\n{self._onward(number)}"

    def resource(self, number: int) -> Resource:
        url, parent = self.url_of_page(number), self.url_of_page(number // 2)
        return Resource(url, parent, "page", partial(self._page, number), role="directory")

    def _page(self, number: int) -> Response:
        return page(f"{self.title}, page {number}", self.content(number))

    def _onward(self, number: int) -> str:
        # Besides the next page, two far ones: no page of a long list is many clicks away.
        onward = {number + 1: "next page", 2 * number: None, 2 * number + 1: None}
        return " ".join(
            link(self.url_of_page(n), text or f"page {n}")
            for n, text in onward.items()
            if n <= self.pages
        )


class PortalSite:
    host = HOST

    def __init__(self, realm: Realm) -> None:
        self._realm = realm
        plan = realm.plan
        self.universities = Directory(
            "universities", "Universities", plan.universities, self._university
        )
        self.venues = Directory(
            "venues", "Conferences and Journals", series_count(realm), self._series
        )
        self.reading = Directory("reading", "Reading Lists", plan.reading_lists, self._reading_list)
        self.attics = Directory("collections", "Special Collections", plan.attics, _attic)

    def resources(self) -> Iterator[Resource]:
        yield self._front()
        for directory in self._directories():
            for number in range(2, directory.pages + 1):
                yield directory.resource(number)
        for number in range(self._realm.plan.reading_lists):
            yield self._list_resource(number)

    def near(self, path: str) -> Iterable[Resource]:
        name, _, leaf = path[1:].partition("/")
        number = leaf.removesuffix(".html").removeprefix("list")
        if not number.isdecimal():
            return [self._front()]
        if leaf.startswith("list"):
            known = 1 <= int(number) <= self._realm.plan.reading_lists
            return [self._list_resource(int(number) - 1)] if known else []
        return [
            directory.resource(int(number))
            for directory in self._directories()
            if directory.name == name and 2 <= int(number) <= directory.pages
        ]

    def robots(self) -> str | None:
        return OPEN_TO_ALL

    def _front(self) -> Resource:
        return Resource(HOME, "", "page", self._front_page, role="portal")

    def _directories(self) -> tuple[Directory, ...]:
        return self.universities, self.venues, self.reading, self.attics

    def _front_page(self) -> Response:
        parts = [directory.content(1) for directory in self._directories()]
        return page("The Scholarly Commons", *parts)

    def _university(self, number: int) -> tuple[str, str]:
        university = self._realm.cast.university(number)
        return f"http://{university.host}/", university.name

    def _series(self, number: int) -> tuple[str, str] | None:
        field_and_place = series_at(self._realm, number)
        if field_and_place is None:
            return None
        series = self._realm.press.series(*field_and_place)
        return f"http://{series.host}/", series.name

    def _reading_list(self, number: int) -> tuple[str, str]:
        return _list_url(number), self._list_title(number)

    def _list_title(self, number: int) -> str:
        rng = dice(self._realm.seed, "reading list", number)
        discipline = self._realm.plan.discipline(number % self._realm.plan.fields)
        return f"Reading list: {research_interest(discipline, rng)}"

    def _list_resource(self, number: int) -> Resource:
        parent = self.reading.page_with(number)
        make = partial(self._list_page, number)
        return Resource(_list_url(number), parent, "page", make, role="reading_list")

    def _list_page(self, number: int) -> Response:
        cards = map(self._realm.papers.card, self._realm.plan.papers_on_list(number))
        entries = [f"{paragraph(citation(card))}{_best_link(card)}" for card in cards]
        return page(self._list_title(number), items(entries), link("/", "The Scholarly Commons"))


def series_count(realm: Realm) -> int:
    """Places in the directory of venues; fields take turns, and the smaller ones leave gaps."""
    return realm.plan.fields * max(map(realm.plan.series_in_field, range(realm.plan.fields)))


def series_at(realm: Realm, number: int) -> tuple[int, int] | None:
    place, field = divmod(number, realm.plan.fields)
    return (field, place) if place < realm.plan.series_in_field(field) else None


def attic_host(number: int) -> str:
    return f"attic{number + 1}.commons.test"


def _attic(number: int) -> tuple[str, str]:
    return f"http://{attic_host(number)}/", f"Special collection {number + 1}"


def _list_url(number: int) -> str:
    return f"{HOME}reading/list{number + 1}.html"


def _best_link(card: Card) -> str:
    if card.delivery.at_home:
        return file_link(card, card.home_url)
    return link(card.landing_url, "abstract")
