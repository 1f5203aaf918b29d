"""Finds the parts that plug in. Ours and strangers' come through the same entry points.

sheaf.importers    classes with the contract of acquire/importers/contract.py
sheaf.stages       callables with the contract of curate/stage.py, asked after our own
sheaf.extractors   classes with the contract of extract/contract.py
sheaf.annotators   the same: what else is looked for in a paper
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from sheaf.errors import UsageError


@cache
def names(group: str) -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=f"sheaf.{group}")}


def load(group: str, name: str) -> Any:
    """The object behind one name; an unknown name is answered with the ones there are."""
    found = names(group)
    if name not in found:
        known = ", ".join(sorted(found)) or "none installed"
        raise UsageError(f"There is no {group.rstrip('s')} called {name!r}. Known: {known}.")
    return found[name].load()


def load_all(group: str) -> dict[str, Any]:
    return {name: point.load() for name, point in sorted(names(group).items())}
