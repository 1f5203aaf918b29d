"""The run of a crawl, found by the crawl's name."""

from __future__ import annotations

from sheaf.deposit import models
from sheaf.deposit.runs import CRAWL, UNDONE, RunInfo, RunLog


def run_of_crawl(log: RunLog, name: str) -> RunInfo | None:
    """The run that imports what a crawl brings; None where nothing was imported, or all of it was
    taken back. Only this run is counted, however many there are."""
    rows = models.Run.objects.using(log.alias).filter(kind=CRAWL, options__name=name)
    number = rows.exclude(state=UNDONE).order_by("-id").values_list("id", flat=True).first()
    return None if number is None else log.get(number)
