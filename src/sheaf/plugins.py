"""Finds the parts that plug in. Ours and strangers' come through the same entry points.

sheaf.importers     classes with the contract of acquire/importers/contract.py
sheaf.stages        callables with the contract of curate/stages.py, asked after our own
sheaf.text_readers  callables with the contract of curate/text/contract.py, named by their type
sheaf.extractors    classes with the contract of extract/contract.py
sheaf.annotators    the same: what else is looked for in a paper
sheaf.job_kinds     objects with the contract of workers/jobs/contract.py
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from sheaf.errors import MissingPartError, SheafError, UsageError

LONGEST_REASON = 300  # characters


@cache
def names(group: str) -> dict[str, EntryPoint]:
    """The entry points of a group. A package may replace a part of ours by taking its name."""
    found: dict[str, EntryPoint] = {}
    for point in entry_points(group=f"sheaf.{group}"):
        if point.name not in found or found[point.name].value.startswith("sheaf."):
            found[point.name] = point
    return found


def require(group: str, name: str) -> EntryPoint:
    """The entry point of a name; an unknown name is answered with the ones there are."""
    found = names(group)
    if name not in found:
        known = ", ".join(sorted(found)) or "none installed"
        raise UsageError(f"There is no {_noun(group)} called {name!r}. Known: {known}.")
    return found[name]


def load(group: str, name: str) -> Any:
    """The object behind one name."""
    return _load(group, require(group, name))


def load_all(group: str) -> dict[str, Any]:
    return {name: _load(group, point) for name, point in sorted(names(group).items())}


def _load(group: str, point: EntryPoint) -> Any:
    """What a package does when it is loaded is its own affair: whatever goes wrong, even an end
    of the process, is reported as the package's fault."""
    try:
        return point.load()
    except (Exception, SystemExit) as problem:
        raise _describe_failure(group, point, "cannot be loaded", problem) from problem


@contextmanager
def name_failures(group: str, name: str, deed: str) -> Iterator[None]:
    """What goes wrong in a part is reported as the fault of its package: it `deed`. Errors of ours
    pass, for they say themselves what to do, and so does what the system refuses."""
    try:
        yield
    except (SheafError, MemoryError, OSError):
        raise
    except (Exception, SystemExit) as problem:
        raise _describe_failure(group, require(group, name), deed, problem) from problem


def is_ours(group: str, name: str) -> bool:
    return require(group, name).value.startswith("sheaf.")


def _describe_failure(
    group: str, point: EntryPoint, deed: str, problem: BaseException
) -> MissingPartError:
    package = point.dist.name if point.dist is not None else "an unknown package"
    reason = " ".join(f"{type(problem).__name__}: {problem}".split())[:LONGEST_REASON]
    return MissingPartError(
        f"The {_noun(group)} {point.name!r} of {package} {deed}: {reason}.",
        f"It is the entry point `{point.name} = {point.value}` in the group sheaf.{group}. "
        f"Install {package} anew, with what it needs, or remove it: `pip uninstall {package}`.",
    )


def _noun(group: str) -> str:
    return group.rstrip("s").replace("_", " ")
