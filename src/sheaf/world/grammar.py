"""Sentence templates: "<We|This paper> studies {objects}" compiled once and filled quickly."""

import random
import re
from collections.abc import Mapping, Sequence
from functools import cache

from sheaf.world import vocabulary

Words = Mapping[str, Sequence[str]]
_Part = str | tuple[str, ...]

_PIECE = re.compile(r"<([^<>]*)>|\{(\w+)\}")


@cache
def _compile(template: str) -> tuple[_Part, ...]:
    """Plain text at even places, slots and <alternatives> at odd ones."""
    parts: list[_Part] = []
    end = 0
    for piece in _PIECE.finditer(template):
        alternatives, slot = piece.groups()
        parts += [template[end : piece.start()], slot or tuple(alternatives.split("|"))]
        end = piece.end()
    parts.append(template[end:])
    return tuple(parts)


def fill(template: str, words: Words, rng: random.Random) -> str:
    """The template as a text; each slot takes one of its words by chance, none twice if it can."""
    chance = rng.random
    out: list[str] = []
    for place, part in enumerate(_compile(template)):
        if place % 2 == 0:
            out.append(part)  # type: ignore[arg-type]
            continue
        choices = words[part] if isinstance(part, str) else part
        number = int(chance() * len(choices))
        for step in range(len(choices)):
            word = choices[(number + step) % len(choices)]
            if word not in out:
                break
        out.append(word)
    return "".join(out)


_AFTER_A_STOP = re.compile(r"(?<=[.?!] )[a-z]")


def sentence(template: str, words: Words, rng: random.Random) -> str:
    """A filled template, each of its sentences starting with a capital letter."""
    text = fill(template, words, rng)
    if ". " in text or "? " in text:
        text = _AFTER_A_STOP.sub(lambda letter: letter[0].upper(), text)
    return text[0].upper() + text[1:]


def add_article(noun: str) -> str:
    article = "an" if noun[0].lower() in "aeiou" else "a"
    return f"{article} {noun}"


_SMALL_WORDS = vocabulary.words("""
    a an and as at among across after before between by during for from in into of on or over the
    through to under using via with within without toward against
""")


def title_case(text: str) -> str:
    """Capital letters as a copy editor sets them in a title."""
    words = text.split()
    titled = [
        word if place and word in _SMALL_WORDS else _capital(word)
        for place, word in enumerate(words)
    ]
    return " ".join(titled)


def _capital(word: str) -> str:
    return "-".join(half[:1].upper() + half[1:] for half in word.split("-"))
