"""Runs annotators over a paper. One that fails costs its own entry and nothing else."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from sheaf import plugins
from sheaf.errors import UsageError
from sheaf.extract.contract import Annotator, Readable
from sheaf.records import Paper

LONGEST_REASON = 200  # characters


def annotated(paper: Paper, document: Readable, names: Sequence[str]) -> Paper:
    """The paper with what the annotators of these names found. Its provenance says which ran,
    in which version, or what went wrong. Only a name that nobody has is an error: that is a
    mistake in the settings, and no reading makes it good."""
    extras, told = dict(paper.extras), dict(paper.provenance.get("annotators", {}))
    for name in names:
        told[name], found = _asked(name, paper, document)
        if found is not None:
            extras[name] = found
    if not told:
        return paper
    return replace(paper, extras=extras, provenance={**paper.provenance, "annotators": told})


@cache
def find_annotator(name: str) -> Annotator:
    made: Annotator = plugins.load("annotators", name)()
    return made


def _asked(name: str, paper: Paper, document: Readable) -> tuple[dict[str, str], Any | None]:
    told: dict[str, str] = {}
    try:
        annotator = find_annotator(name)
        told["version"] = str(annotator.version)
        found = annotator.annotate(paper, document)
        # As it will come back from the library: tuples as lists, and an error now, not later,
        # for what JSON cannot hold.
        return told, json.loads(json.dumps(found, allow_nan=False))
    except UsageError:
        raise
    except Exception as problem:  # noqa: BLE001 - it is somebody else's code
        reason = f"{type(problem).__name__}: {problem}"
        return {**told, "error": reason[:LONGEST_REASON]}, None
