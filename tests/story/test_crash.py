"""kill -9 at any moment, then the same command again: nothing lost, nothing twice."""

import os
import random
import signal
import subprocess
import sys
import textwrap
import time

import pytest
from support.samples import MIXED_OUTCOMES, Page, mixed_pages, paper_pdf, write_warc
from support.state import files_in, state_of

import sheaf
from sheaf.world import World
from sheaf.world import write_warc as write_world

SMALL_BATCHES = {"SHEAF_DEPOSIT_BATCH": "4", "SHEAF_WORKERS_JOBS": "2"}


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """Some two hundred captures of a simulated web, then versions of what it brought."""
    path = tmp_path_factory.mktemp("archive") / "world.warc.gz"
    write_world(World(seed=5, pages=220), path)
    with path.open("ab") as stream:
        more = write_warc(path.with_name("more.warc.gz"), mixed_pages(20))
        stream.write(more.read_bytes())
    return path


@pytest.fixture(scope="module")
def undisturbed(archive, tmp_path_factory):
    with sheaf.init(tmp_path_factory.mktemp("whole") / "lib") as library:
        library.import_([archive])
        return state_of(library)


@pytest.mark.slow
def test_ten_kills_at_random_moments(archive, undisturbed, tmp_path):
    with sheaf.init(tmp_path / "lib") as library:
        folder = library.folder
    command = [sys.executable, "-m", "sheaf.cli", "import", str(archive), "-L", str(folder)]
    chance = random.Random(os.environ.get("CRASH_SEED", time.time_ns()))
    kills = 0
    while kills < 10:
        process = subprocess.Popen(
            command, env=os.environ | SMALL_BATCHES, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        time.sleep(chance.uniform(0.6, 1.3))
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL, "the import ended before it could be killed"
        kills += 1
        settle_and_verify(folder)
    subprocess.run(command, check=False, capture_output=True, timeout=120)
    with sheaf.open(folder) as library:
        assert state_of(library) == undisturbed
        assert library.verify().faults == ()
        assert [run.state for run in library.runs()] == ["done"]


def settle_and_verify(folder):
    """After every crash the next writer finds a library in which files and rows agree."""
    with sheaf.open(folder) as library:
        with library.writing("a look"):
            pass
        assert library.verify().faults == ()


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


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("keep", ["true", "false"])
def test_a_kill_at_every_step_of_the_writer(moment, keep, tmp_path):
    """The second batch holds an update, so that there is something to lose."""
    first, second = paper_pdf("First Version"), paper_pdf("Second Version")
    pages = [Page("http://h/a.pdf", first), *mixed_pages(4)[:4], Page("http://h/a.pdf", second)]
    archive = write_warc(tmp_path / "a.warc.gz", pages)
    with sheaf.init(tmp_path / "whole") as library:
        library.import_([archive])
        wanted, files = state_of(library), len(files_in(library))
    with sheaf.init(tmp_path / "lib") as library:
        folder = library.folder
    script = DIES.format(patch=textwrap.dedent(MOMENTS[moment]).format(n=2))
    environment = os.environ | {"SHEAF_DEPOSIT_BATCH": "5", "SHEAF_DEPOSIT_KEEP_REPLACED": keep}
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
