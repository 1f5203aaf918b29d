"""Brings works that are due up to what is said of them: their metadata and their counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sheaf.deposit.graph.copies import find_copies
from sheaf.deposit.graph.descriptions import Copy, Statement
from sheaf.deposit.graph.people import PeopleStore
from sheaf.deposit.graph.store import NOTHING, GraphStore, Placed
from sheaf.deposit.graph.works import Standing
from sheaf.graph.features import Features, features_of
from sheaf.graph.matcher import probability
from sheaf.graph.tally import summarise
from sheaf.graph.venues import venue_block, venue_key
from sheaf.graph.versions.copies import rank_copies, what_copies_say

AT_ONCE = 3000
COLUMNS = ("title", "authors", "year", "venue_printed", "doi", "arxiv_id", "documents", "citations",
           "venue_key", "venue_id", "is_due", "id")  # fmt: skip
PRINTED, KEY, VENUE = map(COLUMNS.index, ("venue_printed", "venue_key", "venue_id"))
# What is counted of a work where its venue is.
COUNTED = tuple(map(COLUMNS.index, ("year", "documents", "citations")))


def count_works(store: GraphStore, report: Callable[[str, int], None]) -> None:
    done = 0
    while due := store.due_works(AT_ONCE, COLUMNS):
        _count(store, due)
        done += len(due)
        report("works", done)


def _count(store: GraphStore, due: dict[int, tuple[Any, ...]]) -> None:
    said = store.descriptions_of(due)
    citing = store.count_citing_works(due)
    people = PeopleStore(store.alias)
    known: dict[int, tuple[Statement, int]] = {}
    copies = _copies(store, said)
    sure = []
    for number, of_work in said.items():
        heads = rank_copies(copies[head.document_id] for head, _ in of_work if head.document_id)
        votes = [
            (description.said, count)
            for description, count in of_work
            if description.document_id is None
        ]
        known[number] = summarise(what_copies_say(heads) if heads else None, votes), len(heads)
        if not heads:
            sure += _confidences(known[number][0], [description for description, _ in of_work])
    keys = {number: venue_key(whole.venue) for number, (whole, _) in known.items()}
    venues = people.venues_named({key for number, key in keys.items() if key != due[number][KEY]})
    rows = []
    for number, (whole, documents) in known.items():
        before, key = due[number], keys[number]
        venue = before[VENUE] if key == before[KEY] else venues.get(key)
        rows.append(_row(number, whole, (documents, citing.get(number, 0)), (key, venue)))
    gone = [number for number in due if number not in said]
    with store.whole():
        store.write_works(COLUMNS, rows)
        store.remove_works(gone)
        store.place_references(sure)
        # Which of several is the best may be another one, though nothing else is.
        store.documents_changed(
            row[-1] for row in rows if row[:-2] != due[row[-1]][:-2] or known[row[-1]][1] > 1
        )
        _meet_venues(people, due, rows, gone)


def _copies(
    store: GraphStore, said: Mapping[int, Sequence[tuple[Standing, int]]]
) -> dict[int, Copy]:
    """All documents of these works. Only where there are several does it matter what they are."""
    heads = [[one for one, _ in of_work if one.document_id] for of_work in said.values()]
    alone = {one.document_id or 0: one for some in heads if len(some) == 1 for one in some}
    several = [one.document_id or 0 for some in heads if len(some) > 1 for one in some]
    found = {number: Copy(number, one.said) for number, one in alone.items()}
    return found | find_copies(store.alias, several) if several else found


def _row(
    number: int, known: Statement, counts: tuple[int, int], venue: tuple[str, int | None]
) -> tuple[Any, ...]:
    """In the order of COLUMNS. A work whose venue was not met before has yet to be given one."""
    authors = [list(name) for name in known.authors]
    return (known.title, authors, known.year, known.venue, known.doi, known.arxiv_id, *counts,
            *venue, False, number)  # fmt: skip


def _meet_venues(
    people: PeopleStore,
    due: Mapping[int, tuple[Any, ...]],
    rows: Sequence[tuple[Any, ...]],
    gone: Sequence[int],
) -> None:
    """Names that are printed more often or less are due; else the venue is only counted again."""
    names: dict[str, str] = {}
    keys = {due[number][KEY] for number in gone}
    venues: set[int] = set()
    for row in rows:
        before = due[row[-1]]
        if row[PRINTED] != before[PRINTED]:
            keys |= {row[KEY], before[KEY]}
            names[row[KEY]] = row[PRINTED]
        elif row[VENUE] and any(row[at] != before[at] for at in COUNTED):
            venues.add(row[VENUE])
    names.pop("", None)
    blocks = {key: (venue_block(name), name) for key, name in names.items()}
    people.meet_venues(blocks, keys - {""})
    people.make_venues_due(venues)


def _confidences(known: Statement, members: Sequence[Standing]) -> list[Placed]:
    """How well each fits what most say."""
    if len(members) < 2:
        return [Placed(member.id, member.work_id, False, 1.0, NOTHING) for member in members]
    whole = features_of(known)
    return [
        Placed(member.id, member.work_id, False, _likely(whole, member.said), NOTHING)
        for member in members
    ]


def _likely(whole: Features, said: Statement) -> float:
    return round(probability(whole, features_of(said)), 4)
