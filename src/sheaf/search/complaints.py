"""What was wrong with a question, in plain words: the query parser speaks to programmers."""

from __future__ import annotations

import re
from collections.abc import Iterable

FIELDS = "title, authors, abstract, body, venue and year"
COMPLAINTS = {
    r"Expected a valid integer": "Behind year: comes a number, as in year:2004.",
    r"missing range delimiter": "A range is not closed; write it as year:[2000 TO 2010].",
    r"Range query need to target": "A range needs a field, as in year:[2000 TO 2010].",
    r"missing delimiter": "A quotation mark is not closed.",
    r"expected '\)'": "A bracket is not closed.",
    r"missing \]": "A square bracket is not closed.",
    r"Only excluding terms": "Name at least one word to look for, beside those to leave out.",
    r"expected word": "A word is missing where the question needs one.",
    r"parsed keyword (\w+) as term": r"Behind \1 a word is missing.",
    r"boolean operator": "AND and OR stand between two words.",
    r"at least two terms": "A phrase with * behind it needs two words or more.",
    r"unparsed end": "The end of the question was not understood and was left out.",
}


def in_words(complaint: str) -> str:
    for pattern, words in COMPLAINTS.items():
        if found := re.search(pattern, complaint):
            return found.expand(words)
    return f"Part of the question was not understood ({complaint})."


def all_in_words(complaints: Iterable[str]) -> tuple[str, ...]:
    """Each once: the parser repeats itself for every field. An open range is also a word that is
    missing to it, and one sentence about it is enough."""
    said = list(dict.fromkeys(map(in_words, complaints)))
    missing = COMPLAINTS["expected word"]
    return tuple(one for one in said if one != missing or len(said) == 1)


def no_field(name: str) -> str:
    return f"There is no field “{name}”; it was searched as a word. There are {FIELDS}."


def stray_star(word: str) -> str:
    return (
        f"“{word}”: a * stands at the end of a word of two letters or more, as in graph*; "
        "here it was left out."
    )


def no_question_mark(word: str) -> str:
    return f"“{word}”: a ? stands for no letter; graph* finds what begins with graph."
