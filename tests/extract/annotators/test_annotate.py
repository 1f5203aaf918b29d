"""Annotators of ours and of others, run by name."""

from __future__ import annotations

import re
import signal
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path

import pytest

from sheaf import plugins
from sheaf.errors import UsageError
from sheaf.extract.annotators import annotate_paper
from sheaf.extract.annotators.annotate import count_failures, find_annotator, list_failures
from sheaf.extract.contract import Readable
from sheaf.records import Paper, Reference, Text

PAGE = Path(__file__).parents[3] / "docs" / "extracting" / "annotators.md"
DOCUMENT = Readable(Text("four words of text", 1, "test"))
OTHERS = """
import re, time
from sheaf.errors import UsageError

class Base:
    version = "7"
    def __init__(self): self.name = type(self).__name__

class Pairs(Base):
    def annotate(self, paper, document): return {"pair": (1, 2)}

class Silent(Base):
    def annotate(self, paper, document): return None

class Raising(Base):
    def annotate(self, paper, document): raise ValueError("no such thing" + "!" * 500)

class NotJson(Base):
    def annotate(self, paper, document): return {"a set": {1, 2}}

class NotANumber(Base):
    def annotate(self, paper, document): return float("nan")

class Unmade(Base):
    def __init__(self): raise OSError("no model here")

class Leaving(Base):
    def annotate(self, paper, document): raise SystemExit(3)

class LeavingEarly(Base):
    def __init__(self): raise SystemExit(3)

class Misleading(Base):
    def annotate(self, paper, document): raise UsageError("not what it seems")

class Hanging(Base):
    def annotate(self, paper, document):
        while True:
            try:
                time.sleep(0.01)
            except Exception:
                pass

class Backtracking(Base):
    def annotate(self, paper, document): return bool(re.match("(a+)+$", "a" * 40 + "b"))
"""


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Puts a package where Python finds it, as pip would: modules, and their entry points."""

    def put(points, **modules):
        for name, text in modules.items():
            (tmp_path / f"{name}.py").write_text(text)
        information = tmp_path / "others-0.1.dist-info"
        information.mkdir()
        (information / "METADATA").write_text("Metadata-Version: 2.1\nName: others\nVersion: 0.1\n")
        lines = "".join(f"{name} = {value}\n" for name, value in points.items())
        (information / "entry_points.txt").write_text(f"[sheaf.annotators]\n{lines}")
        monkeypatch.syspath_prepend(tmp_path)
        forget()

    def forget():
        plugins.names.cache_clear()
        find_annotator.cache_clear()

    yield put
    forget()


@pytest.fixture
def others(install):
    names = re.findall(r"class (\w+)\(Base\)", OTHERS)
    points = {name: f"others_of_somebody:{name}" for name in names}
    points["Unloadable"] = "a_module_that_is_not_there:Unloadable"
    install(points, others_of_somebody=OTHERS)


def told(paper, name):
    return paper.provenance["annotators"][name]


def test_what_is_found_stands_in_the_extras_as_json(others):
    paper = annotate_paper(Paper(title="T", extras={"old": 1}), DOCUMENT, ["Pairs", "Silent"])
    assert paper.extras == {"old": 1, "Pairs": {"pair": [1, 2]}}
    assert paper.provenance == {
        "annotators": {"Pairs": {"version": "7"}, "Silent": {"version": "7"}}
    }


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Raising", "ValueError: no such thing!"),
        ("NotJson", "TypeError: "),
        ("NotANumber", "ValueError: "),
        ("Unmade", "OSError: no model here"),
        ("Leaving", "SystemExit: 3"),
        ("LeavingEarly", "RuntimeError: it ends with SystemExit: 3"),
        ("Misleading", "not what it seems"),
        ("Unloadable", "The annotator 'Unloadable' of others cannot be loaded: ModuleNotFound"),
    ],
)
def test_one_that_fails_costs_only_its_own_entry(others, name, reason):
    paper = annotate_paper(Paper(title="T"), DOCUMENT, [name, "Pairs"])
    assert set(paper.extras) == {"Pairs"}
    assert told(paper, name)["error"].startswith(reason)
    assert len(told(paper, name)["error"]) <= 200
    assert paper.title == "T"


@pytest.mark.parametrize("name", ["Hanging", "Backtracking"])
def test_one_that_hangs_costs_its_share_of_the_time(others, name):
    started = time.monotonic()
    paper = annotate_paper(Paper(title="T"), DOCUMENT, [name, "Pairs"], seconds=0.6)
    assert time.monotonic() - started < 3
    assert set(paper.extras) == {"Pairs"}
    assert told(paper, name) == {"version": "7", "error": "it took more than 0.3 seconds"}


def test_the_alarm_of_others_is_left_as_it_was(others):
    heard = []
    before = signal.signal(signal.SIGALRM, lambda *_: heard.append(1))
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        annotate_paper(Paper(), DOCUMENT, ["Pairs"])
        time.sleep(0.2)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert heard == [1]


def test_beside_the_main_thread_it_works_without_a_limit(others):
    with ThreadPoolExecutor(1) as threads:
        paper = threads.submit(annotate_paper, Paper(), DOCUMENT, ["Pairs"]).result()
    assert set(paper.extras) == {"Pairs"}


def test_what_failed_is_counted_over_many_papers(others):
    papers = [asdict(annotate_paper(Paper(), DOCUMENT, ["Leaving", "Pairs"])) for _ in range(3)]
    tally = {}
    for paper in [*papers, asdict(Paper()), {}]:
        count_failures(tally, paper)
    assert tally == {"Leaving": {"documents": 3, "first": "SystemExit: 3"}}
    assert list_failures(papers[0]) == {"Leaving": "SystemExit: 3"}


def test_a_name_that_nobody_has_is_told_with_those_there_are(others):
    with pytest.raises(UsageError, match=r"no annotator called 'nobody'.*Pairs"):
        annotate_paper(Paper(), DOCUMENT, ["nobody"])


def test_without_names_the_paper_is_as_it_was():
    paper = Paper(title="T", provenance={"a": 1})
    assert annotate_paper(paper, DOCUMENT, []) is paper


def test_the_example_of_the_documentation_works(install):
    page = PAGE.read_text(encoding="utf-8").partition("## Write one")[2]
    python, toml = (
        page.partition(f"```{kind}\n")[2].partition("```")[0] for kind in ("python", "toml")
    )
    points = tomllib.loads(toml)["project"]["entry-points"]["sheaf.annotators"]
    install(points, word_count=python)
    paper = annotate_paper(Paper(references=(Reference("x"),)), DOCUMENT, ["word-count"])
    assert paper.extras == {"word-count": {"words": 4, "references": 1}}
    assert told(paper, "word-count") == {"version": "1"}
