"""The rules that choose the lines of the abstract, on fronts whose labels are given."""

from sheaf.extract.header.abstracts import abstract_lines
from sheaf.extract.header.labelling import Front
from sheaf.extract.header.layout import of_lines
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
    layout = tuple(of_lines(lines, [PageShape(612.0, 792.0)]))
    places = tuple(range(len(rows)))
    return abstract_lines(Front(lines, places, layout, labels, (0.9,) * len(rows), ()))


def test_an_abstract_in_parts_that_the_model_does_not_see():
    assert chosen(PARTS + REST) == [0, 1, 2, 3, 5]


def test_an_abstract_in_parts_of_which_it_sees_one():
    assert chosen(PARTS + REST, 2, 3) == [0, 1, 2, 3, 5]


def test_one_part_is_none():
    assert chosen((PARTS[0], *REST)) == []


def test_what_the_model_sees_elsewhere_is_kept():
    seen = [("We look at stones and at how they fall down a slope in the rain. " * 4, 10.0)] * 3
    assert chosen([*seen, *PARTS], 0, 1, 2) == [0, 1, 2]
