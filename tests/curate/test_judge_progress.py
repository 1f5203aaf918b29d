"""What `sheaf judge` and `sheaf extract` show while they work."""

import json
import re
import subprocess

import pytest
from support.glass import watch
from support.samples import paper_pdf, pdf_that_spins

from sheaf import programs


def test_a_program_at_work_is_known_by_its_name():
    with subprocess.Popen(["sleep", "60"]) as process:
        try:
            assert "sleep" in programs.find_running()
        finally:
            process.kill()
    assert "sleep" not in programs.find_running()


@pytest.mark.parametrize("command", ["judge", "extract"])
def test_answers_come_at_once_and_a_line_says_that_more_is_awaited(tmp_path, command):
    (tmp_path / "1.pdf").write_bytes(paper_pdf())
    (tmp_path / "2.pdf").write_bytes(pdf_that_spins())
    seen = watch(command, "1.pdf", "2.pdf", "--json", folder=tmp_path, columns=4000,
                 SHEAF_WORKERS_SECONDS="3", SHEAF_WORKERS_JOBS="1")  # fmt: skip
    line = re.compile(r"^1 (?:files judged|papers read)\. Working on the next, 0:0\d", re.MULTILINE)
    frames = [frame for _, frame in seen.frames if line.search(frame)]
    assert frames
    assert all("1.pdf" in frame for frame in frames)  # the first is answered
    # Nothing of it is left among the answers, and JSON is plain on a terminal too.
    assert "Working" not in seen.glass.text
    if command == "judge":
        told = [json.loads(one) for one in seen.glass.text.splitlines() if one.startswith("{")]
        assert [one["outcome"] for one in told] == ["kept", "timed_out"]
