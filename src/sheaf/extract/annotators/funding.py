"""Who paid for a paper and whom it thanks, out of its acknowledgements and first footnotes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from sheaf.extract.annotators.funders import (
    CUE,
    FUNDING_WORD,
    KNOWN,
    NAMED,
    NO_GRANT,
    NUMBER,
    PAID_BY,
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
    r"(?<!\bNo)(?<!\bNos)(?<!\bno)(?<!\bnos)(?<!\bNr)(?<!\bDr)(?<!\bProf)(?<!\b[A-Z])[.;]\s+(?=[A-ZÀ-Þ]"
    r")"
)


@dataclass(slots=True)
class Funder:
    name: str
    start: int
    grants: list[str] = field(default_factory=list)


class Funding:
    name = "funding"
    version = "1"

    def annotate(self, paper: Paper, document: Readable) -> dict[str, Any] | None:
        text = acknowledgement(paper, document.text.content)
        return told_by(text) if text else None


def told_by(text: str) -> dict[str, Any]:
    """Every funder once, with all its grants."""
    merged: dict[str, list[str]] = {}
    for sentence in SENTENCE_END.split(text):
        for funder in funders_in(sentence):
            grants = merged.setdefault(funder.name, [])
            grants += [one for one in funder.grants if one not in grants]
    return {
        "text": text,
        "funders": [{"name": name, "grants": grants} for name, grants in merged.items()],
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
    unique = dict.fromkeys(" ".join(one.split()) for one in parts)
    return " ".join(one for one in unique if one)[:LONGEST]


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


def funders_in(sentence: str) -> list[Funder]:
    """Those a sentence names, in their order, each with the grants that follow it."""
    if not CUE.search(sentence):
        return []
    funders = sorted(_named(sentence), key=lambda one: one.start)
    for place, number in _numbers(sentence, funders):
        before = [one for one in funders if one.start < place]
        owner = before[-1] if before else next(iter(funders), None)
        if owner is not None and number not in owner.grants:
            owner.grants.append(number)
    return funders


def _named(sentence: str) -> Iterator[Funder]:
    taken: list[tuple[int, int]] = []
    for found in NAMED.finditer(sentence):
        name = _trimmed(found[0])
        start = found.start() + found[0].find(name)
        is_told = PAID_BY.search(sentence[:start]) is not None and " " in name
        if name and (FUNDING_WORD.search(name) or is_told):
            taken.append((start, start + len(name)))
            yield Funder(name, start)
    for found in KNOWN.finditer(sentence):
        is_within = any(start <= found.start() < end for start, end in taken)
        is_again = any(sentence[end : found.start()] in (" (", ", ") for _, end in taken)
        is_of_number = re.match(r"[-–/]\w*\d", sentence[found.end() :]) is not None
        if not is_within and not is_again and not is_of_number:
            yield Funder(found[0], found.start())


def _trimmed(name: str) -> str:
    """Without what belongs to the sentence: an opening word, a grant and its number behind."""
    name = re.sub(r"^(?:The|This|Our|We|It|Both|Also|Partially|Supported by|A)\s+", "", name)
    name = re.split(
        r"\s+(?:Grants?|Contracts?|Awards?|No|Nos|under)\b(?!\s+(?:Agency|Council))", name
    )[0]
    name = re.sub(r"\s+(?:of|for|the|and|on|in|&)$", "", name.rstrip(" .,'’-"))
    return re.sub(r"(?:\s+[A-Z]*[-/]?\d[\w/-]*)+$", "", name)


def _numbers(sentence: str, funders: list[Funder]) -> Iterator[tuple[int, str]]:
    for found in NUMBER.finditer(sentence):
        number = found[0].replace("- ", "-").strip()
        for funder in funders:
            number = number.removeprefix(f"{funder.name} ")
        if number and not NO_GRANT.match(number):
            yield found.end(), number
