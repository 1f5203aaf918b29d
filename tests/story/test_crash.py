"""kill -9 at any moment, then the same command again: nothing lost, nothing twice."""

import os
import random
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest
from support.commands import ONE_WORKER
from support.every_source import every_source, put
from support.rounds import rounds
from support.samples import MIXED_OUTCOMES, Page, mixed_pages, paper_pdf, write_warc
from support.state import files_in, state_of

import sheaf
from sheaf.deposit import journal
from sheaf.workers import importing

# The moments of the kills: while the program starts, while the first sources are read, and at any
# time from the first document to the end.
MOMENTS_OF_KILLS = ["start", "reading"] + ["documents"] * rounds(4, 58)
SMALL_BATCHES = {"SHEAF_DEPOSIT_BATCH": "4", "SHEAF_WORKERS_JOBS": "2"}


@pytest.fixture(scope="module")
def imports(tmp_path_factory):
    """The arguments of two imports, which together need every importer."""
    folder = tmp_path_factory.mktemp("sources")
    made = every_source(folder, papers=4, web_pages=16)
    tree = {f"papers/{n}.pdf": paper_pdf(f"Copied {n}", topic=f"copy {n}") for n in range(6)}
    put(folder / "tree", tree)
    return [
        [str(path) for path in made.values()],
        [str(folder / "tree"), "--base-url", "ftp://ftp.example.edu/pub/"],
    ]


@pytest.fixture(scope="module")
def undisturbed(imports, tmp_path_factory):
    """What every other library must come to."""
    folder = new_library(tmp_path_factory.mktemp("whole"))
    for arguments in imports:
        assert run(arguments, folder)
    return final_state(folder)


def new_library(parent):
    with sheaf.init(parent / "lib") as library:
        return library.folder


def final_state(folder):
    with sheaf.open(folder) as library:
        library.index()
        assert library.verify().faults == ()
        runs = [(run.state, run.outcomes, run.records) for run in library.runs()]
        found = library.search("graphs").total
        return state_of(library) | {"files": len(files_in(library)), "runs": runs, "found": found}


@pytest.mark.timeout(rounds(300, 1800))
def test_kills_at_random_moments_over_all_importers(imports, undisturbed, tmp_path):
    """As many libraries as it takes: an import is killed and run again until it gets to its end
    before its kill."""
    seed = os.environ.get("CRASH_SEED", str(time.time_ns()))
    print(f"CRASH_SEED={seed}")
    chance = random.Random(seed)
    moments = chance.sample(MOMENTS_OF_KILLS, len(MOMENTS_OF_KILLS))
    hit = []
    while moments:
        (parent := tmp_path / f"library{len(moments)}").mkdir()
        folder = new_library(parent)
        for number, arguments in enumerate(imports, 1):
            while finished_runs(folder) < number:
                moment = moments[-1] if moments else None
                if not run(arguments, folder, moment, chance):
                    moments.pop()
                    hit.append(what_was_going_on(folder, number))
                    settle_and_verify(folder)
        assert final_state(folder) == undisturbed
    print({what: hit.count(what) for what in sorted(set(hit))})
    assert len(hit) == len(MOMENTS_OF_KILLS)
    missed = hit.count("nothing")
    assert missed <= max(3, len(hit) / 4), "the kills must hit imports that are at work"


def finished_runs(folder):
    """A kill may come when only the index was left to do; then the import is done."""
    with sheaf.open(folder) as library:
        return [run.state for run in library.runs()].count("done")


