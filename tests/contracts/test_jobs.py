"""The queue of jobs, on each database: people's side and workers' side."""

from __future__ import annotations

import threading
import time
from statistics import median, quantiles

import pytest
from django.db import connections
from support.rounds import is_long, rounds

import sheaf
from sheaf.deposit.jobs.claims import Claims
from sheaf.deposit.jobs.contract import JobEnding, JobProgress, JobState, Wish
from sheaf.deposit.jobs.moves import Move
from sheaf.errors import BadParametersError, UsageError


@pytest.fixture
def library(empty_queue):
    return empty_queue


ALL = ("index", "import")
NONE = ()


def claims_of(library, name="one"):
    return Claims(library.database_alias, f"{name} #key")


def state_of(library, number):
    return library.jobs.get(number).state


def add(library, **more):
    return library.jobs.add("index", {}, owner="ann", **more).number


def events(library, number):
    return [(line.who, line.text) for line in library.jobs.log(number) if line.is_event]


def test_a_job_is_written_down_claimed_and_done(library):
    jobs = library.jobs
    made = jobs.add("index", {"rebuild": "yes"}, owner="ann", title="Every word anew")
    number = made.number
    assert (made.state, made.parameters) == (JobState.WAITING, {"rebuild": True})
    worker = claims_of(library)
    claim = worker.claim(ALL, NONE)
    assert (claim.number, claim.kind, claim.parameters, claim.attempt) == (
        number,
        "index",
        {"rebuild": True},
        1,
    )
    assert worker.claim(ALL, NONE) is None
    progress = JobProgress(3, 10, "Indexing.", {"indexed": 3})
    assert worker.beat(claim, progress, ["a line", "a \0 line"], 100)
    seen = jobs.get(number)
    assert (seen.state, seen.done, seen.total, seen.share) == (JobState.RUNNING, 3, 10, 0.3)
    assert (seen.worker, seen.note, seen.counters) == ("one", "Indexing.", {"indexed": 3})
    ending = JobEnding({"indexed": 10}, 7, ("a.csv",), "10 indexed.")
    assert worker.end(claim, Move.FINISH, ending)
    assert worker.end(claim, Move.FINISH, ending)  # a lost answer: it is told again
    seen = jobs.get(number)
    assert (seen.state, seen.run, seen.files, seen.words) == (
        JobState.DONE,
        7,
        ("a.csv",),
        "10 indexed.",
    )
    assert seen.finished >= seen.started >= seen.submitted
    assert [line.text for line in jobs.log(number)] == [
        "submitted",
        "begun",
        "a line",
        "a  line",
        "done",
    ]
    assert events(library, number) == [("ann", "submitted"), ("one", "begun"), ("one", "done")]
    assert [line.text for line in jobs.log(number, last=2)] == ["a  line", "done"]
    assert jobs.log(number, after=jobs.log(number)[-1].number) == []


def test_drafts_are_changed_by_one_person_at_a_time(library, another):
    number = add(library, as_draft=True)
    assert claims_of(library).claim(ALL, NONE) is None
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


def test_orders_reach_jobs_that_wait_and_jobs_that_run(library):
    jobs, worker = library.jobs, claims_of(library)
    waits, runs = add(library), add(library)
    jobs.pause(waits)
    assert state_of(library, waits) is JobState.PAUSED
    claim = worker.claim(ALL, NONE)
    assert claim.number == runs
    jobs.pause(runs, who="ann")
    assert worker.wishes([claim]) == {runs: Wish.PAUSE}
    jobs.cancel(runs, who="bob")
    assert worker.wishes([claim]) == {runs: Wish.CANCEL}
    jobs.pause(runs)  # too late, and no reason to complain
    assert worker.wishes([claim]) == {runs: Wish.CANCEL}
    worker.end(claim, Move.STOP, JobEnding())
    assert state_of(library, runs) is JobState.CANCELLED
    with pytest.raises(UsageError, match="is cancelled: it cannot be paused"):
        jobs.pause(runs)
    jobs.retry(runs)
    jobs.resume(waits)
    assert jobs.count_by_state()["waiting"] == 2
    jobs.cancel(waits)
    with pytest.raises(UsageError, match="is waiting: it cannot be removed"):
        jobs.remove(runs)
    jobs.remove(waits)
    assert (jobs.get(waits), jobs.log(waits)) == (None, [])
    with pytest.raises(UsageError, match=f"There is no job {waits}"):
        jobs.cancel(waits)


def test_whoever_lost_a_job_cannot_write_to_it(library, another):
    number = add(library)
    dead, alive = claims_of(library, "dead"), claims_of(another, "alive")
    old = dead.claim(ALL, NONE)
    (seen,) = alive.running()
    assert dead.beat(old, None, (), 100)
    assert not alive.take_away(seen, most_attempts=3, reason="It is dead.")  # it has moved
    (seen,) = alive.running()
    assert alive.take_away(seen, most_attempts=3, reason="It is dead.")
    assert not dead.beat(old, JobProgress(1), ["a line"], 100)
    new = alive.claim(ALL, NONE)
    assert (new.number, new.attempt) == (number, 2)
    assert not dead.beat(old, JobProgress(1), ["a line"], 100)
    assert not dead.end(old, Move.FINISH, JobEnding(words="mine"))
    assert not dead.give_back(old, "", is_attempt=False)
    assert dead.wishes([old]) == {}
    assert alive.end(new, Move.FINISH, JobEnding(words="ours"))
    assert not dead.end(old, Move.FINISH, JobEnding(words="mine"))
    assert library.jobs.get(number).words == "ours"


