"""The metrics of crawls as Prometheus reads them: all crawls in one text, metric by metric."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from sheaf.acquire.crawl.control.progress import CrawlProgress
from sheaf.acquire.crawl.frontier.status import CrawlStatus, read_status
from sheaf.errors import disk_errors
from sheaf.files import write_whole

WRITTEN_EVERY = 5.0  # seconds
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


def as_prometheus(status: CrawlStatus) -> Iterator[str]:
    """The lines that Prometheus, or a node exporter's folder of text files, reads."""
    crawl = f'crawl="{_escape(status.name)}"'
    simple = {
        "sheaf_crawl_running": ("gauge", "Whether a run is under way.", int(status.is_running)),
        "sheaf_crawl_importing": (
            "gauge",
            "Whether what it brought is imported, its fetching being over.",
            int(status.is_importing),
        ),
        "sheaf_crawl_paused": ("gauge", "Whether it is paused.", int(status.is_paused)),
        "sheaf_crawl_fetched": ("gauge", "Answers of this run.", status.fetched),
        "sheaf_crawl_bytes": ("gauge", "Bytes of the bodies of this run.", status.bytes),
        "sheaf_crawl_warc_bytes_total": ("counter", "Bytes of WARC files written.", status.written),
        "sheaf_crawl_pages_per_second": (
            "gauge",
            "In this run.",
            round(status.pages_per_second, 3),
        ),
        "sheaf_crawl_waiting": ("gauge", "URLs that wait.", status.waiting),
        "sheaf_crawl_hosts": ("gauge", "Hosts met.", status.host_count),
    }
    for name, (kind, words, value) in simple.items():
        yield f"# HELP {name} {words}"
        yield f"# TYPE {name} {kind}"
        yield (
            f"{name}{{{crawl}}} {value:g}"
            if isinstance(value, float)
            else f"{name}{{{crawl}}} {value}"
        )
    yield "# HELP sheaf_crawl_urls URLs of the crawl by their end."
    yield "# TYPE sheaf_crawl_urls gauge"
    for outcome, urls in sorted(status.outcomes.items()):
        yield f'sheaf_crawl_urls{{{crawl},outcome="{outcome}"}} {urls}'
    yield "# HELP sheaf_crawl_left_out Links that did not enter the crawl, by the reason."
    yield "# TYPE sheaf_crawl_left_out gauge"
    for reason, links in status.left_out.items():
        yield f'sheaf_crawl_left_out{{{crawl},reason="{_escape(reason)}"}} {links}'


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


class MetricsFile:
    """The metrics of a crawl for Prometheus, written every few seconds, whole or not at all."""

    def __init__(self, path: Path, frontier: Path) -> None:
        self._path = path
        self._frontier = frontier
        self._written = float("-inf")

    def write(self, progress: CrawlProgress | None) -> None:
        if progress and time.monotonic() - self._written < WRITTEN_EVERY:
            return
        self._written = time.monotonic()
        with disk_errors(self._path):
            write_whole(self._path, "".join(self._lines()))

    def _lines(self) -> Iterator[str]:
        return (line + "\n" for line in as_prometheus(read_status(self._frontier, hosts=0)))
