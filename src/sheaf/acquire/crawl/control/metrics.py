"""The metrics of several crawls in one text: Prometheus wants each metric in one piece."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sheaf.acquire.crawl.frontier.status import CrawlStatus, as_prometheus

# What the text is called on the wire.
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


def as_metrics(statuses: Iterable[CrawlStatus]) -> Iterator[str]:
    """The lines of all of them, metric by metric, each with its HELP and TYPE once."""
    metrics: dict[str, dict[str, None]] = {}  # of lines, in order, none twice
    for status in statuses:
        for line in as_prometheus(status):
            metrics.setdefault(_metric(line), {})[line] = None
    for lines in metrics.values():
        yield from lines


def _metric(line: str) -> str:
    return line.split(" ", 3)[2] if line.startswith("# ") else line.partition("{")[0]
