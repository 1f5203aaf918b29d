"""Kinds of jobs: found behind their entry points, and run."""

from __future__ import annotations

import pytest

from sheaf.app import Library
from sheaf.errors import UsageError
from sheaf.workers.jobs import contract
from sheaf.workers.jobs.contract import JobContext
from sheaf.workers.jobs.parameters import describe, read_parameters
from sheaf.workers.jobs.registry import all_kinds, find_kind, kind_names


@pytest.fixture
def library(tmp_path):
    with Library.init(tmp_path / "lib") as made:
        yield made


def do(library, name, **given):
    """The messages of a job of this kind, and its result."""
    sent = []
    kind = find_kind(name)
    context = JobContext(library, 1, "ann", library.folder / "jobs" / "1", sent.append)
    return sent, kind.run(context, read_parameters(kind.parameters, given))


def test_an_unknown_kind_is_answered_with_those_there_are():
    with pytest.raises(UsageError, match=r"There is no job kind called 'sing'. Known: .*index"):
        find_kind("sing")


@pytest.mark.parametrize("name", kind_names())
def test_each_kind_says_what_it_does_and_what_its_parameters_are(name):
    kind = find_kind(name)
    fields = {field.name: field for field in describe(kind.parameters)}
    assert kind.title
    assert kind.help.endswith(".")
    assert all(field.help.endswith(".") for field in fields.values())
    assert kind.positional == "" or kind.positional in fields
    assert kind in all_kinds()


def test_a_job_brings_the_index_up_to_date(library):
    _, result = do(library, "index", rebuild=True)
    assert result.words == "0 indexed, 0 removed."
    assert library.index_is_behind() == 0


def test_reports_that_come_often_are_sent_now_and_then(library, monkeypatch):
    sent = []
    now = [100.0]
    monkeypatch.setattr(contract.time, "monotonic", lambda: now[0])
    context = JobContext(library, 1, "ann", library.folder, sent.append)
    for done in range(1, 1001):
        context.report(done, 1000, {"new": done}, "Importing.")
        now[0] += 0.001
    context.send_report()
    assert 4 <= len(sent) <= 6
    last = {"done": 1000, "total": 1000, "counters": {"new": 1000}, "note": "Importing."}
    assert sent[-1] == {"progress": last}
    context.send_report()
    assert sent[-2:].count({"progress": last}) == 1
