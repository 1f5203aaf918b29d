"""Words that a question may hold and no document need have: "how do the ... of a ...".

They are left out where other words are left. A word that is small in one language only ("die",
"mit") is left out of a question in that language.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from sheaf.search.analysis import fold, words
from sheaf.search.question import All, Node, Not, Words, leaves
from sheaf.words import read_word_sets, read_word_table

SHARE_OF_LANGUAGE = 0.25  # of the words of a question, which so tells its language


@cache
def _by_language() -> dict[str, frozenset[str]]:
    asked = read_word_sets("question_words")
    small = read_word_table("languages")["small_words"]
    sets = {code: set(map(fold, text.split())) for code, text in small.items() if code != "en"}
    for code, entries in asked.items():
        sets.setdefault(code, set()).update(map(fold, entries))
    return {code: frozenset(entries) for code, entries in sets.items()}


def small_words_for(tokens: Iterable[str]) -> frozenset[str]:
    """Those of English, and those of the language in which a question seems to be asked."""
    asked = list(tokens)
    english = _by_language()["en"]
    if len(asked) < 3:
        return english
    counts = {
        code: sum(token in small for token in asked)
        for code, small in _by_language().items()
        if code != "en"
    }
    best = max(counts, key=lambda code: counts[code])
    in_english = sum(token in english for token in asked)
    if counts[best] > in_english and counts[best] >= SHARE_OF_LANGUAGE * len(asked):
        return english | _by_language()[best]
    return english


def without_small_words(root: Node) -> Node:
    """The question without them, unless nothing else is left."""
    tokens = [
        token
        for leaf in leaves(root)
        if isinstance(leaf, Words) and leaf.field is None
        for token in words(leaf.text)
    ]
    left = _leave_out(root, small_words_for(tokens))
    return root if left is None or all(isinstance(one, Not) for one in _parts(left)) else left


def _parts(node: Node) -> tuple[Node, ...]:
    return node.parts if isinstance(node, All) else (node,)


def _leave_out(node: Node, small: frozenset[str]) -> Node | None:
    if isinstance(node, Words) and node.field is None:
        tokens = words(node.text)
        return None if all(token in small for token in tokens) else node
    if isinstance(node, All):
        kept = [part for each in node.parts if (part := _leave_out(each, small)) is not None]
        return None if not kept else kept[0] if len(kept) == 1 else All(tuple(kept))
    return node  # who writes OR means both sides
