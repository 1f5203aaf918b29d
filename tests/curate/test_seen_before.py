"""Seen before? Decisions run ahead of the rows, and must come out as if they did not."""

from dataclasses import dataclass, field
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheaf import urls
from sheaf.curate.seen_before import KnownDocument, SeenBefore
from sheaf.records import Capture, Examined, Location, Outcome


@dataclass
class Shelf:
    """A catalogue that knows only what it was told."""

    rows: dict[str, KnownDocument] = field(default_factory=dict)
    numbers: count = field(default_factory=lambda: count(1))

    def by_url(self, keys):
        return {key: self.rows[key] for key in keys if key in self.rows}

    def by_sha1(self, sha1s):
        return {s: [one.id for one in self.rows.values() if one.sha1 == s] for s in sha1s}

    def new_id(self):
        return next(self.numbers)

    def write(self, decisions):
        for one in decisions:
            if one.is_kept:
                key = urls.md5(one.examined.capture.url)
                self.rows[key] = KnownDocument(one.document_id, one.examined.sha1)


def examined(moment, url, sha1):
    capture = Capture(f"http://h/{url}", moment, Location("s", url))
    return Examined(capture, sha1=sha1)


def test_the_four_answers(moment):
    seen = SeenBefore(Shelf())
    things = [("a", "x"), ("a", "x"), ("b", "x"), ("a", "y"), ("c", "x"), ("d", "y")]
    decisions = seen.decide([examined(moment, *one) for one in things])
    assert [one.outcome for one in decisions] == [
        Outcome.NEW,
        Outcome.DUPLICATE_URL,
        Outcome.DUPLICATE_CONTENT,
        Outcome.UPDATED,
        Outcome.NEW,  # nobody has x any more: a was renewed to y
        Outcome.DUPLICATE_CONTENT,
    ]
    assert [one.document_id for one in decisions] == [1, 1, 1, 1, 2, 1]


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("xyz")), max_size=30),
    st.lists(st.integers(1, 6), max_size=30),
    st.integers(0, 8),
)
@pytest.mark.filterwarnings("ignore")
def test_deciding_ahead_is_the_same_as_deciding_one_by_one(things, sizes, lag):
    from datetime import UTC, datetime

    moment = datetime(2024, 1, 1, tzinfo=UTC)
    one_by_one, shelf = [], Shelf()
    for thing in things:
        decisions = SeenBefore(shelf).decide([examined(moment, *thing)])
        shelf.write(decisions)
        one_by_one += decisions
    ahead, shelf = [], Shelf()
    seen, waiting, rest = SeenBefore(shelf), [], list(things)
    for size in [*sizes, *[3] * len(things)]:
        some, rest = rest[:size], rest[size:]
        decisions = seen.decide([examined(moment, *one) for one in some])
        ahead += decisions
        waiting += decisions
        while len(waiting) > lag:
            shelf.write(waiting[:1])
            seen.written(waiting[:1])
            del waiting[:1]
    assert [(d.outcome, d.document_id) for d in ahead] == [
        (d.outcome, d.document_id) for d in one_by_one
    ]
