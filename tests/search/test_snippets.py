"""The passage of a text that is shown."""

from __future__ import annotations

import time

import pytest

from sheaf.search.snippets import LENGTH, Asked, best_passage, fold_in_place, shows_all

FAR = "Nothing is said here of anything at all. " * 60
TEXT = f"Graphs once. {FAR}The Erdős number of sparse\nGraphs is networked. {FAR}Sparse. {FAR}"


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        (Asked(("sparse", "graphs")), "sparse Graphs"),
        (Asked(("erdos",)), "Erdős"),
        (Asked((), phrases=(("sparse", "graphs"),)), "sparse Graphs"),
        (Asked(("networks",), stems=("network",)), "networked"),
        (Asked((), beginnings=("numb",)), "number"),
    ],
)
def test_the_passage_has_what_was_asked_for(asked, shown):
    passage = best_passage(TEXT, asked)
    assert shown in passage
    assert len(passage) <= LENGTH + 20
    assert passage in " ".join(TEXT.split())


@pytest.mark.parametrize("asked", [Asked(()), Asked(("zebra",)), Asked(("raphs",))])
def test_nothing_is_shown_of_what_is_not_there(asked):
    assert best_passage(TEXT, asked) == ""


@pytest.mark.parametrize(
    "heading",
    ["\nReferences\n", "\n7. REFERENCES\n", "\n12\fReferences [1]", "\nVI Références :\n",
     "\nLiteratur\n", "\nReferences Cited\n"],
)  # fmt: skip
def test_a_list_of_references_is_shown_only_where_nothing_else_has_it(heading):
    text = f"On cloth. {FAR}We weave. {FAR}{heading}[1] Weave, weave, weave looms. {FAR}"
    assert "We weave." in best_passage(text, Asked(("weave", "looms")))
    assert "[1]" in best_passage(text.replace("We weave.", ""), Asked(("weave",)))


@pytest.mark.parametrize(
    ("asked", "is_all"),
    [
        (Asked(("looms", "weave")), True),
        (Asked(("weaving", "cloth"), stems=("weav", "cloth")), False),
        (Asked(("weaves",), stems=("weav",)), True),
        (Asked((), phrases=(("weave", "cloth"),)), False),
        (Asked((), phrases=(("looms", "weave"),), beginnings=("loo",)), True),
        (Asked(()), False),
    ],
)
def test_whether_a_passage_shows_all_that_was_asked_for(asked, is_all):
    assert shows_all("On looms. Looms weave.", asked) == is_all


def test_a_line_that_only_begins_so_is_no_list_of_references():
    text = f"On cloth. {FAR}\nReferences to looms are many. {FAR}"
    assert "to looms are many" in best_passage(text, Asked(("looms", "cloth", "many")))


@pytest.mark.parametrize("text", ["İstanbul ﬁne Łódź ½ é é 图像", "\ud800 İ" * 50, "ẞ" * 20])
def test_a_folded_text_is_as_long_as_the_text(text):
    assert len(fold_in_place(text)) == len(text)
    best_passage(text, Asked(("fine", "a"), phrases=(("a", "b"),)))


def test_a_long_text_takes_a_few_milliseconds():
    text = "the sparse graph of é networks " * 20_000
    began = time.process_time()
    best_passage(text, Asked(("the", "graph", "of"), ("network",), (("sparse", "graph"),)))
    assert time.process_time() - began < 0.2


@pytest.mark.parametrize(
    "text",
    ["plain", "Erdős—Rényi GRAPHS, ﬁne", "Ångström über łódź", "中文 and Ünïcode", "İstanbul"],
)
def test_a_text_is_folded_letter_by_letter_and_keeps_its_length(text):
    folded = fold_in_place(text)
    assert len(folded) == len(text)
    assert [fold_in_place(letter) for letter in folded] == list(folded)


def test_marks_and_capitals_go():
    assert fold_in_place("Erdős—Rényi GRAPHS") == "erdos—renyi graphs"
