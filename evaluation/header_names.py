"""When two spellings are one family name.

The truth of a paper is what its authors wrote somewhere else, and often in another spelling than
the paper prints: without accents, transliterated, with a compound's hyphen or without. Those are
no faults of a reader, so author lists are scored twice: as spelled, and with these set aside.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from evaluation.matching import last_name

HYPHENS = re.compile(r"[-‐‑–\u00ad'’‘`´]")
# Letters that no accent is taken from.
PLAIN = str.maketrans(
    {"ı": "i", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ħ": "h"}
)
# "Mueller" and "Müller".
UMLAUTS = re.compile(r"([aou])e")
# "DeJaeger" and "De Jaeger".
ATTACHED = re.compile(r"\b(De|Van|Von|Der|Den|Le|La|Du|Di|Da|Del)(?=[A-Z])")
INITIALS = re.compile(r"^(?:[^\W\d_]\b[.\s]*)+$")


def spelled_freely(name: str) -> str:
    """The last part of a family name in plain letters. Capitals, accents, umlauts written with
    an e, the hyphen of a compound, an apostrophe and the space behind a particle do not count;
    initials before a comma are no family name ("E. W, M. Hopman" is a slip of the pen)."""
    before, comma, _ = name.partition(",")
    if comma and INITIALS.match(before.strip()):
        name = name.replace(",", " ", 1)
    parts = HYPHENS.sub(" ", ATTACHED.sub(r"\1 ", name)).casefold()
    plain = unicodedata.normalize("NFKD", parts.translate(PLAIN))
    bare = "".join(char for char in plain if not unicodedata.combining(char))
    return UMLAUTS.sub(r"\1", last_name(bare))


def all_spelled_freely(names: Sequence[str]) -> list[str]:
    return [name for name in map(spelled_freely, names) if name]
