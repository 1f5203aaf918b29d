"""Who pays for research: the names of funders in a sentence that speaks of money, and the words and
numbers by which a paper says so. Some names are known; others are found by the words around them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sheaf.words import read_words

# Each way of naming one, and the first as the one by which it is known here.
KNOWN_NAMES = {
    name: line.split("; ")[0] for line in read_words("funders") for name in line.split("; ")
}
_LONGEST_FIRST = sorted(map(re.escape, KNOWN_NAMES), key=len, reverse=True)
KNOWN = re.compile(rf"(?<![\w/-])(?:{'|'.join(_LONGEST_FIRST)})(?!\w)")
# A name of capitalised words, with small ones between them, that holds one of these words.
_WORD = r"\b[A-ZÀ-ÞŁŚŽŠČ](?![\w/-]*\d)[\w'’.&-]*"
_LINK = (
    r"(?:of|for|the|and|on|in|de|des|du|del|della|do|da|dos|das|la|le|les|für|der|die|und|van|voor"
    r"|pour|per|para|e|y|et|&)"
)
NAMED = re.compile(rf"{_WORD}(?:\s+(?:{_LINK}\s+){{0,3}}{_WORD}){{0,9}}")
FUNDING_WORD = re.compile(
    r"\b(?:Foundation|Fund|Funds|Council|Agency|Ministry|Department|Commission|Union|Programme?"
    r"|Institutes?|Office"
    r"|Trust|Academy|Society|Association|Centre|Center|Laborator(?:y|ies)|Universit\w+"
    r"|Administration|Initiative"
    r"|Board|Bureau|Corporation|Inc|Ltd|Fellowship|Scholarship|Committee|Science Foundation"
    r"|Stiftung|Gemeinschaft"
    r"|Forschungsgemeinschaft|Bundesministerium|Ministerium|Fonds|Fondation|Ministère|Agence"
    r"|Conseil|Fundación|Fundação"
    r"|Ministerio|Ministério|Ministero|Fondazione|Consejo|Conselho|Consiglio|Stichting"
    r"|Organisatie|Organi[sz]ation"
    r"|Government|Province)\b"
)
CUE = re.compile(
    r"support|fund|grant|sponsor|financ|award|fellowship|scholarship|contract|gef[öo]rdert"
    r"|unterst[üu]tz|finanzier"
    r"|soutenu|soutien|subvention|bourse|financiad|apoyo|apoiad|apoio|beca|bolsa|finanziat"
    r"|sostenut|borsa"
    r"|gesubsidieerd|gefinancierd|ondersteund",
    re.IGNORECASE,
)
# After these words a name is a funder's even if it says nothing of the kind. Support is not among
# them: people and departments give that too.
PAID_BY = re.compile(
    r"(?:fund(?:ed|ing)?|sponsor(?:ed|ship)?|financed|grants?|award(?:ed)?|gift"
    r"|fellowship|scholarship)"
    r"(?:\s+(?:in\s+part|partially|partly|in\s+full|financially|received|provided|given|jointly"
    r"|generously))?"
    r"\s+(?:by|from|of|through|under)\s+(?:(?:an?|the|grants?|from|by)\s+){0,3}$"
    r"|(?:gefördert|unterstützt|finanziert)\s+(?:durch|von|vom)\s+(?:die|der|das|den|dem)?\s*$"
    r"|(?:financé|soutenu|subventionné)e?s?\s+(?:en partie\s+)?par\s+(?:la|le|les|l['’])?\s*$"
    r"|(?:financiad|apoiad|apoyad)[oa]s?\s+(?:parcialmente\s+)?(?:por|pel[oa]s?)\s+(?:el|la|los"
    r"|las)?\s*$"
    r"|finanziat[oaie]\s+(?:in parte\s+)?(?:da|dal|dalla|dall['’])\s*$",
    re.IGNORECASE,
)
# The number of a grant: a word of capitals and digits, at least three of these, with a word of
# capitals before it (SFB 876, EXC 284/1-2) where there is one.
NUMBER = re.compile(
    r"(?<![\w./-])(?:[A-Z]{1,8}\d{0,2} )?(?=[\w./–-]*\d[\w./–-]*\d[\w./–-]*\d)"
    r"(?:[A-Z][A-Za-z]{1,5}[-–])?[A-Z]*[0-9A-Z]*(?:(?:[/.:]|[-–] ?)[A-Za-z]?[0-9A-Z]+)*(?![\w@])"
)
# Years, and stretches of them.
NO_GRANT = re.compile(r"(?:19|20)\d\d(?:[-–/](?:(?:19|20)?\d\d))?$")
# What a funder calls its ways of giving: no funders themselves.
SCHEME = re.compile(
    r"(?:(?<!\s)\s++|^)(?:(?:Ph\.?D\.?|Doctoral|Postdoctoral|Graduate|Student|Dissertation|Faculty|Research|Merit"
    r"|Early|Career|CAREER|Advanced|Starting|Consolidator|Young|Investigator|Scholars?|Travel"
    r"|Development|Directed|Laboratory|Start-up|Seed)\s++(?:(?:and|of|for)\s++)?)*"
    r"(?:Fellowships?|Scholarships?|Programmes?|Programs?|Awards?|Prize|Scheme|Stipend|Development)$"
)
# Words of which a name has at least one besides: an office is somebody's.
GENERIC = re.compile(
    r"(?:(?:The|Our|National|Research|Science|Sciences|Government|Department|Ministry|Foundation"
    r"|Council|Agency|Office|Office of Science|Programme?|Institutes?|University|Universities"
    r"|Society|Association|Centre|Center|Laborator(?:y|ies)|Fund|Funds|Trust|Board|Committee|Commission|Union|Academy"
    r"|Initiative|Corporation|Inc|Ltd|Organi[sz]ation|Province|Bureau|Administration|Fellowship"
    r"|Scholarship|Ph\.?D|Doctoral|Graduate|Student|Project|Author|Authors|Funding|Acknowledge?ments?)"
    r"(?:\s+|$))+$"
)
# Where something is done, or whose machines were used: not who paid.
ELSEWHERE = re.compile(
    r"\b(?:at|in|near|from\s+(?:the\s+)?students\s+of)\s+(?:the\s+)?$"
    r"|\b(?:resources?|facilit(?:y|ies)|cluster|machines?)\s+(?:of|at|from"
    r"|(?:provided|operated)(?:\s+and\s+operated)?\s+by)\s+(?:the\s+)?$"
    r"|\b(?:using|reflects?|represents?|those\s+of|views\s+of|policy\s+of|employed\s+by)\s+"
    r"(?:the\s+)?$",
    re.IGNORECASE,
)
# What journals and archives print on pages, and what grants ask authors to say.
PAGE_FURNITURE = re.compile(
    r"downloaded\s+(?:from|by)\b|all rights reserved|creative\s+commons|\bCC[- ]BY\b|©"
    r"|\(c\)\s+(?:19|20)\d\d"
    r"|terms\s+and\s+conditions|\blicen[cs]ed?\b|permission\s+to\s+(?:make|copy)|copyright"
    r"|this\s+content\s+downloaded|subject\s+to\s+\w+\s+terms|published\s+by\b|manuscript\s+received"
    r"|digital\s+object\s+identifier|e-?mail\s*:",
    re.IGNORECASE,
)
DISCLAIMER = re.compile(
    r"(?:[;,.]\s*|\band\s+)?(?:the\s+|any\s+|all\s+)?(?:views|opinions|findings|conclusions)\b"
    r"[^.]{0,200}(?:those\s+of|reflect|represent)\b.*",
    re.IGNORECASE,
)


MASK = "\0"  # stands for each character of a name that is known, so that no other reaches over it
OPENING = re.compile(r"^(?:The|This|Our|We|It|Both|Also|Partially|Supported by|A)\s+")
BEHIND = re.compile(
    r"(?<!\s)\s++(?:Grants?|Contracts?|Awards?|No|Nos|under)\b(?!\s+(?:Agency|Council))"
)
NUMBER_BEHIND = re.compile(r"(?:(?<!\s)\s++[A-Z]*+[-/]?\d[\w/-]*+){1,50}+$")
LOOSE_END = re.compile(r"(?<!\s)\s++(?:of|for|the|and|on|in|&)$")
TWO_NAMES = re.compile(r"(?<!\s)\s++(?:and|&)\s++the\s+")
# A country's name may stand before a known name without making it another.
OTHER_COUNTRY = re.compile(r"\b(?!U\.?S|UK|German|Grant|By|The\b)[A-ZÀ-Þ][a-zà-ÿ]+\s+$")
OF_THE_STATES = re.compile(r"(?:\bU\.\s?S\.(?:A\.)?|\bUSA?|\bUnited States)\s+$")
PLACE = re.compile(r"(?<!\s)\s++in\s+.*$")
OF_SOMEBODY = re.compile(rf"\s+(?:of|from|by)\s+(?:the\s+)?(?:[A-Z.]+\s+)?(?:{MASK}|[A-Z])")
OF_KNOWN = re.compile(rf"\s+(?:of|within|at)\s+(?:the\s+)?(?:[A-Z.]+\s+)?{MASK}")
# Supported by the Example Research grant 7: whoever it is, it gives grants.
BY = re.compile(r"\b(?:by|from|under)\s+(?:(?:an?|the)\s+)?$")
A_GRANT = re.compile(r"\s+(?:\([^)]{0,30}\)\s+)?(?:grants?|awards?|contracts?)\b", re.IGNORECASE)
PART = re.compile(r"(?:Office|Division|Directorate|Bureau|Department)\b")
NEXT_TO = re.compile(rf"{MASK}(?:\s*\([^)]{{0,20}}\))?(?:['’]s)?,?\s*$")


@dataclass(slots=True)
class Funder:
    name: str
    start: int
    grants: list[str] = field(default_factory=list)


def find_funders(sentence: str) -> Iterator[Funder]:
    """First those that are known, then whoever else is named between them."""
    masked = sentence
    for found in KNOWN.finditer(sentence):
        if _is_part_of_another(found, sentence):
            continue
        end = found.end()
        start = len(OF_THE_STATES.sub("", sentence[: found.start()]))
        masked = masked[:start] + MASK * (end - start) + masked[end:]
        if not ELSEWHERE.search(sentence[:start]):
            yield Funder(found[0], start)
    taken: list[int] = []
    for found in NAMED.finditer(masked):
        for name, start in _split_names(found):
            if _is_funder(name, start, masked) and not _is_short_form(name, start, taken, masked):
                taken.append(start + len(name))
                yield Funder(_cut_scheme(name), start)


def _is_part_of_another(found: re.Match[str], sentence: str) -> bool:
    """Of a number (ANR-10-2), of another's name (NSF of China, Estonian Research Council)."""
    before, after = sentence[: found.start()], sentence[found.end() :]
    if re.match(r"[-–/]\w*\d|\s+(?:of|for)\s+[A-Z]", after):
        return True
    return " " in found[0] and OTHER_COUNTRY.search(before[-40:]) is not None


