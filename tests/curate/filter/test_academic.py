"""The academic filter: kinds with probabilities, reasons in words, and the filters before it."""

import gzip
import io
import json
import math
import time
import zipfile
from dataclasses import replace
from importlib import resources
from typing import get_args

import pytest
from support.samples import cv_pdf, drawing_pdf, paper_pdf, slides_pdf

from sheaf.curate.examination import ExaminationContext, examine
from sheaf.curate.filter import phrases
from sheaf.curate.filter.academic import AcademicFilter, judge, weigh
from sheaf.curate.filter.judgement import describe_judgement, file_in_name
from sheaf.curate.filter.kind_model import KINDS, KindModel, shipped_model
from sheaf.curate.filter.legacy_filters import CDI_WEIGHTS, cdi_features, cdi_score, extractor_regex
from sheaf.curate.filter.measures import measure_front, measure_text, measure_whole
from sheaf.curate.mime_type import PDF
from sheaf.curate.text.contract import TextOptions
from sheaf.curate.text.readers import read_text
from sheaf.records import (
    Candidate,
    Capture,
    Dropped,
    Line,
    Location,
    Outcome,
    PageShape,
    Payload,
    Text,
)
from sheaf.settings import Curate, Kind

READING = TextOptions(layout_pages=3)
PROSE = "The results of the study are given in the second part of this report. " * 40


def text_of(data):
    return read_text(data, PDF, READING)


@pytest.fixture
def capture(moment):
    return Capture("http://www.example.edu/a.pdf", moment, Location("s", "0"))


# -- the model ---------------------------------------------------------------------------------


def test_settings_and_model_know_the_same_kinds():
    assert get_args(Kind) == tuple(KINDS) == shipped_model().kinds


def test_the_model_is_small_and_finite():
    file = resources.files("sheaf.curate").joinpath("models", "kinds.json")
    assert len(file.read_bytes()) < 200_000
    model = shipped_model()
    numbers = [*model.means, *model.scales, *model.bias, *(w for row in model.weights for w in row)]
    assert all(map(math.isfinite, numbers))
    assert min(model.scales) > 0


def test_probabilities_are_shares():
    kinds = judge(text_of(paper_pdf())).kinds
    assert set(kinds) == set(KINDS)
    assert sum(kinds.values()) == pytest.approx(1, abs=0.01)


def test_a_measure_that_is_missing_says_nothing():
    model = KindModel(("paper", "other"), ("a", "b"), (0.5, 0.5), (1.0, 1.0), (0.0, 0.0),
                      ((1.0, 2.0), (-1.0, -2.0)))  # fmt: skip
    assert model.probabilities({}) == {"paper": 0.5, "other": 0.5}
    some = model.probabilities({"a": 1.0})
    assert some["paper"] > 0.5
    assert set(model.contributions({"a": 1.0}, some, ("paper",))) == {"a"}


def test_what_lies_far_out_is_cut():
    model = KindModel(("paper", "other"), ("a",), (0.0,), (1.0,), (0.0, 0.0), ((1.0,), (-1.0,)))
    assert model.probabilities({"a": 1e9}) == model.probabilities({"a": 4.0})


def test_contributions_add_up_to_the_odds_between_two_kinds():
    model = KindModel(("paper", "other"), ("a", "b"), (0.0, 0.0), (1.0, 1.0), (0.0, 0.0),
                      ((0.7, -0.2), (-0.3, 0.4)))  # fmt: skip
    taken = {"a": 1.5, "b": 0.5}
    kinds = model.probabilities(taken)
    odds = math.log(kinds["paper"] / kinds["other"])
    assert sum(model.contributions(taken, kinds, ("paper",)).values()) == pytest.approx(odds)


# -- verdicts ----------------------------------------------------------------------------------


def test_a_paper_is_one_for_reasons():
    verdict = judge(text_of(paper_pdf()))
    assert verdict.kind == "paper"
    assert verdict.academic > 0.9
    assert "+ a list of references" in verdict.reasons
    assert all(reason[:2] in {"+ ", "- "} for reason in verdict.reasons)


def test_slides_are_not():
    verdict = judge(text_of(slides_pdf()))
    assert verdict.academic < 0.5
    assert verdict.kind not in Curate().academic_kinds


def test_a_cv_is_named():
    verdict = judge(text_of(cv_pdf()))
    assert verdict.kind == "cv"
    assert "- words of a curriculum vitae" in verdict.reasons


def test_academic_is_what_the_wanted_kinds_have():
    text = text_of(cv_pdf())
    wanted = judge(text, Curate(academic_kinds=("cv", "slides"), threshold=0.2))
    usual = judge(text)
    assert wanted.kinds == usual.kinds
    assert wanted.academic == pytest.approx(usual.kinds["cv"] + usual.kinds["slides"], abs=1e-3)
    assert wanted.kind == "cv"


