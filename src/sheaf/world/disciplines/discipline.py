"""What a discipline brings to its papers: words for titles, and sentences for its own sections."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Discipline:
    """Phrases are in lower case except proper names; titles are capitalised when they are made."""

    name: str
    label: str  # of the department's host
    department: str
    society: str  # of the venues' hosts
    manners: tuple[str, ...]
    activities: tuple[str, ...]
    qualifiers: tuple[str, ...]
    objects: tuple[str, ...]  # plural
    contexts: tuple[str, ...]
    titles: tuple[str, ...]
    tools: tuple[str, ...]  # singular, without article
    materials: tuple[str, ...]  # plural
    measures: tuple[str, ...]
    agents: tuple[str, ...]  # plural
    areas: tuple[str, ...]  # of venues and labs
    courses: tuple[str, ...]
    headings: dict[str, tuple[str, ...]]
    sentences: dict[str, tuple[str, ...]]
