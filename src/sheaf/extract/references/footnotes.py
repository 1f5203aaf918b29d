"""References in footnotes, for documents that cite there and have no list.

A note may hold several, parted by semicolons, with words around them ("See also ..."), or none.
Each of its sentences is looked at by itself: one that begins with a name or a title and has a year
beside what only references have is a reference; one that says something is not.

Full stops do not say where a sentence ends, for references are full of them; what stands before
one does: initials and "ed.", "pp.", "trans." end nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sheaf.extract.body.footnotes import MARK, group_footnote_lines, split_footnotes
from sheaf.extract.body.paragraphs import text_of_lines
from sheaf.extract.references.lists import ListEntry
from sheaf.extract.zones.document import Zone
from sheaf.extract.zones.text_lines import TextLines

SHORTEST, LONGEST = 25, 450  # characters of a reference
LONGEST_NOTE = 20_000
MOST = 2000  # references of a document
YEAR = re.compile(r"(?<!\d)(?:1[5-9]\d\d|20[0-4]\d)(?!\d)")
# Places and publishers in parentheses with a year, or volume and pages, or a law report.
DETAIL = re.compile(
    r"\((?!(?:r|b|d|fl|c)\.)[^()]{0,80}(?:1[5-9]\d\d|20[0-4]\d)[^()]{0,12}\)|\bpp?\.\s?\d|\bvol\.|\bn[or]\.\s?\d|\beds?\.|\btrans\."
    r"|\bin:|\bS\.\s?\d|\bHrsg|\bF\.\s?(?:2d|3d|Supp)|\bU\.\s?S\.|\bv\.\s[A-Z]|\bL\.\s?Rev|\d\s?\(\d+\)"
    r"|,\s[A-ZÀ-Þ][^\W\d_]{2,20}(?:\s[A-ZÀ-Þ][^\W\d_]{2,20})?,\s(?:1[5-9]|20)\d\d\b"
    r"|https?://|\bJournal\b|\bPress\b|\bUniversity\b|\bVerlag\b",
)
LEADS = re.compile(
    r"^(?:(?:see|cf\.?|compare|also|and|for (?:example|instance|a [a-z]+)|e\.\s?g\.,?|vgl\."
    r"|siehe|dazu|voir|véase|vedi|zie|por ejemplo|but see|quoted in|cited in|as noted by)[\s,:]+)+",
    re.IGNORECASE,
)
REPEATED = re.compile(r"^(?:ibid|ebd|id|op\. cit|loc\. cit|idem|supra|infra)\b", re.IGNORECASE)
QUOTED = re.compile(r"“[^”]{0,300}”|‘(?:[^’]|’(?=\w)){0,300}’|\"[^\"]{0,300}\"|«[^»]{0,300}»")
PARENTHESES = re.compile(r"\([^()]{0,300}\)")
TITLE_FIRST = re.compile(r"[“‘\"«][^”’\"»]{4,200}[”’\"»],?\s")
# What is said with a verb or by somebody is no reference, unless it is a title that says it.
SAYING = re.compile(
    r"\b(?:is|are|was|were|has|have|had|does|did|seems?|suggests?|argues?|notes|noted|writes|wrote"
    r"|shows?|discuss(?:es|ed)?|refers?|mentions?|describes?|employs?|uses?|claims?|appears?"
    r"|can|could|may|might|would|should|cannot|I|we|he|she|they|it|my|our|this|these|those|which"
    r"|although|because|however|whose|who|there|not|also|only|such)\b"
)
MOST_SAYING = 1
ENDING = 90  # characters at the end of a reference in which its year or its pages stand
REFERENCE_END = re.compile(
    r"(?:1[5-9]\d\d|20[0-4]\d)|\b(?:pp?|vv?|S|ff?|nos?|vols?)\.\s?[\divxlc]|https?://|:\s?\d+[–-]\d"
)


def find_footnote_entries(document: TextLines, zones: Sequence[Zone]) -> list[ListEntry]:
    """In the order of the notes. The marker is the number of the note."""
    found: list[ListEntry] = []
    for group in group_footnote_lines(document, zones):
        for note in split_footnotes(text_of_lines(document, group)[:LONGEST_NOTE]):
            mark = MARK.match(note)
            marker = mark[0].strip(" .)") if mark else None
            for raw in find_references(note[mark.end() :] if mark else note):
                if len(found) < MOST:
                    found.append(ListEntry(raw, marker, tuple(group)))
    return found


def find_references(note: str) -> Iterator[str]:
    for sentence in split_sentences(note):
        raw = LEADS.sub("", sentence).strip()
        raw = LEADS.sub("", strip_introduction(raw)).strip()
        if is_reference(raw):
            yield raw[:LONGEST]


def is_reference(text: str) -> bool:
    if not SHORTEST <= len(text) <= 2 * LONGEST or REPEATED.match(text):
        return False
    if not (AUTHORS.match(text) or TITLE_FIRST.match(text)):
        return False
    if YEAR.search(text) is None or DETAIL.search(text) is None:
        return False
    plain = PARENTHESES.sub(" ", QUOTED.sub(" ", text))
    is_said = len(SAYING.findall(plain)) > MOST_SAYING
    return not is_said and REFERENCE_END.search(text[-ENDING:]) is not None


ABBREVIATED = re.compile(
    r"(?:eds?|edn|trans|tr|vols?|n[or]s?|pp?|vv?|ff?|fols?|cf|esp|rev|repr|chaps?|ch|st|[dm]r|mrs|prof"
    r"|sr|jr|al|ca|[cdrnt]|fn|sect?|art|hrsg|hg|bde?|aufl|übers|vgl|bzw|dir|trad|tom|univ|dept|inst"
    r"|assoc|soc|suppl|ser|cit|ibid|id|loc|op|viz|ie|eg|aka|mss?|fasc|jan|feb|mar|apr|jun|jul|aug"
    r"|sept?|oct|nov|dec)",
    re.IGNORECASE,
)
STOP = re.compile(r"(?<=[\w)\]’”'\"])\.\s+(?=[A-ZÀ-ÞĀ-Žāṭ“\"‘‹«(\[])")
LAST_WORD = re.compile(r"(?<![^\W_])([^\W_]++)[)\]’”'\"]{0,2}$")
SEMICOLON = re.compile(
    r";\s+(?=(?:see\s|cf\.?\s|and\s|also\s|idem\b|for\s|on\s)?[A-ZÀ-Þ“\"‘«])", re.IGNORECASE
)
# A name and a comma: "A. K. Ramanujan, ", "Velcheru Narayana Rao and David Shulman, ".
_NAME_PART = (
    r"(?:[A-ZÀ-ÞĀ-Ž][^\W\d_]*(?:[’'\-][^\W\d_]+){0,3}\.?|“[^”]{1,20}”|[a-z]{1,3}-[A-Z]\w{1,30})"
)
_NAME_JOIN = r"(?:and|&|und|et|y|de|da|di|du|van|von|der|den|la|le|al|of|ibn|bin|v\.?)"
AUTHORS = re.compile(
    rf"{_NAME_PART}(?:(?:\s|(?<=\.))(?:{_NAME_PART}|{_NAME_JOIN})){{0,11}}"
    r"(?:\s?\((?:eds?|trans|comp)\.?\)|\set al\.)?(?:,\s|:\s|\s\((?=\d{4})|\s(?=[‘“]))"
)
# "..., 1987 and Phillip B. Wagoner, ...": another work, behind the year or the pages of one.
ANOTHER = re.compile(rf"(?<=\d[\d)]),?\s+and\s+(?={AUTHORS.pattern})")
INTRODUCTION = re.compile(
    r"\b(?:[Ss]ee(?: also| further| especially)?|[Cc]f\.?|[Cc]ompare|[Cc]onsult|e\.\s?g\.,?"
    r"|example,?|instance,?|is|are|includes?|from|by|in|such as|[Vv]gl\.|[Ss]iehe|[Vv]oir|[Vv]éase"
    rf"|[Vv]edi)[:,]?\s+(?={AUTHORS.pattern})"
)
# "On Tansen, see ...": no name, though it is followed by a comma.
NO_NAME = re.compile(r"(?:On|For|In|As|By|The|An?|This|Some|Regarding|Concerning)\s")
LOOKED_AT = 250  # characters in which words of introduction end


def split_sentences(note: str) -> Iterator[str]:
    """What is parted by full stops, semicolons or another name, but not within parentheses."""
    start = 0
    depths = _bracket_depths(note)
    for at, end in sorted({*_find_stops(note), *_find_separators(note)}):
        if depths[at] == 0 and at >= start:
            yield note[start:at].strip()
            start = end
    yield note[start:].strip()


def strip_introduction(sentence: str) -> str:
    """From the first name that stands behind "see" or "is" and is followed by a comma."""
    if AUTHORS.match(sentence) and not NO_NAME.match(sentence):
        return sentence
    cue = INTRODUCTION.search(sentence[:LOOKED_AT])
    return sentence[cue.end() :] if cue else sentence


def _find_stops(note: str) -> Iterator[tuple[int, int]]:
    for stop in STOP.finditer(note):
        word = LAST_WORD.search(note[max(0, stop.start() - 30) : stop.start()])
        text = word[1] if word else ""
        is_short = len(text) == 1 and not text.isdigit()
        if text and not is_short and not ABBREVIATED.fullmatch(text):
            yield stop.start() + 1, stop.end()


def _find_separators(note: str) -> Iterator[tuple[int, int]]:
    for between in (SEMICOLON, ANOTHER):
        for part in between.finditer(note):
            yield part.start(), part.end()


def _bracket_depths(text: str) -> list[int]:
    """How many parentheses are open at each place; one that is never closed counts for little."""
    found, depth, since = [], 0, 0
    for at, sign in enumerate(text):
        if sign in "([":
            depth, since = depth + 1, at
        elif (sign in ")]" and depth) or (depth and at - since > LOOKED_AT):
            depth -= 1
        found.append(depth)
    return [*found, 0]
