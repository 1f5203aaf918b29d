"""References in footnotes, for documents that cite there and have no list.

A note may hold several, parted by semicolons, with words around them ("See also ..."), or none.
Each of its sentences is looked at by itself: one that begins with a name or a title and has a year
beside what only references have is a reference; one that says something is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sheaf.extract.body.footnotes import MARK, group_footnote_lines, split_footnotes
from sheaf.extract.body.paragraphs import text_of_lines
from sheaf.extract.references.note_sentences import AUTHORS, sentences, without_introduction
from sheaf.extract.references.splitting import Entry
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
QUOTED = re.compile(
    r"“[^”]{0,300}”|‘[^’]{0,20}(?:[^’]|’(?=\w)){0,280}’|\"[^\"]{0,300}\"|«[^»]{0,300}»"
)
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
ENDED = re.compile(
    r"(?:1[5-9]\d\d|20[0-4]\d)|\b(?:pp?|vv?|S|ff?|nos?|vols?)\.\s?[\divxlc]|https?://|:\s?\d+[–-]\d"
)


def entries_in_footnotes(document: TextLines, zones: Sequence[Zone]) -> list[Entry]:
    """In the order of the notes. The marker is the number of the note."""
    found: list[Entry] = []
    for group in group_footnote_lines(document, zones):
        for note in split_footnotes(text_of_lines(document, group)[:LONGEST_NOTE]):
            mark = MARK.match(note)
            marker = mark[0].strip(" .)") if mark else None
            for raw in references_in(note[mark.end() :] if mark else note):
                if len(found) < MOST:
                    found.append(Entry(raw, marker, tuple(group)))
    return found


def references_in(note: str) -> Iterator[str]:
    for sentence in sentences(note):
        raw = LEADS.sub("", sentence).strip()
        raw = LEADS.sub("", without_introduction(raw)).strip()
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
    return not is_said and ENDED.search(text[-ENDING:]) is not None
