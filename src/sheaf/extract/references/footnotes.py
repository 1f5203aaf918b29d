"""References in footnotes, for documents that cite there and have no list.

A note may hold several, parted by semicolons, with words around them ("See also ..."), or none:
it is taken for a reference where it names a year beside what only references have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sheaf.extract.body.notes import MARK, footnote_groups
from sheaf.extract.body.paragraphs import joined
from sheaf.extract.references.splitting import Entry
from sheaf.extract.zones.labels import Zone
from sheaf.extract.zones.placed import Placed

SHORTEST, LONGEST = 25, 450  # characters of a reference
MOST = 2000  # references of a document
YEAR = re.compile(r"(?<!\d)(?:1[5-9]\d\d|20[0-4]\d)(?!\d)")
# Places and publishers in parentheses with a year, or volume and pages, or a law report.
DETAIL = re.compile(
    r"\([^()]{0,80}(?:1[5-9]\d\d|20[0-4]\d)[^()]{0,12}\)|\bpp?\.\s?\d|\bvol\.|\bn[or]\.\s?\d|\beds?\.|\btrans\."
    r"|\bin:|\bS\.\s?\d|\bHrsg|\bF\.\s?(?:2d|3d|Supp)|\bU\.\s?S\.|\bv\.\s[A-Z]|\bL\.\s?Rev|\d+\s?\(\d+\)"
    r"|https?://|\bJournal\b|\bPress\b|\bUniversity\b|\bVerlag\b",
)
PARTS = re.compile(r";\s+(?=(?:see\s|cf\.?\s|and\s|also\s|idem\b)?[A-ZÀ-Þ“\"‘])", re.IGNORECASE)
LEADS = re.compile(
    r"^(?:(?:see|cf\.?|compare|also|and|for (?:example|instance|a [a-z]+)|e\.\s?g\.,?|vgl\."
    r"|siehe|dazu|voir|véase|vedi|zie|por ejemplo|but see|quoted in|cited in|as noted by)[\s,:]+)+",
    re.IGNORECASE,
)
REPEATED = re.compile(r"^(?:ibid|ebd|id|op\. cit|loc\. cit|idem|supra|infra)\b", re.IGNORECASE)


def entries_in_footnotes(document: Placed, zones: Sequence[Zone]) -> list[Entry]:
    """In the order of the notes. The marker is the number of the note."""
    found: list[Entry] = []
    for group in footnote_groups(document, zones):
        note = joined(document, group)
        mark = MARK.match(note)
        marker = mark[0].strip(" .)") if mark else None
        for raw in _references(note[mark.end() :] if mark else note):
            if len(found) < MOST:
                found.append(Entry(raw, marker, tuple(group)))
    return found


def _references(note: str) -> Iterator[str]:
    for part in PARTS.split(note):
        raw = LEADS.sub("", part.strip()).strip()
        if is_reference(raw):
            yield raw[:LONGEST]


def is_reference(text: str) -> bool:
    if not SHORTEST <= len(text) <= 3 * LONGEST or REPEATED.match(text):
        return False
    if not text[:1].isupper() and text[:1] not in "“\"‘'«„":
        return False
    return YEAR.search(text) is not None and DETAIL.search(text) is not None
