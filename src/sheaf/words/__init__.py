"""Lists of words as data: particles of names, months, headings, ...; one file a list, read once.

particles.txt   one entry a line; what follows a # is a comment
months.toml     tables, where an entry has more to say than itself
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


def _read_text(file_name: str) -> str:
    return resources.files("sheaf.words").joinpath(file_name).read_text(encoding="utf-8")
