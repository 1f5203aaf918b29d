"""The command line itself, before any command is chosen."""

import resource
import subprocess
import sys
from itertools import pairwise

from typer.main import get_command
from typer.testing import CliRunner

from sheaf.cli import app

HEAVY = {
    *("django", "reportlab", "numpy", "pypdfium2", "lxml", "pycurl", "pycrfsuite", "tantivy"),
    *("pydantic", "sqlite3", "idna"),
}
HELP_SECONDS = 1.0  # of the processor; it takes a quarter of that on a machine of 2024


def test_the_commands_are_listed_without_loading_what_they_need():
    script = "import sys, sheaf.cli; print(*{name.split('.')[0] for name in sys.modules})"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.split())
    assert "typer" in loaded
    assert loaded & HEAVY == set()


def test_the_help_is_there_at_once():
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "sheaf", "--help"], capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    assert used < HELP_SECONDS


def test_python_runs_the_package_as_the_command():
    command = [sys.executable, "-m", "sheaf", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("sheaf ")


def every_command(command, path=()):
    yield path, command
    for name, below in getattr(command, "commands", {}).items():
        yield from every_command(below, (*path, name))


def test_every_help_can_be_read_on_80_columns(monkeypatch):
    """There is room for at least two dozen letters beside an option, and nothing is cut off."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERMINAL_WIDTH", "80")
    for path, command in every_command(get_command(app)):
        shown = CliRunner().invoke(app, [*path, "--help"], env={"COLUMNS": "80"}).output
        assert "\u2026" not in shown, path
        for option in command.params:
            words = (getattr(option, "help", "") or "").split()
            start = ""
            for word in words:
                if len(f"{start} {word}") > 20:
                    break
                start = f"{start} {word}".strip()
            assert start in shown, (path, option.name, shown)


def test_the_words_of_a_help_fill_its_lines(monkeypatch):
    """A line ends where the terminal does, not where it ends in our source."""
    monkeypatch.setenv("TERMINAL_WIDTH", "80")
    for path, _ in every_command(get_command(app)):
        shown = CliRunner().invoke(app, [*path, "--help"], env={"COLUMNS": "80"}).output
        above = shown.partition("\u256d")[0].splitlines()
        for line, following in pairwise(above):
            word = following.split()[:1]
            if line.strip() and word and not following.startswith("  "):
                assert len(f"{line.rstrip()} {word[0]}") > 79, (path, line)
