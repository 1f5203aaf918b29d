"""Schedules, on each database: each time comes once, however many workers look, and clocks jump."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta

import pytest

import sheaf
from sheaf.deposit.jobs.schedule_store import ScheduleStore
from sheaf.deposit.rights.contract import Way
from sheaf.deposit.rights.history import acting_as
from sheaf.errors import BadParametersError, UsageError


@pytest.fixture
def library(empty_queue):
    return empty_queue


MONDAY = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)


@pytest.fixture
def clock(monkeypatch):
    """The clock of the database, which the test sets."""

    class Clock:
        now = MONDAY

    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setattr(ScheduleStore, "now", lambda store: Clock.now)
    return Clock


def end_all(library):
    for job in library.jobs.list(state="waiting"):
        library.jobs.cancel(job.number)


def test_the_clock_is_that_of_the_database(library):
    assert abs(library.schedules._store.now() - datetime.now(UTC)) < timedelta(seconds=5)


def test_a_schedule_submits_its_job_when_it_is_due(library, clock):
    schedules = library.schedules
    made = schedules.add("index", {"rebuild": True}, "every night", owner="ann", title="Anew")
    assert (made.when, made.words) == ("every night", "every night at 02:00")
    assert made.next_time == datetime(2026, 11, 24, 2, 0, tzinfo=UTC)
    assert schedules.submit_due() == []
    clock.now = MONDAY + timedelta(hours=14)
    (number,) = schedules.submit_due()
    job = library.jobs.get(number)
    assert (job.title, job.owner, job.parameters) == ("Anew", "ann", {"rebuild": True})
    assert job.schedule == made.number
    assert library.jobs.log(number)[0].who == f"schedule {made.number}"
    assert schedules.submit_due() == []
    assert schedules.get(made.number).last_job == number


def test_a_time_in_too_many_words_is_refused_and_not_cut_off(library, clock):
    minutes, hours = ",".join(map(str, range(60))), ",".join(map(str, range(22)))
    made = library.schedules.add("index", {}, "  every   night ")
    assert made.when == "every night"
    with pytest.raises(UsageError, match="200 characters"):
        library.schedules.add("index", {}, f"{minutes} {hours} * * *")
    with pytest.raises(UsageError, match="200 characters"):
        library.schedules.change(made.number, when=f"{minutes} {hours} * * *")
    assert [one.when for one in library.schedules.list()] == ["every night"]


def test_a_new_title_is_cut_and_stored_as_every_database_takes_it(library):
    made = library.schedules.add("index", {}, "every night")
    library.schedules.change(made.number, title="Anew\0" + "x" * 300)
    title = library.schedules.get(made.number).title
    assert title.startswith("Anew")
    assert "\0" not in title
    assert len(title) == 255


def test_one_whose_last_job_has_not_ended_submits_no_other(library, clock):
    made = library.schedules.add("index", {}, "every hour")
    clock.now += timedelta(hours=1)
    (number,) = library.schedules.submit_due()
    clock.now += timedelta(hours=1)
    assert library.schedules.submit_due() == []
    seen = library.schedules.get(made.number)
    assert seen.note == f"Job {number} was waiting still: no other one was submitted."
    end_all(library)
    clock.now += timedelta(hours=1)
    assert library.schedules.submit_due() == [number + 1]
    assert library.schedules.get(made.number).note == ""


def test_what_was_missed_is_made_up_once(library, clock):
    library.schedules.add("index", {}, "every hour")
    clock.now += timedelta(days=30)
    assert len(library.schedules.submit_due()) == 1
    end_all(library)
    assert library.schedules.submit_due() == []


def test_a_clock_that_jumps_back_a_little_repeats_nothing(library, clock):
    library.schedules.add("index", {}, "every hour")
    clock.now += timedelta(hours=1)
    assert len(library.schedules.submit_due()) == 1
    end_all(library)
    clock.now -= timedelta(minutes=5)
    assert library.schedules.submit_due() == []
    clock.now += timedelta(minutes=6)
    assert library.schedules.submit_due() == []
    clock.now += timedelta(hours=1)
    assert len(library.schedules.submit_due()) == 1


def test_a_clock_that_was_a_year_ahead_stops_no_schedule(library, clock):
    made = library.schedules.add("index", {}, "every night")
    clock.now += timedelta(days=365)
    assert len(library.schedules.submit_due()) == 1
    end_all(library)
    clock.now = MONDAY
    assert library.schedules.submit_due() == []
    assert library.schedules.get(made.number).next_time == datetime(2026, 11, 25, 2, tzinfo=UTC)
    clock.now += timedelta(days=2)
    assert len(library.schedules.submit_due()) == 1


def test_it_is_paused_changed_resumed_and_removed(library, clock):
    schedules = library.schedules
    number = schedules.add("index", {}, "every night").number
    schedules.pause(number)
    assert (schedules.get(number).is_paused, schedules.get(number).next_time) == (True, None)
    clock.now += timedelta(days=3)
    assert schedules.submit_due() == []
    schedules.resume(number)
    assert schedules.submit_due() == []  # what was missed in a pause is not made up
    changed = schedules.change(number, parameters={"rebuild": True}, when="every Friday at 7")
    assert changed.words == "every Friday at 07:00"
    assert changed.next_time == datetime(2026, 11, 27, 7, tzinfo=UTC)
    assert [one.number for one in schedules.list()] == [number]
    with pytest.raises(UsageError, match="is no day"):
        schedules.change(number, when="every Blursday")
    schedules.remove(number)
    for deed in (schedules.pause, schedules.resume, schedules.remove):
        with pytest.raises(UsageError, match=f"There is no schedule {number}"):
            deed(number)


def test_one_that_cannot_submit_says_why(library, clock):
    made = library.schedules.add("index", {}, "every hour")
    library.schedules._store.change(made.number, parameters={"gone": 1})
    clock.now += timedelta(hours=1)
    assert library.schedules.submit_due() == []
    assert "gone: there is no such parameter" in library.schedules.get(made.number).note


def test_what_only_a_command_may_say_is_submitted_too(library, clock):
    given = {"sources": ["/somewhere/a.warc"], "any_place": True}
    library.schedules.add("import", given, "every hour")
    with acting_as("ann", Way.WEB), pytest.raises(BadParametersError, match="any_place"):
        library.schedules.add("import", given, "every hour")
    clock.now += timedelta(hours=1)
    (number,) = library.schedules.submit_due()
    assert library.jobs.get(number).parameters["any_place"]


def test_workers_that_race_submit_each_time_once(library, clock):
    for _ in range(5):
        library.schedules.add("index", {}, "every hour")
    clock.now += timedelta(hours=1)
    found = []

    def look():
        with sheaf.open(library.folder) as opened:
            found.extend(opened.schedules.submit_due())

    threads = [threading.Thread(target=look) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(found) == library.jobs.count_by_state()["waiting"] == 5


def test_a_schedule_that_nobody_can_read_stops_no_other_and_can_be_removed(library, clock):
    schedules = library.schedules
    broken, whole = (schedules.add("index", {}, "every night") for _ in range(2))
    schedules._store.change(broken.number, given="when the moon is full")
    clock.now = MONDAY + timedelta(hours=14)
    (number,) = schedules.submit_due()
    assert library.jobs.get(number).schedule == whole.number
    shown = schedules.get(broken.number)
    assert (shown.words, shown.next_time) == ("when the moon is full", None)
    assert "No job was submitted" in shown.note
    assert schedules.submit_due() == []
    schedules.remove(broken.number)
    assert [one.number for one in schedules.list()] == [whole.number]


def test_what_is_changed_in_a_paused_schedule_gives_it_no_time(library, clock):
    schedules = library.schedules
    made = schedules.add("index", {}, "every night")
    schedules.pause(made.number)
    changed = schedules.change(made.number, when="every day at 3", title="A\0 title" + "!" * 300)
    assert (changed.is_paused, changed.next_time) == (True, None)
    assert changed.title.startswith("A title!")
    assert len(changed.title) == 255
    schedules.resume(made.number)
    assert schedules.get(made.number).next_time == datetime(2026, 11, 24, 3, 0, tzinfo=UTC)
