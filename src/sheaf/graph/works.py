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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from sheaf.deposit.graph.store import CLUSTER, DECIDE, NOTHING, DescriptionPlace, GraphStore, Placed
from sheaf.graph.candidates import Candidates
from sheaf.graph.clusters import Groups, keep_numbers
from sheaf.graph.features import Sameness
from sheaf.graph.matcher import SAME_WORK, SURE
from sheaf.graph.normalising import hash_of

AT_ONCE = 5000
NEIGHBOURS = 20  # in a block of very many
NEAR_COPY = 4.0  # in log-odds: what equal texts add to what the heads say

NearOf = Callable[[int], Iterable[int]]
Report = Callable[[str, int], None]


class WorkDecider:
    def __init__(self, store: GraphStore, near_of: NearOf) -> None:
        self.store = store
        self.candidates = Candidates(store)
        self.near_of = near_of

    def decide_all(self, report: Report) -> None:
        steps = (
            ("documents", DECIDE, True, self._decide_documents),
            ("references", DECIDE, False, self._decide_references),
            ("wanted works", CLUSTER, False, self._cluster_wanted),
        )
        for name, what, heads, decide in steps:
            done = 0
            while due := self.store.due_descriptions(what, AT_ONCE, heads=heads):
                decide(due)
                done += len(due)
                report(name, done)

    # -- documents ---------------------------------------------------------------------------------

    def _decide_documents(self, due: Sequence[DescriptionPlace]) -> None:
        """With all that they may be joined with, or parted from."""
        heads, groups = self._gather_heads(due)
        numbered = keep_numbers(groups.all(), lambda number: heads[number].work_id)
        placed = self._number_heads(numbered)
        moved = [number for number, work in placed.items() if heads[number].work_id != work]
        former = {work for one in heads.values() if (work := one.work_id) is not None}
        works = set(placed.values())
        rows = [(number, heads[number].document_id or 0, work) for number, work in placed.items()]
        with self.store.whole():
            self.store.make_works(works - former)
            self.store.place_heads(rows)
            self.store.cites_changed([heads[number].document_id or 0 for number in moved])
            self.store.decide_again(list(heads), former | works)
            self.store.make_works_due(former | works)

    def _gather_heads(
        self, due: Sequence[DescriptionPlace]
    ) -> tuple[dict[int, DescriptionPlace], Groups[int]]:
        heads = {one.id: one for one in due}
        groups: Groups[int] = Groups()
        frontier = list(due)
        while frontier:
            said = self._heads_said_to_be_one(frontier)
            found = {number for of_one in said.values() for number in of_one}
            for one in frontier:
                groups.add(one.id)
                for number in said.get(one.id, ()):
                    groups.join(one.id, number)
            for number, other, _ in self._alike_heads(frontier):
                groups.join(number, other)
                found.add(other)
            works = {one.work_id for one in frontier if one.work_id is not None}
            siblings = self.store.heads_of(works)
            frontier = [one for one in siblings if one.id not in heads]
            heads |= {one.id: one for one in frontier}
            joined = self.store.places(found - set(heads))
            frontier += joined
            heads |= {one.id: one for one in joined}
        return heads, self._keep_apart(heads, groups)

    def _alike_heads(self, some: Sequence[DescriptionPlace]) -> Iterator[tuple[int, int, float]]:
        """Pairs that are one work by what they say, and how sure that is."""
        near = self._near_heads(some)
        sharing = self.store.sharing_keys([one.id for one in some], heads=True).by_one
        # At one go: what was loaded before may be forgotten then.
        pairs = [*sharing.items(), *near.items()]
        self.candidates.load({number for one, others in pairs for number in (one, *others)})
        for one in some:
            copies = near.get(one.id, set())
            for number in sharing.get(one.id, set()) | copies:
                sure = self._likeness(one.id, number, is_copy=number in copies)
                if sure >= SURE:
                    yield one.id, number, sure

    def _near_heads(self, some: Sequence[DescriptionPlace]) -> dict[int, set[int]]:
        """By head: those whose documents say nearly the same."""
        copies = {one.id: set(self.near_of(one.document_id or 0)) for one in some}
        return self._heads_of(copies)

    def _heads_said_to_be_one(self, some: Sequence[DescriptionPlace]) -> dict[int, set[int]]:
        """By head: those that people have called the same work."""
        said = self.store.said_by_hand([one.document_id or 0 for one in some])
        others: defaultdict[int, set[int]] = defaultdict(set)
        for first, second, is_same in said:
            if is_same:
                others[first].add(second)
                others[second].add(first)
        by_head = {one.id: others.get(one.document_id or 0, set()) for one in some}
        return self._heads_of(by_head)

    def _heads_of(self, documents: Mapping[int, set[int]]) -> dict[int, set[int]]:
        everyone = {number for of_one in documents.values() for number in of_one}
        by_document = {one.document_id: one.id for one in self.store.heads_at(everyone)}
        return {
            number: {by_document[one] for one in of_one if one in by_document}
            for number, of_one in documents.items()
            if of_one
        }

    def _likeness(self, one: int, other: int, *, is_copy: bool) -> float:
        """Heads that say nothing are alike in that: their texts decide."""
        first, second = self.candidates.features(one), self.candidates.features(other)
        if is_copy and not (first.title and second.title):
            return math.inf
        return self.candidates.score(one, other) + (NEAR_COPY if is_copy else 0.0)

    def _keep_apart(
        self, heads: Mapping[int, DescriptionPlace], groups: Groups[int]
    ) -> Groups[int]:
        """Groups in which no two are that people have called different works. What they have
        called one is joined first, then what is most alike."""
        by_document = {one.document_id or 0: one.id for one in heads.values()}
        said = [
            (by_document[first], by_document[second], is_same)
            for first, second, is_same in self.store.said_by_hand(list(by_document))
            if first in by_document and second in by_document
        ]
        apart = [pair for *pair, is_same in said if not is_same and groups.are_joined(*pair)]
        if not apart:
            return groups
        torn = {groups.find(one) for one, _ in apart}
        parted: Groups[int] = Groups()
        for number in heads:
            if groups.find(number) not in torn:
                parted.join(number, groups.find(number))
            parted.add(number)
        for first, second, is_same in said:
            if is_same:
                parted.join(first, second)
        members = [one for one in heads.values() if groups.find(one.id) in torn]
        order = {one.id: one.document_id or 0 for one in members}
        alike = set()
        for one, other, sure in self._alike_heads(members):
            first, second = sorted((one, other), key=order.__getitem__)
            alike.add((-sure, order[first], order[second], first, second))
        for *_, one, other in sorted(alike):
            ends = {parted.find(int(one)), parted.find(int(other))}
            kept_apart = ({parted.find(first), parted.find(second)} for first, second in apart)
            if ends not in kept_apart:
                parted.join(int(one), int(other))
        return parted

    def _number_heads(self, numbered: Sequence[tuple[Sequence[int], int | None]]) -> dict[int, int]:
        """A new work takes the number of the wanted one that it was, or of what it was before a
        rebuild."""
        new = [number for group, kept in numbered if kept is None for number in group]
        wanted = self._wanted_before(new)
        taken = {kept for _, kept in numbered if kept is not None}
        fresh = self._fresh_works(len(new))
        placed: dict[int, int] = {}
        for group, kept in numbered:
            work = kept
            if work is None:
                counts = Counter(number for one in group for number in wanted.get(one, ()))
                ranked = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
                work = next((number for number, _ in ranked if number not in taken), None)
                work = next(fresh) if work is None else work
                taken.add(work)
            placed |= dict.fromkeys(group, work)
        return placed

    def _fresh_works(self, count: int) -> Iterator[int]:
        return self.store.new_numbers("work", count) if count else iter(())

    def _wanted_before(self, new: Sequence[int]) -> Mapping[int, Sequence[int]]:
        found: defaultdict[int, list[int]] = defaultdict(list)
        for number, work in self.store.former_works(new).items():
            found[number].append(work)
        sharing = self.store.wanted_sharing_keys(new)
        works = {work for pairs in sharing.values() for work in pairs.values()}
        held = self.store.held_works(works)
        self.candidates.load({*sharing, *(one for pairs in sharing.values() for one in pairs)})
        for number, pairs in sharing.items():
            for other, work in pairs.items():
                if work not in held and self.candidates.probability(number, other) >= SAME_WORK:
                    found[number].append(work)
        return found

    # -- references that lead to documents ---------------------------------------------------------

    def _decide_references(self, due: Sequence[DescriptionPlace]) -> None:
        sharing = self.store.sharing_keys([one.id for one in due], heads=True).by_one
        heads = {number for some in sharing.values() for number in some}
        work_of = {one.id: one.work_id for one in self.store.places(heads)}
        self.candidates.load({*sharing, *heads})
        placed: list[Placed] = []
        left: set[int] = set()
        works: set[int] = set()
        for one in due:
            some = {number: work_of[number] for number in sharing.get(one.id, ())}
            work, sure = self._best_work(one.id, some)
            was_wanted = one.work_id is not None and not one.is_matched
            if work is not None:
                placed.append(Placed(one.id, work, True, sure, NOTHING))
                left |= {one.work_id} if was_wanted and one.work_id is not None else set()
            else:
                placed.append(Placed(one.id, one.work_id, False, 1.0, CLUSTER))
            works |= {number for number in (work, one.work_id) if number is not None}
        with self.store.whole():
            self.store.place_references(placed)
            self.store.cluster_again(left)
            self.store.make_works_due(works)

    def _best_work(self, one: int, heads: Mapping[int, int | None]) -> tuple[int | None, float]:
        """The work that it most likely means, and how likely: the odds of other works that it
        might mean as well count against it."""
        odds: dict[int, float] = {}
        for head, work in heads.items():
            if work is not None:
                found = math.exp(min(self.candidates.score(one, head), 30.0))
                odds[work] = max(found, odds.get(work, 0.0))
        if not odds:
            return None, 0.0
        best = max(odds, key=lambda work: odds[work])
        sure = odds[best] / (1 + math.fsum(odds.values()))
        return (best, round(sure, 6)) if sure >= SAME_WORK else (None, sure)

    # -- references that lead to none --------------------------------------------------------------

    def _cluster_wanted(self, due: Sequence[DescriptionPlace]) -> None:
        members, groups = self._gather_wanted(due)
        before = {one.work_id for one in members.values() if one.work_id is not None}
        held = self.store.held_works(before)
        former = self.store.former_works([one.id for one in members.values() if not one.work_id])
        numbered = keep_numbers(
            groups.all(), lambda number: members[number].work_id or former.get(number), held
        )
        fresh = self._fresh_works(sum(number is None for _, number in numbered))
        placed: list[Placed] = []
        works: set[int] = set()
        for group, kept in numbered:
            work = next(fresh) if kept is None else kept
            works.add(work)
            placed += [Placed(number, work, False, 1.0, NOTHING) for number in group]
        with self.store.whole():
            self.store.make_works(works - before)
            self.store.place_references(placed)
            self.store.make_works_due(works | before)

    def _gather_wanted(
        self, due: Sequence[DescriptionPlace]
    ) -> tuple[dict[int, DescriptionPlace], Groups[int]]:
        """With all that they may be joined with, or parted from."""
        members = {one.id: one for one in due}
        groups: Groups[int] = Groups()
        alike = Alike(self.candidates)
        blocks_done: set[int] = set()
        frontier = list(due)
        while frontier:
            numbers = [one.id for one in frontier]
            shared = self.store.sharing_keys(numbers, heads=False)
            sharing, blocks = shared.by_one, shared.blocks
            others = {number for some in sharing.values() for number in some}
            of_blocks = {number for block in blocks.values() for number in block}
            places = self.store.wanted_places(others | of_blocks)
            known = members | {one.id: one for one in places}
            self.candidates.load({*sharing, *others, *of_blocks, *numbers})
            pairs = [(one, number) for one in sharing for number in sharing[one] if number in known]
            for key in sorted(blocks.keys() - blocks_done):
                near = alike.neighbours(blocks[key])
                pairs += [pair for pair in near if pair[0] in known and pair[1] in known]
            blocks_done |= blocks.keys()
            for number in numbers:
                groups.add(number)
            found = of_blocks & known.keys()
            for one, number in pairs:
                if alike.are_same(one, number):
                    groups.join(one, number)
                    found |= {one, number}
            works = {one.work_id for one in frontier if one.work_id is not None}
            siblings = {one.id: one for one in self.store.wanted_of(works)}
            joined = siblings | {number: known[number] for number in found}
            frontier = [one for number, one in joined.items() if number not in members]
            members |= {one.id: one for one in frontier}
        return members, groups


