from xml.dom.minidom import parseString

from corpora.documents import Example
from crossvalidation.academic import (
    Trial,
    fields_within_limit,
    first_look,
    legacy_row,
    limit,
    reliability,
    score,
)
from evaluation.confusion import count, f1_of, macro_f1, picture, table
from sheaf.curate.filter.legacy_filters import extractor_regex
from sheaf.records import Dropped, Outcome, Text, Verdict

PAGES = Text("", 20, "x")


def trial(kind, academic, probability, source="documents", field=None, first=0.5):
    example = Example(source, "0", "ann", kind, academic, PAGES, kind, field, "en", "name")
    outcome = "kept" if probability >= 0.5 else "not_academic"
    answer = "paper" if probability >= 0.5 else "slides"
    return Trial(example, outcome, Verdict(answer, probability), first)


def measure(result, name):
    return next(one for one in result.measures if one.name == name)


def test_first_pages_count_as_papers_that_must_pass():
    tried = [
        trial("paper", True, 0.9), trial("slides", False, 0.1), trial("slides", False, 0.9),
        trial("paper", True, 0.9, "layout"), trial("paper", True, 0.1, "layout"),
        trial("book", False, 0.1, "layout"),
    ]  # fmt: skip
    result = score(tried)
    assert measure(result, "accuracy").of == 3
    assert measure(result, "first_pages_recall").value == 0.5
    assert measure(result, "first_pages_recall").of == 2
    assert measure(result, "kind_accuracy").of == 3


def test_a_field_may_miss_one_paper_or_five_in_a_hundred():
    assert [limit(n) for n in (10, 39, 40, 100)] == [1, 1, 2, 5]
    papers = [trial("paper", True, 0.9, field="cs")] * 9 + [trial("paper", True, 0.1, field="cs")]
    few = [trial("paper", True, 0.1, field="law")] * 3
    judged = [one.judged() for one in (*papers, *few)]
    assert fields_within_limit(judged) == {"cs": True}
    assert fields_within_limit([*judged, papers[-1].judged()]) == {"cs": False}


def test_the_first_look_is_counted_where_it_would_be_taken():
    short = Trial(Example("documents", "0", "ann", "slides", False, Text("", 3, "x")), "x",
                  Verdict("slides", 0.0), 0.0)  # fmt: skip
    tried = [trial("slides", False, 0.1, first=0.0), trial("paper", True, 0.9, first=0.0), short]
    (long, every) = first_look(tried).rows
    assert long[1:] == (2, 1, 1, 1)
    assert every[1:] == (3, 2, 2, 1)
    assert measure(score(tried), "first_look_spares_papers").value == 0.0


def test_probabilities_are_held_against_the_truth():
    judged = [one.judged() for one in (trial("p", True, 0.99), trial("p", False, 0.97))]
    assert reliability(judged).rows == (("0.95 to 1.00", 2, "98.0", "50.0"),)


def test_earlier_filters_are_asked_about_the_same_documents():
    def example(text, academic, source="documents"):
        return Example(source, "0", "ann", None, academic, text, "x", "cs" if academic else None)

    examples = [
        example(Text("x\nReferences\n", 1, "x"), True),
        example(Text("x\nLiteratur\n", 1, "x"), True),
        example(Dropped(Outcome.ENCRYPTED, "locked"), False),
        example(Text("x\nReferences\n", 1, "x"), True, "layout"),
    ]
    row = legacy_row("old", extractor_regex, examples)
    assert row == ("old", "66.7", "100.0", "50.0", "50.0", "", "")


PAIRS = count(["a", "a", "b", "b"], ["a", "b", "b", "b"])


def test_f1_of_kinds():
    assert f1_of("a", PAIRS) == 2 / 3
    assert f1_of("b", PAIRS) == 0.8
    assert macro_f1(PAIRS) == (2 / 3 + 0.8) / 2
    assert macro_f1({}) == 0.0


def test_the_table_has_a_row_for_each_truth():
    shown = table(PAIRS, ("b", "a"))
    assert shown.columns == ("truth", "b", "a", "F1")
    assert shown.rows == (("b", 2, "", "80.0"), ("a", 1, 1, "66.7"))


def test_the_picture_is_svg_whatever_the_kinds_are_called():
    drawn = parseString(picture(count(["<a&b>", "c"], ["c", "c"]), ()))
    texts = [node.firstChild.data for node in drawn.getElementsByTagName("text")]
    assert {"<a&b>", "c", "truth", "answer", "1"} <= set(texts)
    assert len(drawn.getElementsByTagName("rect")) == 1 + 4
