"""Seen before? Decisions run ahead of the rows, and must come out as if they did not."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheaf.curate.seen_before import KnownDocument, SeenBefore, url_key
from sheaf.records import Capture, Examined, Location, Outcome


@dataclass
class Shelf:
    """A catalogue that knows only what it was told."""

    rows: dict[str, KnownDocument] = field(default_factory=dict)
    kept: set[tuple[str, str]] = field(default_factory=set)
    by_hand: set[str] = field(default_factory=set)
    numbers: count = field(default_factory=lambda: count(1))

    def by_url(self, keys):
        return {key: self.rows[key] for key in keys if key in self.rows}

    def by_sha1(self, sha1s):
        return {s: [one.id for one in self.rows.values() if one.sha1 == s] for s in sha1s}

    def was_kept(self, key, sha1):
        return (key, sha1) in self.kept

    def kept_by_hand(self, sha1s):
        return self.by_hand.intersection(sha1s)

    def new_id(self):
        return next(self.numbers)

    def write(self, decisions):
        for one in decisions:
            key, time = url_key(one.examined.capture), one.examined.capture.time
            if one.is_kept:
                before = self.rows[key].time if key in self.rows else time
                self.rows[key] = KnownDocument(
                    one.document_id, one.examined.sha1, max(before, time)
                )
                self.kept.add((key, one.examined.sha1))
            elif one.outcome is Outcome.DUPLICATE_URL:
                row = self.rows[key]
                self.rows[key] = replace(row, time=max(row.time, time))


def examined(url, sha1, day=1):
    moment = datetime(2024, 1, day, tzinfo=UTC)
    capture = Capture(f"http://h/{url}", moment, Location("s", url))
    return Examined(capture, sha1=sha1)


def outcomes(things, shelf=None):
    shelf = shelf or Shelf()
    decisions = SeenBefore(shelf).decide([examined(*one) for one in things])
    shelf.write(decisions)
    return [(one.outcome.value, one.document_id) for one in decisions]


def test_the_four_answers():
    things = [("a", "x"), ("a", "x"), ("b", "x"), ("a", "y", 2), ("c", "x"), ("d", "y")]
    assert outcomes(things) == [
        ("new", 1),
        ("duplicate_url", 1),
        ("duplicate_content", 1),
        ("updated", 1),
        ("new", 2),  # nobody has x any more: a was renewed to y
        ("duplicate_content", 1),
    ]


def test_an_older_version_does_not_undo_a_newer_one():
    shelf = Shelf()
    assert outcomes([("a", "x", 5), ("a", "y", 3)], shelf) == [("new", 1), ("duplicate_url", 1)]
    assert outcomes([("a", "y", 4)], shelf) == [("duplicate_url", 1)]
    assert outcomes([("a", "y", 6)], shelf) == [("updated", 1)]


@pytest.mark.parametrize("days", [(1, 2), (2, 1), (1, 1)])
def test_the_same_again_is_all_duplicate(days):
    things = [("a", "x", days[0]), ("a", "y", days[1]), ("b", "z")]
    shelf = Shelf()
    outcomes(things, shelf)
    assert {outcome for outcome, _ in outcomes(things, shelf)} == {"duplicate_url"}


@given(
    st.lists(
        st.tuples(st.sampled_from("abc"), st.sampled_from("xyz"), st.integers(1, 3)), max_size=30
    ),
    st.lists(st.integers(1, 6), max_size=30),
    st.integers(0, 8),
)
def test_deciding_ahead_is_the_same_as_deciding_one_by_one(things, sizes, lag):
    one_by_one, shelf = [], Shelf()
    for thing in things:
        one_by_one += outcomes([thing], shelf)
    ahead, shelf = [], Shelf()
    seen, waiting, rest = SeenBefore(shelf), [], list(things)
    for size in [*sizes, *[3] * len(things)]:
        some, rest = rest[:size], rest[size:]
        decisions = seen.decide([examined(*one) for one in some])
        ahead += [(one.outcome.value, one.document_id) for one in decisions]
        waiting += decisions
        while len(waiting) > lag:
            shelf.write(waiting[:1])
            seen.mark_written(waiting[:1])
            del waiting[:1]
    assert ahead == one_by_one
    shelf.write(waiting)
    seen.mark_written(waiting)
    assert not seen.pending
    assert not seen.holders
