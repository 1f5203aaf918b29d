"""Names of journals and meetings as they are compared, and which of them are one venue."""

from __future__ import annotations

import re
import sys
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence

from sheaf.graph.clusters import Groups
from sheaf.graph.normalising import hash_of, words_of
from sheaf.words import read_word_sets

BRACKETS = re.compile(r"\([^()]{0,80}\)|\[[^\[\]]{0,80}\]")
NUMBER = re.compile(r"\d+(?:st|nd|rd|th)?$")
FEWEST_LETTERS = 4
MOST_WORDS = 30
# So many names may be meant by an abbreviation, itself among them: of more, nobody knows which.
MOST_MEANT = 100
LAST_SIGN = chr(sys.maxunicode)


def venue_words(name: str) -> tuple[str, ...]:
    """Without what changes from year to year."""
    untold = read_word_sets("titles")["no_venue"]
    words = [word for word in words_of(BRACKETS.sub(" ", name)) if not NUMBER.match(word)]
    return tuple([word for word in words if word not in untold][:MOST_WORDS])


def venue_key(name: str) -> str:
    """Equal for names that differ in years and small words only; empty where nothing is left."""
    words = venue_words(name)
    return hash_of("venue", *words) if words else ""


def venue_block(name: str) -> str:
    """Names that may abbreviate each other have the same first letters. One word is no
    abbreviation of another: too many begin like it."""
    words = venue_words(name)
    letters = [word[0] for word in words] if len(words) > 1 else list(words)
    return hash_of("venue block", *letters)


def group_venues(names: Mapping[str, str]) -> list[list[str]]:
    """Keys of one block, with their names, in groups. An abbreviation goes with a name only where
    it can stand for no other."""
    words = {key: venue_words(name) for key, name in names.items()}
    longer = _longer_names(words)
    groups: Groups[str] = Groups()
    for key in sorted(words):
        groups.add(key)
        whole = [other for other in longer.get(key, ()) if longer.get(other) == []]
        if len(whole) == 1:
            groups.join(key, whole[0])
    return groups.all()


def _longer_names(words: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """By key: those that it abbreviates. They are looked for where the fewest words begin as one
    of its own does, for names in a block are compared all too often. A key with which too many
    begin has no entry: it may be short for any of them."""
    at_place: defaultdict[int, list[tuple[str, str]]] = defaultdict(list)
    for key, some in words.items():
        for place, word in enumerate(some):
            at_place[place].append((word, key))
    for pairs in at_place.values():
        pairs.sort()
    longer: dict[str, list[str]] = {}
    for key, some in words.items():
        spans = [_beginning_so(at_place[place], word) for place, word in enumerate(some)]
        place = min(range(len(some)), key=lambda place: len(spans[place]))
        if len(spans[place]) > MOST_MEANT:
            continue
        like = (at_place[place][at][1] for at in spans[place])
        longer[key] = sorted(other for other in like if _abbreviates(some, words[other]))
    return longer


def _beginning_so(pairs: Sequence[tuple[str, str]], start: str) -> range:
    first = bisect_left(pairs, (start,))
    return range(first, bisect_left(pairs, (start + LAST_SIGN,), lo=first))


def whole_name(keys: Sequence[str], names: Mapping[str, str]) -> str:
    """The one that is abbreviated least."""
    best = max(keys, key=lambda key: (len("".join(venue_words(names[key]))), names[key]))
    return names[best]


def _abbreviates(short: Sequence[str], long: Sequence[str]) -> bool:
    return (
        short != long
        and len(short) == len(long) > 1
        and sum(map(len, short)) >= FEWEST_LETTERS
        and all(whole.startswith(part) for part, whole in zip(short, long, strict=True))
    )
