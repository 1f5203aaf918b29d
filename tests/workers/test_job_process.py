"""The process of a job, as its worker sees it."""

import socket
import subprocess
import sys
import tempfile

import pytest

from sheaf.workers.process import JobProcess, wait_for

SLEEPS = "import time; time.sleep(600)"


def test_one_that_takes_nothing_in_is_ended():
    """Not left with half of an order, for whose other half it would wait."""
    ours, theirs = socket.socketpair()
    ours.settimeout(0.3)
    process = subprocess.Popen(
        [sys.executable, "-c", SLEEPS], pass_fds=[theirs.fileno()], start_new_session=True
    )
    theirs.close()
    with tempfile.TemporaryFile("a+b") as errors:
        job = JobProcess(process, ours, errors)
        job.send({"words": "x" * 5_000_000})
        assert wait_for([job], 30.0) == [job]
        with pytest.raises(EOFError):
            job.receive()
        assert "SIGKILL" in job.last_words()
        job.kill()