class Alike:
    """Compares what many entries say alike only once: a work that is cited everywhere has entries
    by the thousand, and few ways to print them."""

    def __init__(self, candidates: Candidates) -> None:
        self.candidates = candidates
        self._kinds: dict[int, int] = {}  # by description
        self._known: dict[Sameness, int] = {}
        self._answers: dict[tuple[int, int], bool] = {}

    def are_same(self, one: int, other: int) -> bool:
        first, second = self._kind(one), self._kind(other)
        pair = (first, second) if first <= second else (second, first)
        if pair not in self._answers:
            self._answers[pair] = self.candidates.probability(one, other) >= SAME_WORK
        return self._answers[pair]

    def neighbours(self, block: Sequence[int]) -> list[tuple[int, int]]:
        """Of very many that share a key: each with the next few in the order of their titles, and
        those that say the same with each other."""
        by_kind: dict[int, list[int]] = {}
        for number in block:
            by_kind.setdefault(self._kind(number), []).append(number)
        order = sorted(by_kind, key=lambda kind: self._order(by_kind[kind][0]))
        pairs = [pair for some in by_kind.values() for pair in pairwise(some)]
        for at, kind in enumerate(order):
            for other in order[at + 1 : at + 1 + NEIGHBOURS]:
                first, second = by_kind[kind][0], by_kind[other][0]
                pairs += [(one, second) for one in by_kind[kind]]
                pairs += [(first, one) for one in by_kind[other]]
        return pairs

    def _order(self, one: int) -> tuple[str, str]:
        """The same whatever came first."""
        features = self.candidates.features(one)
        return features.title, hash_of(*features.sameness)

    def _kind(self, one: int) -> int:
        if one not in self._kinds:
            sameness = self.candidates.features(one).sameness
            self._kinds[one] = self._known.setdefault(sameness, len(self._known))
        return self._kinds[one]
