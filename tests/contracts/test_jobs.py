"""The queue of jobs, on each database: people's side and workers' side."""

from __future__ import annotations

import pytest

from sheaf.deposit.jobs.contract import JobState
from sheaf.errors import BadParametersError, UsageError


def state_of(library, number):
    return library.jobs.get(number).state


def add(library, **more):
    return library.jobs.add("index", {}, owner="ann", **more).number


def events(library, number):
    return [(line.who, line.text) for line in library.jobs.log(number) if line.is_event]


def test_drafts_are_changed_by_one_person_at_a_time(library, another):
    number = add(library, as_draft=True)
    seen = library.jobs.get(number)
    library.jobs.change(number, {"rebuild": True}, version=seen.version, who="ann")
    with pytest.raises(UsageError, match="changed by somebody else"):
        another.jobs.change(number, {"rebuild": False}, version=seen.version, who="bob")
    assert library.jobs.get(number).parameters == {"rebuild": True}
    with pytest.raises(BadParametersError, match="rebiuld: there is no such parameter"):
        library.jobs.change(number, {"rebiuld": True}, version=seen.version + 1)
    library.jobs.submit(number, who="bob")
    with pytest.raises(UsageError, match=f"Job {number} is waiting: it cannot be submitted"):
        library.jobs.submit(number)
    assert events(library, number) == [
        ("ann", "written down as a draft"),
        ("ann", "changed"),
        ("bob", "submitted"),
    ]


def test_lists_go_on_behind_their_last(library):
    numbers = [add(library) for _ in range(5)]
    library.jobs.cancel(numbers[0])
    page = library.jobs.list(limit=2)
    assert [one.number for one in page] == numbers[:2:-1]
    assert [one.number for one in library.jobs.list(before=page[-1].number)] == numbers[2::-1]
    assert [one.number for one in library.jobs.list(state="cancelled")] == numbers[:1]
    assert library.jobs.list(owner="bob") == library.jobs.list(kind="import") == []
    copy = library.jobs.copy(numbers[1], owner="bob")
    assert (copy.state, copy.owner) == (JobState.DRAFT, "bob")
    assert library.jobs.run_again(numbers[1], owner="bob").state is JobState.WAITING


def test_orders_reach_jobs_that_wait(library):
    jobs, number = library.jobs, add(library)
    jobs.pause(number, who="bob")
    assert state_of(library, number) is JobState.PAUSED
    jobs.resume(number)
    with pytest.raises(UsageError, match="is waiting: it cannot be removed"):
        jobs.remove(number)
    jobs.cancel(number)
    with pytest.raises(UsageError, match="is cancelled: it cannot be paused"):
        jobs.pause(number)
    jobs.retry(number)
    assert jobs.count_by_state()["waiting"] == 1
    assert events(library, number)[1] == ("bob", "paused")
    jobs.cancel(number)
    jobs.remove(number)
    assert (jobs.get(number), jobs.log(number)) == (None, [])
    with pytest.raises(UsageError, match=f"There is no job {number}"):
        jobs.cancel(number)
