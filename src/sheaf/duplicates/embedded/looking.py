"""Looks for fingerprints within a few bits in runs: one, or many at once.

Both ask the tables for the places where the piece is equal, or within its limit; of the entries
there, the following piece must differ in few enough bits too, and what is left is compared whole.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate

import numpy as np

from sheaf.duplicates.embedded.pieces import (
    PIECE_BITS,
    PIECES,
    Array,
    cut,
    cut_many,
    flips,
    limits,
    limits_of_two,
)
from sheaf.duplicates.embedded.run import Run

# One by one, few places are asked; of more, or of crowded ones, arrays are quicker.
FEW_BITS = 3
FEW_ENTRIES = 512
# Places are looked through in windows of these many entries, each wide enough for its place.
WIDTHS = np.array(
    [4, 8, 16, 24, 32, 48, 64, 96, 128, 144, 160, 192, 224, 256, 320, 384, 512, 768]
    + [2**power for power in range(10, 32)]
)
WINDOW_ENTRIES = 2**19  # looked through at once, so that they stay near the processor
# A run with so many entries for each place that would be asked is looked through whole.
ENTRIES_FOR_A_PLACE = 600
QUESTIONS = 4096  # asked at once, with all their places
MOST_PLACES = 2**18
MOST_ENTRIES = 2**21  # looked through at once for one question

Hits = tuple[Array, Array, Array]  # the question, the place in the run, the distance


def look_for_one(runs: Sequence[Run], fingerprint: int, bits: int) -> list[tuple[int, int, int]]:
    """(distance, which run, place) of all within so many bits, in no order."""
    if bits > FEW_BITS:
        return _look_with_arrays(runs, fingerprint, bits)
    pieces, wanted = cut(fingerprint), _tables_to_ask(bits)
    parts, begins, lengths, of_run, following = [], [], [], [], []
    for which, run in enumerate(runs):
        starts, keys, width = run.view("starts"), run.view("keys"), run.bits
        shift = PIECE_BITS - width
        for table, follows in wanted:
            at = table << width | pieces[table] >> shift
            begin, end = starts[at], starts[at + 1]
            if begin != end:
                parts.append(keys[begin:end])
                begins.append(begin)
                lengths.append(end - begin)
                of_run.append(which)
                following.append(pieces[follows])
    if not parts:
        return []
    entries = np.frombuffer(b"".join(parts), np.uint16)
    differing = np.bitwise_count(entries ^ np.repeat(np.array(following, np.uint16), lengths))
    near = (differing <= max(limits_of_two(bits))).nonzero()[0].tolist()
    if not near:
        return []
    if len(near) > FEW_ENTRIES:
        return _look_with_arrays(runs, fingerprint, bits)
    ends = list(accumulate(lengths))
    found = set()
    for hit in near:
        part = bisect_right(ends, hit)
        which = of_run[part]
        run = runs[which]
        place = run.view("places")[begins[part] + hit - ends[part] + lengths[part]]
        distance = (run.view("fingerprints")[place] ^ fingerprint).bit_count()
        if distance <= bits:
            found.add((distance, which, place))
    return list(found)


@cache
def _tables_to_ask(bits: int) -> tuple[tuple[int, int], ...]:
    """Where one place of each is asked: the table, and the piece that follows its own."""
    return tuple(
        (table, (table + 1) % PIECES) for table, limit in enumerate(limits(bits)) if limit >= 0
    )


def _look_with_arrays(
    runs: Sequence[Run], fingerprint: int, bits: int
) -> list[tuple[int, int, int]]:
    found = []
    for which, run in enumerate(runs):
        places, distances = _look_in_run(run, fingerprint, bits)
        found += [
            (distance, which, place)
            for distance, place in zip(distances.tolist(), places.tolist(), strict=True)
        ]
    return found


def _look_in_run(run: Run, fingerprint: int, bits: int) -> tuple[Array, Array]:
    """Places and distances."""
    if len(run) <= ENTRIES_FOR_A_PLACE * len(_places_to_ask(run.bits, bits)[0]):
        return _look_at_all(run, fingerprint, bits)
    return _look_in_all_places(run, fingerprint, bits)


def _look_at_all(run: Run, fingerprint: int, bits: int) -> tuple[Array, Array]:
    """As if there were no tables: of a small run, that is quicker than asking many places."""
    distances = np.bitwise_count(run.fingerprints ^ np.uint64(fingerprint))
    places = (distances <= bits).nonzero()[0]
    if len(places) and len(run.arrays["same"]):
        places = places[~np.isin(places, run.arrays["same"])]
    return places, distances[places]


def _look_in_all_places(run: Run, fingerprint: int, bits: int) -> tuple[Array, Array]:
    """All entries of all places are looked through together."""
    question = np.uint64(fingerprint)
    table, turned, allowed = _places_to_ask(run.bits, bits)
    pieces = np.array(cut(fingerprint))
    at = (table << run.bits | pieces[table] >> (PIECE_BITS - run.bits)) ^ turned
    first, last = run.arrays["starts"][at], run.arrays["starts"][at + 1]
    length = last - first
    ends = np.cumsum(length, dtype=np.int64)
    if ends[-1] > MOST_ENTRIES:
        return _look_for_some(run, np.array([question]), bits)[1:]
    keys = run.view("keys")
    parts = [keys[i:j] for i, j in zip(first.tolist(), last.tolist(), strict=True)]
    entries = np.frombuffer(b"".join(parts), np.uint16)
    following = np.repeat(pieces[(table + 1) % PIECES].astype(np.uint16), length)
    near = (np.bitwise_count(entries ^ following) <= np.repeat(allowed, length)).nonzero()[0]
    of = np.searchsorted(ends, near, "right")
    places = np.unique(run.arrays["places"][near - ends[of] + last[of]])
    distances = np.bitwise_count(run.fingerprints[places] ^ question)
    is_near = distances <= bits
    return places[is_near], distances[is_near]


@cache
def _places_to_ask(width: int, bits: int) -> tuple[Array, Array, Array]:
    """Of every place: its table, how its beginning is changed, and how many bits are left then for
    the following piece."""
    asked = [
        (table, turned, limits_of_two(bits)[table] - turned.bit_count())
        for table, limit in enumerate(limits(bits))
        if limit >= 0
        for turned in flips(width, limit)
    ]
    table, turned, allowed = np.array(asked, dtype=np.int64).T
    return table, turned, allowed.astype(np.uint8)


def look_for_many(run: Run, questions: Array, bits: int) -> Hits:
    """Each pair once, in order of questions."""
    parts = [
        tuple(part + first * (at == 0) for at, part in enumerate(hits))
        for first in range(0, len(questions), QUESTIONS)
        for hits in [_look_for_some(run, questions[first : first + QUESTIONS], bits)]
    ]
    return tuple(np.concatenate(kind) for kind in zip(*parts, strict=True)) if parts else _none()  # type: ignore[return-value]


def _none() -> Hits:
    return np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0, np.int64)


def _look_for_some(run: Run, questions: Array, bits: int) -> Hits:
    if not len(run):
        return _none()
    pairs = []
    for table, limit in enumerate(limits(bits)):
        if limit < 0:
            continue
        turned = np.array(flips(run.bits, limit), dtype=np.int64)
        at_once = max(1, MOST_PLACES // len(turned))
        for first in range(0, len(questions), at_once):
            some = questions[first : first + at_once]
            found = _look_in_table(run, table, some, turned, bits)
            pairs += [pair + (first << 32) for pair in found]
    together = np.unique(np.concatenate(pairs)) if pairs else np.empty(0, np.int64)
    question, place = together >> 32, together & 0xFFFFFFFF
    distance = np.bitwise_count(run.fingerprints[place] ^ questions[question]).astype(np.int64)
    is_near = distance <= bits
    return question[is_near], place[is_near], distance[is_near]


def _look_in_table(
    run: Run, table: int, questions: Array, turned: Array, bits: int
) -> Iterator[Array]:
    """Pairs of question (upper half) and place (lower half) that may be near."""
    shift = np.uint16(PIECE_BITS - run.bits)
    begins = (cut_many(questions, table) >> shift).astype(np.int64)
    at = ((begins[:, None] ^ turned) + (table << run.bits)).ravel()
    first = run.arrays["starts"][at].astype(np.int64)
    length = run.arrays["starts"][at + 1] - first
    of_question = np.repeat(np.arange(len(questions)), len(turned))
    left = limits_of_two(bits)[table] - np.bitwise_count(turned).astype(np.int64)
    allowed = np.tile(left, len(questions))
    following = cut_many(questions, (table + 1) % PIECES)[of_question]
    size = np.searchsorted(WIDTHS, length)
    size[length == 0] = -1
    for which in np.unique(size[size >= 0]).tolist():
        width = int(WIDTHS[which])
        rows = np.flatnonzero(size == which)
        step = max(1, WINDOW_ENTRIES // width)
        for begin in range(0, len(rows), step):
            some = rows[begin : begin + step]
            row, place = _look_in_windows(
                run, width, first[some], length[some], following[some], allowed[some]
            )
            yield of_question[some[row]] << 32 | place


def _look_in_windows(
    run: Run, width: int, first: Array, length: Array, following: Array, allowed: Array
) -> tuple[Array, Array]:
    keys = run.arrays["keys"]
    width = min(width, len(keys))
    # The window of a place at the very end begins before it.
    start = np.minimum(first, len(keys) - width)
    windows = np.lib.stride_tricks.sliding_window_view(keys, width)[start]
    windows ^= following[:, None]
    differing = np.bitwise_count(windows)
    row, column = np.divmod(
        np.flatnonzero(differing <= allowed.astype(np.uint8)[:, None]), np.int64(width)
    )
    at = start[row] + column
    is_inside = (at >= first[row]) & (at < first[row] + length[row])
    return row[is_inside], run.arrays["places"][at[is_inside]].astype(np.int64)