def run(arguments, folder, moment=None, chance=None):
    """Whether an import came to its end: with a moment, it is killed soon after that. Its workers
    are left alone, they end by themselves."""
    process = subprocess.Popen(
        [sys.executable, "-m", "sheaf.cli", "import", *arguments, "-L", str(folder)],
        env=os.environ | SMALL_BATCHES, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        if moment is not None:
            wait_for(moment, process, folder)
            time.sleep(chance.uniform(0, 0.5))
            process.send_signal(signal.SIGKILL)
        words = process.communicate(timeout=120)[1]
    finally:
        process.kill()
    assert process.returncode in {0, 1, -signal.SIGKILL}, words.decode()
    return process.returncode != -signal.SIGKILL


def wait_for(moment, process, folder):
    """Until something of that kind is in the staging folder, which was swept after the last kill:
    anything at all, or a document that a worker has put there."""
    staging = folder / "tmp" / "staging"
    pattern = {"start": None, "reading": "*", "documents": "*.pdf"}[moment]
    while pattern and process.poll() is None and not any(staging.glob(pattern)):
        time.sleep(0.005)


def what_was_going_on(folder, number):
    """By what a kill left behind."""
    if finished_runs(folder) == number:
        return "the index"
    if (folder / "tmp" / journal.NAME).exists():
        return "files and rows"
    return "documents" if any((folder / "tmp" / "staging").glob("*")) else "nothing"


def settle_and_verify(folder):
    """After every crash the next writer finds a library in which files and rows agree. It waits
    for a worker that was just being started: until it runs, it holds what its parent held."""
    with sheaf.open(folder) as library:
        with library.writing("a look", wait=True):
            pass
        assert library.verify().faults == ()


def test_the_kill_of_a_worker_costs_one_document_at_most(tmp_path, monkeypatch):
    """Each time a batch was written, a worker with a document in hand is killed."""
    pages = [Page(f"http://h/{n}.pdf", paper_pdf(f"Study {n}", topic=f"topic {n}"))
             for n in range(40)]  # fmt: skip
    archive = write_warc(tmp_path / "a.warc.gz", pages)
    pools = []
    make = importing.open_pool
    monkeypatch.setattr(importing, "open_pool", lambda *some: pools.append(make(*some)) or pools[0])
    stop = threading.Event()
    killed = []

    def kill_workers():
        while len(killed) < 3 and not stop.wait(0.02):
            seats = [seat for pool in pools for seat in pool.seats]
            busy = [seat.process for seat in seats if seat.ticket and seat.has_begun]
            workers = [one.process.pid for one in busy if one and one.process.pid not in killed]
            if workers:
                os.kill(workers[0], signal.SIGKILL)
                killed.append(workers[0])

    killer = threading.Thread(target=kill_workers)
    with sheaf.init(tmp_path / "lib") as library:
        killer.start()
        try:
            outcomes = library.import_([archive], jobs=2).outcomes
        finally:
            stop.set()
            killer.join()
        unread = sum(bool(library.paper(one.id)["provenance"].get("error"))
                     for one in library.catalogue.documents())  # fmt: skip
        assert library.verify().faults == ()
    assert killed
    # A worker killed by somebody is taken for a victim of the kernel, which kills for memory.
    assert sum(outcomes.values()) == 40
    assert set(outcomes) <= {"new", "out_of_memory"}
    assert 1 <= outcomes.get("out_of_memory", 0) + unread <= len(killed)


DIES = """
import os, signal, sys
from pathlib import Path
from sheaf import app
from sheaf.deposit import admission, journal, rows
import sheaf

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

count = 0
def on_call(number, before, then=die):
    def wrapped(*arguments, **more):
        global count
        count += 1
        if count == number:
            before(*arguments, **more)
            then()
        return original(*arguments, **more)
    return wrapped

{patch}
with sheaf.open(Path(sys.argv[1])) as library:
    library.import_([Path(sys.argv[2])])
"""

MOMENTS = {
    "with the journal written and no file in place": """
original = admission.put_in_place
admission.put_in_place = on_call({n}, lambda root, places: None)
""",
    "with half of the files in place": """
original = admission.put_in_place
half = lambda places: places[: len(places) // 2 + 1]
admission.put_in_place = on_call({n}, lambda root, places: original(root, half(places)))
""",
    "with all files in place and no row": """
original = admission.put_in_place
admission.put_in_place = on_call({n}, lambda root, places: original(root, places))
""",
    "with the rows written but not committed": """
original = rows.RowWriter.write
rows.RowWriter.write = on_call({n}, lambda self, pairs: original(self, pairs))
""",
    "with the rows committed and the journal still there": """
original = admission.Depositor._drop_backups
admission.Depositor._drop_backups = on_call({n}, lambda self, journal: None)
""",
}


@pytest.fixture(scope="module")
def updating(tmp_path_factory):
    """An archive whose second batch holds an update, so that there is something to lose; and the
    state and number of files it comes to."""
    folder = tmp_path_factory.mktemp("updating")
    first, second = paper_pdf("First Version"), paper_pdf("Second Version")
    pages = [Page("http://h/a.pdf", first), *mixed_pages(4)[:4], Page("http://h/a.pdf", second)]
    archive = write_warc(folder / "a.warc.gz", pages)
    with sheaf.init(folder / "whole") as library:
        library.import_([archive])
        return archive, state_of(library), len(files_in(library))


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("keep", ["true", "false"])
def test_a_kill_at_every_step_of_the_writer(moment, keep, updating, tmp_path):
    archive, wanted, files = updating
    with sheaf.init(tmp_path / "lib") as library:
        folder = library.folder
    script = DIES.format(patch=textwrap.dedent(MOMENTS[moment]).format(n=2))
    environment = os.environ | ONE_WORKER
    environment |= {"SHEAF_DEPOSIT_BATCH": "5", "SHEAF_DEPOSIT_KEEP_REPLACED": keep}
    dead = subprocess.run(
        [sys.executable, "-c", script, str(folder), str(archive)],
        env=environment, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert dead.returncode == -signal.SIGKILL, dead.stderr
    folder = folder.rename(folder.with_name("moved"))
    settle_and_verify(folder)
    with sheaf.open(folder) as library:
        summary = library.import_([archive])
        assert summary.resumed
        assert summary.captures == 6
        assert state_of(library) == wanted
        assert len(files_in(library)) == files
        assert library.verify().faults == ()


def test_ctrl_c_is_not_a_crash(tmp_path):
    archive = write_warc(tmp_path / "a.warc.gz", mixed_pages())
    with sheaf.init(tmp_path / "lib") as library:

        def interrupt(progress):
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            library.import_([archive], report=interrupt)
        summary = library.import_([archive])
        assert summary.resumed
        assert summary.outcomes == MIXED_OUTCOMES
