"""Where documents come from, as `library.places`: hosts, parents, hubs, and what they led to."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any

from django.db.models import Exists, OuterRef

from sheaf import urls
from sheaf.deposit import models
from sheaf.deposit.bulk import make_storable
from sheaf.deposit.catalogue import Catalogue
from sheaf.deposit.counting import Counted
from sheaf.deposit.hubs import find_hubs
from sheaf.deposit.links.contract import LinkState, LinkTable
from sheaf.deposit.links.store import find_checks
from sheaf.deposit.places.contract import (
    HostInfo,
    NumberedHub,
    ParentInfo,
    ParentPart,
    Yield,
)
from sheaf.deposit.places.counting import (
    count_by_host,
    count_by_parent,
    count_yield,
    hosts_by_name,
    largest_hosts,
)

PIECE = 1000
MOST_LOOKED_AT = 10_000  # parents of which a part of a list is picked
MOST_DOCUMENTS = 50


class Places:
    """Pages of a library of millions ask it, so nothing here takes longer the larger it is: what
    must be counted is remembered, and None as long as it is not."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._alias = catalogue.alias

    # -- hosts -------------------------------------------------------------------------------------

    def hosts(self, *, limit: int = 50, offset: int = 0) -> list[HostInfo] | None:
        """Those with most documents first, ten thousand in all; None while they are counted."""
        found = self._remembered("largest-hosts", lambda: largest_hosts(self._alias))
        return None if found is None else list(found[offset : offset + limit])

    def hosts_by_name(self, *, after: str = "", limit: int = 50) -> list[HostInfo]:
        """All of them, behind a name."""
        return hosts_by_name(self._alias, make_storable(after), limit)

    def host(self, name: str) -> HostInfo | None:
        """None where the library has nothing of it."""
        wanted = make_storable(name)
        documents = count_by_host(self._alias, [wanted]).get(wanted, 0)
        return HostInfo(wanted, documents) if documents or self.has_hub(wanted) else None

    def has_hub(self, host: str) -> bool:
        return models.Hub.objects.using(self._alias).filter(host=host).exists()

    def yield_of_host(self, name: str) -> Yield | None:
        """None while it is counted."""
        key = ("yield-of-host", name)
        return self._remembered(key, lambda: count_yield(self._alias, "host", name))

    # -- parents -----------------------------------------------------------------------------------

    def parents(
        self,
        *,
        host: str = "",
        only: str = "",
        before: int | None = None,
        limit: int = 50,
    ) -> ParentPart:
        """The latest first, those before a number: of a host, only those that are "dead", or
        "without-documents"."""
        if host:
            return self._parents_of_host(host, before, limit)
        if only == "dead":
            checks = models.LinkCheck.objects.using(self._alias)
            dead = checks.filter(table=LinkTable.PARENTS.value, state=LinkState.DEAD.value)
            dead = dead if before is None else dead.filter(object_id__lt=before)
            order = dead.order_by("-object_id").values_list("object_id", flat=True)
            return self._part(list(order[: limit + 1]), limit)
        rows = models.ParentUrl.objects.using(self._alias).order_by("-id")
        rows = rows if before is None else rows.filter(id__lt=before)
        if only == "without-documents":
            return self._without_documents(rows, limit)
        return self._part(list(rows.values_list("id", flat=True)[: limit + 1]), limit)

    def all_parents(self, *, host: str = "", only: str = "") -> Iterator[ParentInfo]:
        """The same, one by one."""
        before = None
        while True:
            part = self.parents(host=host, only=only, before=before, limit=PIECE)
            yield from part.parents
            if (before := part.before) is None:
                return

    def _parents_of_host(self, host: str, before: int | None, limit: int) -> ParentPart:
        """By way of the hubs, which know their hosts: every parent on the web is one."""
        hubs = models.Hub.objects.using(self._alias).filter(host=make_storable(host))
        hubs = hubs if before is None else hubs.filter(id__lt=before)
        some = list(hubs.order_by("-id").values_list("id", "md5")[: limit + 1])
        rows = models.ParentUrl.objects.using(self._alias)
        found = rows.filter(md5__in=[md5 for _, md5 in some[:limit]])
        part = self._part(list(found.order_by("-id").values_list("id", flat=True)), limit)
        return ParentPart(part.parents, some[limit - 1][0] if len(some) > limit else None)

    def _without_documents(self, parents: Any, limit: int) -> ParentPart:
        """Few are, as a rule: so many are looked at, and the next part goes on behind them."""
        documents = models.Document.objects.using(self._alias).filter(parent_id=OuterRef("id"))
        asked = parents.values_list("id", Exists(documents))
        found: list[int] = []
        looked_at, last = 0, None
        while len(found) < limit and looked_at < MOST_LOOKED_AT:
            rows = asked if last is None else asked.filter(id__lt=last)
            some = list(rows[:PIECE])
            if not some:
                return ParentPart(self._find(found))
            for number, has_documents in some:
                looked_at, last = looked_at + 1, number
                if not has_documents:
                    found.append(number)
                    if len(found) == limit:
                        break
        return ParentPart(self._find(found), last)

    def _part(self, numbers: Sequence[int], limit: int) -> ParentPart:
        shown = numbers[:limit]
        return ParentPart(self._find(shown), shown[-1] if len(numbers) > limit else None)

    def _find(self, numbers: Sequence[int]) -> list[ParentInfo]:
        """These that are there, in their order."""
        rows = models.ParentUrl.objects.using(self._alias).filter(id__in=list(numbers))
        known = {row.id: row for row in rows}
        counted = count_by_parent(self._alias, list(known))
        checks = find_checks(self._alias, LinkTable.PARENTS, list(known))
        return [
            ParentInfo(
                id=number,
                url=row.url,
                host=urls.host_of(row.url),
                documents=counted.get(number, 0),
                first_crawl=row.first_crawl_date,
                last_crawl=row.last_crawl_date,
                is_live=row.is_live,
                link=checks.get(number),
            )
            for number in numbers
            if (row := known.get(number)) is not None
        ]

    def parent(self, number: int) -> ParentInfo | None:
        return next(iter(self._find([number])), None)

    def yield_of_parent(self, number: int) -> Yield | None:
        """None while it is counted."""
        key = ("yield-of-parent", number)
        return self._remembered(key, lambda: count_yield(self._alias, "parent_id", number))

    def documents_of_parent(self, number: int, limit: int = MOST_DOCUMENTS) -> list[int]:
        """The numbers of documents that came from it, the latest first."""
        rows = models.Document.objects.using(self._alias).filter(parent_id=number)
        return list(rows.order_by("-id").values_list("id", flat=True)[:limit])

    # -- hubs --------------------------------------------------------------------------------------

    def hub(self, number: int) -> NumberedHub | None:
        """A hub by its number, and that of its row among the parents."""
        hub = next(find_hubs(self._alias, [number]), None)
        if hub is None:
            return None
        rows = models.ParentUrl.objects.using(self._alias).filter(md5=urls.md5(hub.url))
        return NumberedHub(number, hub, rows.values_list("id", flat=True).first())

    def hub_number(self, url: str) -> int | None:
        return self.hub_numbers([url]).get(url)

    def hub_numbers(self, of: Sequence[str]) -> dict[str, int]:
        """The numbers of hubs, by their URLs."""
        keys = {urls.md5(url): url for url in of}
        rows = models.Hub.objects.using(self._alias).filter(md5__in=list(keys))
        return {keys[md5]: number for md5, number in rows.values_list("md5", "id")}

    def _remembered(self, name: Hashable, count: Callable[[], Counted]) -> Counted | None:
        return self._catalogue.memory.get_soon(name, self._catalogue.mark(), count)
