"""What jobs that crawl have in common: how a crawl is run, watched and told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

from pydantic import AfterValidator

from sheaf.acquire.crawl.control.progress import CrawlProgress
from sheaf.acquire.crawl.options import CrawlOptions
from sheaf.acquire.crawl.places import frontier_file, parse_addresses
from sheaf.acquire.crawl.start import prepare_crawl
from sheaf.errors import SheafError
from sheaf.files import write_whole
from sheaf.pipeline import Progress
from sheaf.workers.jobs.contract import JobContext, JobResult
from sheaf.workers.jobs.parameters import ParameterMark

NAME_FILE = "crawl"  # names the crawl of a job


def _check_addresses(given: tuple[str, ...]) -> tuple[str, ...]:
    try:
        parse_addresses(given)
    except SheafError as problem:
        raise ValueError(str(problem).rstrip(".")) from None
    return given


# A host that leads to another machine would lead into private networks.
Addresses = Annotated[tuple[str, ...], AfterValidator(_check_addresses), ParameterMark.MACHINE_ONLY]


def crawl(
    context: JobContext, seeds: Sequence[str], options: CrawlOptions, *, index: bool
) -> JobResult:
    """The same seeds, or the same name, go on with that crawl. A pause ends it in good order; the
    job goes on with it when it is resumed."""
    options = _as_begun(context, options)
    options, lines = prepare_crawl(context.library.folder, seeds, options)
    write_whole(context.folder / NAME_FILE, f"{options.name}\n")
    for line in lines:
        context.log(line)
    watcher = CrawlWatcher(context)
    fetched, summary = context.library.crawl(
        seeds,
        options,
        on_progress=watcher.note_fetched,
        wait=True,
        report=watcher.note_imported,
    )
    if summary.run and index:
        context.library.index()
    for note in filter(None, (*summary.notes, fetched.trouble)):
        context.log(note)
    counters = {**summary.outcomes, "fetched": fetched.fetched}
    kept = sum(summary.outcomes.get(name, 0) for name in ("new", "updated"))
    words = f"{fetched.fetched:,} URLs fetched, {kept:,} documents kept."
    return JobResult(counters, summary.run or None, words=words)


def _as_begun(context: JobContext, options: CrawlOptions) -> CrawlOptions:
    """A job that goes on goes on with its own crawl, and visits again only what is left."""
    try:
        name = (context.folder / NAME_FILE).read_text(encoding="utf-8").strip()
    except OSError:
        return options
    is_there = frontier_file(context.library.folder, name).exists()
    return replace(options, name=name, revisit=False) if is_there else options


@dataclass(slots=True)
class CrawlWatcher:
    """Hears of the fetching in its thread, of the import in ours."""

    context: JobContext
    fetched: int = 0
    waiting: int = 0
    note: str = ""
    run: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)

    def note_fetched(self, progress: CrawlProgress) -> None:
        self.fetched, self.waiting = progress.fetched, progress.waiting
        paused = ", paused" if progress.is_paused else ""
        pace = f"{progress.pages_per_second:.1f} a second"
        self.note = f"{progress.waiting:,} URLs wait{paused}; {pace}."
        self._report()

    def note_imported(self, progress: Progress) -> None:
        if progress.run and progress.run != self.run:
            self.run = progress.run
            self.context.made_run(self.run)
        self.outcomes = Counter(progress.outcomes)
        self._report()

    def _report(self) -> None:
        counters = {**self.outcomes, "fetched": self.fetched, "waiting": self.waiting}
        total = self.fetched + self.waiting if self.fetched else None
        self.context.report(self.fetched, total, counters, self.note)
