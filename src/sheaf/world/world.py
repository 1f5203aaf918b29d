"""The world as one object: ask it for a page, for all pages, or for the truth about them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sheaf.world.papers import SimulatedPaper
from sheaf.world.people import University
from sheaf.world.realm import realm
from sheaf.world.response import Resource, Response, not_found, respond
from sheaf.world.sites import portal
from sheaf.world.sites.attic import AtticSite
from sheaf.world.sites.department import DepartmentSite
from sheaf.world.sites.site import Site
from sheaf.world.sites.university import RepositorySite, UniversitySite, deposits
from sheaf.world.sites.venue import VenueSite
from sheaf.world.truth import record, write_lines

_ATTIC = re.compile(r"attic([1-9]\d{0,8})\.commons\.test")


class World:
    """A scholarly web of about so many pages. Pages are made when asked for; nothing is stored.

    >>> world = World(seed=7, pages=200)
    >>> world.respond("www.commons.test", "/").status
    200
    """

    host_pattern = "*.test"

    def __init__(
        self, seed: int = 1, pages: int = 200, slow_seconds: float = 1.0, crawl_delay: float = 1.0
    ) -> None:
        self.seed = seed
        self.pages = pages
        self._realm = realm(seed, pages, slow_seconds, crawl_delay)
        self._portal = portal.PortalSite(self._realm)

    @property
    def seeds(self) -> list[str]:
        """Where a crawl starts: the portal, from which everything public can be reached."""
        return [portal.HOME]

    @property
    def hosts(self) -> Iterator[str]:
        return (site.host for site in self._sites())

    @property
    def paper_count(self) -> int:
        return self._realm.plan.papers

    def paper(self, number: int) -> SimulatedPaper:
        if not 0 <= number < self.paper_count:
            raise IndexError(f"paper {number} of {self.paper_count}")
        return self._realm.papers.paper(number)

    def pdf(self, number: int) -> bytes:
        """The file of a paper, as most of its copies are."""
        return self._realm.pdf(self.paper(number).card)

    def papers(self) -> Iterator[SimulatedPaper]:
        """Every distinct paper, however many copies of it are on the web."""
        return map(self.paper, range(self.paper_count))

    def respond(self, host: str, path_and_query: str) -> Response:
        """What the host answers to a request for the path."""
        site = self._site(host.lower())
        if site is None:
            return not_found()
        if path_and_query == "/robots.txt":
            rules = site.robots()
            return respond(rules.encode(), "text/plain") if rules is not None else not_found()
        for resource in site.near(path_and_query):
            if resource.path == path_and_query:
                return resource.make()
        return not_found()

    def truth(self) -> Iterator[dict[str, Any]]:
        """One JSON-able object per URL; of an endless calendar only the first month."""
        return (record(self._realm, resource) for resource in self._resources())

    def write_truth(self, path: str | Path) -> None:
        """The truth as a file, one JSON object a line."""
        write_lines(Path(path), self.truth())

    def captures(self) -> Iterator[tuple[str, str, Response]]:
        """Every URL with a page that links to it (which comes earlier) and its response."""
        return ((each.url, each.via, each.make()) for each in self._resources())

    def _resources(self) -> Iterator[Resource]:
        for site in self._sites():
            yield from site.resources()

    def _sites(self) -> Iterator[Site]:
        """Hosts of every kind in turn, so that the beginning of a world is a mixture."""
        plan = self._realm.plan
        series = portal.series_count(self._realm)
        yield self._portal
        for number in range(max(plan.universities, plan.attics, series)):
            if number < plan.attics:
                yield self._attic(number)
            if number < plan.universities:
                yield from self._campus(self._realm.cast.university(number))
            if number < series:
                yield from self._venue(number)

    def _campus(self, university: University) -> Iterator[Site]:
        yield self._university(university)
        if deposits(self._realm, university):
            yield RepositorySite(self._realm, university)
        for number in self._realm.plan.departments_of(university.number):
            yield DepartmentSite(self._realm, self._realm.cast.department(number))

    def _venue(self, number: int) -> Iterator[Site]:
        found = portal.series_at(self._realm, number)
        if found:
            listed_at = self._portal.venues.page_with(number)
            yield VenueSite(self._realm, self._realm.press.series(*found), listed_at)

    def _university(self, university: University) -> UniversitySite:
        listed_at = self._portal.universities.page_with(university.number)
        return UniversitySite(self._realm, university, listed_at)

    def _attic(self, number: int) -> AtticSite:
        listed_at = self._portal.attics.page_with(number)
        return AtticSite(self._realm, number, portal.attic_host(number), listed_at)

    def _site(self, host: str) -> Site | None:
        if host == portal.HOST:
            return self._portal
        attic = _ATTIC.fullmatch(host)
        if attic:
            number = int(attic[1]) - 1
            return self._attic(number) if number < self._realm.plan.attics else None
        return self._campus_site(host) or self._venue_site(host)

    def _campus_site(self, host: str) -> Site | None:
        slug = host.removesuffix(".test").partition(".")[2]
        university = self._realm.cast.university_called(slug)
        if university is None or not host.endswith(".test"):
            return None
        return next((site for site in self._campus(university) if site.host == host), None)

    def _venue_site(self, host: str) -> Site | None:
        series = self._realm.press.series_on(host)
        if series is None:
            return None
        number = series.number * self._realm.plan.fields + series.field
        return next(self._venue(number), None)
