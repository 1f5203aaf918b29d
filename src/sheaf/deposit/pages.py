"""Pages worth finding, beside documents: which they are, and where their content stands.

A page is what the rows of captures and hubs say: HTML that was captured, and is a hub or the home
page above one (or any HTML, where the library wants all). So a page is found anew whenever one of
these rows changes, and undoing a run leaves what the other runs say. Articles of wikis come from
the stores of their crawls; see articles.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from sheaf import urls
from sheaf.acquire.host_patterns import is_of_the_web
from sheaf.curate.mime_type import HTML
from sheaf.curate.seen_before import Decision
from sheaf.deposit import bulk, models
from sheaf.deposit.bulk import make_storable
from sheaf.deposit.home_pages import as_home, home_of, names_of_home
from sheaf.deposit.sequences import MANY, advance, batches
from sheaf.errors import UsageError
from sheaf.records import PAGE_KIND_MEANINGS, Location, Outcome, PageInfo, PageKind
from sheaf.settings import WantedPages

TABLE = "page"
FIELDS = tuple(field.attname for field in models.Page._meta.concrete_fields)
# How the capture of a page ends that is no document.
NO_DOCUMENT = frozenset({Outcome.UNWANTED_TYPE, Outcome.NOT_ACADEMIC})
LIVE = ("running", "done")
HUBS_AT_ONCE = 200  # each may have several names of its home page
# A mark in the table of counters: the least that any batch so far was asked for. A library that is
# older than its pages has none.
WANTED_MARK = "pages of all batches"
WANTED_ORDER: dict[WantedPages, int] = {"none": 0, "leading": 1, "all": 2}


@dataclass(frozen=True, slots=True)
class PageRead:
    """What was read of a page, for its row."""

    id: int
    title: str = ""
    language: str = ""
    modified: datetime | None = None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class _Found:
    """The capture in which the content of a page is found, and when it was seen last."""

    time: datetime
    sha1: str
    position: str
    source: str
    run: int


# -- written with the batches of a run -------------------------------------------------------------


def write_pages(
    alias: str, decisions: Iterable[Decision], hubs: Iterable[str], wanted: WantedPages
) -> None:
    """Within the transaction of a batch, once its captures and hubs are written."""
    least = WANTED_ORDER[wanted]
    marks = models.Sequence.objects.using(alias).filter(name=WANTED_MARK, value__gt=least)
    marks.update(value=least)
    if wanted == "none":
        return
    touched = {url for decision in decisions if (url := _captured_page(decision))}
    for hub in {*hubs}:
        touched.update((hub, *names_of_home(home_of(hub))))
    refresh_pages(alias, touched, takes_all=wanted == "all")


def _captured_page(decision: Decision) -> str | None:
    examined = decision.examined
    is_page = examined.mime_type == HTML and decision.outcome in NO_DOCUMENT
    if not is_page or examined.capture.location.member:
        return None
    return _canonical(examined.capture.url)


def _canonical(url: str) -> str | None:
    try:
        found = urls.canonical(url)
    except urls.BadUrl:
        return None
    return found if is_of_the_web(found) else None


def refresh_pages(alias: str, touched: Iterable[str], *, takes_all: bool = False) -> None:
    """Make the pages at these canonical URLs what captures and hubs say they are."""
    for some in batches(sorted({*touched}), MANY):
        _refresh_some(alias, {urls.md5(url): url for url in some}, takes_all=takes_all)


def _refresh_some(alias: str, keys: Mapping[str, str], *, takes_all: bool) -> None:
    rows = models.Page.objects.using(alias).filter(md5__in=[*keys])
    there = {row.md5: row for row in rows}
    kinds = _kinds(alias, keys)
    for key in keys:
        was_other = key in there and there[key].kind == PageKind.OTHER
        if key not in kinds and (takes_all or was_other):
            kinds[key] = PageKind.OTHER
    found = _find_captures(alias, kinds)
    made, changed, gone = [], [], []
    for key, url in keys.items():
        row = there.get(key)
        if row is not None and row.kind == PageKind.ARTICLE:
            continue
        if key not in found:
            gone += [row] if row is not None else []
        elif row is None:
            made.append(_make_page(url, key, kinds[key], found[key]))
        elif _renew(row, kinds[key], found[key]):
            changed.append(row)
    save_pages(alias, made, changed)
    remove_pages(alias, [row.id for row in gone])


def _kinds(alias: str, keys: Mapping[str, str]) -> dict[str, PageKind]:
    """Those of the pages that lead to documents, or stand above one that does."""
    homes = {key: urls.md5(home) for key, url in keys.items() if (home := as_home(url))}
    hubs = models.Hub.objects.using(alias)
    names = set(hubs.filter(md5__in=[*keys]).values_list("md5", flat=True))
    above = set(hubs.filter(home__in=[*homes.values()]).values_list("home", flat=True).distinct())
    kinds = dict.fromkeys(names, PageKind.HUB)
    return kinds | {key: PageKind.HOMEPAGE for key, home in homes.items()
                    if home in above or key in names}  # fmt: skip


def _find_captures(alias: str, keys: Iterable[str]) -> dict[str, _Found]:
    """The latest content of each, at the place where it was captured first: what comes again
    unchanged may be no more than a note that it has."""
    rows = models.CaptureRow.objects.using(alias).filter(
        url_md5__in=[*keys], mime_type=HTML, member="",
        outcome__in=[one.value for one in NO_DOCUMENT], source__run__state__in=LIVE,
    )  # fmt: skip
    columns = ("url_md5", "time", "sha1", "position", "source__path", "source__run_id")
    by_url: dict[str, list[_Found]] = {}
    for key, *values in rows.order_by("id").values_list(*columns):
        by_url.setdefault(key, []).append(_Found(*values))
    return {key: _choose(captures) for key, captures in by_url.items()}


def _choose(captures: Sequence[_Found]) -> _Found:
    latest = max(reversed(captures), key=lambda one: one.time)
    first = next(one for one in captures if one.sha1 == latest.sha1) if latest.sha1 else latest
    return _Found(latest.time, first.sha1, first.position, first.source, first.run)


def _make_page(url: str, key: str, kind: PageKind, found: _Found) -> models.Page:
    return models.Page(
        url=make_storable(url), md5=key, host=make_storable(urls.host_of(url))[:255], kind=kind,
        seen=found.time, source=found.source, position=found.position, version=found.sha1,
        run_id=found.run,
    )  # fmt: skip


def _renew(row: models.Page, kind: PageKind, found: _Found) -> bool:
    """Whether anything is different now. Other content has to be read anew."""
    before = (row.kind, row.seen, row.source, row.position, row.version, row.run_id)
    place = (found.source, found.position, found.sha1)
    if place != (row.source, row.position, row.version):
        row.is_read, row.problem = False, ""
    row.kind, row.seen, row.run_id = kind, found.time, found.run
    row.source, row.position, row.version = place
    return before != (row.kind, row.seen, row.source, row.position, row.version, row.run_id)


def save_pages(alias: str, made: Sequence[models.Page], changed: Sequence[models.Page]) -> None:
    """New pages, which get their numbers here, and old ones that are different now."""
    if not made and not changed:
        return
    revision = advance(alias, "revision", 1)
    last = advance(alias, TABLE, len(made)) if made else 0
    for number, row in enumerate(made, last - len(made) + 1):
        row.id = number
    for row in (*made, *changed):
        row.revision = revision
    bulk.insert(
        alias, models.Page, FIELDS, ([getattr(row, name) for name in FIELDS] for row in made)
    )
    names = (*FIELDS[1:], "id")
    bulk.update(
        alias, models.Page, names, ([getattr(row, name) for name in names] for row in changed)
    )


def remove_pages(alias: str, numbers: Sequence[int]) -> None:
    if not numbers:
        return
    revision = advance(alias, "revision", 1)
    models.Page.objects.using(alias).filter(id__in=numbers).delete()
    bulk.insert(
        alias, models.PageRemoval, ("page_id", "revision"), ([one, revision] for one in numbers)
    )


# -- asked -----------------------------------------------------------------------------------------


def changed_pages(alias: str, revision: int, after: int = 0) -> Iterator[PageInfo]:
    """By their numbers, from one on; in pieces, for there may be more than fit in memory."""
    rows = models.Page.objects.using(alias).filter(revision__gt=revision).order_by("id")
    return _in_pieces(rows, after)


def unread_pages(alias: str) -> Iterator[PageInfo]:
    """Those whose titles nobody has looked for."""
    return _in_pieces(models.Page.objects.using(alias).filter(is_read=False).order_by("id"))


def _in_pieces(rows: Any, after: int = 0) -> Iterator[PageInfo]:
    while some := list(rows.filter(id__gt=after)[:MANY]):
        yield from map(as_info, some)
        after = some[-1].id


def removed_pages(alias: str, revision: int) -> list[int]:
    rows = models.PageRemoval.objects.using(alias).filter(revision__gt=revision)
    return sorted(set(rows.values_list("page_id", flat=True)))


def count_page_changes(alias: str, revision: int) -> int:
    changed = models.Page.objects.using(alias).filter(revision__gt=revision)
    gone = models.PageRemoval.objects.using(alias).filter(revision__gt=revision)
    return int(changed.count() + gone.values("page_id").distinct().count())


def find_page(alias: str, number: int) -> PageInfo | None:
    row = models.Page.objects.using(alias).filter(id=number).first()
    return None if row is None else as_info(row)


def find_pages(alias: str, numbers: Sequence[int]) -> list[PageInfo]:
    """Those that there are, by their numbers."""
    rows = models.Page.objects.using(alias).filter(id__in=numbers).order_by("id")
    return [as_info(row) for row in rows]


def list_pages(
    alias: str,
    *,
    kind: str | None = None,
    host: str | None = None,
    limit: int | None = None,
    offset: int = 0,
) -> Iterator[PageInfo]:
    """By their numbers: those that came first, first."""
    rows = _chosen(alias, kind, host).order_by("id")
    if limit is None and not offset:
        yield from _in_pieces(rows)
        return
    end = None if limit is None else offset + limit
    for row in rows[offset:end].iterator(chunk_size=MANY):
        yield as_info(row)


def count_pages(alias: str, *, kind: str | None = None, host: str | None = None) -> int:
    return int(_chosen(alias, kind, host).count())


def _chosen(alias: str, kind: str | None, host: str | None) -> Any:
    rows = models.Page.objects.using(alias).all()
    if kind is not None:
        rows = rows.filter(kind=page_kind(kind))
    if not host:
        return rows
    if host != make_storable(host):  # no host has such a name, and databases refuse it
        return rows.none()
    name = urls.canonical_host(host)
    return rows.filter(Q(host=name) | Q(host__endswith=f".{name}"))


def page_kind(name: str) -> PageKind:
    if name not in {*PAGE_KIND_MEANINGS}:
        words = ", ".join(PAGE_KIND_MEANINGS)
        raise UsageError(f"No page is of the kind {name!r}.", f"It must be one of {words}.")
    return PageKind(name)


def as_info(row: models.Page) -> PageInfo:
    return PageInfo(
        id=row.id, url=row.url, host=row.host, kind=PageKind(row.kind),
        place=Location(row.source, row.position), title=row.title, language=row.language,
        modified=row.modified, seen=row.seen, run=row.run_id, problem=row.problem,
    )  # fmt: skip


# -- of earlier imports ----------------------------------------------------------------------------


def are_pages_due(alias: str, wanted: WantedPages) -> bool:
    """Whether there may be pages that are wanted now and were not when they came."""
    rows = models.Sequence.objects.using(alias).filter(name=WANTED_MARK)
    noted = rows.values_list("value", flat=True).first()
    return WANTED_ORDER[wanted] > (noted or 0)


def nothing_came_before(alias: str) -> None:
    """Of a new library: no batch was asked for less than all."""
    _set_mark(alias, "all")


def make_earlier_pages(alias: str, wanted: WantedPages) -> None:
    """With the library held for writing. Whoever is killed half-way begins again, and finds what is
    there already as it should be."""
    for some in _hubs(alias):
        touched = {name for hub in some for name in (hub, *names_of_home(home_of(hub)))}
        with transaction.atomic(using=alias):
            refresh_pages(alias, touched)
    if wanted == "all":
        for captured in _captured(alias):
            with transaction.atomic(using=alias):
                refresh_pages(alias, captured, takes_all=True)
    _set_mark(alias, wanted)


def _set_mark(alias: str, wanted: WantedPages) -> None:
    values = {"value": WANTED_ORDER[wanted]}
    models.Sequence.objects.using(alias).update_or_create(name=WANTED_MARK, defaults=values)


def _hubs(alias: str) -> Iterator[list[str]]:
    rows, after = models.Hub.objects.using(alias).order_by("id"), 0
    while some := list(rows.filter(id__gt=after).values_list("id", "url")[:HUBS_AT_ONCE]):
        yield [url for _, url in some]
        after = some[-1][0]


def _captured(alias: str) -> Iterator[set[str]]:
    """URLs of all HTML that was captured and is no document."""
    rows = models.CaptureRow.objects.using(alias).filter(
        mime_type=HTML, member="", outcome__in=[one.value for one in NO_DOCUMENT],
        source__run__state__in=LIVE,
    ).order_by("id")  # fmt: skip
    after = 0
    while some := list(rows.filter(id__gt=after).values_list("id", "url")[:HUBS_AT_ONCE]):
        yield {found for _, url in some if (found := _canonical(url))}
        after = some[-1][0]


# -- read, taken back ------------------------------------------------------------------------------


def note_pages_read(alias: str, pages: Sequence[PageRead]) -> None:
    """Titles, and what else an index wants to know anew."""
    rows = models.Page.objects.using(alias).in_bulk([one.id for one in pages])
    for one in pages:
        row = rows[one.id]
        row.title, row.language = make_storable(one.title), make_storable(one.language)[:32]
        row.modified, row.problem = one.modified, make_storable(one.problem)
        row.is_read = True
    with transaction.atomic(using=alias):
        save_pages(alias, [], list(rows.values()))


def note_problems(alias: str, problems: Mapping[int, str]) -> None:
    for some in batches(sorted(problems), MANY):
        with transaction.atomic(using=alias):
            rows = list(models.Page.objects.using(alias).filter(id__in=some))
            for row in rows:
                row.problem = make_storable(problems[row.id])
            save_pages(alias, [], rows)


def undo_pages(alias: str, run: int) -> None:
    """Once the run is being undone, and its hubs are gone. What other runs say of pages holds."""
    pages = models.Page.objects.using(alias)
    articles = pages.filter(run_id=run, kind=PageKind.ARTICLE.value)
    while some := list(articles.values_list("id", "url")[:MANY]):
        with transaction.atomic(using=alias):
            remove_pages(alias, [number for number, _ in some])
            refresh_pages(alias, [url for _, url in some])
    hubs = models.Hub.objects.using(alias).filter(md5=OuterRef("md5"))
    leading = Q(kind__in=(PageKind.HUB.value, PageKind.HOMEPAGE.value))
    touched = pages.filter(Q(run_id=run) | leading & ~Exists(hubs)).order_by("id")
    after = 0
    while some := list(touched.filter(id__gt=after).values_list("id", "url")[:MANY]):
        with transaction.atomic(using=alias):
            refresh_pages(alias, [url for _, url in some])
        after = some[-1][0]
