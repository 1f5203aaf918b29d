"""No text makes reading slow: whatever takes words is shown the worst ones, many times over."""

import importlib
import inspect
import pkgutil
import time

import pytest

from sheaf.extract.header.reading import read_header
from sheaf.extract.references.citations import (
    find_bracketed_numbers,
    find_labels,
    find_names_and_years,
    find_numbers_in_parentheses,
    find_raised_numbers,
    find_titles,
)
from sheaf.extract.references.contexts import find_contexts, surrounding_words
from sheaf.extract.references.footnotes import find_footnote_entries
from sheaf.extract.references.lists import replace_author_dash, split_entries
from sheaf.extract.zones.document import Zone
from sheaf.extract.zones.text_lines import locate_lines
from sheaf.extract.zones.zoning import find_zones
from sheaf.records import Line, PageShape, Person, Reference, Text

PACKAGES = ("references", "zones", "body", "header")
MODULES = ("names", "identifiers")
PIECES = (
    "(", ". ", "A-", "and ", "1", "-", "[1,", "a@", "http://", " ", "...", "A. ", "et al.",
    "et al., ", "(ed ", "http://a/ ", "10.1000/", "A 1999 ", "1 (1) ",
)  # fmt: skip
LENGTH = 20_000
SECONDS = 1.0


def texts():
    for piece in PIECES:
        whole = (piece * (LENGTH // len(piece) + 1))[:LENGTH]
        yield piece, whole
        yield f"{piece}, then an @", f"{whole}@"


def modules():
    for package in PACKAGES:
        inside = importlib.import_module(f"sheaf.extract.{package}")
        for one in pkgutil.iter_modules(inside.__path__, f"{inside.__name__}."):
            yield importlib.import_module(one.name)
    for name in MODULES:
        yield importlib.import_module(f"sheaf.extract.{name}")


def takers_of_text():
    """Every public function that asks for nothing but a text."""
    for module in modules():
        for name, function in vars(module).items():
            if name.startswith("_") or not inspect.isfunction(function):
                continue
            asked = [
                one
                for one in inspect.signature(function).parameters.values()
                if one.default is one.empty
            ]
            is_ours = function.__module__ == module.__name__
            if is_ours and [one.annotation for one in asked] == ["str"]:
                yield pytest.param(function, id=f"{module.__name__}.{name}")


ENTRIES = (
    Reference(
        "A, 1999.", "[1]", title="And a http://a/", authors=(Person("A", family="A"),), year=1999
    ),
    Reference("And 1999", "[A99]", title="A. A. A. A.", authors=(Person("and"),), year=1999),
)


def lines_of(text):
    """As one line, and as lines of a page that heads them as references."""
    yield [Line(text, 0, 72.0, 72.0, 500.0, 82.0, 10.0)]
    rows = ["References", *(text[at : at + 80] for at in range(0, len(text), 80))]
    yield [
        Line(row, at // 50, 72.0, 72.0 + 12 * (at % 50), 500.0, 82.0 + 12 * (at % 50), 10.0)
        for at, row in enumerate(rows)
    ]


def zones_of_lines(text):
    for lines in lines_of(text):
        find_zones(lines)


def headed_lines(text):
    lines = [Line("References", 0, 72.0, 40.0, 200.0, 52.0, 12.0, is_bold=True)]
    find_zones(lines + [Line(text, 0, 72.0, 72.0 + 12 * at, 500.0, 82.0, 10.0) for at in range(4)])


def entries_of_lines(text):
    for lines in lines_of(text):
        split_entries(lines)


def notes(text):
    document = locate_lines(Text(text, 1, "plain"))
    find_footnote_entries(document, [Zone.FOOTNOTE] * len(document.lines))


def contexts(text):
    document = locate_lines(Text(text, 1, "plain"))
    find_contexts(document, [Zone.BODY] * len(document.lines), ENTRIES)


def header_of_lines(text):
    for lines in lines_of(text):
        read_header(lines, [PageShape(612.0, 792.0)] * 6, Text(text, 6, "plain"))


OTHERS = [
    *(
        pytest.param(lambda text, way=way: list(way(text, ENTRIES)), id=way.__name__)
        for way in (find_bracketed_numbers, find_numbers_in_parentheses, find_labels,
                    find_names_and_years, find_raised_numbers, find_titles)
    ),
    pytest.param(lambda text: surrounding_words(text, LENGTH // 2, LENGTH // 2 + 1), id="around"),
    pytest.param(lambda text: replace_author_dash(f"— {text}", "A"), id="replaced"),
    zones_of_lines, headed_lines, entries_of_lines, notes, contexts, header_of_lines,
]  # fmt: skip


@pytest.mark.parametrize("function", [*takers_of_text(), *OTHERS])
def test_no_text_is_slow(function):
    slow = {}
    for name, text in texts():
        start = time.process_time()
        found = function(text)
        if inspect.isgenerator(found):
            list(found)
        spent = time.process_time() - start
        if spent > SECONDS:
            slow[name] = round(spent, 1)
    assert not slow


def test_the_words_before_a_year_are_read_in_one_way_only():
    entry = Reference("A. 1999.", title="T", authors=(Person("A", family="A"),), year=1999)
    text = f"A {'A-' * 17}@ 1999"
    start = time.process_time()
    assert list(find_names_and_years(text, [entry])) == []
    assert time.process_time() - start < SECONDS
