"""Repeatable chance: every random choice of the world is a function of the seed and a name."""

import random
from hashlib import blake2b
from math import gcd


def dice(*key: object) -> random.Random:
    """Dice that fall the same way whenever they are asked for by the same key."""
    return random.Random(_digest(key))


def draw(sides: int, *key: object) -> int:
    """One throw, without paying for a whole generator."""
    return _digest(key) % sides


def _digest(key: tuple[object, ...]) -> int:
    name = ":".join(map(str, key)).encode()
    return int.from_bytes(blake2b(name, digest_size=8).digest(), "big")


class Shuffle:
    """A permutation of range(size) that knows its inverse and takes no memory."""

    def __init__(self, size: int, *key: object) -> None:
        self.size = size
        self._step = _step_coprime_to(size, draw(2**40, *key, "step"))
        self._shift = draw(size, *key, "shift") if size else 0
        self._back = pow(self._step, -1, size) if size > 1 else 0

    def __getitem__(self, index: int) -> int:
        return (index * self._step + self._shift) % self.size

    def index(self, value: int) -> int:
        """The index that is sent to value."""
        return (value - self._shift) * self._back % self.size


def _step_coprime_to(size: int, start: int) -> int:
    # A step near the golden section sends neighbours far apart, whatever the size.
    step = int(size * 0.618) + start % max(1, size // 7 + 1)
    while gcd(max(1, step), max(1, size)) != 1:
        step += 1
    return max(1, step)
