"""Outside programs: what they may write, and what is left of it."""

import os
import resource
import sys
import tempfile

import pytest

from sheaf import programs


@pytest.fixture
def scratch(tmp_path, monkeypatch):
    """The folder in which temporary files are made."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


@pytest.fixture
def python_is_a_program(monkeypatch):
    monkeypatch.setenv("PATH", f"{os.path.dirname(sys.executable)}:{os.environ['PATH']}")


def run(code, **more):
    return programs.run(("python", "-c", code), seconds=20, **more)


pytestmark = pytest.mark.usefixtures("python_is_a_program")


def test_a_program_is_given_bytes_and_answers_with_bytes(scratch):
    echo = "import sys; sys.stdout.buffer.write(sys.stdin.buffer.read()[::-1])"
    assert run(echo, stdin=b"abc" * 100_000) == b"cba" * 100_000
    assert list(scratch.iterdir()) == []


@pytest.mark.parametrize(
    "code",
    [
        "while True: print('endless' * 10_000)",
        "while True: print('endless' * 10_000, file=sys.stderr)",
        "file = tempfile.TemporaryFile()\nwhile True: file.write(b'endless' * 10_000)",
    ],
    ids=["answer", "complaints", "temporary file"],
)
def test_a_program_cannot_write_without_end(code, scratch, monkeypatch):
    monkeypatch.setattr(programs, "FILE_BYTES", 2 * 1024**2)
    begin = "import signal, sys, tempfile; signal.signal(signal.SIGXFSZ, signal.SIG_DFL)\n"
    with pytest.raises(programs.ProgramWroteTooMuch, match="more than 2 MiB"):
        run(begin + code)
    assert list(scratch.iterdir()) == []


def test_a_limit_that_holds_already_is_not_raised():
    lower = programs.FILE_BYTES // 4
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (lower, limits[1]))
    try:
        said = run("import resource; print(resource.getrlimit(resource.RLIMIT_FSIZE)[0])")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert int(said) == lower


def test_of_all_complaints_the_last_line_is_told(scratch):
    code = "import sys; sys.stderr.write('x' * 100_000 + '\\nthe reason\\n'); sys.exit(1)"
    with pytest.raises(programs.ProgramFailed, match=r"^the reason$"):
        run(code)
