"""Names of files that people take away."""

from __future__ import annotations

import re

import pytest

from sheaf.extract.file_names import readable_stem


def paper(name=None, year=None, title=None, **parts):
    return {"title": title, "year": year, "authors": [{"name": name, **parts}] if name else []}


@pytest.mark.parametrize(
    ("given", "stem"),
    [
        (paper("Ada Olatunji", 2025, "Self-Tuning Graphs of the South"),
         "olatunji-2025-self-tuning-graphs"),
        (paper("Paul Erdős", 1959, "On Random Graphs"), "erdos-1959-random-graphs"),
        (paper("Søren Łukaß", None, "The Æther"), "lukass-aether"),
        (paper(None, 2004, "A Title"), "2004-title"),
        (paper("B. Writer"), "writer"),
        (paper("李 明", 2020, "图的研究"), ""),
        ({}, ""),
        (paper("../../etc/passwd\x00\r\nX: y", 1, 'a"b\\c/../d'), None),
        (paper("x" * 900, 2020, "y" * 900 + " " + "z" * 900), None),
    ],
)  # fmt: skip
def test_a_name_says_who_when_and_what(given, stem):
    found = readable_stem(given)
    assert re.fullmatch(r"(?:[a-z0-9]+(?:-[a-z0-9]+)*)?", found)
    assert len(found) <= 130
    if stem is not None:
        assert found == stem
