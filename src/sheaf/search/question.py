"""A question as people write it, turned into one that the query language understands.

People paste titles: a lone dash excludes nothing, a word before a colon is a word, and a slash
begins no regular expression. graph* finds what begins with graph.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from sheaf.search.complaints import no_field, no_question_mark, stray_star
from sheaf.search.schema import FIELDS, SEARCHED
from sheaf.search.words import WORD, fold

PHRASE = re.compile(r"""("[^"]*"?\*?|(?<!\w)'[^']*'?)""")
# Where a word begins: after a blank or a bracket, and perhaps the sign that excludes it.
BEGINS = r"(?:(?<=^)|(?<=[\s(])|(?<=^[+-])|(?<=[\s(][+-]))"
# The beginning of a word, or else a star where none should be.
STARRED = re.compile(rf"{BEGINS}(?:(\w+):)?([^\W_]{{2,}})\*(?=[\s)]|$)|[\w*]*(?:\w\*|\*\w)[\w*]*")
QUESTION_MARK = re.compile(r"\w+\?\w+")

Complain = Callable[[str], None]


def as_query(words: str) -> tuple[str, list[str]]:
    """The query, and what in the question could not be done."""
    complaints: list[str] = []
    pieces = PHRASE.split(re.sub(r"(?<!\S)[-+](?!\S)", " ", words))
    for place in range(0, len(pieces), 2):  # the others are phrases
        text = re.sub(r"(?<!\w)/", " ", pieces[place])
        is_last = place == len(pieces) - 1
        text = _without_unknown_fields(text, complaints.append, is_last=is_last)
        complaints.extend(map(no_question_mark, QUESTION_MARK.findall(text)))
        pieces[place] = STARRED.sub(lambda one: _beginning(one, complaints.append), text)
    return "".join(pieces), complaints


def _without_unknown_fields(text: str, complain: Complain, *, is_last: bool) -> str:
    def as_word(found: re.Match[str]) -> str:
        if found[1] in FIELDS:
            return found[0]
        behind = text[found.end() : found.end() + 1]
        if behind.strip() or not (behind or is_last):
            complain(no_field(found[1]))
        return f"{found[1]} "

    # A colon at the very end is nothing's; before a phrase it is the phrase's.
    end = r"(?!\s*$)" if is_last else ""
    return re.sub(rf"(\w+):{end}", as_word, text)


def _beginning(found: re.Match[str], complain: Complain) -> str:
    """graph* as the patterns that mean it, one for each field; no others come from here."""
    field, word = found[1], found[2]
    if word is None or (field is not None and field not in SEARCHED):
        complain(stray_star(found[0]))
        return found[0].replace("*", " ")
    # Some letters come apart into signs, which a pattern would obey.
    start = "".join(WORD.findall(fold(word)))
    fields = SEARCHED if field is None else (field,)
    return f"({' OR '.join(f'{name}:/{start}.*/' for name in fields)})"
