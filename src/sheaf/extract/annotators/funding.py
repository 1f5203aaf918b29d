"""Who paid for a paper, and whom it thanks, out of its acknowledgements and first footnotes.

A paper that only thanks has no entry: its thanks stand in its acknowledgement.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sheaf.extract.annotators.funders import (
    CUE,
    DISCLAIMER,
    FUNDING_WORD,
    KNOWN,
    KNOWN_NAMES,
    NO_GRANT,
    NUMBER,
    PAGE_FURNITURE,
    Funder,
    find_funders,
)
from sheaf.extract.contract import Readable
from sheaf.records import Paper
from sheaf.words import read_word_table

HEADING = re.compile(
    r"^[ \t]*(?:(?:\d+|[IVX]+)\.?[ \t]+)?(?:acknowledge?ments?|funding|thanks|danksagung"
    r"|remerciements|agradecimientos|agradecimentos|ringraziamenti|dankwoord|благодарности)"
    r"[ \t]*(?:[.:—–-]+[ \t]*(?P<rest>.*))?$",
    re.IGNORECASE | re.MULTILINE,
)
NEXT_HEADING = re.compile(
    r"^[ \t]*(?:(?:\d+|[IVX]+)\.?[ \t]+)?(?:references?|bibliography|literatur|appendix|notes"
    r"|références|referencias|referências|bibliografia|about the authors?|conflicts? of interest)\b"
    r"|\f|\n[ \t]*\n",
    re.IGNORECASE | re.MULTILINE,
)
FIRST_PAGE = 6_000  # characters in which the footnotes of a first page must stand
LONGEST = 4_000
SENTENCE_END = re.compile(
    r"(?<!\bNo)(?<!\bNos)(?<!\bno)(?<!\bnos)(?<!\bNr)(?<!\bDr)(?<!\bProf)(?<!\b[A-Z])[.;]\s+(?=[†‡§¶*∗]?"
    r"[A-ZÀ-Þ])"
)
DOWNLOADED = re.compile(r"downloaded from \S+(?:\s+(?:by|on|at)\s[^.]{0,60})?", re.IGNORECASE)
GIVEN_BY = re.compile(r"^(?!.*\band\s+(?:by|from)\b)[^.]{0,60}\b(?:of|from|by)\s+(?:the\s+)?$")
# Before a number that nobody is named for, one of these says that it is a grant's.
OF_A_GRANT = re.compile(
    r"\b(?:grants?|contracts?|awards?|projects?|agreement)\b[^.]{0,60}$", re.IGNORECASE
)


class Funding:
    name = "funding"
    version = "2"

    def annotate(self, paper: Paper, document: Readable) -> dict[str, Any] | None:
        found = find_funding(collect_acknowledgement(paper, document.text.content))
        return found if found["funders"] or found.get("grants") else None


def find_funding(text: str) -> dict[str, Any]:
    """Every funder once, with all its grants, and the sentences that say so. Grants of which the
    text does not say whose they are stand by themselves."""
    sentences: list[str] = []
    merged: dict[str, dict[str, Any]] = {}
    alone: list[str] = []
    for sentence in SENTENCE_END.split(text):
        funders, others = find_grants(sentence)
        if funders or others:
            sentences.append(sentence.strip(" .;"))
        alone += others
        for funder in funders:
            key = KNOWN_NAMES.get(funder.name, funder.name.lower())
            entry = merged.setdefault(key, {"name": funder.name, "grants": []})
            entry["grants"] += [grant for grant in funder.grants if grant not in entry["grants"]]
    of_funders = {grant for entry in merged.values() for grant in entry["grants"]}
    alone = [grant for grant in dict.fromkeys(alone) if grant not in of_funders]
    return {
        "text": "".join(f"{sentence}. " for sentence in sentences).rstrip(),
        "funders": list(merged.values()),
        **({"grants": alone} if alone else {}),
        "people": find_people_thanked(text),
    }


def collect_acknowledgement(paper: Paper, content: str) -> str:
    """What was read as such, or else what stands under a heading that says so; and the footnotes
    that speak of money."""
    parts = [paper.acknowledgement or "", *_thanking_sections(paper)]
    if not any(parts):
        parts.append(_under_heading(content))
    opening = " ".join(content[:FIRST_PAGE].split())
    parts += [
        note for note in paper.footnotes if CUE.search(note) and _is_on_first_page(opening, note)
    ]
    unique = dict.fromkeys(_remove_furniture(part) for part in parts)
    return " ".join(part for part in unique if part)[:LONGEST]


def _remove_furniture(part: str) -> str:
    """In one line, without what stands on every page of a journal or an archive."""
    lines = (DOWNLOADED.sub(" ", line) for line in part[: 2 * LONGEST].split("\n"))
    kept = " ".join(line for line in lines if not PAGE_FURNITURE.search(line))
    sentences = SENTENCE_END.split(" ".join(kept.split()))
    return ". ".join(sentence for sentence in sentences if not PAGE_FURNITURE.search(sentence))


def _is_on_first_page(opening: str, note: str) -> bool:
    return " ".join(note.split())[:40] in opening


def _thanking_sections(paper: Paper) -> Iterator[str]:
    for section in paper.sections:
        heading = HEADING.match(section.heading or "")
        if heading is not None and not heading["rest"]:
            yield section.text


def _under_heading(content: str) -> str:
    """The last one counts: a table of contents may name it before."""
    headings = list(HEADING.finditer(content))
    if not headings:
        return ""
    start = headings[-1].start("rest") if headings[-1]["rest"] else headings[-1].end()
    rest = content[start : start + LONGEST].lstrip()
    end = NEXT_HEADING.search(rest)
    return rest[: end.start()] if end else rest


def find_grants(sentence: str) -> tuple[list[Funder], list[str]]:
    """Those a sentence names, in their order, each with the grants that follow it; and grants
    that are nobody's."""
    sentence = DISCLAIMER.sub("", sentence)
    if not CUE.search(sentence):
        return [], []
    funders = sorted(find_funders(sentence), key=lambda funder: funder.start)
    alone: list[str] = []
    for start, end, number in _grant_numbers(sentence, funders):
        owner = _find_owner(start, end, sentence, funders)
        if owner is None:
            if OF_A_GRANT.search(sentence[:start]):
                alone.append(number)
        elif number not in owner.grants:
            owner.grants.append(number)
    return funders, alone


