"""Hubs: pages that lead to documents. Found in what a run captures, written with its batches.

A page is a hub because the crawler said so (it counted the links that match the pattern), or
because something that was captured names it as the page it was found on: a document that was kept,
or a URL that matches the pattern. So imported logs, mirrors and archives have hubs too.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db import transaction
from django.db.models import Count, IntegerField, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from sheaf import urls
from sheaf.acquire.host_patterns import is_of_the_web
from sheaf.curate.seen_before import Decision
from sheaf.deposit import bulk, models
from sheaf.deposit.bulk import make_storable, times_as_text
from sheaf.deposit.home_pages import home_of
from sheaf.deposit.sequences import MANY, advance, batches
from sheaf.errors import UsageError
from sheaf.patterns import Pattern, TooLongToTry
from sheaf.records import Hub, Outcome

TABLE = "hub"
FIELDS = ("id", "url", "md5", "host", "home", "pattern", "links", "first_seen", "last_seen")
CHANGING = ("pattern", "links", "first_seen", "last_seen")
CHANGE_FIELDS = ("run_id", "table", "object_id", "before")
MOST_LINKS = 2**31 - 1
LIVE = ("running", "done", "undoing")


class HubOrder(StrEnum):
    """How hubs are listed: those with most first, the latest first, or by their URLs."""

    DOCUMENTS = "documents"
    LINKS = "links"
    TIME = "time"
    URL = "url"


ORDERS = {
    HubOrder.DOCUMENTS: ("-documents", "-links", "id"),
    HubOrder.LINKS: ("-links", "id"),
    HubOrder.TIME: ("-last_seen", "id"),
    HubOrder.URL: ("url", "id"),
}


@dataclass(frozen=True, slots=True)
class Sighting:
    """A page seen as a hub: by which pattern (empty: a document that was kept came from it), with
    how many such links (0: not counted), and when."""

    url: str
    pattern: str
    links: int
    time: datetime


def hub_order(name: str) -> HubOrder:
    if name not in list(HubOrder):
        words = ", ".join(HubOrder)
        raise UsageError(f"Hubs are not sorted by {name!r}.", f"It must be one of {words}.")
    return HubOrder(name)


class HubFinder:
    """`pattern` is what a hub links to; without one only the parents of documents are hubs."""

    def __init__(self, pattern: str = "") -> None:
        self._pattern = Pattern(pattern, ignore_case=True) if pattern else None

    def find(self, decision: Decision) -> Iterator[Sighting]:
        capture = decision.examined.capture
        if capture.hub_pattern:
            links = min(capture.hub_links, MOST_LINKS)
            yield Sighting(capture.url, capture.hub_pattern, links, capture.time)
        parent = capture.parent_url
        if not parent or self._matches(parent):  # a redirect, or a document with links
            return
        matches = self._matches(capture.url)
        if matches or decision.is_kept or decision.outcome is Outcome.DUPLICATE_URL:
            pattern = self._pattern.text if matches and self._pattern else ""
            yield Sighting(parent, pattern, 0, capture.time)

    def _matches(self, url: str) -> bool:
        try:
            return self._pattern is not None and self._pattern.found_in(url)
        except TooLongToTry:
            return False


def write_hubs(alias: str, run: int, sightings: Iterable[Sighting]) -> Collection[str]:
    """Within the transaction of a batch. A page is one row, however often it was seen. Answers
    with the URLs of all of them."""
    seen: dict[str, list[Sighting]] = {}
    for one in sightings:
        try:
            url = urls.canonical(one.url)
        except urls.BadUrl:
            continue
        if is_of_the_web(url):
            seen.setdefault(url, []).append(one)
    for some in batches(sorted(seen), MANY):
        _write_some(alias, run, {url: seen[url] for url in some})
    return seen.keys()


def _write_some(alias: str, run: int, seen: dict[str, list[Sighting]]) -> None:
    keys = {url: urls.md5(url) for url in seen}
    rows = models.Hub.objects.using(alias).filter(md5__in=keys.values())
    known = {row.md5: row for row in rows}
    fresh = [url for url in seen if keys[url] not in known]
    last = advance(alias, TABLE, len(fresh)) if fresh else 0
    numbers = iter(range(last - len(fresh) + 1, last + 1))
    made, changed, notes = [], [], []
    for url, sightings in seen.items():
        hub = known.get(keys[url])
        before = None
        if hub is None:
            hub = _make_hub(next(numbers), url, keys[url], sightings[0])
            made.append(hub)
        else:
            before = {name: getattr(hub, name) for name in CHANGING}
        for one in sightings:
            _add_sighting(hub, one)
        if before and before != {name: getattr(hub, name) for name in CHANGING}:
            changed.append(hub)
        notes.append((run, TABLE, hub.id, before and times_as_text(before)))
    bulk.insert(
        alias, models.Hub, FIELDS, ([getattr(hub, name) for name in FIELDS] for hub in made)
    )
    models.Hub.objects.using(alias).bulk_update(changed, CHANGING)
    # Noted even where nothing changed: undoing another run must not take the hub from this one.
    bulk.insert(alias, models.Change, CHANGE_FIELDS, notes, skip_known=True)


def _make_hub(number: int, url: str, key: str, first: Sighting) -> models.Hub:
    return models.Hub(
        id=number, url=make_storable(url), md5=key, host=make_storable(urls.host_of(url))[:255],
        home=urls.md5(home_of(url)), pattern="", links=0,
        first_seen=first.time, last_seen=first.time,
    )  # fmt: skip


def _add_sighting(hub: models.Hub, one: Sighting) -> None:
    if one.links and (one.time >= hub.last_seen or not hub.links):
        hub.links = one.links
    hub.pattern = hub.pattern or make_storable(one.pattern)
    hub.first_seen = min(hub.first_seen, one.time)
    hub.last_seen = max(hub.last_seen, one.time)


def undo_hubs(alias: str, run: int) -> None:
    """Hubs that only this run has seen go. Where another run has seen one since, that run takes
    over what was there before this one, so that undoing both leaves nothing."""
    changes = models.Change.objects.using(alias).filter(table=TABLE)
    while some := list(changes.filter(run_id=run).order_by("id")[:MANY]):
        with transaction.atomic(using=alias):
            for one in some:
                _undo_hub(alias, one, changes)
            changes.filter(id__in=[one.id for one in some]).delete()


def _undo_hub(alias: str, change: models.Change, changes: Any) -> None:
    others = changes.filter(object_id=change.object_id, run__state__in=LIVE)
    later = others.filter(id__gt=change.id).exclude(run_id=change.run_id).order_by("id").first()
    hub = models.Hub.objects.using(alias).filter(id=change.object_id)
    if later is not None:
        later.before = change.before
        later.save(using=alias, update_fields=["before"])
    elif change.before is None:
        hub.delete()
    else:
        hub.update(**change.before)


def list_hubs(
    alias: str,
    *,
    host: str | None = None,
    order: HubOrder = HubOrder.DOCUMENTS,
    limit: int | None = None,
    offset: int = 0,
) -> Iterator[Hub]:
    end = None if limit is None else offset + limit
    for row in _counted(alias, host, order)[offset:end].iterator(chunk_size=500):
        yield _as_hub(row)


def order_hubs(alias: str, host: str | None = None) -> Sequence[int]:
    """The numbers of all, or of a host and below, those that led to most documents first. All must
    be counted for that."""
    rows = _counted(alias, host, HubOrder.DOCUMENTS).values_list("id", flat=True)
    return array("q", rows.iterator(chunk_size=10_000))


def find_hubs(alias: str, numbers: Sequence[int]) -> Iterator[Hub]:
    """These, in this order."""
    rows = _counted(alias, None, HubOrder.URL).filter(id__in=numbers)
    found = {row.id: row for row in rows}
    return (_as_hub(found[number]) for number in numbers if number in found)


def _counted(alias: str, host: str | None, order: HubOrder) -> Any:
    led_to = models.Document.objects.using(alias).filter(parent__md5=OuterRef("md5")).order_by()
    counted = Subquery(led_to.values("parent__md5").annotate(count=Count("id")).values("count"))
    rows = _of_host(alias, host).annotate(
        documents=Coalesce(counted, 0, output_field=IntegerField())
    )
    return rows.order_by(*ORDERS[order])


def _as_hub(row: Any) -> Hub:
    return Hub(
        url=row.url,
        host=row.host,
        pattern=row.pattern,
        links=row.links or None,
        documents=row.documents,
        first_seen=row.first_seen,
        last_seen=row.last_seen,
    )


def count_hubs(alias: str, *, host: str | None = None) -> int:
    return int(_of_host(alias, host).count())


def _of_host(alias: str, host: str | None) -> Any:
    rows = models.Hub.objects.using(alias)
    if not host:
        return rows.all()
    if host != make_storable(host):  # no host has such a name, and databases refuse it
        return rows.none()
    name = urls.canonical_host(host)
    return rows.filter(Q(host=name) | Q(host__endswith=f".{name}"))
