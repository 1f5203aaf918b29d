"""Sections one within the other, as their levels say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sheaf.records import Section

# No paper goes deeper, and no file may make us.
DEEPEST = 6


@dataclass(slots=True)
class Part:
    section: Section
    level: int
    parts: list[Part] = field(default_factory=list)


def outline(sections: Sequence[Section]) -> list[Part]:
    """A section belongs to the last one before it that stands higher."""
    top: list[Part] = []
    open_parts: list[Part] = []
    for section in sections:
        part = Part(section, min(max(section.level, 1), DEEPEST))
        while open_parts and open_parts[-1].level >= part.level:
            open_parts.pop()
        (open_parts[-1].parts if open_parts else top).append(part)
        open_parts.append(part)
    return top


def paragraphs(text: str | None) -> list[str]:
    return [one for one in (text or "").split("\n\n") if one]
