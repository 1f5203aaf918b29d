"""Decides which documents are one work, which work a reference leads to, and which references that
lead to no document mean the same wanted work.

Each decision depends on what is there, never on what came first: documents are compared with each
other, references with documents, and references that match none with each other. So an update ends
where a rebuild does. Whatever is decided is written in one transaction with the mark that it no
longer is due, so that a killed update goes on where it was.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

from sheaf.deposit.graph.store import CLUSTER, DECIDE, NOTHING, GraphStore, Standing
from sheaf.graph.candidates import Candidates
from sheaf.graph.clusters import Groups, keep_numbers
from sheaf.graph.features import sameness
from sheaf.graph.matcher import SAME_WORK, probability, score

AT_ONCE = 1000
NEAR_COPY = 4.0  # in log-odds: what equal texts add to what the heads say

WANTED = {"document_id": None, "is_matched": False}

NearOf = Callable[[int], Iterable[int]]


class WorkDecider:
    def __init__(self, store: GraphStore, near_of: NearOf) -> None:
        self.store = store
        self.candidates = Candidates(store)
        self.near_of = near_of

    def decide_all(self, report: Callable[[str, int], None]) -> None:
        done = 0
        while due := self.store.due_descriptions(DECIDE, AT_ONCE, heads=True):
            self._decide_documents(due)
            done += len(due)
            report("documents", done)
        done = 0
        while due := self.store.due_descriptions(DECIDE, AT_ONCE, heads=False):
            self._decide_references(due)
            done += len(due)
            report("references", done)
        done = 0
        while due := self.store.due_descriptions(CLUSTER, AT_ONCE, heads=False):
            self._cluster_wanted(due)
            done += len(due)
            report("wanted works", done)

    # -- documents ---------------------------------------------------------------------------------

    def _decide_documents(self, due: Sequence[Standing]) -> None:
        """With all that they may be joined with, or parted from."""
        heads, groups = self._gather_heads(due)
        together = [[heads[number] for number in group] for group in groups.all()]
        numbered = keep_numbers(
            [[one.id for one in group] for group in together],
            lambda number: heads[number].work_id,
        )
        placed = self._number_heads(heads, numbered)
        moved = [number for number, (_, work) in placed.items() if heads[number].work_id != work]
        former = {work for one in heads.values() if (work := one.work_id) is not None}
        works = {work for _, work in placed.values()}
        with self.store.whole():
            self.store.make_works(works)
            self.store.place_heads(placed)
            self.store.cites_changed([placed[number][0] for number in moved])
            keys = self.candidates.keys_of_all(heads.values())
            self.store.decide_again(keys, former | works)
            self.store.make_works_due(former | works)

    def _gather_heads(self, due: Sequence[Standing]) -> tuple[dict[int, Standing], Groups[int]]:
        heads = {one.id: one for one in due}
        groups: Groups[int] = Groups()
        frontier: list[Standing] = list(due)
        while frontier:
            near = self._near_heads(frontier)
            works = {one.work_id for one in frontier if one.work_id is not None}
            siblings = self.store.some_standing("work_id", works, document_id__isnull=False)
            sharing = self.candidates.numbers_for(frontier, heads=True)
            known = {one.id: one for one in (*heads.values(), *near.values(), *siblings)}
            missing = {number for some in sharing.values() for number in some} - set(known)
            known |= {one.id: one for one in self.store.some_standing("id", missing)}
            by_document = {one.document_id: one.id for one in near.values()}
            found = {one.id: one for one in siblings}
            for one in frontier:
                groups.add(one.id)
                copies = {by_document[copy] for copy in self._copies(one) if copy in by_document}
                for number in sharing[one.id] | copies:
                    if self._are_one_work(one, known[number], is_copy=number in copies):
                        groups.join(one.id, number)
                        found[number] = known[number]
            frontier = [one for number, one in found.items() if number not in heads]
            heads |= {one.id: one for one in frontier}
        return heads, groups

    def _copies(self, one: Standing) -> Iterable[int]:
        return () if one.document_id is None else self.near_of(one.document_id)

    def _near_heads(self, some: Iterable[Standing]) -> dict[int, Standing]:
        copies = {copy for one in some for copy in self._copies(one)}
        return {one.id: one for one in self.store.some_standing("document_id", copies)}

    def _are_one_work(self, one: Standing, other: Standing, *, is_copy: bool) -> bool:
        """Heads that say nothing are alike in that: their texts decide."""
        first, second = self.candidates.features(one), self.candidates.features(other)
        if is_copy and not (first.title and second.title):
            return True
        sure = score(first, second) + (NEAR_COPY if is_copy else 0.0)
        return sure >= math.log(SAME_WORK / (1 - SAME_WORK))

    def _number_heads(
        self,
        heads: dict[int, Standing],
        numbered: Sequence[tuple[Sequence[int], int | None]],
    ) -> dict[int, tuple[int, int]]:
        new = [group for group, number in numbered if number is None]
        wanted = self._wanted_before([heads[number] for group in new for number in group])
        taken = {number for _, number in numbered if number is not None}
        fresh = self._fresh_works(len(new))
        placed: dict[int, tuple[int, int]] = {}
        for group, kept in numbered:
            work = kept
            if work is None:
                counts = Counter(number for one in group for number in wanted.get(one, ()))
                ranked = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
                work = next((number for number, _ in ranked if number not in taken), None)
                work = next(fresh) if work is None else work
                taken.add(work)
            for number in group:
                placed[number] = (heads[number].document_id or 0, work)
        return placed

    def _fresh_works(self, count: int) -> Iterator[int]:
        return self.store.new_numbers("work", count) if count else iter(())

    def _wanted_before(self, new: Sequence[Standing]) -> dict[int, list[int]]:
        """By head: the wanted works whose references mean it, and what it was before a rebuild."""
        former = self.store.former_works([one.id for one in new])
        found: defaultdict[int, list[int]] = defaultdict(list)
        for number, work in former.items():
            found[number].append(work)
        sharing = self.candidates.numbers_for(new, heads=False)
        numbers = {number for some in sharing.values() for number in some}
        conditions = {"work_id__isnull": False, "is_matched": False, "document_id": None}
        wanted = {one.id: one for one in self.store.some_standing("id", numbers, **conditions)}
        held = self.store.held_works({one.work_id or 0 for one in wanted.values()})
        for one in new:
            for number in sharing[one.id] & set(wanted):
                other = wanted[number]
                if other.work_id in held or other.work_id is None:
                    continue
                if self._probability(one, other) >= SAME_WORK:
                    found[one.id].append(other.work_id)
        return found

    def _probability(self, one: Standing, other: Standing) -> float:
        return probability(self.candidates.features(one), self.candidates.features(other))

    # -- references that lead to documents ---------------------------------------------------------

    def _decide_references(self, due: Sequence[Standing]) -> None:
        sharing = self.candidates.numbers_for(due, heads=True)
        numbers = {number for some in sharing.values() for number in some}
        heads = {one.id: one for one in self.store.some_standing("id", numbers)}
        held = self.store.held_works({one.work_id for one in due if one.work_id is not None})
        placed: list[tuple[int, int | None, bool, float, int]] = []
        left: set[int] = set()
        works: set[int] = set()
        for one in due:
            work, sure = self._best_work(one, [heads[number] for number in sharing[one.id]])
            if work is not None:
                placed.append((one.id, work, True, sure, NOTHING))
            else:
                is_settled = (
                    one.work_id is not None and one.work_id not in held and not one.is_matched
                )
                due_then = NOTHING if is_settled else CLUSTER
                placed.append((one.id, one.work_id, False, 1.0, due_then))
            if work is not None and not one.is_matched and one.work_id is not None:
                left.add(one.work_id)
            works |= {number for number in (work, one.work_id) if number is not None}
        with self.store.whole():
            self.store.place_references(placed, left)
            self.store.make_works_due(works)

    def _best_work(self, one: Standing, heads: Sequence[Standing]) -> tuple[int | None, float]:
        """The work that it most likely means, and how likely: the odds of other works that it
        might mean as well count against it."""
        odds: dict[int, float] = {}
        features = self.candidates.features(one)
        for head in heads:
            if head.work_id is not None:
                found = math.exp(min(score(features, self.candidates.features(head)), 30.0))
                odds[head.work_id] = max(found, odds.get(head.work_id, 0.0))
        if not odds:
            return None, 0.0
        best = max(odds, key=lambda work: odds[work])
        sure = odds[best] / (1 + sum(odds.values()))
        return (best, sure) if sure >= SAME_WORK else (None, sure)

    # -- references that lead to none --------------------------------------------------------------

    def _cluster_wanted(self, due: Sequence[Standing]) -> None:
        members, groups = self._gather_wanted(due)
        before = {one.work_id for one in members.values() if one.work_id is not None}
        held = self.store.held_works(before)
        former = self.store.former_works([one.id for one in members.values() if not one.work_id])
        numbered = keep_numbers(
            groups.all(), lambda number: members[number].work_id or former.get(number), held
        )
        fresh = self._fresh_works(sum(number is None for _, number in numbered))
        placed, works = [], set()
        for group, kept in numbered:
            work = next(fresh) if kept is None else kept
            works.add(work)
            placed += [(number, work, False, 1.0, NOTHING) for number in group]
        with self.store.whole():
            self.store.make_works(works)
            self.store.place_references(placed, ())
            self.store.make_works_due(works | before)

    def _gather_wanted(self, due: Sequence[Standing]) -> tuple[dict[int, Standing], Groups[int]]:
        """With all that they may be joined with, or parted from."""
        members = {one.id: one for one in due}
        groups: Groups[int] = Groups()
        alike = Alike(self.candidates)
        frontier: list[Standing] = list(due)
        while frontier:
            works = {one.work_id for one in frontier if one.work_id is not None}
            siblings = self.store.some_standing("work_id", works, **WANTED)
            sharing = self.candidates.numbers_for(frontier, heads=False)
            missing = {number for some in sharing.values() for number in some} - set(members)
            others = {one.id: one for one in self.store.some_standing("id", missing, **WANTED)}
            known = others | members
            found = {one.id: one for one in siblings}
            for one in frontier:
                groups.add(one.id)
                for number in sharing[one.id] & known.keys():
                    if alike.are_same(one, known[number]):
                        groups.join(one.id, number)
                        found[number] = known[number]
            frontier = [one for number, one in found.items() if number not in members]
            members |= {one.id: one for one in frontier}
        return members, groups


class Alike:
    """Compares what many entries say alike only once: a work that is cited everywhere has entries
    by the thousand, and few ways to print them."""

    def __init__(self, candidates: Candidates) -> None:
        self.candidates = candidates
        self._kinds: dict[int, str] = {}
        self._answers: dict[tuple[str, str], bool] = {}

    def are_same(self, one: Standing, other: Standing) -> bool:
        first, second = self._kind(one), self._kind(other)
        pair = (first, second) if first <= second else (second, first)
        if pair not in self._answers:
            features = self.candidates.features(one), self.candidates.features(other)
            self._answers[pair] = probability(*features) >= SAME_WORK
        return self._answers[pair]

    def _kind(self, one: Standing) -> str:
        if one.id not in self._kinds:
            self._kinds[one.id] = sameness(self.candidates.features(one))
        return self._kinds[one.id]
