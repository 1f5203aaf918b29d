"""Where a list of keywords begins and ends, on fronts whose labels are given."""

import pytest

from sheaf.extract.header.keywords import find_keyword_lines, read_keywords, split_keywords
from sheaf.extract.header.labelling import FrontMatter
from sheaf.extract.header.layout import describe_lines
from sheaf.records import Line, PageShape

NEAR, APART = 12.0, 30.0


def front(*rows):
    """Rows of text, label, size and how far below the last one they stand."""
    lines, y = [], 100.0
    for text, _, size, below in rows:
        y += below
        lines.append(Line(text, 0, 90.0, y, 400.0, y + 10.0, size))
    return FrontMatter(
        tuple(lines), tuple(range(len(lines))),
        tuple(describe_lines(lines, [PageShape(612.0, 792.0)])),
        tuple(row[1] for row in rows), (0.9,) * len(rows), (),
    )  # fmt: skip


def keywords(*rows):
    told = front(*rows)
    return list(read_keywords(told, [line.text for line in told.lines], ""))


LIST = ("Keywords: stones; slopes; data management", "keyword", 9.0, APART)
FOUND = ["stones", "slopes", "data management"]


@pytest.mark.parametrize(
    "rest",
    [
        ("I. INTRODUCTION", 9.0, NEAR),
        ("INTRODUCTION", 9.0, NEAR),
        ("JEL classifications: E52, E58.", 9.0, NEAR),
        ("MSC: 54D50, 06D22", 9.0, NEAR),
        ("2000 Mathematics Subject Classification. Primary 06D22", 9.0, NEAR),
        ("Categories and Subject Descriptors: I.2.11 [Stones]", 9.0, NEAR),
        ("General Terms: Slopes, Theory", 9.0, NEAR),
        ("ACM Reference Format: Maria Delgado. 2016.", 9.0, NEAR),
        ("Abbreviations: S, stone; P, slope", 9.0, NEAR),
        ("Political Transitions", 11.0, APART),
        ("Delgado's life was marked by several stones", 10.0, NEAR),
    ],
)
def test_what_follows_is_no_keyword(rest):
    text, size, below = rest
    assert keywords(LIST, (text, "keyword", size, below)) == FOUND


def test_a_list_ends_with_a_full_stop():
    ended = (f"{LIST[0]}.", *LIST[1:])
    assert keywords(ended, ("Stones, Slopes and Others", "keyword", 9.0, NEAR)) == FOUND


@pytest.mark.parametrize("tail", ["JEL classifications: E52", "MSC: 54D50", "I. INTRODUCTION"])
def test_what_follows_in_the_same_line(tail):
    assert keywords((f"{LIST[0]}. {tail}", *LIST[1:])) == FOUND


def test_a_list_goes_on_behind_a_hyphen_or_a_comma_whatever_the_model_says():
    first = ("Key words and phrases. circles, stones, principally uni-", "keyword", 9.0, APART)
    second = ("modular slopes,", "other", 9.0, NEAR)
    third = ("and other things that we have seen there.", "body", 9.0, NEAR)
    support = ("This research was supported by none of them.", "body", 9.0, NEAR)
    assert keywords(first, second, third, support) == [
        "circles", "stones", "principally unimodular slopes",
        "other things that we have seen there",
    ]  # fmt: skip


def test_running_text_below_in_the_same_type_is_none():
    text = ("Twice a year, stones are seen by all of us to roll down", "body", 9.0, NEAR)
    assert keywords(LIST, text) == FOUND


def test_the_heading_wins_over_the_line_of_classes_above_it():
    classes = ("2000 Mathematics Subject Classification. Primary 06D22", "keyword", 8.0, APART)
    assert keywords(classes, ("Key words and phrases. Frame, locale", "keyword", 8.0, NEAR)) == [
        "Frame", "locale",
    ]  # fmt: skip


def test_one_in_the_singular_that_is_taken_for_the_abstract():
    assert keywords(("Keyword: stones; slopes", "abstract", 9.0, APART)) == ["stones", "slopes"]


@pytest.mark.parametrize("text", ["iii", "neuroscience, and genetics.", "To L, who let me go."])
def test_nothing_without_a_heading(text):
    assert keywords((text, "keyword", 9.0, APART)) == []


@pytest.mark.parametrize("text", ["Keyword search over stones", "Keyword-based stones"])
def test_a_line_that_begins_with_the_word_is_no_heading(text):
    assert find_keyword_lines(front((text, "other", 9.0, APART))) == []


def test_one_a_line():
    rows = [
        (text, "keyword", 6.4, NEAR) for text in ("Keywords:", "Stones", "Slope models", "Rain")
    ]
    assert keywords(*rows) == ["Stones", "Slope models", "Rain"]
    more = [(f"Many {text} of a slope", "keyword", 6.4, NEAR) for text in ("stones", "rains")]
    assert keywords(rows[0], *more) == ["Many stones of a slope", "Many rains of a slope"]


def test_full_stops_between_them():
    assert split_keywords("Exact stones. Slopes and Rain.") == ("Exact stones", "Slopes and Rain")


def test_a_keyword_that_looks_like_a_class():
    rows = (("KEYWORDS", "keyword", 7.0, APART), ("B.1.1.7, COVID‐19, N501Y", "keyword", 8.0, NEAR))
    assert keywords(*rows) == ["B.1.1.7", "COVID‐19", "N501Y"]


def test_numbers_and_sentences_are_none():
    sentence = "we look at how stones fall down a slope in the rain"
    assert split_keywords(f"stones; 2010; {sentence}; slopes") == ("stones", "slopes")
