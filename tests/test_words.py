"""Lists of words are read from files, once."""

from __future__ import annotations

from importlib import resources

from sheaf import words


def test_every_list_can_be_read_and_holds_something():
    files = [
        file.name
        for file in resources.files("sheaf.words").iterdir()
        if file.name.endswith((".txt", ".toml"))
    ]
    for name in files:
        stem, _, ending = name.rpartition(".")
        assert words.read_words(stem) if ending == "txt" else words.read_word_table(stem), name
    assert files


def test_no_list_names_a_word_twice():
    for file in resources.files("sheaf.words").iterdir():
        if file.name.endswith(".txt"):
            entries = words.read_words(file.name.removesuffix(".txt"))
            assert len(entries) == len(set(entries)), file.name


def test_a_list_is_read_once():
    assert words.read_word_sets("particles") is words.read_word_sets("particles")
