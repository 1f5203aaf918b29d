"""A kind of job and a result, apart from `contract.py`: the library itself knows of these."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sheaf.workers.jobs.parameters import Finding, Parameters


@dataclass(frozen=True, slots=True)
class JobResult:
    """How a job ended. `files` are names in its folder, `words` a sentence for people."""

    counters: dict[str, int] = field(default_factory=dict)
    run: int | None = None
    files: tuple[str, ...] = ()
    words: str = ""


@dataclass(frozen=True, slots=True)
class JobKind:
    """One kind of job. Its `run` is called with a JobContext and its parameters, its `check` with
    the library and its parameters: it says before a job is submitted what it would meet. One that
    `admits` holds the library for writing: of these a library runs one at a time, others beside
    it. `positional` is the parameter that stands without its name on the command line. Where
    `shown_first` names parameters, forms fold all others away."""

    name: str
    title: str
    help: str
    parameters: type[Parameters]
    run: Callable[[Any, Any], JobResult]
    admits: bool = False
    positional: str = ""
    check: Callable[[Any, Any], list[Finding]] | None = None
    shown_first: tuple[str, ...] = ()
