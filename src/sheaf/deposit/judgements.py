"""What runs have said about bytes: one row for distinct bytes, with the latest word on them."""

from __future__ import annotations

from collections.abc import Iterable

from sheaf.deposit import bulk, models
from sheaf.deposit.bulk import make_storable
from sheaf.deposit.sequences import MANY, batches
from sheaf.records import Examined

FIELDS = ("sha1", "basis", "mime_type", "outcome", "reason", "run_id")


def write_judgements(alias: str, run: int, examined: Iterable[Examined]) -> None:
    """Within the transaction of a batch. What was only repeated has no basis of its own."""
    latest = {one.sha1: one for one in examined if one.basis and one.sha1}
    for some in batches(list(latest), MANY):
        models.Judgement.objects.using(alias).filter(sha1__in=some).delete()
    rows = ([sha1, one.basis, *_describe(one), run] for sha1, one in latest.items())
    bulk.insert(alias, models.Judgement, FIELDS, rows)


def _describe(one: Examined) -> tuple[str, str, str]:
    mime_type = make_storable(one.mime_type or "")[:127]
    if one.dropped is None:
        return mime_type, "", ""
    return mime_type, one.dropped.outcome.value, make_storable(one.dropped.reason)
