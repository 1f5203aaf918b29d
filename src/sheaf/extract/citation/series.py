"""Series of books and proceedings, by their names. A model takes "LNCS" for a journal, or for the
end of a conference's name; but there are few series, and they are called the same everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sheaf.extract.citation.spans import Span, without

CODES = (
    r"LNCS|LNAI|LNBIP|LNM|LNP|LNEE|LNNS|LNICST|LNCIS|LIPI[Cc][Ss]|OASIcs|EPTCS|ENTCS|CCIS|AISC"
    r"|(?:IFIP )?AICT|IFIP (?:Trans\.|Advances in [A-Z]\w+ and [A-Z]\w+ [A-Z]\w+)|GTM"
    r"|CEUR(?:-WS| Workshop Proceedings)"
)
CODE = re.compile(rf"(?:{CODES})\b\.?(?:\s*/\s*(?:{CODES})\b)?")
NAME = re.compile(
    r"(?:Electronic |Springer )?(?:Lect(?:ures?|\.)?|Electron(?:ic|\.)) Notes? (?:in|on|of|[A-Z])"
    r"|(?:Electronic )?Proceedings in Theoretical Computer Science"
    r"|Leibniz International Proceedings in Informatics"
    r"|Communications in Computer and Information Science"
    r"|(?:Advances|Frontiers) in (?:Intelligent Systems and Computing|Artificial Intelligence and)"
    r"|IFIP (?:Advances|International Federation)"
    r"|Graduate (?:Texts|Studies) in Math|Undergraduate Texts in|Texts in (?:Applied|Theoretical)"
    r"|(?:Die )?Grundlehren der|Ergebnisse der Math"
    r"|(?:Cambridge|Oxford) (?:Studies|Tracts|Monographs) in"
    r"|Cambridge Tracts|Encyclopedia of Mathematics and"
    r"|(?:Mathematical|Math\.) Surveys and Monographs|Translations of Mathematical Monographs"
    r"|(?:Springer|Wiley|CBMS|Oxford|Addison-Wesley)(?: \w+){0,3} Series in"
)  # fmt: skip
# Half journals: they are series only where something else says what the paper stood in.
PERIODICAL = re.compile(r"^(?:ENTCS|EPTCS|Electron(?:ic|\.) (?:Notes|Proc))")
OF_PROCEEDINGS = re.compile(
    r"\b(?:LNCS|LNAI|LNBIP|LNICST|LIPI[Cc][Ss]|OASIcs|EPTCS|ENTCS|CCIS|AISC|AICT|CEUR)\b"
    r"|Notes (?:in|on) (?:Comp(?:ut)?|Artif|Business|Theor)|Proceedings in"
)
VENUES = frozenset({"journal", "booktitle"})
SEARCHED = VENUES | {"series", "publisher"}
# What may stand before a series inside a stretch: the end of a name, or "volume 7 of".
BEFORE = re.compile(r"(?:^|[.,;:(–—-]\s*|\b(?:of|in) |\bSpringer(?:[- ]Verlag)?,? )$")
NUMBER = re.compile(r"[\s,]*(?:vol(?:ume)?s?\.?|no\.?|nr\.?|Bd\.?)?[\s,]*(\d{1,5})\b(?!\s*[-–(])")
EDITED = re.compile(r"(?:\((?:eds?|Hrsg|Hg)\.?\)[.,:]?|\bIn:)\s+(\S[^()]{0,150}?)[.,]\s*$")
SURE = 0.9


def told_apart(text: str, spans: Sequence[Span]) -> list[Span]:
    """With every series that is known by name as one, and the venue before it as the venue."""
    found = [part for span in spans for part in _cut(span)]
    found = _numbered(text, found)
    venues = [span for span in found if span.label in VENUES]
    series = next((span for span in found if span.label == "series"), None)
    if series is None or venues:
        return found
    if edited := EDITED.search(text[: series.start]):
        held = Span("booktitle", edited[1], edited.start(1), edited.end(1), SURE)
        if not any(one.start < held.end and held.start < one.end for one in found):
            return sorted([*found, held], key=lambda one: one.start)
    is_cited_so = not any(one.label == "title" for one in found)  # "Lect. Notes Phys. 629, 1"
    if is_cited_so or PERIODICAL.match(series.text):
        return [replace(one, label="journal") if one is series else one for one in found]
    return found


def is_of_proceedings(name: str) -> bool:
    return bool(OF_PROCEEDINGS.search(name))


def _cut(span: Span) -> Iterator[Span]:
    """What stands before a series in a stretch keeps its label; behind a code nothing follows but
    its number."""
    at = _series_in(span) if span.label in SEARCHED else None
    if at is None:
        yield span
        return
    start, end = at
    head = span.text[:start].rstrip(" .,;:(–—-")
    if span.label == "series":
        # It is one already; all that is to go is the "of" before it.
        start = start if head in ("", "of", "in") else 0
    elif any(one.isalnum() for one in head):
        yield replace(span, text=head, end=span.start + len(head))
    yield Span("series", span.text[start:end], span.start + start, span.start + end, span.sure)


def _series_in(span: Span) -> tuple[int, int] | None:
    for pattern in (CODE, NAME):
        for match in pattern.finditer(span.text):
            if (match.start() == 0 or span.text[match.start() - 1] in " .(") and BEFORE.search(
                span.text[: match.start()]
            ):
                end = match.end() if pattern is CODE else len(span.text)
                return match.start(), end
    return None


def _numbered(text: str, spans: Sequence[Span]) -> list[Span]:
    """The number behind a code is its volume, whatever it was taken for."""
    found = list(spans)
    for series in [one for one in spans if one.label == "series" and CODE.match(one.text)]:
        number = NUMBER.match(text, series.end)
        if number is None or any(one.label == "volume" for one in found):
            continue
        volume = Span("volume", number[1], number.start(1), number.end(1), SURE)
        found = [*without(found, volume.start, volume.end), volume]
    return sorted(found, key=lambda one: one.start)
