"""What a question says, as a tree."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.rounds import rounds

from sheaf.search.fields import BY_NAME, FIELDS, field_help
from sheaf.search.question import (
    All,
    Either,
    Everything,
    Exact,
    Not,
    Prefix,
    QuotedPhrase,
    Range,
    Words,
    leaves,
)
from sheaf.search.question_reader import MOST_LEAVES, read_question

A, B, C = Words("a1"), Words("b1"), Words("c1")
BETWEEN = Either((Range("year", 2005, 2010), All((Words("2005"), Words("2010")))))


@pytest.mark.parametrize(
    ("text", "root"),
    [
        ("a1 b1", All((A, B))),
        ("a1 b1 OR c1", Either((All((A, B)), C))),
        ("a1 AND b1 OR c1", Either((All((A, B)), C))),
        ("(a1 OR b1) c1", All((Either((A, B)), C))),
        ("a1 -b1", All((A, Not(B)))),
        ("a1 NOT b1", All((A, Not(B)))),
        ("a1 -(b1 c1)", All((A, Not(All((B, C)))))),
        ("+a1 +b1", All((A, B))),
        ("a1 - b1", All((A, B))),
        ("a1 -b1- c1", All((A, Words("-b1-"), C))),
        ('"a1 b1"', QuotedPhrase("a1 b1")),
        ("“a1 b1”", QuotedPhrase("a1 b1")),
        ('"a1 b1"*', QuotedPhrase("a1 b1", None, True)),
        ("'a1 b1' c1", All((QuotedPhrase("a1 b1"), C))),
        ("don't", Words("don't")),
        ("graph*", Prefix("graph")),
        ("authors:erd*", Prefix("erd", "author")),
        ("title:a1 b1", All((Words("a1", "title"), B))),
        ("title:(a1 OR b1)", Either((Words("a1", "title"), Words("b1", "title")))),
        ('AU:"J. Smith"', QuotedPhrase("J Smith", "author")),
        ("year:2004", Range("year", 2004, 2004)),
        ("year:2014-2016", Range("year", 2014, 2016)),
        ("year:2016-2014", Range("year", 2014, 2016)),
        ("year:2014..", Range("year", 2014, None)),
        ("year:>2010", Range("year", 2011, None)),
        ("year:<=2010", Range("year", None, 2010)),
        ("year:[2000 TO 2010]", Range("year", 2000, 2010)),
        ("year:{2000 TO 2010}", Range("year", 2001, 2009)),
        ("year:[2000 TO *]", Range("year", 2000, None)),
        ("year:*", Range("year", None, None)),
        ("year:(2004 OR 2006)", Either((Range("year", 2004, 2004), Range("year", 2006, 2006)))),
        ('year:("2004" OR 2006)', Either((Range("year", 2004, 2004), Range("year", 2006, 2006)))),
        ("a1 between 2005 and 2010", All((A, BETWEEN))),
        ("a1 from 2005 to 2010 b1", All((A, BETWEEN, B))),
        ("from 2005 to b1", All((Words("from"), Words("2005"), Words("to"), B))),
        ("modified:2024-02", Range("modified", 1706745600, 1709251199)),
        ("modified:1970-01-01", Range("modified", 0, 86399)),
        ("doi:10.1/S(05)6 a1", All((Exact("doi", "10.1/S(05)6"), A))),
        ("(doi:10.1/x)", Exact("doi", "10.1/x")),
        ("cites:12", Exact("cites", "12")),
        ("lang:de", Exact("lang", "de")),
        ("http://a1.example/b", Words("http://a1.example/b")),
        ("*", Everything()),
        (
            "THE ART OF WAR AND PEACE",
            All(tuple(map(Words, ["THE", "ART", "OF", "WAR", "AND", "PEACE"]))),
        ),
        ("Notes: A1", All((Words("Notes"), Words("A1")))),
        ("", None),
        ("!!! ()", None),
    ],
)
def test_a_question_is_read_as(text, root):
    question = read_question(text)
    assert question.root == root
    assert question.complaints == ()


@pytest.mark.parametrize("words", ['citations:("two words")', "modified:(“two words” OR b1)"])
def test_a_phrase_behind_a_field_of_numbers_is_left_out_and_told(words):
    question = read_question(f"a1 {words}")
    assert question.root == A
    assert words.partition(":")[0] in question.complaints[0]


@pytest.mark.parametrize(
    ("text", "is_deliberate"),
    [
        ("A “Survey” (of) things: part -", False),
        ("10.1000/182 doi:10.1000/182", False),
        ("author:smith", True),
        ("a OR b", True),
        ("a -b", True),
        ("graph*", True),
    ],
)
def test_whoever_uses_the_language_of_questions_pastes_nothing(text, is_deliberate):
    assert read_question(text).is_deliberate == is_deliberate


@pytest.mark.parametrize("piece", ["(", "NOT ", "-(", "title:", "a OR ", "title:(", '"a" ', "x\n"])
def test_a_question_is_bounded(piece):
    assert len(leaves(read_question(piece * 3000).root)) <= MOST_LEAVES


def test_a_long_question_says_what_was_left_out():
    notes = read_question("word " * 700).notes
    assert notes == ("Only the first 64 words were searched.",)
    assert read_question("x" * 5000 + " y").notes == ("Only the first 4,000 letters were read.",)


PIECES = (
    *("title:", "year:", "doi:", "nofield:", "AND", "OR", "NOT", "TO", " ", "graph", "2004"),
    *"*?\"'()[]{}-+^~\\/<>=!:.“”«\x00",
    *("é", "图像", "99999999999999999999", "\ud800", "&&", "||"),
)


@settings(max_examples=rounds(200, 50_000), deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_whatever_is_typed_is_read(text):
    read_question(text)


def test_no_name_of_a_field_is_used_twice():
    names = [name for field in FIELDS for name in (field.name, *field.aliases)]
    assert len(names) == len(set(names)) == len(BY_NAME)
    assert all(field.example in field_help() for field in FIELDS)
