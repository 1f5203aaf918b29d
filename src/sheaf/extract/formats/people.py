"""Names of people in the parts that bibliographies want: given name, particle, family, suffix."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sheaf.records import Author, Person
from sheaf.words import read_word_sets

PARTICLES = read_word_sets("particles")["common"] | read_word_sets("particles")["bibliographies"]
_SUFFIXES = r"(?:[Jj][Rr]|[Ss][Rr]|JUN|SEN|[Jj]un|[Ss]en)\.?|II|III|IV"
SUFFIX = re.compile(rf"(?:,\s*+|(?<!\s)\s++)({_SUFFIXES})$")
# "King, Jr., M. L." has it behind the family name.
SUFFIX_WITHIN = re.compile(rf",\s*({_SUFFIXES})\s*(?=,|$)")

ET_AL = re.compile(r"(?:and\s+)?(?:et\s+al\.?|others)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class NameParts:
    """A person by parts, or something with a name that has no parts (`literal`)."""

    family: str = ""
    given: str = ""
    particle: str = ""
    suffix: str = ""
    literal: str = ""

    @property
    def whole_family(self) -> str:
        return f"{self.particle} {self.family}".strip()

    @property
    def in_order(self) -> str:
        """As it is spoken: Ludwig van Beethoven Jr."""
        parts = (self.given, self.particle, self.family, self.suffix)
        return self.literal or " ".join(part for part in parts if part)


def split_name(person: Person | Author) -> NameParts:
    """A name whose family name is not known stays in one piece."""
    if not person.family:
        return NameParts(literal=person.name)
    family, suffix = _cut_suffix(person.family)
    given, given_suffix = _cut_suffix(person.given or "")
    words = family.replace(",", " ").split()
    if not words:
        return NameParts(literal=person.name)
    start = 0
    while start < len(words) - 1 and words[start] in PARTICLES:
        start += 1
    if not given and not start and len(words) > 1:
        return NameParts(literal=person.family)  # most likely a group
    return NameParts(
        family=" ".join(words[start:]),
        given=" ".join(given.replace(",", " ").split()),
        particle=" ".join(words[:start]),
        suffix=suffix or given_suffix or _find_suffix(person.name),
    )


def split_names(people: tuple[Person, ...] | tuple[Author, ...]) -> list[NameParts]:
    """All who have a name; those who are only meant by `et al.` have none."""
    found = (split_name(person) for person in people)
    return [name for name in found if name.in_order and not ET_AL.fullmatch(name.in_order)]


def _find_suffix(name: str) -> str:
    """Of a name as it is printed: its halves are read without it."""
    found = SUFFIX.search(name) or SUFFIX_WITHIN.search(name)
    return found[1] if found else ""


def _cut_suffix(text: str) -> tuple[str, str]:
    found = SUFFIX.search(text)
    return (text[: found.start()], found[1]) if found else (text, "")
