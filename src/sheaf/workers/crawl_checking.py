"""Checks a crawl before it is begun: whether it may start, and can write what it brings."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from sheaf.acquire.crawl.control.crawl_screen import format_size
from sheaf.acquire.crawl.crawler import Crawler
from sheaf.acquire.crawl.frontier.locks import is_running
from sheaf.errors import LibraryBusyError, SheafError, StorageError
from sheaf.records import Seed
from sheaf.settings import Settings
from sheaf.terminal import plural
from sheaf.workers.checking import LEAST_FREE, check_writable, find_problems
from sheaf.workers.importing import check_run
from sheaf.workers.jobs.parameters import Finding


def check_crawl(
    library: Path,
    settings: Settings,
    make_crawler: Callable[[], tuple[Crawler, list[Seed]]],
    ask_catalogue: Callable[[], object],
    *,
    does_import: bool,
) -> list[Finding]:
    """What was found. Nobody is asked for a page."""
    findings: list[Finding] = []
    try:
        crawler, seeds = make_crawler()
        crawler.check(seeds)
        words = f"The crawl {crawler.frontier.stem} begins at {plural(len(seeds), 'seed')}."
        if crawler.frontier.exists():
            words = f"The crawl {crawler.frontier.stem} is there, and goes on."
        findings.append(Finding(is_problem=False, words=words))
        if is_running(crawler.frontier):
            busy = LibraryBusyError("The same crawl is running already.", "Wait for it to end.")
            findings.append(Finding.of(busy))
    except SheafError as problem:
        findings.append(Finding.of(problem))
    if does_import:
        findings += find_problems(lambda: check_run(settings))
        findings += find_problems(ask_catalogue)
    findings += check_writable([library, library / "warc", library / "frontier"])
    free = shutil.disk_usage(library).free
    words = f"{format_size(free)} are free beside the library."
    is_full = free < LEAST_FREE
    findings.append(Finding.of(StorageError(words, "Make room first.")) if is_full else
                    Finding(is_problem=False, words=words))  # fmt: skip
    return findings
