"""Brings authors and venues up to date with what documents and works print."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sheaf.deposit.graph.people import PeopleStore, VenuePrinted
from sheaf.deposit.graph.store import GraphStore
from sheaf.graph.authors import (
    Appearance,
    OnePerson,
    full_name,
    group_authors,
    sort_key_of,
    variants_of,
)
from sheaf.graph.clusters import keep_numbers
from sheaf.graph.venues import group_venues, whole_name

AT_ONCE = 5000
MOST_VARIANTS = 50
NO_COUNTS = (0, 0, None, None)

Row = Sequence[Any]


def update_authors(store: GraphStore, report: Callable[[str, int], None]) -> None:
    people, done = PeopleStore(store.alias), 0
    while blocks := people.due_blocks(AT_ONCE):
        _group_blocks(store, people, blocks)
        done += len(blocks)
        report("author names", done)
    while numbers := people.due_authors(AT_ONCE):
        _count_authors(store, people, numbers)


def _group_blocks(store: GraphStore, people: PeopleStore, blocks: Sequence[str]) -> None:
    found = people.authorships(blocks)
    persons = [
        (block, person)
        for block, rows in found.items()
        for person in group_authors(list(map(_read_appearance, rows)))
    ]
    placed: list[tuple[int, int]] = []
    rows: list[Row] = []
    moved: set[int] = set()
    left: set[int] = set()
    for number, block, person in _number(store, persons):
        rows.append(_author_row(number, block, person))
        for appearance in person.members:
            placed.append((appearance.id, number))
            if appearance.author_id != number:
                moved.add(appearance.document_id)
                left |= {appearance.author_id} if appearance.author_id is not None else set()
    known = people.known_authors([row[0] for row in rows])
    changed = [row for row in rows if list(known.get(row[0], ())) != list(row[1:6])]
    with store.whole():
        people.write_authors(changed, known.keys())
        people.place_authorships(placed)
        store.make_authors_due({*left, *(row[0] for row in rows)})
        store.touch_documents(moved | store.documents_of_authors([row[0] for row in changed]))


def _number(
    store: GraphStore, persons: Sequence[tuple[str, OnePerson]]
) -> Iterator[tuple[int, str, OnePerson]]:
    """Persons keep the number that most of their appearances had."""
    of = {
        appearance.id: (at, appearance)
        for at, (_, person) in enumerate(persons)
        for appearance in person.members
    }
    groups = [[appearance.id for appearance in person.members] for _, person in persons]
    numbered = keep_numbers(groups, lambda number: of[number][1].author_id)
    new = sum(number is None for _, number in numbered)
    fresh = store.new_numbers("author", new) if new else iter(())
    for group, number in numbered:
        block, person = persons[of[group[0]][0]]
        yield (next(fresh) if number is None else number), block, person


def _author_row(number: int, block: str, person: OnePerson) -> Row:
    best = full_name(person.members)
    return (number, best.name, sort_key_of(best), block, variants_of(person.members),
            list(person.reasons), 0, 0, None, None, True)  # fmt: skip


def _read_appearance(row: Row) -> Appearance:
    number, document, position, name, given, family, traces, author = row
    return Appearance(number, document, position, name, given, family, traces or {}, author)


def _count_authors(store: GraphStore, people: PeopleStore, numbers: Sequence[int]) -> None:
    found = people.works_of_authors(numbers)
    rows = []
    for number in found:
        documents = {row[0] for row in found[number]}
        cited = {work: citations or 0 for _, work, citations, _ in found[number] if work}
        years = [year for *_, year in found[number] if year]
        rows.append((len(documents), sum(cited.values()), min(years, default=None),
                     max(years, default=None), False, number))  # fmt: skip
    with store.whole():
        people.write_author_counts(rows)
        people.remove_authors([number for number in numbers if number not in found])


# -- venues ----------------------------------------------------------------------------------------


def update_venues(store: GraphStore, report: Callable[[str, int], None]) -> None:
    people, done = PeopleStore(store.alias), 0
    while blocks := people.due_venue_blocks(AT_ONCE):
        _group_names(store, people, blocks)
        done += len(blocks)
        report("venue names", done)
    while numbers := people.due_venues(AT_ONCE):
        counts = people.tally_venues(numbers)
        rows = ((*counts.get(number, NO_COUNTS), False, number) for number in numbers)
        with store.whole():
            people.write_venue_counts(rows)


def _group_names(store: GraphStore, people: PeopleStore, blocks: Sequence[str]) -> None:
    """All names of the blocks, for each may stand for another; what is printed as before and
    belongs where it did is not looked at."""
    before = people.venue_names(blocks)
    printed = people.printed_venues(
        [key for key, printed_name in before.items() if printed_name.is_due]
    )
    names = {
        key: _most_printed(printed[key]) if printed_name.is_due else printed_name.name
        for key, printed_name in before.items()
        if key in printed or not printed_name.is_due
    }
    groups = _number_venues(store, before, _groups_of(before, names))
    members: defaultdict[int, set[str]] = defaultdict(set)
    for key, printed_name in before.items():
        if printed_name.venue_id is not None:
            members[printed_name.venue_id].add(key)
    changed = {
        number: keys
        for number, keys in groups.items()
        if members[number] != set(keys) or any(before[key].is_due for key in keys)
    }
    placed = {key: number for number, keys in changed.items() for key in keys}
    printed |= people.printed_venues([key for key in placed if key not in printed])
    moved = {key: number for key, number in placed.items() if before[key].venue_id != number}
    with store.whole():
        store.touch_documents(people.place_works(moved))
        people.place_venue_names((names[key], number, key) for key, number in placed.items())
        people.remove_venue_names([key for key in before if key not in names])
        counts = people.tally_venues(changed)
        people.write_venues(
            [
                (number, whole_name(keys, names), _variants(keys, printed),
                 *counts.get(number, NO_COUNTS), False)
                for number, keys in changed.items()
            ]
        )  # fmt: skip
        people.remove_venues(members.keys() - groups.keys())


def _groups_of(before: Mapping[str, VenuePrinted], names: Mapping[str, str]) -> list[list[str]]:
    of_block: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for key, name in names.items():
        of_block[before[key].block][key] = name
    return [group for some in of_block.values() for group in group_venues(some)]


def _number_venues(
    store: GraphStore, before: Mapping[str, VenuePrinted], groups: Sequence[Sequence[str]]
) -> dict[int, list[str]]:
    """Keys by the number of their venue: that which most of them had."""
    order = sorted(key for group in groups for key in group)
    places = {key: at for at, key in enumerate(order)}
    numbered = keep_numbers(
        [[places[key] for key in group] for group in groups],
        lambda at: before[order[at]].venue_id,
    )
    new = sum(number is None for _, number in numbered)
    fresh = store.new_numbers("venue", new) if new else iter(())
    return {
        next(fresh) if kept is None else kept: [order[at] for at in group]
        for group, kept in numbered
    }


def _most_printed(counts: Mapping[str, int]) -> str:
    return min(counts, key=lambda name: (-counts[name], name))


def _variants(keys: Sequence[str], printed: Mapping[str, Mapping[str, int]]) -> list[str]:
    counts = {name: count for key in keys for name, count in printed[key].items()}
    return sorted(counts, key=lambda name: (-counts[name], name))[:MOST_VARIANTS]
