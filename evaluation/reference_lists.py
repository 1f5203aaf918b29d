"""Scores the lists of references: entries cut at the right places, and none missing.

Where entries begin and end is asked of lists that the splitting model was not trained on; an
entry is right when both its ends are. How many entries a list has is asked of twenty papers
whose entries were counted by hand.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from corpora.reference_lists import ReferenceList, entries_of, lists
from corpora.shared import digest, digest_of_files
from evaluation.contract import Measure, Result, Table, share
from evaluation.shared_papers import papers, read_papers
from sheaf.extract.references.lists import label_pieces
from sheaf.extract.references.pieces import cut_pieces

COUNTED = Path(__file__).with_name("reference_counts.toml")
WITHIN = 0.03  # of the count by hand


class ReferenceLists:
    name = "reference_lists"
    about = "Lists of references: entries with both ends exact, and how many there are."
    is_slow = False
    needs_shared = True

    def corpus(self) -> str:
        held_out = sorted(one.sha1 for one in _held_out())
        rows = [row for row in papers() if row["sha1"] in counts()]
        return digest([held_out, digest_of_files(rows, ()), COUNTED.read_text(encoding="utf-8")])

    def score(self) -> Result:
        split = [(one, *_split(one)) for one in _held_out()]
        truth = sum(len(one.entries) for one, _, _ in split)
        right = sum(hits for _, hits, _ in split)
        found = sum(count for _, _, count in split)
        counted = _counted()
        near = [abs(ours - theirs) <= WITHIN * theirs for ours, theirs, _ in counted]
        total = sum(theirs for _, theirs, _ in counted)
        apart = sum(abs(ours - theirs) for ours, theirs, _ in counted)
        return Result(
            measures=(
                Measure("split_exact", share(right, truth), truth),
                Measure("split_precision", share(right, found), found),
                Measure("count_within_3_percent", share(sum(near), len(near)), len(near)),
                Measure("count_overall", 1 - share(apart, total), total),
            ),
            tables=(_spread(split),),
            misses=tuple(
                f"{file}: {ours} entries, by hand {theirs}"
                for ours, theirs, file in counted
                if ours != theirs
            ),
        )


@cache
def _held_out() -> tuple[ReferenceList, ...]:
    """Those that the model was not trained on."""
    return tuple(one for one in lists() if one.is_held_out)


def counts() -> dict[str, int]:
    """By the SHA-1 of the file."""
    told = tomllib.loads(COUNTED.read_text(encoding="utf-8"))
    return {paper["sha1"]: paper["entries"] for paper in told["paper"]}


def _split(one: ReferenceList) -> tuple[int, int]:
    """How many entries are right, and how many were found."""
    pieces = cut_pieces(one.lines)
    found = entries_of(one.lines, pieces, label_pieces(pieces))
    return len(found & set(one.entries)), len(found)


def _counted() -> list[tuple[int, int, str]]:
    by_hand = counts()
    rows = [row for row in papers() if row["sha1"] in by_hand]
    return [
        (len(read.entries), by_hand[read.row["sha1"]], read.row["file"])
        for read in read_papers(rows)
    ]


def _spread(split: list[tuple[ReferenceList, int, int]]) -> Table:
    rows = []
    for low, high in ((1.0, 1.01), (0.9, 1.0), (0.75, 0.9), (0.0, 0.75)):
        within = [one for one, hits, _ in split if low <= share(hits, len(one.entries)) < high]
        label = "all" if low == 1.0 else f"{low:.0%} to {high:.0%}"
        rows.append((label, len(within), sum(len(one.entries) for one in within)))
    return Table("Entries of a list that are right", ("share", "lists", "entries"), tuple(rows))
