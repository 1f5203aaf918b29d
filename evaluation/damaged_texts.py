"""Texts damaged as copies of papers are: always the same way for the same chance."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from hashlib import sha1
from random import Random

SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
PARTED = re.compile(r"(?<=[a-z])-\n(?=[a-z])")
WORD = re.compile(r"[^\W\d_]+")
# What tesseract takes for each other on scans of old prints.
MISREAD = (
    ("rn", "m"), ("m", "rn"), ("l", "1"), ("i", "l"), ("e", "c"), ("c", "e"), ("o", "0"),
    ("h", "b"), ("u", "n"), ("n", "u"), ("a", "o"), ("s", "5"), ("t", "f"), ("cl", "d"),
)  # fmt: skip
WIDTHS, HEIGHTS = (45, 60, 90), (40, 50, 60)
MOST_SENTENCES = 20_000
LONGEST_SENTENCE = 500  # a longer one is a whole text without full stops
COVERS = (
    """This is the author's version of a work that was accepted for publication. Changes resulting
from the publishing process may not be reflected in this document. Items deposited in the
repository are protected by copyright, with all rights reserved unless indicated otherwise. They may
be downloaded and printed for private study. Please cite the published version.""",
    """Open archive for the deposit and dissemination of scientific documents, whether they are
published or not. The documents may come from teaching and research institutions anywhere, or from
public or private research centres. Submitted on the first of May.""",
    """Downloaded from the digital library of the society. Your use of this archive indicates your
acceptance of its terms and conditions of use. Each copy of any part of a transmission must contain
the same notice that appears on the screen or printed page of such transmission.""",
)
TABLES = "\f" + "\n".join(
    " ".join(f"{row * column / 7:.3f}" for column in range(1, 12)) for row in range(1, 150)
)


def sentences_of(texts: Sequence[str]) -> list[str]:
    """Of all texts in turn, to put into others."""
    found: list[str] = []
    for text in texts:
        sentences = [one for one in SENTENCE_END.split(text) if len(one) <= LONGEST_SENTENCE]
        found += sentences[: MOST_SENTENCES // len(texts) + 1]
    return found


def set_anew(text: str, chance: Random) -> str:
    """In lines and pages of another size, with heads and feet, and words parted elsewhere."""
    width, height = chance.choice(WIDTHS), chance.choice(HEIGHTS)
    lines, line = [], ""
    for word in PARTED.sub("", text.replace("\f", "\n")).split():
        room = width - len(line) - 1
        if len(word) <= room or not line:
            line = f"{line} {word}".strip()
        elif word.isalpha() and len(word) > 6 and room >= 3:
            lines.append(f"{line} {word[:room]}-")
            line = word[room:]
        else:
            lines.append(line)
            line = word
    lines.append(line)
    pages = [lines[at : at + height] for at in range(0, len(lines), height)]
    first = chance.randrange(1, 900)
    return "\f".join(
        "\n".join([_head(first + at), *page, f"Copyright by the publisher {first + at}"])
        for at, page in enumerate(pages)
    )


def _head(page: int) -> str:
    return f"Annals of Examples, vol. 12 {page}" if page % 2 else f"{page} A. Author, B. Writer"


def with_cover(text: str, chance: Random) -> str:
    return f"{chance.choice(COVERS)}\f{text}"


def misread(text: str, chance: Random, rate: float) -> str:
    """Each letter with this chance, in a text set anew: read as another, lost, parting its word."""
    parts = re.split(r"(\s+)", set_anew(text, chance))
    for at, word in enumerate(parts):
        if word and not word.isspace() and chance.random() < rate * len(word):
            parts[at] = _misread_word(word, chance)
    return "".join(parts)


def _misread_word(word: str, chance: Random) -> str:
    way, place = chance.random(), chance.randrange(len(word))
    if way < 0.6:
        fitting = [pair for pair in MISREAD if pair[0] in word]
        return (
            word.replace(*chance.choice(fitting), 1)
            if fitting
            else word[:place] + word[place + 1 :]
        )
    if way < 0.8:
        return f"{word[:place]} {word[place:]}"
    return word[:place] + word[place + 1 :]


def cut(text: str, kept: float) -> str:
    return text[: int(len(text) * kept)]


def edited(text: str, chance: Random, rate: float, others: Sequence[str]) -> str:
    """So many sentences are replaced by those of other papers."""
    return " ".join(
        chance.choice(others) if chance.random() < rate else sentence
        for sentence in SENTENCE_END.split(text)
    )


def translated(text: str) -> str:
    """Every word without a capital is another one, always the same; names and numbers stay."""
    return WORD.sub(_translate, text)


def _translate(found: re.Match[str]) -> str:
    return _another(found[0])


@cache
def _another(word: str) -> str:
    if word[0].isupper() or len(word) < 2:
        return word
    digest = sha1(word.encode("utf-8", "surrogatepass"), usedforsecurity=False).digest()
    return "".join(chr(ord("a") + digest[at % 20] % 26) for at in range(len(word) + digest[0] % 3))


def other_words(others: Sequence[str], chance: Random) -> str:
    """A text of sentences from everywhere."""
    return " ".join(chance.choices(others, k=60))
