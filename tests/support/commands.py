"""The product as its users meet it: the command line, in processes of its own."""

import json
import os
import subprocess
import sys

import pytest

# A process of its own starts workers of its own, and few tests have work for two.
ONE_WORKER = {"SHEAF_WORKERS_JOBS": "1"}


@pytest.fixture
def sheaf_command(tmp_path):
    """Runs `sheaf ...`; answers with code, out and err."""

    def run(*arguments, check=None, **environment):
        done = subprocess.run(
            [sys.executable, "-m", "sheaf.cli", *map(str, arguments)],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=clean_environment() | environment,
            timeout=240,
        )
        if check is not None:
            assert done.returncode == check, done.stdout + done.stderr
        return done

    return run


@pytest.fixture
def sheaf_json(sheaf_command):
    def run(*arguments, check=0, **environment):
        return json.loads(sheaf_command(*arguments, "--json", check=check, **environment).stdout)

    return run


def clean_environment():
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SHEAF_")}
    quick = {"SHEAF_CURATE_OCR": "false", "SHEAF_CRAWL_POLITENESS_RETRY_DELAY": "0.1"}
    return kept | ONE_WORKER | quick
