"""Where a paper appeared, as its first page prints it."""

from __future__ import annotations

import re

from sheaf.extract.header.labelling import Front
from sheaf.extract.header.words import is_prose

NAME = re.compile(
    r"\b(?:journal|proceedings|proc\.|conference|workshop|symposium|transactions|letters|review|annals"
    r"|bulletin|acta|archives?|advances|lecture notes|magazine|studies|economics|science|sciences"
    r"|research|physics|neurips|nips|icml|acl|aaai|ieee|acm|plos|springer|elsevier)\b",
    re.IGNORECASE,
)
CITED_AS = re.compile(r"^\W*(?:citation|cite this|to cite|how to cite|please cite)", re.IGNORECASE)
ADDRESS = re.compile(r"https?://\S+|www\.\S+|\bdoi\b\S*\s*\S*|\bISSN\b.*$", re.IGNORECASE)
PUBLISHED_IN = re.compile(
    r"^\W*(?:published (?:in|as)|to appear in|appear(?:s|ed|ing) in|in|presented at"
    r"|accepted (?:to|at|for))\s*:?\s+(?=[A-Z])"
)
LONGEST = 250
MOST_WORDS = 40


def venue_of(front: Front) -> str | None:
    """The line that the model takes for one and that names most clearly a journal or a meeting."""
    best, weight = None, 0.0
    for at in front.having("venue"):
        text = front.lines[at].text
        if is_prose(text) or CITED_AS.match(text):
            continue
        name = _cleaned(text)
        if not sum(map(str.isalpha, name)) >= 3 or len(name.split()) > MOST_WORDS:
            continue
        found = front.sure[at] + (1.0 if NAME.search(name) else 0.0) - 0.01 * at
        if found > weight:
            best, weight = name, found
    return best[:LONGEST] if best else None


def _cleaned(text: str) -> str:
    text = PUBLISHED_IN.sub("", ADDRESS.sub(" ", text))
    return " ".join(text.split()).strip(" |,;:.")
