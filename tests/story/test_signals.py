"""SIGTERM and a closed terminal stop every command as Ctrl-C does, in the background too."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.commands import clean_environment
from support.samples import paper_pdf

IN_BACKGROUND = {signal.SIGINT: signal.SIG_IGN}
AT_TERMINAL = {signal.SIGINT: signal.SIG_DFL, signal.SIGHUP: signal.SIG_DFL}
WITH_NOHUP = {signal.SIGINT: signal.SIG_IGN, signal.SIGHUP: signal.SIG_IGN}


def start(words, folder, dispositions):
    def set_dispositions():
        for one, disposition in dispositions.items():
            signal.signal(one, disposition)

    # As it is installed: `python -m` ends by SIGINT itself where an interrupt that was handled came
    # in the midst of an exec(), which imports are full of.
    command = Path(sys.executable).with_name("sheaf")
    return subprocess.Popen(
        [command, *map(str, words)], cwd=folder, text=True,
        env={**clean_environment(), "SHEAF_WORKERS_JOBS": "1"}, preexec_fn=set_dispositions,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip


def wait_until_it_catches_signals(process):
    """It says so itself (/proc)."""
    ends = time.monotonic() + 30
    while not catches(process.pid, signal.SIGTERM):
        assert process.poll() is None, process.stdout.read()
        assert time.monotonic() < ends
        time.sleep(0.02)


def stop(process, one):
    wait_until_it_catches_signals(process)
    process.send_signal(one)
    said, _ = process.communicate(timeout=60)
    return process.returncode, said


def catches(process, one):
    with open(f"/proc/{process}/status") as file:
        caught = next(line for line in file if line.startswith("SigCgt:")).split()[1]
    return bool(int(caught, 16) >> (one - 1) & 1)


@pytest.fixture
def many_papers(sheaf_here, tmp_path):
    assert sheaf_here("init", tmp_path / "library").returncode == 0
    (tmp_path / "in").mkdir()
    for number in range(100):
        (tmp_path / "in" / f"{number}.pdf").write_bytes(paper_pdf(f"On {number}"))
    return tmp_path


@pytest.mark.parametrize(
    ("words", "one", "dispositions"),
    [
        (("import", "in", "-L", "library"), signal.SIGTERM, IN_BACKGROUND),
        (("import", "in", "-L", "library"), signal.SIGHUP, AT_TERMINAL),
        (("extract", "in", "-o", "out", "-f", "tei"), signal.SIGTERM, IN_BACKGROUND),
        (("judge", *(f"in/{n}.pdf" for n in range(100))), signal.SIGTERM, IN_BACKGROUND),
        (("demo", "demo-library", "--pages", "500"), signal.SIGTERM, IN_BACKGROUND),
    ],
    ids=["import", "import-hangup", "extract", "judge", "demo"],
)
def test_a_command_ends_in_good_order(words, one, dispositions, many_papers):
    code, said = stop(start(words, many_papers, dispositions), one)
    assert code == 130, said
    assert "Stopped." in said
    assert "Traceback" not in said


def test_with_nohup_a_closed_terminal_is_not_heard(many_papers):
    process = start(("import", "in", "-L", "library"), many_papers, WITH_NOHUP)
    wait_until_it_catches_signals(process)
    process.send_signal(signal.SIGHUP)
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(timeout=1.5)
    code, said = stop(process, signal.SIGTERM)
    assert code == 130, said
