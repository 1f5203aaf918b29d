"""The command, with a made-up scorer and files of its own."""

from dataclasses import dataclass

import pytest

from corpora import shared
from evaluation import floors, summary
from evaluation.contract import Measure, Result, Table
from evaluation.run import Places, main


@dataclass
class MadeUp:
    value: float = 0.9
    digest: str = "abc"
    name: str = "made_up"
    about: str = "A scorer for tests."
    is_slow: bool = False
    needs_shared: bool = False

    def corpus(self):
        return self.digest

    def score(self):
        table = Table("By kind", ("kind", "right"), (("paper", 9),))
        return Result((Measure("accuracy", self.value, 10),), (table,), ("secret.pdf: wrong",))


@pytest.fixture
def evaluate(tmp_path):
    places = Places(tmp_path / "floors.toml", tmp_path / "reports", tmp_path / "page.md")
    places.page.write_text(f"# Page\n\n{summary.BEGIN}\n{summary.END}\n\nThe end.\n")

    def run(scorer, *arguments):
        return main(arguments, [scorer], places)

    run.places = places
    return run


def pinned(evaluate):
    return floors.load(evaluate.places.floors)["made_up"]


def test_without_floors_it_fails_and_says_how_to_pin_them(evaluate, capsys):
    assert evaluate(MadeUp()) == 1
    assert "run scripts/evaluate --update" in capsys.readouterr().out


def test_floors_are_pinned_and_held(evaluate, capsys):
    assert evaluate(MadeUp(), "--update") == 0
    assert evaluate(MadeUp()) == 0
    assert evaluate(MadeUp(0.8)) == 1
    assert "FAILED: accuracy is 0.8000" in capsys.readouterr().out


def test_an_update_never_lowers_unless_it_may(evaluate):
    evaluate(MadeUp(), "--update")
    assert evaluate(MadeUp(0.8), "--update") == 1
    assert pinned(evaluate).floors == {"accuracy": 0.9}
    assert evaluate(MadeUp(0.8), "--update", "--allow-regression") == 0
    assert pinned(evaluate).floors == {"accuracy": 0.8}


def test_a_changed_corpus_fails_until_it_is_pinned(evaluate):
    evaluate(MadeUp(), "--update")
    assert evaluate(MadeUp(1.0, digest="abd")) == 1
    assert evaluate(MadeUp(1.0, digest="abd"), "--update") == 0
    assert pinned(evaluate) == floors.Pinned("abd", {"accuracy": 1.0})


def test_reports_hold_numbers_and_no_misses(evaluate, capsys):
    evaluate(MadeUp(), "--update", "--misses")
    text = (evaluate.places.reports / "made_up.md").read_text()
    assert "| accuracy | 90.00 | 90.00 | 10 |" in text
    assert "| paper | 9 |" in text
    assert "secret" not in text
    assert "secret" in capsys.readouterr().out


def test_the_page_shows_the_floors(evaluate):
    evaluate(MadeUp(), "--update")
    text = evaluate.places.page.read_text()
    assert "| made_up | accuracy | 90.00 |" in text
    assert text.endswith("The end.\n")


def test_without_its_corpus_a_scorer_is_skipped(evaluate, capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(shared, "DOCUMENTS", tmp_path / "absent.jsonl")
    assert evaluate(MadeUp(needs_shared=True), "--update") == 0
    assert "skipped: the shared corpora" in capsys.readouterr().out
    assert not evaluate.places.floors.exists()


def test_slow_scorers_run_when_asked_for(evaluate, capsys):
    slow = MadeUp(is_slow=True)
    assert evaluate(slow) == 0
    assert capsys.readouterr().out == ""
    evaluate(slow, "--full")
    evaluate(slow, "--only", "made_up")
    assert capsys.readouterr().out.count("accuracy") >= 2


@pytest.mark.parametrize("arguments", [["--allow-regression"], ["--only", "nothing"]])
def test_wrong_usage(evaluate, arguments):
    with pytest.raises(SystemExit) as ended:
        evaluate(MadeUp(), *arguments)
    assert ended.value.code == 2
