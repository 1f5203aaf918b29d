"""The commands for jobs and schedules, as they are typed."""

from __future__ import annotations

import json
from functools import partial

import pytest
from support.job_kinds import worker_of

from sheaf.deposit.jobs.contract import JobState
from sheaf.errors import UsageError
from sheaf.workers.jobs.arguments import read_arguments
from sheaf.workers.jobs.registry import find_kind


@pytest.fixture
def sheaf(sheaf_here, library):
    return partial(sheaf_here, SHEAF_LIBRARY=str(library.folder))


def test_words_become_parameters_by_the_description_of_the_kind(kinds):
    kind = find_kind("count")
    given = read_arguments(kind, ["one", "--to", "5", "--pause=0.5", "--loud", "--", "--two"])
    assert given == {"words": ["one", "--two"], "to": "5", "pause": "0.5", "loud": True}
    assert read_arguments(kind, ["--no-loud", "--words", "a"]) == {"loud": False, "words": ["a"]}
    for words, why in (
        (["--tow", "5"], r"has no --tow.*--to"),
        (["--to"], "--to needs a value"),
        (["--to", "1", "--to", "2"], "given twice"),
    ):
        with pytest.raises(UsageError, match=why):
            read_arguments(kind, words)
    with pytest.raises(UsageError, match="takes no 'word'"):
        read_arguments(find_kind("fail"), ["word"])


def test_sources_are_named_as_they_lie_and_may_lie_anywhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    given = read_arguments(find_kind("import"), ["a.warc.gz", "https://example.org/b.warc"])
    assert given["sources"] == [str(tmp_path / "a.warc.gz"), "https://example.org/b.warc"]
    assert given["any_place"]
    given = read_arguments(find_kind("import"), ["a.warc.gz", "--no-any-place"])
    assert not given["any_place"]


def test_a_job_is_submitted_seen_and_removed(sheaf, library):
    assert "No such job" in sheaf("jobs", "list", check=0).stderr
    assert "No such job" in sheaf("jobs", check=0).stderr
    assert "No schedule yet" in sheaf("schedules", check=0).stderr
    assert "Did you mean 'list'" in sheaf("jobs", "lst", check=2).stderr
    done = sheaf("jobs", "submit", "count", "one", "--to", 2, "--title", "To two", check=0)
    assert done.stdout == "1\n"
    sheaf("jobs", "submit", "fail", check=0)
    sheaf("jobs", "submit", "count", "--to", 9, "--draft", check=0)
    assert json.loads(sheaf("status", "--json", check=0).stdout)["jobs"]["waiting"] == 2
    assert "Jobs: 2 waiting, 0 running." in sheaf("status", check=0).stdout
    with worker_of(library, once=True):
        pass
    listed = sheaf("jobs", "list", check=0).stdout.splitlines()
    assert [line.split()[:2] for line in listed] == [["3", "draft"], ["2", "failed"], ["1", "done"]]
    assert "There is nothing to fail at." in listed[1]
    shown = sheaf("jobs", "show", 1, check=0).stdout
    assert "To two" in shown
    assert str(library.jobs.folder(1) / "numbers.txt") in shown
    assert json.loads(sheaf("jobs", "show", 1, "--json", check=0).stdout)["state"] == "done"
    logged = sheaf("jobs", "log", 1, "-f", check=0).stdout
    assert "counted one" in logged
    assert len(sheaf("jobs", "log", 1, "--last", 1, check=0).stdout.splitlines()) == 1
    assert "cannot be paused" in sheaf("jobs", "pause", 1, check=2).stderr
    sheaf("jobs", "change", 3, "--to", 4, check=0)
    assert library.jobs.get(3).parameters == {"to": 4}
    sheaf("jobs", "submit", 3, check=0)
    for order, state in (
        ("pause", JobState.PAUSED),
        ("resume", JobState.WAITING),
        ("cancel", JobState.CANCELLED),
        ("retry", JobState.WAITING),
    ):
        sheaf("jobs", order, 3, check=0)
        assert library.jobs.get(3).state is state
    done = sheaf("jobs", "remove", 1, 3, 2, check=2)
    assert "Job 3 is waiting: it cannot be removed" in done.stderr
    assert [one.number for one in library.jobs.list()] == [3]


def test_submitting_waits_where_it_is_asked_to(sheaf, library):
    with worker_of(library):
        done = sheaf("jobs", "submit", "count", "--wait", "--json", check=0)
        assert json.loads(done.stdout)["counters"] == {"numbers": 3}
        done = sheaf("jobs", "submit", "fail", "--wait", check=1)
        assert "There is nothing to fail at." in done.stderr
        assert "Try something else." in done.stderr


def test_what_is_wrong_is_said(sheaf):
    assert "There is no job kind called 'sing'" in sheaf("jobs", "submit", "sing", check=2).stderr
    done = sheaf("jobs", "submit", "count", "--to", "many", check=2)
    assert "to: " in done.stderr
    assert "There is no job 9" in sheaf("jobs", "show", 9, check=2).stderr
    assert (
        "There is no state 'runing'" in sheaf("jobs", "list", "--state", "runing", check=2).stderr
    )
    assert "Nothing stands in the way" in sheaf("jobs", "submit", "count", "--dry-run").stdout
    shown = sheaf("jobs", "kinds", "count", check=0).stdout
    assert "--words" in shown
    assert "Default: 3." in shown
    listed = [json.loads(line) for line in sheaf("jobs", "kinds", "--json").stdout.splitlines()]
    assert {"count", "index"} <= {one["name"] for one in listed}


def test_schedules_are_added_listed_and_removed(sheaf, library):
    assert "No schedule yet" in sheaf("schedules", "list", check=0).stderr
    done = sheaf("schedules", "add", "every night", "count", "one", "--to", 2, check=0)
    assert "every night at 02:00, next 20" in done.stdout
    (made,) = library.schedules.list()
    assert made.parameters == {"to": 2, "words": ["one"]}
    sheaf("schedules", "pause", 1, check=0)
    assert "paused" in sheaf("schedules", "list", check=0).stdout
    sheaf("schedules", "resume", 1, check=0)
    assert json.loads(sheaf("schedules", "list", "--json", check=0).stdout)["when"] == "every night"
    assert "no day" in sheaf("schedules", "add", "every Blursday", "count", check=2).stderr
    sheaf("schedules", "remove", 1, check=0)
    assert library.schedules.list() == []
