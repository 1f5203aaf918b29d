"""The command line itself, before any command is chosen."""

import subprocess
import sys

HEAVY = {"django", "reportlab", "numpy", "pypdfium2", "lxml", "pycurl", "pycrfsuite", "tantivy"}


def test_the_commands_are_told_without_loading_what_they_need():
    script = "import sys, sheaf.cli; print(*{name.split('.')[0] for name in sys.modules})"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.split())
    assert "typer" in loaded
    assert loaded & HEAVY == set()


def test_python_runs_the_package_as_the_command():
    command = [sys.executable, "-m", "sheaf", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("sheaf ")
