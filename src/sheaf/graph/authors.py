"""Which authors are one person. Names alone never say so: it takes an e-mail address, an
affiliation or a co-author in common, and names that do not contradict."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any

from sheaf.deposit.bulk import make_storable
from sheaf.deposit.graph.descriptions import AuthorPrinted
from sheaf.graph.clusters import Groups
from sheaf.graph.matcher import given_names_agree
from sheaf.graph.normalising import family_key, given_key, hash_of, initial_of, letters_of

E_MAIL, AFFILIATION, CO_AUTHOR = "e", "a", "c"
MOST_AUTHORS = 2000  # of a document that are kept
MOST_CO_AUTHORS = 40  # of a paper; of a collaboration of hundreds it says nothing to be one
LONGEST_AFFILIATION, FEWEST_LETTERS = 60, 10
LONGEST_NAME, LONGEST_TRACE = 255, 80
MOST_REASONS = 10

Json = Mapping[str, Any]
Traces = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Appearance:
    """An author of a document, with the number of the person it was taken for."""

    id: int
    document_id: int
    position: int
    name: str
    given: str
    family: str
    traces: Traces
    author_id: int | None = None

    @property
    def place(self) -> tuple[int, int]:
        return self.document_id, self.position


@dataclass(frozen=True, slots=True)
class OnePerson:
    members: tuple[Appearance, ...]
    reasons: tuple[str, ...] = ()


# -- what a paper says of its authors --------------------------------------------------------------


def authors_printed(paper: Json) -> tuple[AuthorPrinted, ...]:
    people = [person for person in paper.get("authors") or () if _halves(person)[1]][:MOST_AUTHORS]
    shorts = [_short(person) for person in people] if len(people) <= MOST_CO_AUTHORS else []
    return tuple(_author_printed(at, person, shorts) for at, person in enumerate(people))


def _author_printed(at: int, person: Json, shorts: Sequence[str]) -> AuthorPrinted:
    given, family = _halves(person)
    name = make_storable(str(person.get("name") or f"{given} {family}"))[:LONGEST_NAME]
    traces = {
        E_MAIL: _e_mail(person.get("email")),
        AFFILIATION: _affiliations(person.get("affiliations")),
        CO_AUTHOR: sorted({*shorts[:at], *shorts[at + 1 :]} - {*shorts[at : at + 1]}),
    }
    told = {kind: some for kind, some in traces.items() if some}
    return AuthorPrinted(at, name, given, family, block_of(given, family), told)


def block_of(given: str, family: str) -> str:
    return hash_of("author", family_key(family) or family, initial_of(given))


def _halves(person: Json) -> tuple[str, str]:
    return _half(person.get("given")), _half(person.get("family") or person.get("name"))


def _half(name: Any) -> str:
    return make_storable(name if isinstance(name, str) else "").strip()[:LONGEST_NAME]


def _short(person: Json) -> str:
    given, family = _halves(person)
    return f"{family_key(family)} {initial_of(given)}"[:LONGEST_TRACE]


def _e_mail(address: Any) -> list[str]:
    found = make_storable(address).strip().lower() if isinstance(address, str) else ""
    return [found[:LONGEST_TRACE]] if "@" in found else []


def _affiliations(places: Any) -> list[str]:
    texts = [place for place in places or () if isinstance(place, str)]
    keys = {letters_of(make_storable(text))[:LONGEST_AFFILIATION] for text in texts}
    return sorted(key for key in keys if len(key) >= FEWEST_LETTERS)


# -- who is who ------------------------------------------------------------------------------------


def group_authors(block: Sequence[Appearance]) -> list[OnePerson]:
    """First those of one name, then names that may stand for each other: all of such a cluster, or
    none of it where two of them contradict (J. between John and Jane)."""
    block = sorted(block, key=lambda appearance: appearance.place)
    taking_part, alone = _one_of_each_document(block)
    links = _link(taking_part)
    groups: Groups[int] = Groups()
    for at in range(len(taking_part)):
        groups.add(at)
    _join_same_names(taking_part, links, groups)
    _join_agreeing(taking_part, links, groups)
    reasons: defaultdict[int, set[str]] = defaultdict(set)
    for (place, other), trace in links.items():
        if groups.are_joined(place, other):
            reasons[groups.find(place)].add(_reason(trace))
    people = [
        OnePerson(
            tuple(taking_part[at] for at in members),
            tuple(sorted(reasons[groups.find(members[0])])[:MOST_REASONS]),
        )
        for members in groups.all()
    ]
    return people + [OnePerson((appearance,)) for appearance in alone]


def _one_of_each_document(
    block: Sequence[Appearance],
) -> tuple[list[Appearance], list[Appearance]]:
    """Two authors of one document are two people, whatever their names are."""
    met: set[tuple[int, tuple[str, ...]]] = set()
    first: list[Appearance] = []
    others: list[Appearance] = []
    for appearance in block:
        key = appearance.document_id, given_key(appearance.given)
        (others if key in met else first).append(appearance)
        met.add(key)
    return first, others


def _link(block: Sequence[Appearance]) -> dict[tuple[int, int], tuple[str, str]]:
    """Pairs that have something in common: of one name each with the next, of two names one pair
    for each thing in common."""
    having: defaultdict[tuple[str, str], dict[tuple[str, ...], list[int]]] = defaultdict(dict)
    for at, appearance in enumerate(block):
        for kind in (E_MAIL, AFFILIATION, CO_AUTHOR):
            for trace in appearance.traces.get(kind, ()):
                having[kind, trace].setdefault(given_key(appearance.given), []).append(at)
    links: dict[tuple[int, int], tuple[str, str]] = {}
    for found in sorted(having):
        names = having[found]
        for members in names.values():
            for pair in pairwise(members):
                links.setdefault(pair, found)
        for some, others in combinations(sorted(names), 2):
            if given_names_agree(some, others):
                first, second = sorted((names[some][0], names[others][0]))
                links.setdefault((first, second), found)
    return links


def _join_same_names(
    block: Sequence[Appearance],
    links: Mapping[tuple[int, int], tuple[str, str]],
    groups: Groups[int],
) -> None:
    for place, other in links:
        if given_key(block[place].given) == given_key(block[other].given):
            groups.join(place, other)


def _join_agreeing(
    block: Sequence[Appearance],
    links: Mapping[tuple[int, int], tuple[str, str]],
    groups: Groups[int],
) -> None:
    whole: Groups[int] = Groups()
    for at in range(len(block)):
        whole.join(at, groups.find(at))
    for place, other in links:
        whole.join(place, other)
    for members in whole.all():
        names = {given_key(block[at].given) for at in members}
        documents = {block[at].document_id for at in members}
        agree = all(given_names_agree(name, other) for name, other in combinations(names, 2))
        if agree and len(documents) == len(members):
            for at in members:
                groups.join(at, members[0])


def _reason(trace: tuple[str, str]) -> str:
    kind, value = trace
    if kind == E_MAIL:
        return "an e-mail address in common"
    if kind == AFFILIATION:
        return "an affiliation in common"
    family, _, initial = value.rpartition(" ")
    return f"a co-author in common: {family.title()}{f', {initial.upper()}.' if initial else ''}"


def full_name(members: Sequence[Appearance]) -> Appearance:
    """The one that says most of the name."""
    return max(members, key=lambda member: (len("".join(given_key(member.given))), member.name))


def sort_key_of(appearance: Appearance) -> str:
    return f"{family_key(appearance.family)} {' '.join(given_key(appearance.given))}".strip()[:127]


def variants_of(members: Sequence[Appearance]) -> list[str]:
    return sorted({member.name for member in members})[:50]
