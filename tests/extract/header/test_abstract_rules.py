"""The rules that choose the lines of the abstract, on fronts whose labels are given."""

import pytest

from sheaf.extract.header.abstracts import find_abstract_lines, find_continuation, read_abstract
from sheaf.extract.header.labelling import FrontMatter
from sheaf.extract.header.layout import describe_lines
from sheaf.records import Line, PageShape

PARTS = (
    ("BACKGROUND: We look at how stones fall", 9.0),
    ("down a slope and why some of them stop.", 9.0),
    ("METHODS: The model is solved by hand.", 9.0),
    ("RESULTS: The size of a stone matters less.", 9.0),
    ("Received August 5, 2020", 7.0),
    ("CONCLUSIONS: Stones should be left alone.", 9.0),
)
REST = (("KEY WORDS: stones; slopes", 7.0), ("INTRODUCTION", 9.0), ("Stones are many.", 9.0))


def chosen(rows, *abstract):
    """The places of the abstract's lines, where the model takes the given ones for it."""
    lines = tuple(
        Line(text, 0, 90.0, 100 + 12.0 * at, 400.0, 109 + 12.0 * at, size)
        for at, (text, size) in enumerate(rows)
    )
    labels = tuple("abstract" if at in abstract else "body" for at in range(len(rows)))
    layout = tuple(describe_lines(lines, [PageShape(612.0, 792.0)]))
    places = tuple(range(len(rows)))
    return find_abstract_lines(FrontMatter(lines, places, layout, labels, (0.9,) * len(rows), ()))


def test_an_abstract_in_parts_that_the_model_does_not_see():
    assert chosen(PARTS + REST) == [0, 1, 2, 3, 5]


def test_an_abstract_in_parts_of_which_it_sees_one():
    assert chosen(PARTS + REST, 2, 3) == [0, 1, 2, 3, 5]


def test_one_part_is_none():
    assert chosen((PARTS[0], *REST)) == []


def test_what_the_model_sees_elsewhere_is_kept():
    seen = [("We look at stones and at how they fall down a slope in the rain. " * 4, 10.0)] * 3
    assert chosen([*seen, *PARTS], 0, 1, 2) == [0, 1, 2]


LONG = [("We look at stones and at how they fall down a slope in the rain. " * 4, 9.0)] * 2


def test_the_part_on_where_a_program_is_to_be_had_belongs_to_it():
    more = (
        ("Availability and implementation: The program of stones is free, see", 9.0),
        ("https://stones.example.org for all of it.", 9.0),
        ("Contact: delgado@leeds.example", 9.0),
    )
    assert chosen([*LONG, *more, *REST], 0, 1) == [0, 1, 2, 3]


def over_two_pages(*rest, ends="which is why the"):
    """What an abstract goes on with that ends with these words on the first page."""
    first = [*LONG, (f"We look at how stones fall {ends}", 9.0), ("∗Supported by none.", 7.0)]
    lines = [
        Line(text, page, 90.0, 100 + 11.0 * at, 400.0, 109 + 11.0 * at, size)
        for page, rows in enumerate((first, rest))
        for at, (text, size) in enumerate(rows)
    ]
    labels = ("abstract", "abstract", "abstract", "note")
    seen = tuple(lines[: len(first)])
    layout = tuple(describe_lines(seen, [PageShape(612.0, 792.0)]))
    front = FrontMatter(seen, tuple(range(len(first))), layout, labels, (0.9,) * len(first), ())
    return [lines[at].text for at in find_continuation(front, [0, 1, 2], lines)]


GOES_ON = (("model that we use is told by hand in the", 9.0), ("end, as it was before.", 9.0))


def test_an_abstract_goes_on_on_the_next_page():
    told = [text for text, _ in GOES_ON]
    assert over_two_pages(*GOES_ON, ("1 Introduction", 12.0)) == told
    assert over_two_pages(*GOES_ON, ("Keywords: stones", 9.0)) == told


