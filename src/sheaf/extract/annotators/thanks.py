"""The people a paper thanks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sheaf.extract.annotators.funders import FUNDING_WORD, KNOWN
from sheaf.words import read_word_table

THANKS = re.compile(
    r"\b(?:thank(?:s|ful)?|grateful|gratitude|indebted|appreciate|acknowledges?|danken?|danke[ns]?"
    r"|remercie(?:nt|ns)?|remercions|agradece[nm]?|agradecemos|ringrazia(?:no|mo)?)\b",
    re.IGNORECASE,
)
SENTENCE_END = re.compile(r"(?<!\b[A-Z])(?<!\bDr)(?<!\bProf)[.](?:\s|$)")
BETWEEN = re.compile(r"[,;:()]|\s(?:and|und|et|y|e|sowie|as well as)\s")
# What may stand before a name: the rest of a sentence may hold names of other things.
BEFORE = re.compile(
    r"^\W*(?:(?:and|to|also|especially|particularly|both|our|my|his|her|go|all|(?-i:a|à)(?!\.)|die|der|herrn|frau"
    r"|colleagues?|friends?|advis[eo]rs?|supervisors?|students?|author|co-authors?|dr|drs|profs?"
    r"|professors?|mr|mrs|ms|sir|like|many|very|much|in|particular)\b\.?\W*)*",
    re.IGNORECASE,
)
_NAME = r"[A-ZÀ-ÞŁŚŽŠČĐ][\w'’-]*[a-zà-ÿ][\w'’-]*"
_PARTICLE = f"(?:{read_word_table('particles')['common'].replace(' ', '|')})"
_INITIALS = r"[A-Z]\.(?:[ -]?[A-Z]\.)*"
PERSON = re.compile(rf"(?:{_NAME}|{_INITIALS})(?:[ ](?:{_INITIALS}|{_PARTICLE}|{_NAME})){{1,4}}")
NOT_A_PERSON = re.compile(
    r"\b(?:School|College|Labs?|Groups?|Teams?|Workshop|Conference|Seminar|Editors?|Referees?|Reviewers?"
    r"|Consortium|Health|County|Medicine|Sciences?|Computing|Research|Technology|The|This|We|Our"
    r"|Part|Dagstuhl|Network|Collaboration|Hospital|Library|Museum|Committee)\b"
)
MOST = 100


def people_thanked(text: str) -> list[str]:
    return list(dict.fromkeys(_people(text)))[:MOST]


def _people(text: str) -> Iterator[str]:
    """Each piece of a list that begins with a name: what follows says what is owed."""
    for sentence in SENTENCE_END.split(text):
        thanks = THANKS.search(sentence)
        for piece in BETWEEN.split(sentence[thanks.end() :]) if thanks else ():
            found = PERSON.match(BEFORE.sub("", piece))
            if found is not None and _is_person(found[0]):
                yield found[0]


def _is_person(name: str) -> bool:
    others = (NOT_A_PERSON, FUNDING_WORD, KNOWN)
    return " " in name and not any(pattern.search(name) for pattern in others)
