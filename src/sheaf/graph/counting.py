"""Brings works that are due up to what is said of them: their metadata and their counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sheaf.deposit.graph.descriptions import Statement
from sheaf.deposit.graph.people import PeopleStore
from sheaf.deposit.graph.store import NOTHING, GraphStore, Placed
from sheaf.deposit.graph.works import Standing
from sheaf.graph.features import Features, features_of
from sheaf.graph.matcher import probability
from sheaf.graph.tally import rank_heads, summarise
from sheaf.graph.venues import venue_block, venue_key

AT_ONCE = 500
COLUMNS = ("title", "authors", "year", "venue_printed", "doi", "arxiv_id", "documents", "citations",
           "venue_key", "venue_id", "is_due", "id")  # fmt: skip
PRINTED, KEY, VENUE = map(COLUMNS.index, ("venue_printed", "venue_key", "venue_id"))


def count_works(store: GraphStore, report: Callable[[str, int], None]) -> None:
    done = 0
    while due := store.due_works(AT_ONCE, COLUMNS):
        _count(store, due)
        done += len(due)
        report("works", done)


def _count(store: GraphStore, due: dict[int, tuple[Any, ...]]) -> None:
    said = store.descriptions_of(due)
    citing = store.count_citing_works(due)
    rows, sure, changed, venues = [], [], set(), set()
    for number, before in due.items():
        of_work = said.get(number, [])
        heads = rank_heads(one for one, _ in of_work)
        votes = [(one.said, count) for one, count in of_work if one.document_id is None]
        if not of_work:
            venues.add(before[KEY])
            continue
        known = summarise([one.said for one in heads], votes)
        row = _row(known, len(heads), citing.get(number, 0), before)
        rows.append(row)
        if row[:-2] != before[:-2]:
            changed.add(number)
        venues |= {row[KEY], before[KEY]}
        if not heads:
            sure += _confidences(known, [one for one, _ in of_work])
    with store.whole():
        store.write_works(COLUMNS, rows)
        store.remove_works([number for number in due if number not in said])
        store.place_references(sure)
        store.documents_changed(changed)
        named = {row[KEY]: row[PRINTED] for row in rows if row[KEY]}
        blocks = {key: (venue_block(name), name) for key, name in named.items()}
        PeopleStore(store.alias).meet_venues(blocks, venues - {""})


def _row(
    known: Statement, documents: int, citations: int, before: tuple[Any, ...]
) -> tuple[Any, ...]:
    """In the order of COLUMNS. A work whose venue is printed otherwise now has yet to be given
    one."""
    authors = [list(name) for name in known.authors]
    key = venue_key(known.venue)
    venue = before[VENUE] if key == before[KEY] else None
    return (known.title, authors, known.year, known.venue, known.doi, known.arxiv_id, documents,
            citations, key, venue, False, before[-1])  # fmt: skip


def _confidences(known: Statement, members: Sequence[Standing]) -> list[Placed]:
    """How well each fits what most say."""
    if len(members) < 2:
        return [Placed(one.id, one.work_id, False, 1.0, NOTHING) for one in members]
    whole = features_of(known)
    return [
        Placed(one.id, one.work_id, False, _likely(whole, one.said), NOTHING) for one in members
    ]


def _likely(whole: Features, said: Statement) -> float:
    return round(probability(whole, features_of(said)), 4)