def test_a_job_whose_workers_die_fails_in_the_end(library):
    number = add(library)
    worker = claims_of(library)
    for _ in range(3):
        assert worker.claim(ALL, NONE).number == number
        worker.take_away(worker.running()[0], most_attempts=3, reason="Its worker was killed.")
    seen = library.jobs.get(number)
    assert (seen.state, seen.attempts) == (JobState.FAILED, 3)
    assert seen.problem == "Its worker was killed. It was begun 3 times, and not once ended."
    library.jobs.retry(number)
    assert library.jobs.get(number).attempts == 0


def test_an_order_to_a_dead_worker_is_seen_to(library):
    jobs, worker = library.jobs, claims_of(library)
    for wish, state in ((jobs.pause, JobState.PAUSED), (jobs.cancel, JobState.CANCELLED)):
        number = add(library)
        worker.claim(ALL, NONE)
        wish(number)
        worker.take_away(worker.running()[0], most_attempts=3, reason="It is dead.")
        assert state_of(library, number) is state


def test_one_job_that_admits_runs_at_a_time(library):
    first, second = add(library), add(library)
    worker = claims_of(library)
    claim = worker.claim(ALL, ["index"])
    assert worker.claim(ALL, ["index"]) is None
    assert worker.give_back(claim, "The library is busy.", is_attempt=False)
    seen = library.jobs.get(first)
    assert (seen.attempts, seen.note) == (0, "The library is busy.")
    assert worker.claim(ALL, ["index"], passing=[first]).number == second


def test_a_log_is_bounded_and_keeps_what_people_did(library):
    number = add(library)
    worker = claims_of(library)
    claim = worker.claim(ALL, NONE)
    for start in range(0, 40, 10):
        worker.beat(claim, None, [f"line {n}" for n in range(start, start + 10)], 15)
    texts = [line.text for line in library.jobs.log(number)]
    assert texts == ["submitted", "begun", *(f"line {n}" for n in range(25, 40))]
    assert library.jobs.log(number, limit=2)[1].text == "begun"


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


def test_only_files_of_a_job_are_handed_out(library):
    number = add(library)
    worker = claims_of(library)
    folder = library.jobs.folder(number)
    folder.mkdir(parents=True)
    (folder / "a.csv").write_text("a")
    (folder / "secret").write_text("b")
    (folder / "link").symlink_to(library.folder / "sheaf.toml")
    names = ("a.csv", "link", "../../sheaf.toml", "gone")
    worker.end(worker.claim(ALL, NONE), Move.FINISH, JobEnding(files=names))
    assert library.jobs.file(number, "a.csv").read_text() == "a"
    assert not any(library.jobs.file(number, name) for name in ("secret", *names[1:]))
    library.jobs.remove(number)
    assert not folder.exists()


def test_workers_that_race_never_claim_a_job_twice(library):
    numbers = [add(library) for _ in range(24)]
    claimed, lock = [], threading.Lock()

    def work(name):
        with sheaf.open(library.folder) as opened:
            worker = claims_of(opened, name)
            while library_has_work(worker):
                if claim := worker.claim(ALL, NONE):
                    with lock:
                        claimed.append(claim.number)
                    worker.end(claim, Move.FINISH, JobEnding())

    def library_has_work(worker):
        return len(claimed) < len(numbers)

    threads = [threading.Thread(target=work, args=(f"w{n}",)) for n in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(claimed) == numbers
    assert library.jobs.count_by_state()["done"] == len(numbers)


def test_claiming_takes_few_questions_and_less_than_five_milliseconds(library):
    """The time where nothing else is done on the machine, with `scripts/test --long`."""
    for _ in range(rounds(20, 1000)):
        add(library)
    worker, seconds, asked = claims_of(library), [], []

    def note(execute, sql, params, many, context):
        asked.append(sql)
        return execute(sql, params, many, context)

    while library.jobs.count_by_state()["waiting"]:
        asked.clear()
        began = time.perf_counter()
        with connections[library.database_alias].execute_wrapper(note):
            claim = worker.claim(ALL, ["import"])
        seconds.append(time.perf_counter() - began)
        # Who admits, what waits, the first of it, its claim, a line of its log; SQLite's BEGIN.
        assert len(asked) <= 6, asked
        assert worker.end(claim, Move.FINISH, JobEnding())
    print(f"median {median(seconds) * 1e3:.2f} ms, p99 {quantiles(seconds, n=100)[98] * 1e3:.2f}")
    has_server = connections[library.database_alias].vendor != "sqlite"  # or waits for a disk
    assert not (is_long() and has_server) or median(seconds) < 0.005
