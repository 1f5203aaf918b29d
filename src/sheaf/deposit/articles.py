"""Articles of wikis as pages of the catalogue: noted as they arrive in the store of their crawl.

How far a run has noted them stands in the same transaction as their rows, so a run that is killed
goes on there: none is lost, none comes twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from django.db import transaction

from sheaf import urls
from sheaf.acquire.crawl.wiki.reading import Arrival, ArticleReader
from sheaf.deposit import models
from sheaf.deposit.bulk import make_storable
from sheaf.deposit.pages import save_pages
from sheaf.deposit.sequences import MANY
from sheaf.records import PageKind


def note_articles(alias: str, run: int, store: str, reader: ArticleReader) -> int:
    """Those that have arrived since the run noted some last; how many."""
    name = f"articles of {run}"
    marks = models.Sequence.objects.using(alias)
    mark = marks.filter(name=name).values_list("value", flat=True).first() or 0
    count = 0
    for some in reader.arrivals(mark, MANY):
        with transaction.atomic(using=alias):
            count += _note(alias, run, store, some)
            marks.update_or_create(name=name, defaults={"value": some[-1].number})
    return count


def _note(alias: str, run: int, store: str, arrivals: Sequence[Arrival]) -> int:
    latest = {urls.md5(url): (url, one) for one in arrivals if (url := _url_of(one))}
    rows = models.Page.objects.using(alias).filter(md5__in=[*latest])
    there = {row.md5: row for row in rows}
    made, changed = [], []
    for key, (url, arrival) in latest.items():
        row = there.get(key)
        if row is None:
            made.append(models.Page(url=make_storable(url), md5=key, run_id=run))
            _fill(made[-1], store, arrival)
        elif (row.kind, row.source, row.version) != (
            PageKind.ARTICLE, store, str(arrival.number)
        ):  # fmt: skip
            row.run_id = run if row.kind != PageKind.ARTICLE else row.run_id
            _fill(row, store, arrival)
            changed.append(row)
    save_pages(alias, made, changed)
    return len(made) + len(changed)


def _url_of(arrival: Arrival) -> str | None:
    try:
        return urls.canonical(arrival.url)
    except urls.BadUrl:
        return None


def _fill(row: models.Page, store: str, arrival: Arrival) -> None:
    row.host = make_storable(urls.host_of(row.url))[:255]
    row.kind, row.title = PageKind.ARTICLE.value, make_storable(arrival.title)
    row.language = make_storable(arrival.language)[:32]
    row.modified, row.seen = arrival.modified, datetime.now(UTC)
    row.source, row.position = make_storable(store), make_storable(arrival.key)
    row.version, row.is_read, row.problem = str(arrival.number), True, ""