def test_the_kind_is_on_the_side_of_the_decision():
    taken = measure_text(text_of(paper_pdf()))
    strict = weigh(taken, Curate(threshold=1.0))
    assert strict.academic < 1.0
    assert strict.kind not in Curate().academic_kinds


def test_the_threshold_decides(capture):
    candidate = Candidate(capture, text=text_of(paper_pdf()))
    assert isinstance(AcademicFilter(Curate(threshold=0))(candidate), Candidate)
    dropped = AcademicFilter(Curate(threshold=1))(candidate)
    assert isinstance(dropped, Dropped)
    assert dropped.outcome is Outcome.NOT_ACADEMIC
    assert dropped.verdict.kind in dropped.reason


def test_text_without_pages_is_judged_by_its_words():
    paged = text_of(paper_pdf())
    bare = Text(paged.content, 1, "plain", paged.first_page)
    assert not any(name.startswith(("page.", "pages.")) for name in measure_text(bare))
    assert judge(bare).academic > 0.5


HOSTILE = {
    "nothing": Text("", 0, "x"),
    "blank": Text(" \n\f\n ", 2, "x"),
    "one endless line": Text("a" * 2_000_000, 1, "x"),
    "endless brackets": Text("[1, " * 300_000, 1, "x"),
    "endless parentheses": Text("(" * 300_000 + "1999", 1, "x"),
    "endless dots": Text(". " * 300_000, 1, "x"),
    "endless short lines": Text("a\n" * 500_000, 1, "x"),
    "signs": Text("\x00\ufffd\u202e\U0010ffff" * 1000, 1, "x"),
    "a page without size": Text(
        "words " * 99, 1, "x", lines=(Line("words", 0, 0, 0, 0, 0, 0),), shapes=(PageShape(0, 0),)
    ),
    "lines beside the page": Text(
        "words " * 99,
        3,
        "x",
        lines=(Line("words", 0, -9e9, -9e9, 9e9, 9e9, 1e9), Line(" ", 7, 0, 0, 0, 0, 0)),
        shapes=(PageShape(600, 800),),
    ),
    "places that are no numbers": Text(
        "words " * 99,
        1,
        "x",
        lines=(Line("words", 0, math.nan, 0, math.inf, 9, math.nan),),
        shapes=(PageShape(600, 800),),
    ),
    "a page as wide as a country": Text("words " * 99, 1, "x", shapes=(PageShape(1e300, 1),)),
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_no_text_breaks_the_judge_or_holds_it_up(text):
    start = time.process_time()
    verdict = judge(text)
    assert 0 <= verdict.academic <= 1
    assert time.process_time() - start < 2


def test_a_long_document_takes_no_longer_than_a_short_one():
    words = "We study the growth of graphs [1] as shown by Smith (2004) in Figure 1.\n"
    judge(Text(words, 1, "x"))  # the model is loaded once
    start = time.process_time()
    for _ in range(5):
        judge(Text(words * 100_000, 900, "x"))
    assert (time.process_time() - start) / 5 < 0.1


# -- measures ----------------------------------------------------------------------------------


def test_the_first_pages_alone_leave_the_whole_open():
    text = text_of(paper_pdf(pages=4))
    front = replace(text, content="\f".join(text.content.split("\f")[:2]))
    assert measure_text(front) == measure_front(front)
    assert set(measure_text(text)) > set(measure_front(text))


def test_a_list_of_references_is_found_in_any_language():
    headings = ("References", "7. Literatur", "BIBLIOGRAPHIE:", "Список литературы", "参考文献")
    for heading in headings:
        entries = "".join(f"A. Author. A title, {year}.\n" for year in range(1990, 2000))
        found = measure_whole(Text(f"{PROSE}\n{heading}\n{entries}", 1, "x"))
        assert found["end.references"] == 1, heading
        assert found["end.entries"] > 0.5
    assert measure_whole(Text(PROSE, 1, "x"))["end.references"] == 0


def test_words_of_a_discipline_change_nothing():
    one = text_of(paper_pdf(topic="alpha beta gamma"))
    other = text_of(paper_pdf(topic="spike train data"))
    assert judge(one).academic == pytest.approx(judge(other).academic, abs=0.02)


def test_phrases_are_whole_words_with_open_ends_and_digits():
    def found(text):
        return phrases.count_phrases(text)

    assert found("Lecture 12: sorting")["course"] == 1
    assert found("Lecture hall")["course"] == 0
    assert found("Universität Wien")["affiliation"] == 1
    assert found("hypothesis")["thesis"] == 0
    assert found("北京大学 学报")["affiliation"] == 1
    assert found("")["cv"] == 0


# -- the filters of earlier systems ------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "passes"),
    [
        ("text\nReferences\n[1] x", True),
        ("text\n6 REFERENCES:  \n[1] x", True),
        ("text\nReferences and Notes\n1. x", True),
        ("the end of it\nBIBLIOGRAPHY", True),
        ("page\fReference\f1. x", True),
        ("see the References for more\n", False),
        ("references\n[1] x", False),
        ("Preferences\n", False),
        ("Literaturverzeichnis\n", False),
    ],
)
def test_the_extractors_filter(capture, content, passes):
    verdict = extractor_regex(Candidate(capture, text=Text(content, 1, "x")))
    assert verdict.academic == float(passes)
    assert (verdict.kind == "paper") == passes


