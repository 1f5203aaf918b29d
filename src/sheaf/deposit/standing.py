"""A run as it stands: whoever is killed cannot write down that it was."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from sheaf.acquire.crawl.places import is_crawling
from sheaf.deposit.lock import is_held
from sheaf.deposit.runs import CRAWL, RUNNING, RunInfo

INTERRUPTED = "interrupted"


def as_it_stands(folder: Path, run: RunInfo) -> RunInfo:
    """The run, `interrupted` where nobody is at work on it any more."""
    is_cut_off = run.state == RUNNING and not is_held(folder)
    if is_cut_off and run.kind == CRAWL:  # between two rounds of its import
        is_cut_off = not is_crawling(folder, run.options["name"])
    return replace(run, state=INTERRUPTED) if is_cut_off else run
