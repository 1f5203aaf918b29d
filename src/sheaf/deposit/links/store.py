"""The rows of link checks: which links are due, and what was found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Count, Exists, OuterRef

from sheaf import urls
from sheaf.acquire.crawl.link_checks.contract import LinkAnswer, LinkToCheck
from sheaf.deposit import models
from sheaf.deposit.bulk import make_storable
from sheaf.deposit.links.contract import LinkInfo, LinkReport, LinkState, LinkTable
from sheaf.deposit.links.judging import Known, judge
from sheaf.deposit.sequences import MANY

UNCHECKED = "unchecked"
CHANGING = ("state", "status", "words", "attempts", "first_failure", "checked", "next_try",
            "moved_to")  # fmt: skip


def _rows(alias: str, table: LinkTable) -> Any:
    model = models.ParentUrl if table is LinkTable.PARENTS else models.Document
    return model._default_manager.using(alias)


def _checks(alias: str, table: LinkTable) -> Any:
    return models.LinkCheck.objects.using(alias).filter(table=table.value)


def due_links(
    alias: str, table: LinkTable, now: datetime, older_than: timedelta, host: str = ""
) -> Iterator[LinkToCheck]:
    """By number: never looked at, so long ago, or not found at the last look and due again."""
    rows = _rows(alias, table).order_by("id")
    if host and table is LinkTable.DOCUMENTS:
        rows = rows.filter(host=host)
    after = 0
    while some := list(rows.filter(id__gt=after).values_list("id", "url")[:MANY]):
        after = some[-1][0]
        found = _checks(alias, table).filter(object_id__in=[number for number, _ in some])
        known = {
            number: (checked, next_try)
            for number, checked, next_try in found.values_list("object_id", "checked", "next_try")
        }
        for number, url in some:
            checked, next_try = known.get(number, (None, None))
            if host and urls.host_of(url) != host:
                continue
            if checked is None or (next_try or checked + older_than) <= now:
                yield LinkToCheck(number, url)


def write_answers(
    alias: str, table: LinkTable, answers: Sequence[LinkAnswer], now: datetime, report: LinkReport
) -> None:
    """What was found, in one transaction; parents know whether they are live."""
    numbers = [one.key for one in answers]
    with transaction.atomic(using=alias):
        rows = {row.object_id: row for row in _checks(alias, table).filter(object_id__in=numbers)}
        made: list[models.LinkCheck] = []
        changed: list[models.LinkCheck] = []
        died, alive = [], []
        for answer in answers:
            row = rows.get(answer.key)
            known = row and Known(
                LinkState(row.state), row.attempts, row.first_failure, row.next_try
            )
            state = judge(known, answer, now)
            was_dead = known is not None and known.state is LinkState.DEAD
            if state.state is LinkState.DEAD and not was_dead:
                died.append(answer.key)
            elif state.state is LinkState.LIVE:
                alive.append(answer.key)
                report.revived += was_dead
            (made if row is None else changed).append(_fill(row, table, answer, state, now))
            report.checked += 1
            report.states[state.state] = report.states.get(state.state, 0) + 1
        report.died += len(died)
        checks = models.LinkCheck.objects.using(alias)
        checks.bulk_create(made)
        checks.bulk_update(changed, CHANGING)
        if table is LinkTable.PARENTS:
            parents = models.ParentUrl.objects.using(alias)
            parents.filter(id__in=died).update(is_live=False)
            parents.filter(id__in=alive, is_live=False).update(is_live=True)


def _fill(
    row: models.LinkCheck | None, table: LinkTable, answer: LinkAnswer, known: Known, now: datetime
) -> models.LinkCheck:
    row = row or models.LinkCheck(table=table.value, object_id=answer.key)
    row.state, row.attempts = known.state.value, known.attempts
    row.first_failure, row.next_try, row.checked = known.first_failure, known.next_try, now
    row.status, row.words = answer.status, answer.words[:32]
    row.moved_to = make_storable(answer.moved_to)
    return row


def find_checks(alias: str, table: LinkTable, numbers: Sequence[int]) -> dict[int, LinkInfo]:
    """The last look at each of these that was looked at."""
    return {
        row.object_id: LinkInfo(
            LinkState(row.state), row.status, row.words, row.attempts, row.checked, row.next_try,
            row.moved_to,
        )
        for row in _checks(alias, table).filter(object_id__in=numbers)
    }  # fmt: skip


def count_states(alias: str, table: LinkTable) -> dict[str, int]:
    """How many links are in each state, of those that are there."""
    here = _rows(alias, table).filter(id=OuterRef("object_id"))
    rows = _checks(alias, table).filter(Exists(here)).order_by()
    counted = dict(rows.values_list("state").annotate(n=Count("id")))
    counted = {state.value: counted[state] for state in LinkState if state in counted}
    total = _rows(alias, table).count()
    return {**counted, UNCHECKED: total - sum(counted.values())}
