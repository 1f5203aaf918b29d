"""A question as people write it, turned into one that the query language understands.

People paste titles: a lone dash excludes nothing, a word before a colon is a word, and a slash
begins no regular expression. graph* finds what begins with graph. What could not be understood is
said in plain words: the query parser speaks to programmers.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable

from sheaf.search.schema import EXACT, FIELDS, SEARCHED

WORD = re.compile(r"[^\W_]+")
# Letters that the index folds and Unicode does not take apart.
FOLDED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i"}
)
PHRASE = re.compile(r"""("[^"]*"?\*?|(?<!\w)'[^']*'?)""")
# Where a word begins: after a blank or a bracket, and perhaps the sign that excludes it.
BEGINS = r"(?:(?<=^)|(?<=[\s(])|(?<=^[+-])|(?<=[\s(][+-]))"
# The beginning of a word, or else a star where none should be.
STARRED = re.compile(
    rf"{BEGINS}(?:(\w+):)?([^\W_]{{2,}})\*(?=[\s)]|$)"
    r"|(?<!\w)\w++\*[\w*]*+|(?<!\*)\*++\w[\w*]*+|(?<!\w)\w++:\*++"
)
EXACT_RANGE = re.compile(rf"\b({'|'.join(EXACT)})\s*:\s*(?:\[[^\]]*\]?|{{[^}}]*}}?|[<>]=?\S*)")
QUESTION_MARK = re.compile(r"(?<!\w)\w++\?\w+")
FIELD_NAMES = "title, authors, abstract, body, venue, year and host"
COMPLAINTS = {
    r"Expected a valid integer": "Behind year: comes a number, as in year:2004.",
    r"missing range delimiter": "A range is not closed; write it as year:[2000 TO 2010].",
    r"Range query need to target": "A range needs a field, as in year:[2000 TO 2010].",
    r"missing delimiter": "A quotation mark is not closed.",
    r"expected '\)'": "A bracket is not closed.",
    r"missing \]": "A square bracket is not closed.",
    r"expected word": "A word is missing where the question needs one.",
    r"parsed keyword (\w+) as term": r"Behind \1 a word is missing.",
    r"boolean operator": "AND and OR stand between two words.",
    r"at least two terms": "A phrase with * behind it needs two words or more.",
    r"unparsed end": "The end of the question was not understood and was left out.",
}

# The parser complains of a question that only says what to leave out, and answers it all the same.
ANSWERED = "Only excluding terms"

Complain = Callable[[str], None]


def as_query(words: str) -> tuple[str, list[str]]:
    """The query, and what in the question could not be done."""
    complaints: list[str] = []
    pieces = PHRASE.split(re.sub(r"(?<!\S)[-+](?!\S)", " ", words))
    for place in range(0, len(pieces), 2):  # the others are phrases
        text = re.sub(r"(?<!\w)/", " ", pieces[place])
        text = EXACT_RANGE.sub(lambda one: _leave_out_range(one, complaints.append), text)
        is_last = place == len(pieces) - 1
        text = _without_unknown_fields(text, complaints.append, is_last=is_last)
        complaints.extend(map(no_question_mark, QUESTION_MARK.findall(text)))
        pieces[place] = STARRED.sub(lambda one: _expand_star(one, complaints.append), text)
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
    return re.sub(rf"(?<!\w)(\w++):{end}", as_word, text)


def _leave_out_range(found: re.Match[str], complain: Complain) -> str:
    """Bit by bit a range would tell a URL or the name of a file to who may not see it."""
    complain(no_range(found[1]))
    return " "


def _expand_star(found: re.Match[str], complain: Complain) -> str:
    """graph* as the patterns that mean it, one for each field; no others come from here."""
    field, word = found[1], found[2]
    if word is None or (field is not None and field not in SEARCHED):
        complain(stray_star(found[0]))
        return re.sub(r"^\w+:\*+$", " ", found[0]).replace("*", " ")
    # Some letters come apart into signs, which a pattern would obey.
    start = "".join(WORD.findall(fold(word)))
    fields = SEARCHED if field is None else (field,)
    return f"({' OR '.join(f'{name}:/{start}.*/' for name in fields)})"


def fold(word: str) -> str:
    apart = unicodedata.normalize("NFKD", word.lower().translate(FOLDED))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


# -- what was wrong with a question, in words ------------------------------------------------------


def describe(complaint: str) -> str:
    for pattern, words in COMPLAINTS.items():
        if found := re.search(pattern, complaint):
            return found.expand(words)
    return f"Part of the question was not understood ({complaint})."


def describe_all(complaints: Iterable[str]) -> tuple[str, ...]:
    """Each once: the parser repeats itself for every field. An open range is also a word that is
    missing to it, and one sentence about it is enough."""
    said = list(dict.fromkeys(describe(one) for one in complaints if ANSWERED not in one))
    missing = COMPLAINTS["expected word"]
    return tuple(one for one in said if one != missing or len(said) == 1)


def no_field(name: str) -> str:
    return f"There is no field “{name}”; it was searched as a word. There are {FIELD_NAMES}."


def no_range(name: str) -> str:
    return f"A range is one of years, as in year:[2000 TO 2010]; {name} has none."


def stray_star(word: str) -> str:
    return (
        f"“{word}”: a * stands at the end of a word of two letters or more, as in graph*; "
        "here it was left out."
    )


def no_question_mark(word: str) -> str:
    return f"“{word}”: a ? stands for no letter; graph* finds what begins with graph."
