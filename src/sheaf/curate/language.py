"""The language of a text, guessed from its commonest small words."""

from __future__ import annotations

import re
from collections import Counter

SMALL_WORDS = {
    "en": "the of and to in is that for with as this are be by on we",
    "de": "der die und in den von zu das mit sich des auf für ist im nicht ein eine",
    "fr": "le de la et les des en un une du est dans que pour qui au par sur",
    "es": "de la que el en y los se del las un por con una para es al",
    "pt": "de a o que e do da em um para com uma os no se na por mais dos",
    "it": "di e il la che in un del per una con non della le si dei al",
    "nl": "de van het een en in is dat op te zijn met voor niet die aan",
    "ru": "и в не на что с как по это из для к от при",
}
WORDS = {language: frozenset(words.split()) for language, words in SMALL_WORDS.items()}
ENOUGH = 50
WORD = re.compile(r"[^\W\d_]+")


def guess_language(text: str) -> str | None:
    """None where there is too little text, or none of the languages known here stands out."""
    counts = Counter(WORD.findall(text[:40000].lower()))
    total = sum(counts.values())
    if total < ENOUGH:
        return None
    shares = {
        language: sum(counts[word] for word in words) / total for language, words in WORDS.items()
    }
    best = max(shares, key=lambda language: shares[language])
    return best if shares[best] > 0.1 else None
