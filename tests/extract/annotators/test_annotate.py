"""Annotators of ours and of others, run by name."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from sheaf import plugins
from sheaf.errors import UsageError
from sheaf.extract.annotators import annotated
from sheaf.extract.annotators.annotate import find_annotator
from sheaf.extract.contract import Readable
from sheaf.records import Paper, Reference, Text

PAGE = Path(__file__).parents[3] / "docs" / "extracting" / "annotators.md"
DOCUMENT = Readable(Text("four words of text", 1, "test"))
OTHERS = """
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
    names = ("Pairs", "Silent", "Raising", "NotJson", "NotANumber", "Unmade")
    points = {name: f"others_of_somebody:{name}" for name in names}
    install(points, others_of_somebody=OTHERS)


def told(paper, name):
    return paper.provenance["annotators"][name]


def test_what_is_found_stands_in_the_extras_as_json(others):
    paper = annotated(Paper(title="T", extras={"old": 1}), DOCUMENT, ["Pairs", "Silent"])
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
    ],
)
def test_one_that_fails_costs_only_its_own_entry(others, name, reason):
    paper = annotated(Paper(title="T"), DOCUMENT, [name, "Pairs"])
    assert set(paper.extras) == {"Pairs"}
    assert told(paper, name)["error"].startswith(reason)
    assert len(told(paper, name)["error"]) <= 200
    assert paper.title == "T"


def test_a_name_that_nobody_has_is_told_with_those_there_are(others):
    with pytest.raises(UsageError, match=r"no annotator called 'nobody'.*Pairs"):
        annotated(Paper(), DOCUMENT, ["nobody"])


def test_without_names_the_paper_is_as_it_was():
    paper = Paper(title="T", provenance={"a": 1})
    assert annotated(paper, DOCUMENT, []) is paper


def test_the_example_of_the_documentation_works(install):
    page = PAGE.read_text(encoding="utf-8").partition("## Write one")[2]
    python, toml = (
        page.partition(f"```{kind}\n")[2].partition("```")[0] for kind in ("python", "toml")
    )
    points = tomllib.loads(toml)["project"]["entry-points"]["sheaf.annotators"]
    install(points, word_count=python)
    paper = annotated(Paper(references=(Reference("x"),)), DOCUMENT, ["word-count"])
    assert paper.extras == {"word-count": {"words": 4, "references": 1}}
    assert told(paper, "word-count") == {"version": "1"}
