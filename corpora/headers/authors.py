"""Cuts stretches of author tokens into one author each, and what stands between them.

Where the names are known they are looked up among the tokens; else commas, "and", marks and line
ends part them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from corpora.headers.examples import BETWEEN, FIRST, REST, LabelledLine
from sheaf.extract.header.token_features import split_tokens
from sheaf.extract.header.words import DEGREES, JOINS

LEAST_FOUND = 0.8  # of the tokens of the names that must be there


def cut_apart(
    lines: Sequence[LabelledLine], names: Sequence[Sequence[str]]
) -> Iterator[LabelledLine]:
    """The lines with B-author, I-author and sep in place of author."""
    places = [
        (at, number)
        for at, line in enumerate(lines)
        for number, label in enumerate(line.labels)
        if label == "author"
    ]
    tokens = {at: list(split_tokens(line.layout.text)) for at, line in enumerate(lines)}
    words = [tokens[at][number].text for at, number in places]
    found = _by_names(words, names)
    if found is None:
        kinds = [tokens[at][number].kind for at, number in places]
        ends = [at for at, _ in places]
        found = _by_marks(words, kinds, ends)
    labels = [list(line.labels) for line in lines]
    for (at, number), label in zip(places, found, strict=True):
        labels[at][number] = label
    for line, changed in zip(lines, labels, strict=True):
        yield replace(line, labels=tuple(changed))


def _by_names(words: Sequence[str], names: Sequence[Sequence[str]]) -> list[str] | None:
    """The full stop of an initial stands outside the name in some corpora: "J" is "J." here."""
    wanted = [
        (word.rstrip("."), of, number == 0)
        for of, name in enumerate(names)
        for number, word in enumerate(name)
    ]
    if not wanted:
        return None
    printed = [word.rstrip(".") for word in words]
    matcher = SequenceMatcher(None, [word for word, _, _ in wanted], printed, autojunk=False)
    found = [BETWEEN] * len(words)
    owners: list[int | None] = [None] * len(words)
    count = 0
    for a, b, size in matcher.get_matching_blocks():
        count += size
        for step in range(size):
            _, owners[b + step], is_first = wanted[a + step]
            found[b + step] = FIRST if is_first else REST
    if count < LEAST_FOUND * len(wanted):
        return None
    # What was left out between the words of one name belongs to it: "J.-P.", a middle name.
    for at in range(1, len(words) - 1):
        between = owners[at - 1] is not None and owners[at - 1] == owners[at + 1]
        if owners[at] is None and between and words[at][0].isalpha():
            found[at] = REST
    return found


def _by_marks(words: Sequence[str], kinds: Sequence[str], lines: Sequence[int]) -> list[str]:
    found: list[str] = []
    inside = False
    for at, (word, kind) in enumerate(zip(words, kinds, strict=True)):
        bare = word.lower().strip(".")
        is_name = kind in ("word", "initial") and word not in JOINS and bare not in DEGREES
        if kind == "word" and len(word) == 1 and word.islower():
            is_name = False  # a mark: "Smith a"
        if not is_name:
            found.append(BETWEEN)
            inside = inside and kind == "sign" and word in "'’.-"
            continue
        new_line = at > 0 and lines[at] != lines[at - 1] and _whole(found)
        found.append(FIRST if not inside or new_line else REST)
        inside = True
    return found


def _whole(found: Sequence[str]) -> bool:
    """Whether the name so far has two words: a name may be broken at a line's end."""
    return len(found) > 1 and found[-1] == REST
