"""Lists of words as data: particles of names, months, headings, ...; one file a list, read once.

given_names.txt   one entry a line; what follows a # is a comment
particles.toml    several lists of words, or tables, where an entry has more to say than itself
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any


@cache
def read_words(name: str) -> tuple[str, ...]:
    """The entries of NAME.txt, in the order of the file."""
    lines = (line.partition("#")[0].strip() for line in _read_text(f"{name}.txt").splitlines())
    return tuple(line for line in lines if line)


@cache
def read_word_table(name: str) -> dict[str, Any]:
    """What NAME.toml says. It is shared by all who read it: do not change it."""
    return tomllib.loads(_read_text(f"{name}.toml"))


@cache
def read_word_sets(name: str) -> dict[str, frozenset[str]]:
    """The lists of NAME.toml, where each is a text of words. Shared as well."""
    return {key: frozenset(text.split()) for key, text in read_word_table(name).items()}


def _read_text(file_name: str) -> str:
    return resources.files("sheaf.words").joinpath(file_name).read_text(encoding="utf-8")