def _split_names(found: re.Match[str]) -> Iterator[tuple[str, int]]:
    place = found.start()
    for piece in TWO_NAMES.split(found[0]):
        start = found.string.index(piece, place)
        place = start + len(piece)
        name = _trim_name(piece)
        if name:
            yield name, start + piece.index(name)


def _trim_name(name: str) -> str:
    """Without what belongs to the sentence: an opening word, a grant and its number behind."""
    name = BEHIND.split(OPENING.sub("", name))[0]
    name = NUMBER_BEHIND.sub("", LOOSE_END.sub("", name.rstrip(" .,'’-")))
    inside = PLACE.sub("", name)
    return inside if FUNDING_WORD.search(inside) else name


def _is_funder(name: str, start: int, masked: str) -> bool:
    before, after = masked[:start], masked[start + len(name) :]
    if GENERIC.match(name) or ELSEWHERE.search(before[-80:]):
        return False
    if before.rstrip().endswith(MASK) or OF_KNOWN.match(after):
        return False  # what somebody known calls a part of it
    if PART.match(name) and NEXT_TO.search(before):
        return False
    if SCHEME.search(name) and not FUNDING_WORD.search(SCHEME.sub("", name)):
        return " " in SCHEME.sub("", name) and not OF_SOMEBODY.match(after)
    is_told = PAID_BY.search(before[-120:]) or (BY.search(before) and A_GRANT.match(after))
    return (" " in name and is_told is not None) or FUNDING_WORD.search(name) is not None


def _cut_scheme(name: str) -> str:
    rest = SCHEME.sub("", name)
    return rest if FUNDING_WORD.search(rest) else name


def _is_short_form(name: str, start: int, taken: list[int], masked: str) -> bool:
    """A short name in parentheses behind the full one."""
    return name.isupper() and any(masked[end:start] in (" (", ", ") for end in taken)
