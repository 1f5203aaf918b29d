"""Who is dead: by clocks of their own, watchers judge whether jobs are kept alive."""

from __future__ import annotations

from sheaf.deposit.jobs.claims import RunningJob
from sheaf.deposit.jobs.contract import Wish
from sheaf.workers.jobs.identity import is_dead, own_name
from sheaf.workers.jobs.leases import LeaseWatch


def test_a_lease_is_judged_by_the_watchers_own_clock():
    now = [100.0]
    watch = LeaseWatch(30, clock=lambda: now[0])
    job = RunningJob(1, token=1, beats=5, worker="elsewhere #m.1.1.0", attempts=1, wants=Wish(""))

    def dead(beats, token=1):
        seen = RunningJob(1, token, beats, job.worker, 1, Wish(""))
        return [one.number for one, _ in watch.look([seen])]

    assert dead(5) == []
    assert watch.has_doubts
    now[0] += 29
    assert dead(6) == []  # it moved
    assert not watch.has_doubts
    now[0] += 29
    assert dead(6) == []
    now[0] += 2
    assert dead(6) == [1]
    assert dead(6, token=2) == []  # another has it
    now[0] += 29
    watch.forget()  # nobody could have moved
    assert dead(6, token=2) == []
    now[0] += 29
    assert dead(6, token=2) == []
    now[0] += 1
    assert dead(6, token=2) == [1]


def test_only_what_is_gone_for_certain_is_dead():
    name = own_name()
    assert not is_dead(name)
    host, _, key = name.partition(" #")
    machine, process, started, number = key.split(".")
    assert is_dead(f"{host} #{machine}.{process}.{int(started) + 1}.{number}")
    assert not is_dead(f"{host} #another.{process}.{int(started) + 1}.{number}")
    assert not is_dead("nonsense")
    assert not is_dead("")
