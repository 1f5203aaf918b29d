"""A footnote taken apart: its sentences, and in each what is cited behind words of introduction.

Full stops do not say where a sentence ends, for references are full of them; what stands before
one does: initials and "ed.", "pp.", "trans." end nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

ABBREVIATED = re.compile(
    r"(?:eds?|edn|trans|tr|vols?|n[or]s?|pp?|vv?|ff?|fols?|cf|esp|rev|repr|chaps?|ch|st|[dm]r|mrs|prof"
    r"|sr|jr|al|ca|[cdrnt]|fn|sect?|art|hrsg|hg|bde?|aufl|übers|vgl|bzw|dir|trad|tom|univ|dept|inst"
    r"|assoc|soc|suppl|ser|cit|ibid|id|loc|op|viz|ie|eg|aka|mss?|fasc|jan|feb|mar|apr|jun|jul|aug"
    r"|sept?|oct|nov|dec)",
    re.IGNORECASE,
)
STOP = re.compile(r"(?<=[\w)\]’”'\"])\.\s+(?=[A-ZÀ-ÞĀ-Žāṭ“\"‘‹«(\[])")
LAST_WORD = re.compile(r"([^\W_]+)[)\]’”'\"]{0,2}$")
SEMICOLON = re.compile(
    r";\s+(?=(?:see\s|cf\.?\s|and\s|also\s|idem\b|for\s|on\s)?[A-ZÀ-Þ“\"‘«])", re.IGNORECASE
)
# A name and a comma: "A. K. Ramanujan, ", "Velcheru Narayana Rao and David Shulman, ".
_PART = r"(?:[A-ZÀ-ÞĀ-Ž][^\W\d_]*(?:[’'\-][^\W\d_]+){0,3}\.?|“[^”]{1,20}”|[a-z]{1,3}-[A-Z]\w{1,30})"
_BETWEEN = r"(?:and|&|und|et|y|de|da|di|du|van|von|der|den|la|le|al|of|ibn|bin|v\.?)"
AUTHORS = re.compile(
    rf"{_PART}(?:(?:\s|(?<=\.))(?:{_PART}|{_BETWEEN})){{0,11}}"
    r"(?:\s?\((?:eds?|trans|comp)\.?\)|\set al\.)?(?:,\s|:\s|\s\((?=\d{4})|\s(?=[‘“]))"
)
# "..., 1987 and Phillip B. Wagoner, ...": another work, behind the year or the pages of one.
ANOTHER = re.compile(rf"(?<=\d[\d)]),?\s+and\s+(?={AUTHORS.pattern})")
CUE = re.compile(
    r"\b(?:[Ss]ee(?: also| further| especially)?|[Cc]f\.?|[Cc]ompare|[Cc]onsult|e\.\s?g\.,?"
    r"|example,?|instance,?|is|are|includes?|from|by|in|such as|[Vv]gl\.|[Ss]iehe|[Vv]oir|[Vv]éase"
    rf"|[Vv]edi)[:,]?\s+(?={AUTHORS.pattern})"
)
# "On Tansen, see ...": no name, though it is followed by a comma.
OPENING = re.compile(r"(?:On|For|In|As|By|The|An?|This|Some|Regarding|Concerning)\s")
LOOKED_AT = 250  # characters in which words of introduction end


def sentences(note: str) -> Iterator[str]:
    """What is parted by full stops, semicolons or another name, but not within parentheses."""
    start = 0
    depths = _depths(note)
    for at, end in sorted({*_stops(note), *_betweens(note)}):
        if depths[at] == 0 and at >= start:
            yield note[start:at].strip()
            start = end
    yield note[start:].strip()


def without_introduction(sentence: str) -> str:
    """From the first name that stands behind "see" or "is" and is followed by a comma."""
    if AUTHORS.match(sentence) and not OPENING.match(sentence):
        return sentence
    cue = CUE.search(sentence[:LOOKED_AT])
    return sentence[cue.end() :] if cue else sentence


def _stops(note: str) -> Iterator[tuple[int, int]]:
    for stop in STOP.finditer(note):
        word = LAST_WORD.search(note[max(0, stop.start() - 30) : stop.start()])
        text = word[1] if word else ""
        is_short = len(text) == 1 and not text.isdigit()
        if text and not is_short and not ABBREVIATED.fullmatch(text):
            yield stop.start() + 1, stop.end()


def _betweens(note: str) -> Iterator[tuple[int, int]]:
    for between in (SEMICOLON, ANOTHER):
        for part in between.finditer(note):
            yield part.start(), part.end()


def _depths(text: str) -> list[int]:
    """How many parentheses are open at each place; one that is never closed counts for little."""
    found, depth, since = [], 0, 0
    for at, sign in enumerate(text):
        if sign in "([":
            depth, since = depth + 1, at
        elif (sign in ")]" and depth) or (depth and at - since > LOOKED_AT):
            depth -= 1
        found.append(depth)
    return [*found, 0]
