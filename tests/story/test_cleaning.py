"""Cleaning as its users meet it, and kill -9 at any moment of it."""

import json
import os
import random
import signal
import subprocess
import sys
import time

import pytest
from support.rounds import rounds
from support.samples import Page, paper_pdf, write_warc
from support.state import files_in, state_of

import sheaf
from sheaf.deposit import models
from sheaf.records import IngestState

MANY = 40


@pytest.fixture
def library(tmp_path, monkeypatch):
    for name in ("CURATE_FILTER", "CURATE_TEXT"):
        monkeypatch.setenv(f"SHEAF_{name}", "false")
    monkeypatch.setenv("SHEAF_WORKERS_JOBS", "1")
    with sheaf.init(tmp_path / "lib") as made:
        yield made


def fill(library, folder, count):
    """Every other document is of a blacklisted host, and all have failed."""
    pages = [
        Page(f"http://{'bad' if n % 2 else 'good'}.test/{n}.pdf", paper_pdf(f"Paper {n}"),
             parent="http://list.test/") for n in range(count)
    ]  # fmt: skip
    library.import_([write_warc(folder / "one.warc.gz", pages)])
    documents = models.Document.objects.using(library.catalogue.alias)
    documents.update(state=int(IngestState.FAILED))
    library.blacklist.add("bad.test")


def test_a_librarian_cleans_looks_and_takes_it_back(library, tmp_path, sheaf_here):
    fill(library, tmp_path, 6)
    at = ("-L", str(library.folder))
    would = sheaf_here("clean", "documents", "--dry-run", "--list", "all.csv", *at, check=0)
    assert "Would take out 3 documents" in would.stdout
    assert "bad.test" in would.stdout
    listed = (tmp_path / "all.csv").read_text().splitlines()
    assert listed[0] == "id,url,host,sha1,size,entry"
    assert len(listed) == 4
    answer = json.loads(sheaf_here("clean", "documents", "--json", *at, check=0).stdout)
    assert answer["removed"] == 3
    assert answer["groups"] == {"bad.test": 3}
    parents = sheaf_here("clean", "parents", "--dry-run", *at, check=0).stdout
    assert "Would take out 0 parents" in parents
    assert "1 parent stay" in parents
    assert "whitelists/parenturl.revised.csv" in sheaf_here("clean", "parents", *at, check=0).stdout
    assert "clean" in sheaf_here("runs", *at, check=0).stdout
    assert "Nothing was taken out so long ago" in sheaf_here("clean", "expired", *at).stdout
    back = sheaf_here("undo", str(answer["run"]), *at, check=0).stdout
    assert "Removed 0 documents and restored 3." in back
    assert sheaf_here("verify", *at, check=0)
    assert sheaf_here("clean", "parents", "--reason", "ugly", *at).returncode == 2


@pytest.mark.timeout(rounds(120, 1200))
def test_kills_at_random_moments_lose_nothing(library, tmp_path, killer):
    """A cleaning and its undoing are killed, again and again; files and rows agree after each, and
    in the end all is as it was."""
    chance = random.Random(seed := os.environ.get("CRASH_SEED", str(time.time_ns())))
    print(f"CRASH_SEED={seed}")
    fill(library, tmp_path, MANY)
    before, files = state_of(library), files_in(library)
    hits = 0
    for _ in range(rounds(1, 20)):
        hits += until_done(library, killer, chance, "clean", "documents")
        assert len(state_of(library)["documents"]) == MANY // 2
        run = next(one.id for one in library.runs() if one.kind == "clean")
        hits += until_done(library, killer, chance, "undo", str(run))
        assert state_of(library) == before
        assert files_in(library) == files
        assert not any((library.folder / "replaced").iterdir())
    assert hits


def until_done(library, killer, chance, *command):
    """How often it was killed before it came to its end: each time it is given longer."""
    patience = 0.1
    for kills in range(100):
        delay = chance.uniform(0, patience)
        if killer(delay, *command, "-L", str(library.folder)):
            return kills
        with library.writing("a look"):
            pass
        # What an undoing has half brought back is settled when it is done.
        assert command[0] == "undo" or library.verify().faults == ()
        patience *= 1.5
    raise AssertionError(f"{command} came to no end")


@pytest.fixture
def killer():
    """Runs a command, and kills it after so many seconds; whether it came to its end before. The
    program is loaded once, and forks."""
    environment = os.environ | {"SHEAF_DEPOSIT_KEEP_REPLACED": "false"}
    with subprocess.Popen(
        [sys.executable, "-c", FORKS], env=environment, text=True, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:  # fmt: skip

        def run(delay, *command):
            process.stdin.write(json.dumps([delay, command]) + "\n")
            process.stdin.flush()
            status = int(process.stdout.readline())
            assert status in {0, signal.SIGKILL}, command
            return status == 0

        yield run
        process.stdin.close()


FORKS = """
import json, os, signal, sys, time
from sheaf import cli
import sheaf.app
from sheaf.deposit.cleaning import documents, restoring
documents.AT_ONCE = restoring.AT_ONCE = 2
for line in sys.stdin:
    delay, command = json.loads(line)
    child = os.fork()
    if not child:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.argv = ["sheaf", *command]
        try:
            cli.main()
        except SystemExit as end:
            os._exit(end.code or 0)
        os._exit(0)
    time.sleep(delay)
    os.kill(child, signal.SIGKILL)
    print(os.waitpid(child, 0)[1], flush=True)
"""
