"""Stages of other packages: who is asked, who may be left out, and whose no it was."""

from __future__ import annotations

import sys
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from support.samples import cv_pdf, paper_pdf

import sheaf
from sheaf import plugins
from sheaf.curate.basis import find_basis
from sheaf.curate.stages import ask, examination_stages, plugin_stage_names, plugin_stages
from sheaf.errors import UsageError
from sheaf.records import Candidate, Capture, Dropped, Location, Outcome, Payload, Text
from sheaf.settings import Curate

MODULE = """
from sheaf.records import Dropped, Outcome

def no(candidate):
    return Dropped(Outcome.NOT_ACADEMIC, "no books")

def broken(candidate):
    raise ValueError("two\\nlines")

def silent(candidate):
    return None
"""


@pytest.fixture
def stages(tmp_path, monkeypatch):
    """Three stages that are installed, in a process and in its workers."""
    place = tmp_path / "packages"
    information = place / "somebodys-0.1.dist-info"
    information.mkdir(parents=True)
    (place / "somebodys_stages.py").write_text(MODULE)
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: somebodys\nVersion: 0.1\n")
    points = "".join(f"{one} = somebodys_stages:{one}\n" for one in ("silent", "no", "broken"))
    (information / "entry_points.txt").write_text(f"[sheaf.stages]\n{points}")
    monkeypatch.syspath_prepend(place)
    plugins.names.cache_clear()
    yield
    plugins.names.cache_clear()
    sys.modules.pop("somebodys_stages", None)


def candidate():
    capture = Capture("http://h/a.pdf", datetime(2024, 5, 1, tzinfo=UTC), Location("s", "0"))
    return Candidate(capture, b"%PDF-1.4", "application/pdf")


@pytest.mark.parametrize(
    ("settings", "names"),
    [
        (Curate(), ["broken", "no", "silent"]),
        (Curate(stages=["silent", "no", "silent"]), ["silent", "no"]),
        (Curate(stages="no"), ["no"]),
        (Curate(stages=[]), []),
        (Curate(filter=False), []),
        (Curate(filter=False, stages=["no"]), []),
    ],
)
def test_the_settings_say_who_is_asked(stages, settings, names):
    assert plugin_stage_names(settings) == names
    asked = examination_stages(settings)
    assert len(asked) == 2 + settings.filter + len(names)


@pytest.mark.parametrize(
    ("name", "outcome", "reason"),
    [
        ("no", Outcome.NOT_ACADEMIC, "the stage no says: no books"),
        ("broken", Outcome.UNFORESEEN, "the stage broken says: ValueError: two lines"),
        ("silent", Outcome.UNFORESEEN, "the stage silent says: it answered with NoneType"),
    ],
)
def test_a_no_carries_the_name_of_its_stage(stages, name, outcome, reason):
    (stage,) = plugin_stages(Curate(stages=[name]))
    answer = stage(candidate())
    assert isinstance(answer, Dropped)
    assert answer.outcome is outcome
    assert answer.reason.startswith(reason)


def test_what_a_stage_of_a_package_may_have_looked_at_counts(stages):
    """For it may look at all of a capture, but for its bytes, which are known apart."""
    ours, theirs = find_basis(Curate(stages=[])), find_basis(Curate(stages=["no"]))
    capture = candidate().capture
    moved = replace(capture, url="http://h/b.pdf")
    assert ours.of(capture) == ours.of(moved) != theirs.of(capture) != theirs.of(moved)
    assert theirs.of(capture) == theirs.of(replace(capture, payload=Payload(b"%PDF")))


def test_a_newer_package_judges_anew(tmp_path, stages):
    before = find_basis(Curate(stages=["no"]))
    metadata = tmp_path / "packages" / "somebodys-0.1.dist-info" / "METADATA"
    metadata.write_text(metadata.read_text().replace("Version: 0.1", "Version: 0.2"))
    plugins.names.cache_clear()
    assert find_basis(Curate(stages=["no"])) != before


def test_a_no_after_ocr_ran_out_of_time_is_not_final(stages):
    late = replace(candidate(), text=Text("words", 1, "pdfium", ocr_was_late=True))
    asked = plugin_stages(Curate(stages=["no"]))
    assert ask(asked, candidate()).is_final
    assert not ask(asked, late).is_final


@pytest.fixture
def library(tmp_path):
    with sheaf.init(tmp_path / "lib") as made:
        yield made


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.pdf").write_bytes(paper_pdf("One"))
    (tmp_path / "in" / "b.pdf").write_bytes(cv_pdf())
    return tmp_path / "in"


def test_a_run_says_whom_it_asked_and_whose_no_it_was(stages, library, folder):
    library.settings = library.settings.with_values("curate", stages=["no"])
    run = library.import_([folder]).run
    assert library.run(run).options["stages"] == ["no"]
    reasons = {one.url[-5:]: one.reason for one in library.run_log.captures(run, [])}
    assert reasons["a.pdf"] == "the stage no says: no books"


def test_no_filter_keeps_every_document_of_a_wanted_type(stages, library, folder):
    summary = library.import_([folder], filter=False)
    assert summary.outcomes == {"new": 2}
    assert "stages" not in library.run(summary.run).options


def test_a_stage_that_is_not_there_is_named_before_the_run(stages, library, folder):
    library.settings = library.settings.with_values("curate", stages=["nobodys"])
    with pytest.raises(UsageError, match=r"no stage called 'nobodys'\. Known: broken, no, silent"):
        library.import_([folder])
    assert list(library.runs()) == []
