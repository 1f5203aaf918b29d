"""Many small jobs, and two workers in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from contextlib import ExitStack

import pytest
from support.rounds import rounds

from sheaf.app import Library

JOBS = rounds(100, 1000)


@pytest.mark.timeout(rounds(120, 900))
def test_two_workers_share_a_queue_and_do_nothing_twice(postgres, kinds, tmp_path):
    with Library.init(tmp_path / "lib", postgres.fresh_database()) as library:
        numbers = [library.jobs.add("tick", {}).number for _ in range(JOBS)]
        began = time.monotonic()
        logs = [tmp_path / "one.log", tmp_path / "two.log"]
        with ExitStack() as stack:
            command = [sys.executable, "-m", "sheaf.cli", "work", "--once", "-L", library.folder]
            environment = {**os.environ, "PYTHONPATH": str(tmp_path / "kinds")}
            files = [stack.enter_context(log.open("w")) for log in logs]
            workers = [
                stack.enter_context(subprocess.Popen(command, stderr=file, env=environment))
                for file in files
            ]
            assert [worker.wait() for worker in workers] == [0, 0], logs[0].read_text()
        print(f"{JOBS} jobs in {time.monotonic() - began:.1f} s")
        ticks = [int(line) for line in (library.folder / "ticks").read_text().split()]
        assert sorted(ticks) == numbers
        done = library.jobs.list(limit=JOBS + 1)
        assert Counter((job.state, job.attempts) for job in done) == {("done", 1): JOBS}
        claimed = [log.read_text().count(": begun.") for log in logs]
        assert sum(claimed) == JOBS
        assert min(claimed) > JOBS / 10, "both of them work"
