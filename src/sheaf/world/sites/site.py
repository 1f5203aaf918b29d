"""What every site can do."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from sheaf.world.response import Resource

OPEN_TO_ALL = "User-agent: *\nDisallow:\n"


class Site(Protocol):
    host: str

    def resources(self) -> Iterator[Resource]:
        """Every URL of the site, each after a page that links to it."""

    def near(self, path: str) -> Iterable[Resource]:
        """The few resources among which the path is, if it is anywhere."""

    def robots(self) -> str | None:
        """The text of robots.txt; None if the site has none."""
