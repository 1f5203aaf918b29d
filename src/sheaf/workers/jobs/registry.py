"""Finds the kinds of jobs that are installed."""

from __future__ import annotations

from sheaf import plugins
from sheaf.errors import MissingPartError
from sheaf.workers.jobs.kind import JobKind

GROUP = "job_kinds"


def kind_names() -> list[str]:
    """Without loading what is behind them."""
    return sorted(plugins.names(GROUP))


def find_kind(name: str) -> JobKind:
    """A kind by its name; UsageError where there is none, with those there are."""
    kind = plugins.load(GROUP, name)
    if not isinstance(kind, JobKind) or kind.name != name:
        raise MissingPartError(
            f"The job kind {name!r} is none: its entry point leads to something else.",
            f"Behind the name {name!r} in the group sheaf.{GROUP} a JobKind of this name is "
            "expected.",
        )
    return kind


def all_kinds() -> list[JobKind]:
    """All of them by name."""
    return [find_kind(name) for name in kind_names()]
