"""What the extraction service has done, for Prometheus."""

from __future__ import annotations

from collections.abc import Iterator

from sheaf.web.extraction.served import extraction_or_none

START = "sheaf_extraction"


def metric_lines() -> Iterator[str]:
    """Nothing, where this process reads for nobody."""
    service = extraction_or_none()
    if service is None:
        return
    figures = service.queue.figures
    yield from _metric("workers", "gauge", "Worker processes.", service.queue.workers)
    yield from _metric("waiting", "gauge", "Requests that wait for a worker.", figures.waiting)
    yield from _metric("under_way", "gauge", "Requests that a worker has.", figures.under_way)
    yield from _metric("tasks_total", "counter", "Tasks that workers have done.", figures.done)
    yield from _metric("accidents_total", "counter", "Tasks that went wrong.", figures.accidents)
    yield from _metric("turned_away_total", "counter", "Sent away: full.", figures.turned_away)
    words = "Seconds that requests have waited for workers, and been read."
    yield from _metric("seconds_total", "counter", words, round(figures.seconds, 3))
    yield from _metric("reused_total", "counter", "Readings that were there.", service.reused)
    near = service.near_reused
    yield from _metric("near_reused_total", "counter", "Readings of near-copies used again.", near)
    yield from _metric("expired_total", "counter", "Files that expired.", service.expired)
    waiting = service.jobs.waiting
    yield from _metric("job_files", "gauge", "Files of jobs that were not read yet.", waiting)
    yield from _metric("kept_bytes", "gauge", "Bytes kept.", service.resources.used_bytes)
    yield f"# HELP {START}_refused_total Files that were refused, by reason."
    yield f"# TYPE {START}_refused_total counter"
    for refusal, count in service.refusals.items():
        yield f'{START}_refused_total{{reason="{refusal}"}} {count}'


def _metric(name: str, kind: str, words: str, value: float) -> Iterator[str]:
    yield f"# HELP {START}_{name} {words}"
    yield f"# TYPE {START}_{name} {kind}"
    yield f"{START}_{name} {value}"
