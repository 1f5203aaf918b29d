"""Patterns of rules cannot stop a crawl."""

from __future__ import annotations

import time

import pytest

from sheaf.patterns import LONGEST_PATTERN, BadPattern, Pattern, TooLongToTry

USUAL = [
    r"^/wiki/[^:]*$",
    r"^en.wikipedia.org$",
    r".*(\.(pdf))(\.(g?z))?$",
    r"\.(jpe?g|gif|png|svg|tiff?|mp[34g]|avi)$",
    r"^(\d{1,3}\.){3}\d{1,3}$",
    r"(?i)^/~[a-z]+/(papers|pubs?|research)/",
    r"[]a]+$",
    r"(?:ab|cd)*e",
    r"^(?=/x)/\w+(?!y)",
    "",
]


@pytest.mark.parametrize("text", USUAL)
def test_usual_patterns_are_taken(text):
    assert Pattern(text).longest >= 250


@pytest.mark.parametrize(
    "text",
    [
        "(a+)+b",
        "(a*)*",
        "(a|a)*b",
        "(a|ab|b)*c",
        r"(\w+\s?)*x",
        "(a?b?)*c",
        "a?" * 40 + "a" * 40,
        r"(x)\1",
        "(?P<x>a)(?P=x)",
        "(?:.*a){8}",
        "(?:a?){30}b",
        ".*a.*b.*c.*d.*e",
        "(",
        "[a",
        "a{5000000000}",
        "a" * (LONGEST_PATTERN + 1),
        "(?x) a # ) comment",
        "(" * 1500,
    ],
)
def test_what_could_take_forever_is_turned_down(text):
    with pytest.raises(BadPattern):
        Pattern(text)


@pytest.mark.parametrize("text", [*USUAL, ".*a.*b", ".*a.*b.*c", "a*?b", "[^/]*[^/]*x", "(a|b)*c"])
def test_no_text_takes_long(text):
    pattern = Pattern(text)
    began = time.process_time()
    for letter in "a/.1%":
        pattern.found_in(letter * pattern.longest)
    assert time.process_time() - began < 5


def test_a_text_longer_than_a_pattern_can_take_is_not_tried():
    pattern = Pattern(".*a.*b.*c")
    assert pattern.found_in("xaxbxc")
    with pytest.raises(TooLongToTry):
        pattern.found_in("x" * (pattern.longest + 1))


def test_a_pattern_is_looked_for_anywhere_unless_it_is_tied():
    assert Pattern("b").found_in("abc")
    assert not Pattern("^b").found_in("abc")
    assert Pattern("^b|c").found_in("abc")
    assert Pattern(".*c|x").found_in("abc")
    assert Pattern("B", ignore_case=True).found_in("abc")
    assert not Pattern("B").found_in("abc")
