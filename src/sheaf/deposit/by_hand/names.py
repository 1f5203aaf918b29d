"""Names that people give: tidied, and compared without regard to case, blanks and signs."""

from __future__ import annotations

import re
import unicodedata
from hashlib import md5

from sheaf.deposit.bulk import make_storable
from sheaf.deposit.by_hand.contract import LONGEST_COLLECTION_NAME, LONGEST_TAG
from sheaf.errors import UsageError

APART = re.compile(r"[^\w]+")
UNWANTED = re.compile(r"[\x00-\x20\"'“”:*()\[\]{}<>,;/\\|&?#%]+")


def tidy_tag(text: str) -> str:
    """One word in small letters; blanks and signs that a question would not take become dashes."""
    plain = unicodedata.normalize("NFC", make_storable(text)).casefold()
    word = UNWANTED.sub("-", plain.replace("_", "-")).strip("-")
    if not word or len(word) > LONGEST_TAG or not any(map(str.isalnum, word)):
        raise UsageError(
            f"{text[:60]!r} is no tag.", f"A tag is a word of {LONGEST_TAG} letters at the most."
        )
    return word


def tidy_name(text: str) -> str:
    """The name of a collection."""
    name = " ".join(unicodedata.normalize("NFC", make_storable(text)).split())
    if not name or len(name) > LONGEST_COLLECTION_NAME or not short_form(name):
        words = f"{text[:100]!r} is no name of a collection."
        raise UsageError(words, f"It has letters, {LONGEST_COLLECTION_NAME} at the most.")
    return name


def short_form(name: str) -> str:
    """How a name is written in a question: My Reading List is my-reading-list."""
    plain = unicodedata.normalize("NFC", make_storable(name)).casefold()
    return APART.sub("-", plain.replace("_", "-")).strip("-")


def key_of(word: str) -> str:
    """Databases differ in which letters they take for equal."""
    return md5(word.encode("utf-8", "replace"), usedforsecurity=False).hexdigest()
