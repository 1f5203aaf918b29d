"""Runs annotators over a paper. One that fails, or takes too long, costs its own entry and nothing
else."""

from __future__ import annotations

import json
import signal
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from types import FrameType
from typing import Any

from sheaf import plugins
from sheaf.errors import SheafError, UsageError
from sheaf.extract.contract import Annotator, Readable
from sheaf.records import Paper

LONGEST_REASON = 200  # characters
# For all annotators of a paper together, each has an equal share. A third of what a document
# may take by the settings: the paper is read by then, and must not be lost over them.
SECONDS = 20.0


def annotate_paper(
    paper: Paper, document: Readable, names: Sequence[str], seconds: float = SECONDS
) -> Paper:
    """The paper with what the annotators of these names found. Its provenance says which ran,
    in which version, or what went wrong. Only a name that nobody has is an error: that is a
    mistake in the settings, and no reading makes it good."""
    extras, reports = dict(paper.extras), dict(paper.provenance.get("annotators", {}))
    for name in names:
        reports[name], found = _run_annotator(name, paper, document, seconds / len(names))
        if found is not None:
            extras[name] = found
    if not reports:
        return paper
    return replace(paper, extras=extras, provenance={**paper.provenance, "annotators": reports})


@cache
def find_annotator(name: str) -> Annotator:
    try:
        made: Annotator = plugins.load("annotators", name)()
    except SystemExit as problem:  # it would end the command, or the worker
        raise RuntimeError(f"it ends with {_words(problem)} when it is made") from problem
    return made


def count_failures(tally: dict[str, dict[str, Any]], paper: Mapping[str, Any]) -> None:
    """Adds the annotators that failed on a paper, given as JSON, to a tally of many: by name, on
    how many documents, and the first reason."""
    for name, reason in list_failures(paper).items():
        entry = tally.setdefault(name, {"documents": 0, "first": reason})
        entry["documents"] += 1


def list_failures(paper: Mapping[str, Any]) -> dict[str, str]:
    """The annotators that failed on a paper, given as JSON, each with the reason."""
    reports = paper.get("provenance", {}).get("annotators") or {}
    return {
        name: report["error"]
        for name, report in reports.items()
        if isinstance(report, dict) and "error" in report
    }


def _run_annotator(
    name: str, paper: Paper, document: Readable, seconds: float
) -> tuple[dict[str, str], Any | None]:
    report: dict[str, str] = {}
    try:
        with limit_time(seconds):
            annotator = find_annotator(name)
            report["version"] = str(annotator.version)
            found = annotator.annotate(paper, document)
            # As it will come back from the library: tuples as lists, and an error now, not
            # later, for what JSON cannot hold.
            return report, json.loads(json.dumps(found, allow_nan=False))
    except KeyboardInterrupt:
        raise
    except BaseException as problem:  # it is somebody else's code
        if isinstance(problem, UsageError) and name not in plugins.names("annotators"):
            raise
        return {**report, "error": _words(problem)[:LONGEST_REASON]}, None


def _words(problem: BaseException) -> str:
    if isinstance(problem, SheafError | OutOfTime):
        return str(problem)
    return f"{type(problem).__name__}: {problem}"


STOP_AGAIN = 1.0  # seconds after which code that caught it is stopped once more


class OutOfTime(BaseException):
    """No Exception: code that catches all of these must not catch it."""


@contextmanager
def limit_time(seconds: float) -> Iterator[None]:
    """Only Python code can be stopped, and only in the main thread of a process, which is where
    a worker works. Elsewhere there is no limit but the worker's own."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise OutOfTime(f"it took more than {seconds:g} seconds")

    started = time.monotonic()
    handler = signal.signal(signal.SIGALRM, stop)
    left, interval = signal.setitimer(signal.ITIMER_REAL, seconds, STOP_AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL if handler is None else handler)
        if left:
            passed = time.monotonic() - started
            signal.setitimer(signal.ITIMER_REAL, max(left - passed, 0.001), interval)
