"""What a crawl shows: tables kept up to date on a terminal, a plain line now and then elsewhere."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext

from rich.console import Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from sheaf.acquire.crawl.progress import Progress
from sheaf.acquire.crawl.status import CrawlStatus
from sheaf.records import KEPT
from sheaf.terminal import (
    LOG_EVERY,
    answers,
    can_redraw,
    clock,
    counted,
    messages,
    one_line,
    table,
)

HOSTS_SHOWN = 10
UNITS = ("B", "KiB", "MiB", "GiB", "TiB")


class CrawlScreen:
    """Told by the crawl and by its import how they stand; they may be in different threads."""

    def __init__(self, live: Live | None) -> None:
        self._live = live
        self._said = time.monotonic()
        self._progress: Progress | None = None
        self._imported = ""

    def show(self, progress: Progress) -> None:
        self._progress = progress
        self._draw()

    def show_import(self, outcomes: Mapping[str, int]) -> None:
        self._imported = import_line(outcomes)
        self._draw()

    def _draw(self) -> None:
        if self._live is not None:
            lines = [Text(self._imported)] if self._imported else []
            shown = [picture(self._progress)] if self._progress else []
            self._live.update(Group(*shown, *lines))
        elif time.monotonic() - self._said >= LOG_EVERY:
            self._said = time.monotonic()
            said = [headline(self._progress)] if self._progress else []
            messages.print(" ".join([*said, self._imported]).strip())


@contextmanager
def crawl_screen(stopping: str = "") -> Iterator[CrawlScreen]:
    """`stopping` is said at the first Ctrl-C, for what follows may take its time."""
    with said_at_ctrl_c(stopping) if stopping else nullcontext():
        if not can_redraw():
            yield CrawlScreen(None)
            return
        with Live("", console=messages, transient=True, refresh_per_second=4) as live:
            yield CrawlScreen(live)


@contextmanager
def said_at_ctrl_c(words: str) -> Iterator[None]:
    """In a thread: whoever handles the signal may be anywhere, in the midst of drawing too."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard, ours = os.pipe()
    os.set_blocking(ours, False)

    def say() -> None:
        while came := os.read(heard, 1):
            if came[0] == signal.SIGINT:
                messages.print(words)
                return

    listener = threading.Thread(target=say, name="ctrl-c", daemon=True)
    before = signal.set_wakeup_fd(ours, warn_on_full_buffer=False)
    listener.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        os.close(ours)
        listener.join()
        os.close(heard)


def headline(progress: Progress) -> str:
    left = "" if progress.seconds_left is None else f", {clock(progress.seconds_left)} left"
    word = "Paused" if progress.is_paused else "Crawling"
    return (
        f"{word}: {progress.fetched:,} pages, {progress.pages_per_second:,.1f} a second, "
        f"{size(progress.bytes)} ({size(progress.bytes_per_second)} a second), "
        f"{progress.waiting:,} waiting on {progress.host_count:,} hosts, "
        f"WARC {size(progress.written)}{left}."
    )


def import_line(outcomes: Mapping[str, int]) -> str:
    kept = sum(outcomes.get(one.value, 0) for one in KEPT)
    captures = sum(outcomes.values())
    return f"Imported: {counted(captures, 'capture')}, {counted(kept, 'document')} kept."


def picture(progress: Progress) -> Group:
    ends = Text("  ".join(f"{name} {count:,}" for name, count in sorted(progress.outcomes.items())))
    shown = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("host", "pages", "size", "waiting", "rests"):
        shown.add_column(name, justify="left" if name == "host" else "right")
    for host in progress.hosts[:HOSTS_SHOWN]:
        rest = f"{host.rest:.1f} s" if host.rest else "-"
        row = (f"{host.pages:,}", size(host.bytes), f"{host.waiting:,}", rest)
        shown.add_row(one_line(host.name), *row)
    return Group(Text(headline(progress)), ends, shown)


def show_status(status: CrawlStatus, hosts: int) -> None:
    """For people; --json and --prometheus are for programs."""
    state = "running" if status.is_running else "not running"
    if status.is_paused:
        state += ", paused"
    facts = {
        "state": state,
        "fetched in this run": status.fetched,
        "pages a second": f"{status.pages_per_second:,.1f}",
        "bytes in this run": size(status.bytes),
        "WARC files in all": size(status.written),
        "waiting": status.waiting,
    }
    if status.seconds_left is not None:
        facts["left at this pace"] = clock(status.seconds_left)
    answers.print(table(f"Crawl {status.name}", facts))
    answers.print(table("Outcomes", dict(sorted(status.outcomes.items()))))
    shown = Table(title="Hosts", title_justify="left", box=None, pad_edge=False)
    for name in ("host", "ended", "waiting", "size", "outcomes"):
        shown.add_column(name, justify="right" if name in {"ended", "waiting", "size"} else "left")
    for host in status.hosts[:hosts]:
        ends = ", ".join(f"{name} {count:,}" for name, count in host.outcomes.most_common())
        row = (f"{host.answers:,}", f"{host.waiting:,}", size(host.bytes), ends)
        shown.add_row(one_line(host.name), *row)
    answers.print(shown)
    if len(status.hosts) > hosts:
        answers.print(f"... and {len(status.hosts) - hosts:,} hosts more: --hosts N")


def size(count: float) -> str:
    for unit in UNITS:
        if count < 1024 or unit == UNITS[-1]:
            return f"{count:,.0f} {unit}" if unit == "B" else f"{count:,.1f} {unit}"
        count /= 1024
    raise AssertionError
