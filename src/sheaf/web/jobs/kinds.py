"""The kinds of jobs as people are shown them: in groups, those that belong to another with it."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404

from sheaf.workers.jobs.contract import JobKind
from sheaf.workers.jobs.registry import all_kinds, find_kind, kind_names

TRY = "try-"  # before the name of the kind that it tries
# Which kinds stand where; what is not named stands at the end.
GROUPS: dict[str, tuple[str, ...]] = {
    "Bring in": ("import", "crawl", "read", "submission", "harvest"),
    "Read and join": ("reread", "extract", "index", "citations"),
    "Look after": (
        *("verify", "repair", "links", "check-links"),
        *("clean-documents", "clean-parents", "whitelist", "backup"),
    ),
    "Take out": ("export", "retrieve"),
}
OTHERS = "More"
KEEP = "keep"  # what was turned down: offered beside each capture, not among the kinds


@dataclass(frozen=True, slots=True)
class KindGroup:
    title: str
    kinds: list[JobKind]


def kind_groups() -> list[KindGroup]:
    """Those with a kind in them."""
    kinds = {kind.name: kind for kind in all_kinds() if _is_offered(kind.name)}
    groups = [
        KindGroup(title, [kinds.pop(name) for name in names if name in kinds])
        for title, names in GROUPS.items()
    ]
    groups.append(KindGroup(OTHERS, list(kinds.values())))
    return [group for group in groups if group.kinds]


def _is_offered(name: str) -> bool:
    return name != KEEP and not is_try(name)


def is_try(name: str) -> bool:
    return name.startswith(TRY) and name.removeprefix(TRY) in kind_names()


def try_of(name: str) -> JobKind | None:
    """The kind that tries another, if there is one."""
    tries = f"{TRY}{name}"
    return find_kind(tries) if tries in kind_names() else None


def can_keep() -> bool:
    return KEEP in kind_names()


def kind_or_404(name: str) -> JobKind:
    if name not in kind_names():
        raise Http404(f"There is no kind of job called {name}.")
    return find_kind(name)


def kind_title(name: str) -> str:
    """Also of a kind that is not installed any more."""
    return find_kind(name).title if name in kind_names() else name


def list_kinds() -> list[tuple[str, str]]:
    """Name and title of all, by title, to choose from."""
    return sorted(((kind.name, kind.title) for kind in all_kinds()), key=lambda pair: pair[1])
