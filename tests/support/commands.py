"""The product as its users meet it: the command line, in processes of its own."""

import contextlib
import io
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
def sheaf_here(tmp_path):
    """The same in this process, which spares a second, and with its workers, which spares more: for
    commands that share nothing with the tests around them and need no signals and no terminal."""

    from sheaf import cli  # only few tests want it

    def run(*arguments, check=None, folder=tmp_path, stdin=b"", **environment):
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in "12")
        code = 0
        with (
            pytest.MonkeyPatch.context() as patch,
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            patch.chdir(folder)
            patch.setattr(sys, "argv", ["sheaf", *map(str, arguments)])
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), "utf-8"))
            wanted = clean_environment() | environment
            for name in os.environ.keys() - wanted.keys():
                patch.delenv(name)
            for name, value in wanted.items():
                patch.setenv(name, value)
            try:
                cli.main()
            except SystemExit as end:
                code = end.code or 0
            for name in os.environ.keys() - wanted.keys():  # what --set says is for one command
                del os.environ[name]
        said, told = (stream.buffer.getvalue().decode() for stream in (out, err))
        if check is not None:
            assert code == check, said + told
        return subprocess.CompletedProcess(arguments, code, said, told)

    return run


@pytest.fixture
def sheaf_json(sheaf_here):
    """What a command answers to programs, in this process too."""

    def run(*arguments, check=0, **environment):
        return json.loads(sheaf_here(*arguments, "--json", check=check, **environment).stdout)

    return run


def clean_environment():
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SHEAF_")}
    quick = {"SHEAF_CURATE_OCR": "false", "SHEAF_CRAWL_POLITENESS_RETRY_DELAY": "0.1"}
    return kept | ONE_WORKER | quick
