"""What a crawl shows: tables kept up to date on a terminal, a plain line now and then elsewhere."""

from __future__ import annotations

import os
import shlex
import signal
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext

from rich.console import Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from sheaf.acquire.crawl.control.interrupts import STOPPING
from sheaf.acquire.crawl.control.progress import CrawlProgress
from sheaf.acquire.crawl.frontier.status import CrawlStatus
from sheaf.records import KEPT
from sheaf.terminal import (
    LOG_EVERY,
    answers,
    can_redraw,
    format_clock,
    messages,
    one_line,
    plural,
    table,
)

HOSTS_SHOWN = 10
UNITS = ("B", "KiB", "MiB", "GiB", "TiB")


class CrawlScreen:
    """The crawl and its import report here how far they are; they may be in different threads."""

    def __init__(self, live: Live | None, *, imports: bool = True) -> None:
        self._live = live
        self._imports = imports
        self._printed_at = time.monotonic()
        self._progress: CrawlProgress | None = None
        self._outcomes: Mapping[str, int] = {}

    def show(self, progress: CrawlProgress) -> None:
        # A pause does not end by itself, so it is shown as soon as it begins.
        was_paused = self._progress is not None and self._progress.is_paused
        self._progress = progress
        self._draw(at_once=progress.is_paused and not (was_paused or progress.is_last))

    def show_import(self, outcomes: Mapping[str, int]) -> None:
        self._outcomes = outcomes
        self._draw()

    def _draw(self, *, at_once: bool = False) -> None:
        if self._live is not None:
            self._live.update(Group(*self._draw_parts()))
        elif at_once or time.monotonic() - self._printed_at >= LOG_EVERY:
            self._printed_at = time.monotonic()
            messages.print(" ".join(self._lines()))

    def _draw_parts(self) -> Iterator[RenderableType]:
        if self._is_fetching and self._progress:
            yield draw_progress(self._progress)
        yield Text("\n".join(self._import_lines()))

    def _lines(self) -> Iterator[str]:
        if self._is_fetching and self._progress:
            yield from progress_lines(self._progress)
        yield from self._import_lines()

    @property
    def _is_fetching(self) -> bool:
        return self._progress is not None and not self._progress.is_last

    def _import_lines(self) -> Iterator[str]:
        if self._is_fetching:
            if self._outcomes:
                yield import_line(self._outcomes, "Imported")
        elif self._imports:
            captures = self._progress.captures if self._progress else 0
            yield import_line(self._outcomes, "Importing", captures)


@contextmanager
def crawl_screen(stopping: str = "", *, imports: bool = True) -> Iterator[CrawlScreen]:
    """`stopping` is printed at the first Ctrl-C, for what follows may take its time. `imports` says
    whether an import follows the fetching."""
    with announce_at_ctrl_c(stopping) if stopping else nullcontext():
        if not can_redraw():
            yield CrawlScreen(None, imports=imports)
            return
        with Live("", console=messages, transient=True, refresh_per_second=4) as live:
            yield CrawlScreen(live, imports=imports)


@contextmanager
def announce_at_ctrl_c(words: str) -> Iterator[None]:
    """In a thread: whoever handles the signal may be anywhere, in the midst of drawing too."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard, ours = os.pipe()
    os.set_blocking(ours, False)

    def announce() -> None:
        while came := os.read(heard, 1):
            if came[0] in STOPPING:
                messages.print(words)
                return

    listener = threading.Thread(target=announce, name="ctrl-c", daemon=True)
    before = signal.set_wakeup_fd(ours, warn_on_full_buffer=False)
    listener.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        os.close(ours)
        listener.join()
        os.close(heard)


def progress_lines(progress: CrawlProgress) -> tuple[str, str]:
    """What matters most first: each line is to fit on a screen of 80 columns."""
    waiting = f"{progress.waiting:,} waiting"
    much = (
        f"{format_size(progress.bytes)} ({format_size(progress.bytes_per_second)} a second), "
        f"WARC {format_size(progress.written)}, {plural(progress.host_count, 'host')}."
    )
    if progress.is_paused:
        pages = f"Paused: {plural(progress.fetched, 'page')}, {waiting}."
        return pages, f"`sheaf crawl resume {progress.name}` goes on."
    left = "" if progress.seconds_left is None else f", {format_clock(progress.seconds_left)} left"
    rate = f"{progress.pages_per_second:,.1f} a second"
    return f"Crawling: {plural(progress.fetched, 'page')}, {rate}{left}, {waiting}.", much


def import_line(outcomes: Mapping[str, int], word: str, captures: int = 0) -> str:
    """`captures` are those that are known to come; what an earlier run left may be more."""
    kept = sum(outcomes.get(outcome.value, 0) for outcome in KEPT)
    done = sum(outcomes.values())
    of = f"{done:,} of " if done <= captures else ""
    return f"{word}: {of}{plural(max(done, captures), 'capture')}, {plural(kept, 'document')} kept."


def draw_progress(progress: CrawlProgress) -> Group:
    lines = [Text(line) for line in progress_lines(progress)]
    ends = Text("  ".join(f"{name} {count:,}" for name, count in sorted(progress.outcomes.items())))
    shown = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("host", "pages", "size", "waiting", "rests"):
        shown.add_column(name, justify="left" if name == "host" else "right")
    for host in progress.hosts[:HOSTS_SHOWN]:
        rest = f"{host.rest:.1f} s" if host.rest else "-"
        row = (f"{host.pages:,}", format_size(host.bytes), f"{host.waiting:,}", rest)
        shown.add_row(one_line(host.name), *row)
    return Group(*lines, ends, *([shown] if progress.hosts else []))


def show_status(status: CrawlStatus) -> None:
    """For people; --json and --prometheus are for programs."""
    facts = {
        "state": status.state,
        "fetched in this run": status.fetched,
        "pages a second": f"{status.pages_per_second:,.1f}",
        "bytes in this run": format_size(status.bytes),
        "WARC files in all": format_size(status.written),
        "waiting": status.waiting,
    }
    if status.seconds_left is not None:
        facts["left at this pace"] = format_clock(status.seconds_left)
    answers.print(table(f"Crawl {status.name}", facts))
    if status.is_paused:
        answers.print(f"`sheaf crawl resume {status.name}` lets it go on.")
    elif status.was_stopped:
        command = f"sheaf crawl --name {shlex.quote(status.name)}"
        answers.print(f"Stopped: {status.why_stopped}. `{command}` goes on.")
    answers.print(table("Outcomes", dict(sorted(status.outcomes.items()))))
    if status.left_out:
        left_out = {one_line(reason): links for reason, links in status.left_out.items()}
        answers.print(table("Links left out, by the rule", left_out))
    shown = Table(title="Hosts", title_justify="left", box=None, pad_edge=False)
    for name in ("host", "ended", "waiting", "size", "outcomes"):
        shown.add_column(name, justify="right" if name in {"ended", "waiting", "size"} else "left")
    for host in status.hosts:
        ends = ", ".join(f"{name} {count:,}" for name, count in host.outcomes.most_common())
        row = (f"{host.answers:,}", f"{host.waiting:,}", format_size(host.bytes), ends)
        shown.add_row(one_line(host.name), *row)
    answers.print(shown)
    if status.host_count > len(status.hosts):
        answers.print(f"... and {status.host_count - len(status.hosts):,} hosts more: --hosts N")


def format_size(count: float) -> str:
    for unit in UNITS:
        if count < 1024 or unit == UNITS[-1]:
            return f"{count:,.0f} {unit}" if unit == "B" else f"{count:,.1f} {unit}"
        count /= 1024
    raise AssertionError
