"""How many letters apart two words are."""

from __future__ import annotations


def edit_distance(one: str, other: str, most: int) -> int:
    """Letters inserted, left out or exchanged; more than `most` is said as `most + 1`.

    All columns of a row at once, as bits of one number: G. Myers, "A fast bit-vector algorithm for
    approximate string matching based on dynamic programming", 1999."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    start = 0
    end = min(len(one), len(other))
    while start < end and one[start] == other[start]:
        start += 1
    one, other = one[start:], other[start:]
    while one and other and one[-1] == other[-1]:
        one, other = one[:-1], other[:-1]
    if not one or not other:
        return len(one) + len(other)
    return min(_distance(one, other), most + 1)


def _distance(pattern: str, text: str) -> int:
    places: dict[str, int] = {}
    for at, char in enumerate(pattern):
        places[char] = places.get(char, 0) | 1 << at
    every = (1 << len(pattern)) - 1
    last = 1 << len(pattern) - 1
    more, less, found = every, 0, len(pattern)
    for char in text:
        equal = places.get(char, 0)
        vertical = equal | less
        horizontal = (((equal & more) + more) ^ more) | equal
        up = less | (every & ~(horizontal | more))
        down = more & horizontal
        found += 1 if up & last else -1 if down & last else 0
        up = (up << 1 | 1) & every
        down = (down << 1) & every
        more = down | (every & ~(vertical | up))
        less = up & vertical
    return found
