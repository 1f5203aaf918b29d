"""Which of a paper's keywords are keywords: what was read as such may be the next heading, the
footer of a journal, a sentence of the text, or a code of a classification."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

MOST_WORDS = 6
LONGEST = 100  # characters
# Where the codes of a classification begin, behind the last keyword.
CLASSIFICATION = re.compile(
    r"[\s.;,]*(?:\b(?:JEL|MSC|AMS|ACM|PACS|CCS|UDC)\b(?:\W|\s*class|\s*subject|\s*\d|$)"
    r"|\b(?:19|20)\d\d\s+(?:AMS\s+)?Math|\bMathematics\s+Subject\s+Class"
    r"|\bCategories\s+and\s+Subject|\bGeneral\s+Terms\b|\bAdditional\s+Key).*$",
    re.IGNORECASE | re.DOTALL,
)
CODE = re.compile(r"(?:[A-Z]\d{1,3}|\d\d[A-Z](?:\d\d|xx)|[A-Z](?:\.\d+){1,3}|[\W\d_]*)$")
NUMBERED = re.compile(
    r"(?:[IVX]+|\d+(?:\.\d+)*)[.)]\s+\S|\d+(?:\.\d+)+\s+\S|(?:\d+|[IVX]{2,})\s+[A-Z]{4}"
)
HEADING = re.compile(
    r"\W*(?:introduction|abstract|summary|references|bibliography|contents|(?:list\s+of\s+)?key\s?-?"
    r"words(?:\s+and\s+phrases)?|index\s+terms|background|motivation|conclusions?|discussion|results"
    r"|acknowledge?ments?|appendix|zusammenfassung|einleitung|résumé|mots[- ]clés|resumen"
    r"|resumo|palabras\s+clave|palavras[- ]chave|parole\s+chiave|schlüsselwörter"
    r"|schlagwörter|введение)\W*$",
    re.IGNORECASE,
)
FURNITURE = re.compile(
    r"https?:|www\.|@|©|\bdoi\b|\bISSN\b|\bISBN\b|\bvol\.|\bpp\.\s*\d|\bno\.\s*\d|copyright"
    r"|all rights"
    r"|downloaded|received\s+(?:on|in|\d|[A-Z][a-z]+\s+\d)|accepted\s+(?:on|for|\d)|published|available"
    r"\s+online|corresponding\s+author|e-?mail|\bpage\s+\d|[\ue000-\uf8ff]",
    re.IGNORECASE,
)
# With these words a sentence begins, and with those a piece of one ends.
_OPENS = """
which who whose that these those this is are was were be we our they it he she i you there here
however although because since when while if as thus ich wir es sie nous je il elle ce se
"""
_CLOSES = """
be been is are was were the of and to a an for with by which that or from than such can may und
oder der die das de la le les et que y el
"""
OPENS, CLOSES = frozenset(_OPENS.split()), frozenset(_CLOSES.split())


def believable(keywords: Iterable[str]) -> Iterator[str]:
    """Those that can be keywords, without what stands around them."""
    for keyword in keywords:
        text = CLASSIFICATION.sub("", " ".join(keyword[: 4 * LONGEST].split()))
        text = re.sub(r"^(?:and|und|et|y|e|&)\s+", "", text.strip(" .,;:·•–—"))
        if text and not _is_something_else(text):
            yield text


def _is_something_else(text: str) -> bool:
    words = text.lower().split()
    return (
        len(words) > MOST_WORDS
        or len(text) > LONGEST
        or text.endswith("-")  # cut off at the end of its line
        or re.search(r"[a-zà-ÿ]{3}[.?!]\s+[A-ZÀ-Þ]", text) is not None
        or words[0] in OPENS
        or words[-1] in CLOSES
        or any(one.match(text) for one in (CODE, NUMBERED, HEADING))
        or FURNITURE.search(text) is not None
    )