def test_the_cdi_features_mean_what_its_paper_says():
    content = "Proceedings of It\nAbstract this paper you Figure Figure\ffuture work slide outline"
    text = Text(content, 2, "x", first_page=content.split("\f")[0])
    found = cdi_features(text, "http://x.edu/~ann/papers/research/a.pdf")
    assert set(found) == set(CDI_WEIGHTS)
    assert found["figure"] == 2
    assert found["pop"] == found["uPaper"] == found["uResearch"] == 1
    assert found["thppCount"] == found["sldCount"] == found["outCount"] == 1
    assert 0 < found["absPos"] < found["thppPos"] < found["rfwPos"] < 1
    assert found["yYCount"] == pytest.approx(1 / len(content.split()))
    assert found["pgotc"] > found["titleCap"] > 0


def test_what_the_cdi_score_misses_counts_as_minus_one():
    found = cdi_features(Text("no such words here", 1, "x"), "http://x.edu/a.pdf")
    assert found["absPos"] == found["rfwPos"] == found["thppPos"] == -1


def test_the_cdi_score_decides_at_zero(capture):
    paper = Text("this paper " * 50 + "abstract figure " * 30, 1, "x")
    letter = Text("You and Your Family Are Invited " * 40, 1, "x")
    assert cdi_score(Candidate(capture, text=paper)).academic > 0.5
    assert cdi_score(Candidate(capture, text=letter)).academic < 0.5


@pytest.mark.parametrize("name", ["extractor-regex", "cdi-score"])
def test_a_library_can_choose_an_earlier_filter(capture, tmp_path, name):
    context = ExaminationContext(Curate(judge=name), tmp_path)
    look = replace(capture, payload=Payload(data=paper_pdf()))
    (examined,) = examine(look, context)
    verdict = examined.verdict or examined.dropped.verdict
    assert verdict.language == "en"
    assert next(describe_judgement(look, [examined]))["kinds"] is None


# -- the answer of `sheaf judge` ---------------------------------------------------------------


def test_the_answer_has_every_kind_the_likeliest_first(capture, tmp_path):
    look = replace(capture, payload=Payload(data=paper_pdf()))
    (answer,) = describe_judgement(look, examine(look, ExaminationContext(Curate(), tmp_path)))
    assert next(iter(answer["kinds"])) == answer["kind"] == "paper"
    assert json.loads(json.dumps(answer)) == answer


def test_the_answer_without_text_has_no_kind(capture, tmp_path):
    look = replace(capture, payload=Payload(data=drawing_pdf()))
    context = ExaminationContext(Curate(ocr=False), tmp_path)
    (answer,) = describe_judgement(look, examine(look, context))
    assert answer["kind"] is None
    assert answer["kinds"] is None
    assert answer["reasons"]


def test_what_was_in_a_container_goes_by_the_name_an_import_gives_it(tmp_path, moment):
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("deep.pdf", drawing_pdf())
    path = tmp_path / "z a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a/one paper.pdf", paper_pdf())
        archive.writestr("inner.zip", inner.getvalue())
    look = Capture(path.as_uri(), moment, Location("s", "0"), payload=Payload(path=str(path)))
    answers = describe_judgement(
        look, examine(look, ExaminationContext(Curate(ocr=False), tmp_path))
    )
    names = [answer["file"] for answer in answers]
    assert names == [f"{path}!/a/one paper.pdf", f"{path}!/inner.zip!/deep.pdf"]
    assert {file_in_name(name) for name in (*names, str(path))} == {str(path)}


def test_the_document_in_a_gzip_file_goes_by_the_name_of_the_file(tmp_path, moment):
    path = tmp_path / "a.pdf.gz"
    path.write_bytes(gzip.compress(paper_pdf()))
    look = Capture(path.as_uri(), moment, Location("s", "0"), payload=Payload(path=str(path)))
    (answer,) = describe_judgement(look, examine(look, ExaminationContext(Curate(), tmp_path)))
    assert answer["file"] == str(path)
