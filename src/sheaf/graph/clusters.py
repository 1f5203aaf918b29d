"""Groups of what belongs together, and the numbers they keep."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Generic, TypeVar

Thing = TypeVar("Thing", bound=Hashable)


class Groups(Generic[Thing]):
    """Things that are joined, one pair after the other."""

    def __init__(self) -> None:
        self._parents: dict[Thing, Thing] = {}

    def add(self, thing: Thing) -> None:
        self._parents.setdefault(thing, thing)

    def find(self, thing: Thing) -> Thing:
        self.add(thing)
        root = thing
        while self._parents[root] != root:
            root = self._parents[root]
        while self._parents[thing] != root:
            self._parents[thing], thing = root, self._parents[thing]
        return root

    def join(self, one: Thing, other: Thing) -> None:
        self._parents[self.find(one)] = self.find(other)

    def are_joined(self, one: Thing, other: Thing) -> bool:
        return self.find(one) == self.find(other)

    def all(self) -> list[list[Thing]]:
        found: defaultdict[Thing, list[Thing]] = defaultdict(list)
        for thing in self._parents:
            found[self.find(thing)].append(thing)
        return list(found.values())


def keep_numbers(
    groups: Iterable[Sequence[int]],
    former: Callable[[int], int | None],
    taken: Iterable[int] = (),
) -> list[tuple[Sequence[int], int | None]]:
    """Each group with the number that most of its members had before, where no larger group has
    it; None for a new one."""
    used = set(taken)
    found: list[tuple[Sequence[int], int | None]] = []
    for group in sorted(groups, key=lambda group: (-len(group), min(group))):
        counts = Counter(number for one in group if (number := former(one)) is not None)
        ranked = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
        number = next((number for number, _ in ranked if number not in used), None)
        if number is not None:
            used.add(number)
        found.append((group, number))
    return found
