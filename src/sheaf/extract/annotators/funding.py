"""Who paid for a paper, and whom it thanks, out of its acknowledgements and first footnotes.

A paper that only thanks has no entry: its thanks stand in its acknowledgement.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sheaf.extract.annotators.funder_names import Funder, named_in
from sheaf.extract.annotators.funders import (
    CUE,
    DISCLAIMER,
    FURNITURE,
    NO_GRANT,
    NUMBER,
    ONE_AND_THE_SAME,
)
from sheaf.extract.annotators.thanks import people_thanked
from sheaf.extract.contract import Readable
from sheaf.records import Paper

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
        told = told_by(acknowledgement(paper, document.text.content))
        return told if told["funders"] or told.get("grants") else None


def told_by(text: str) -> dict[str, Any]:
    """Every funder once, with all its grants, and the sentences that say so. Grants of which the
    text does not say whose they are stand by themselves."""
    told: list[str] = []
    merged: dict[str, dict[str, Any]] = {}
    alone: list[str] = []
    for sentence in SENTENCE_END.split(text):
        funders, others = funders_in(sentence)
        if funders or others:
            told.append(sentence.strip(" .;"))
        alone += others
        for funder in funders:
            key = ONE_AND_THE_SAME.get(funder.name, funder.name.lower())
            one = merged.setdefault(key, {"name": funder.name, "grants": []})
            one["grants"] += [grant for grant in funder.grants if grant not in one["grants"]]
    of_funders = {grant for one in merged.values() for grant in one["grants"]}
    alone = [one for one in dict.fromkeys(alone) if one not in of_funders]
    return {
        "text": "".join(f"{sentence}. " for sentence in told).rstrip(),
        "funders": list(merged.values()),
        **({"grants": alone} if alone else {}),
        "people": people_thanked(text),
    }


def acknowledgement(paper: Paper, content: str) -> str:
    """What was read as such, or else what stands under a heading that says so; and the footnotes
    that speak of money."""
    parts = [paper.acknowledgement or "", *_sections(paper)]
    if not any(parts):
        parts.append(_under_heading(content))
    opening = " ".join(content[:FIRST_PAGE].split())
    parts += [one for one in paper.footnotes if CUE.search(one) and _opens(opening, one)]
    unique = dict.fromkeys(_without_furniture(one) for one in parts)
    return " ".join(one for one in unique if one)[:LONGEST]


def _without_furniture(part: str) -> str:
    """In one line, without what stands on every page of a journal or an archive."""
    lines = (DOWNLOADED.sub(" ", line) for line in part[: 2 * LONGEST].split("\n"))
    kept = " ".join(line for line in lines if not FURNITURE.search(line))
    sentences = SENTENCE_END.split(" ".join(kept.split()))
    return ". ".join(one for one in sentences if not FURNITURE.search(one))


def _opens(opening: str, note: str) -> bool:
    return " ".join(note.split())[:40] in opening


def _sections(paper: Paper) -> Iterator[str]:
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


def funders_in(sentence: str) -> tuple[list[Funder], list[str]]:
    """Those a sentence names, in their order, each with the grants that follow it; and grants
    that are nobody's."""
    sentence = DISCLAIMER.sub("", sentence)
    if not CUE.search(sentence):
        return [], []
    funders = sorted(named_in(sentence), key=lambda one: one.start)
    alone: list[str] = []
    for start, end, number in _numbers(sentence, funders):
        owner = _owner(start, end, sentence, funders)
        if owner is None:
            if OF_A_GRANT.search(sentence[:start]):
                alone.append(number)
        elif number not in owner.grants:
            owner.grants.append(number)
    return funders, alone


def _owner(start: int, end: int, sentence: str, funders: list[Funder]) -> Funder | None:
    """The last that was named, or who is named at once: grant 7 of the Example Council."""
    before = [one for one in funders if one.start < end]
    if before or not funders:
        return before[-1] if before else None
    return funders[0] if GIVEN_BY.search(sentence[end : funders[0].start]) else None


def _numbers(sentence: str, funders: list[Funder]) -> Iterator[tuple[int, int, str]]:
    for found in NUMBER.finditer(sentence):
        number = found[0].replace("- ", "-").strip()
        for funder in funders:
            number = number.removeprefix(f"{funder.name} ")
        if number and not NO_GRANT.match(number):
            yield found.start(), found.end(), number