def test_it_does_not_where_it_ended_or_where_nothing_tells_its_end():
    assert over_two_pages(*GOES_ON, ("1 Introduction", 12.0), ends="and stop.") == []
    assert over_two_pages(*GOES_ON) == []
    assert over_two_pages(("Figure 1. A stone.", 9.0), ("1 Introduction", 12.0)) == []


def after_break(*rest, size=9.0):
    """What three lines of an abstract that break off go on with; each row has a column."""
    rows = [
        *((text, 0) for text, _ in LONG),
        ("We look at how stones fall and say why the", 0),
        *rest,
    ]
    below = [0, 0]
    lines = []
    for text, column in rows:
        if text == "":
            below[column] += 3
            continue
        x, y = 60.0 + 260 * column, 300 - 200 * column + 11.0 * below[column]
        below[column] += 1
        lines.append(Line(text, 0, x, y, x + 240, y + 9, size))
    labels = ("abstract",) * 3 + ("body",) * (len(lines) - 3)
    layout = tuple(describe_lines(lines, [PageShape(612.0, 792.0)]))
    places = tuple(range(len(lines)))
    front = FrontMatter(tuple(lines), places, layout, labels, (0.9,) * len(lines), ())
    return [lines[at].text for at in find_continuation(front, [0, 1, 2], lines)]


def test_the_rest_of_its_last_sentence_belongs_to_it_whatever_the_model_says():
    rest = ("model holds in RCA,", 0), ("as was shown.", 0)
    told = [text for text, _ in rest]
    assert after_break(*rest, ("", 0), ("Stones are many. So we begin.", 0)) == told
    assert after_break(("", 0), *rest) == []
    assert after_break(("Keywords: stones.", 0), *rest) == []


def test_where_sentences_end_within_lines_the_whole_block_belongs_to_it():
    rest = [(f"model, case {n}. Stones are told by hand in", 0) for n in range(9)]
    end = ("the end. It was so before.", 0)
    told = [text for text, _ in (*rest, end)]
    assert after_break(*rest, end, ("", 0), ("Stones are many. So we begin.", 0)) == told
    assert after_break(*rest, end, ("1. Introduction", 0)) == told
    assert after_break(*rest, ("", 0), ("Stones are many. So we begin.", 0)) == []
    assert after_break(*rest * 4, end, ("1. Introduction", 0)) == []


def test_it_goes_on_in_the_next_column():
    rest = ("model that we use is told by hand in the", 1), ("end, as it was before.", 1)
    told = [text for text, _ in rest]
    assert after_break(*rest, ("1. Introduction", 1), ("Stones are many.", 1)) == told
    assert after_break(*rest, ("", 1), ("Stones are many.", 1)) == told


def test_a_column_that_begins_with_a_sentence_is_none_of_it():
    rest = ("Stones that fall are told by hand in the", 1), ("end, as it was before.", 1)
    assert after_break(*rest, ("1. Introduction", 1)) == []


@pytest.mark.parametrize("number", ["iii", "v", "12", "– 2 –"])
def test_the_number_of_the_page_is_no_part_of_it(number):
    assert chosen([*LONG, (number, 9.0)], 0, 1, 2) == [0, 1]


def test_a_number_that_ends_a_sentence_is():
    rows = [LONG[0], ("Stones have been rolling throughout", 9.0), ("2016.", 9.0)]
    assert chosen(rows, 0, 1, 2) == [0, 1, 2]


def test_it_ends_where_it_comes_again_in_another_language():
    french = [("Résumé", 9.0), ("Nous regardons les pierres qui roulent sous la pluie.", 9.0)]
    assert chosen([*LONG, *french], 0, 1, 3) == [0, 1]
    assert chosen([*LONG, *french], 0, 1, 2, 3) == [0, 1]
    told = "We look at stones. " * 10
    assert read_abstract([f"{told}Résumé. Nous regardons les pierres."], "") == told.strip()


def test_keywords_in_the_singular_are_no_part_of_it():
    told = "We look at stones. " * 10
    assert read_abstract([f"{told}Keyword: stones; slopes"], "") == told.strip()
