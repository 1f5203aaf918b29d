"""Words as the index has them: lower case, without accents."""

from __future__ import annotations

import re
import unicodedata

WORD = re.compile(r"[^\W_]+")
# Letters that the index folds and Unicode does not take apart.
FOLDED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i"}
)


def fold(word: str) -> str:
    apart = unicodedata.normalize("NFKD", word.lower().translate(FOLDED))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
