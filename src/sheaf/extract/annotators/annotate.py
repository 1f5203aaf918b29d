"""Runs annotators over a paper. One that fails costs its own entry and nothing else."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from sheaf import plugins
from sheaf.errors import SheafError, UsageError
from sheaf.extract.annotators.time_limit import OutOfTime, at_most
from sheaf.extract.contract import Annotator, Readable
from sheaf.records import Paper

LONGEST_REASON = 200  # characters
# For all annotators of a paper together, each has an equal share. A third of what a document
# may take by the settings: the paper is read by then, and must not be lost over them.
SECONDS = 20.0


def annotated(
    paper: Paper, document: Readable, names: Sequence[str], seconds: float = SECONDS
) -> Paper:
    """The paper with what the annotators of these names found. Its provenance says which ran,
    in which version, or what went wrong. Only a name that nobody has is an error: that is a
    mistake in the settings, and no reading makes it good."""
    extras, told = dict(paper.extras), dict(paper.provenance.get("annotators", {}))
    for name in names:
        told[name], found = _asked(name, paper, document, seconds / len(names))
        if found is not None:
            extras[name] = found
    if not told:
        return paper
    return replace(paper, extras=extras, provenance={**paper.provenance, "annotators": told})


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
    for name, reason in failures(paper).items():
        one = tally.setdefault(name, {"documents": 0, "first": reason})
        one["documents"] += 1


def failures(paper: Mapping[str, Any]) -> dict[str, str]:
    """The annotators that failed on a paper, given as JSON, each with the reason."""
    told = paper.get("provenance", {}).get("annotators") or {}
    return {
        name: one["error"] for name, one in told.items() if isinstance(one, dict) and "error" in one
    }


def _asked(
    name: str, paper: Paper, document: Readable, seconds: float
) -> tuple[dict[str, str], Any | None]:
    told: dict[str, str] = {}
    try:
        with at_most(seconds):
            annotator = find_annotator(name)
            told["version"] = str(annotator.version)
            found = annotator.annotate(paper, document)
            # As it will come back from the library: tuples as lists, and an error now, not
            # later, for what JSON cannot hold.
            return told, json.loads(json.dumps(found, allow_nan=False))
    except KeyboardInterrupt:
        raise
    except BaseException as problem:  # it is somebody else's code
        if isinstance(problem, UsageError) and name not in plugins.names("annotators"):
            raise
        return {**told, "error": _words(problem)[:LONGEST_REASON]}, None


def _words(problem: BaseException) -> str:
    if isinstance(problem, SheafError | OutOfTime):
        return str(problem)
    return f"{type(problem).__name__}: {problem}"