def _find_owner(start: int, end: int, sentence: str, funders: list[Funder]) -> Funder | None:
    """The last that was named, or who is named at once: grant 7 of the Example Council."""
    before = [funder for funder in funders if funder.start < end]
    if before or not funders:
        return before[-1] if before else None
    return funders[0] if GIVEN_BY.search(sentence[end : funders[0].start]) else None


def _grant_numbers(sentence: str, funders: list[Funder]) -> Iterator[tuple[int, int, str]]:
    for found in NUMBER.finditer(sentence):
        number = found[0].replace("- ", "-").strip()
        for funder in funders:
            number = number.removeprefix(f"{funder.name} ")
        if number and not NO_GRANT.match(number):
            yield found.start(), found.end(), number


THANKS = re.compile(
    r"\b(?:thank(?:s|ful)?|grateful|gratitude|indebted|appreciate|acknowledges?|danken?|danke[ns]?"
    r"|remercie(?:nt|ns)?|remercions|agradece[nm]?|agradecemos|ringrazia(?:no|mo)?)\b",
    re.IGNORECASE,
)
THANKS_END = re.compile(r"(?<!\b[A-Z])(?<!\bDr)(?<!\bProf)[.](?:\s|$)")
BETWEEN = re.compile(r"[,;:()]|\s(?:and|und|et|y|e|sowie|as well as)\s")
# What may stand before a name: the rest of a sentence may hold names of other things.
BEFORE = re.compile(
    r"^\W*(?:(?:and|to|also|especially|particularly|both|our|my|his|her|go|all|(?-i:a|à)(?!\.)|die|der|herrn|frau"
    r"|colleagues?|friends?|advis[eo]rs?|supervisors?|students?|author|co-authors?|dr|drs|profs?"
    r"|professors?|mr|mrs|ms|sir|like|many|very|much|in|particular)\b\.?\W*)*",
    re.IGNORECASE,
)
_NAME = r"[A-ZÀ-ÞŁŚŽŠČĐ](?=[\w'’-]*[a-zà-ÿ])[\w'’-]++"
_PARTICLE = f"(?:{read_word_table('particles')['common'].replace(' ', '|')})"
_INITIALS = r"[A-Z]\.(?:[ -]?[A-Z]\.)*"
PERSON = re.compile(rf"(?:{_NAME}|{_INITIALS})(?:[ ](?:{_INITIALS}|{_PARTICLE}|{_NAME})){{1,4}}")
NOT_A_PERSON = re.compile(
    r"\b(?:School|College|Labs?|Groups?|Teams?|Workshop|Conference|Seminar|Editors?|Referees?|Reviewers?"
    r"|Consortium|Health|County|Medicine|Sciences?|Computing|Research|Technology|The|This|We|Our"
    r"|Part|Dagstuhl|Network|Collaboration|Hospital|Library|Museum|Committee)\b"
)
MOST_PEOPLE = 100


def find_people_thanked(text: str) -> list[str]:
    return list(dict.fromkeys(_names_behind_thanks(text)))[:MOST_PEOPLE]


def _names_behind_thanks(text: str) -> Iterator[str]:
    """Each piece of a list that begins with a name: what follows says what is owed."""
    for sentence in THANKS_END.split(text):
        thanks = THANKS.search(sentence)
        for piece in BETWEEN.split(sentence[thanks.end() :]) if thanks else ():
            found = PERSON.match(BEFORE.sub("", piece))
            if found is not None and _is_person(found[0]):
                yield found[0]


def _is_person(name: str) -> bool:
    others = (NOT_A_PERSON, FUNDING_WORD, KNOWN)
    return " " in name and not any(pattern.search(name) for pattern in others)
