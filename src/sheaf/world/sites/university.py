"""A university's front door and its repository of deposited papers."""

from collections.abc import Iterable, Iterator

from sheaf.world.delivery import delivery_of
from sheaf.world.html import citation, heading, items, link, page, paragraph
from sheaf.world.papers import Card
from sheaf.world.people import University
from sheaf.world.realm import Realm
from sheaf.world.response import Resource, Response
from sheaf.world.sites.site import OPEN_TO_ALL


def deposits(realm: Realm, university: University) -> list[Card]:
    """Papers of the university with an exact copy in its repository."""
    departments = realm.plan.departments_of(university.number)
    numbers = (n for d in departments for n in realm.plan.papers_of_department(d))
    return [realm.papers.card(n) for n in numbers if delivery_of(n, realm.seed).deposited]


class UniversitySite:
    def __init__(self, realm: Realm, university: University, listed_at: str) -> None:
        self._realm = realm
        self._university = university
        self._listed_at = listed_at
        self.host = university.host

    def resources(self) -> Iterator[Resource]:
        yield Resource(
            f"http://{self.host}/", self._listed_at, "page", self._front_page, role="university"
        )

    def near(self, path: str) -> Iterable[Resource]:
        return self.resources()

    def robots(self) -> str | None:
        return OPEN_TO_ALL

    def _front_page(self) -> Response:
        numbers = self._realm.plan.departments_of(self._university.number)
        departments = [self._realm.cast.department(number) for number in numbers]
        parts = [
            heading("Departments"),
            items(link(f"http://{d.host}/", d.discipline.department) for d in departments),
        ]
        if deposits(self._realm, self._university):
            host = self._university.repository_host
            parts.append(link(f"http://{host}/", "Repository of research papers"))
        return page(self._university.name, *parts)


class RepositorySite:
    def __init__(self, realm: Realm, university: University) -> None:
        self._realm = realm
        self._university = university
        self.host = university.repository_host
        self._home = f"http://{self.host}/"

    def resources(self) -> Iterator[Resource]:
        cards = deposits(self._realm, self._university)
        if not cards:
            return
        above = f"http://{self._university.host}/"
        yield Resource(self._home, above, "page", self._index, role="repository")
        for card in cards:
            copy = Resource(self._url(card), self._home, "paper", self._realm.serve_pdf(card))
            yield self._realm.another_copy(copy, card)

    def near(self, path: str) -> Iterable[Resource]:
        return self.resources()

    def robots(self) -> str | None:
        if self._university.number == 0:
            return f"User-agent: *\nCrawl-delay: {self._realm.crawl_delay:g}\nDisallow: /search/\n"
        return OPEN_TO_ALL

    def _url(self, card: Card) -> str:
        return f"{self._home}id/{card.number + 1000}/{card.stem}.pdf"

    def _index(self) -> Response:
        cards = deposits(self._realm, self._university)
        entries = [f"{paragraph(citation(card))}{link(self._url(card), 'Text')}" for card in cards]
        return page(f"Research Papers, {self._university.name}", items(entries))
