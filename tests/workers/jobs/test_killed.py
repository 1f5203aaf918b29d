"""kill -9 of workers, servers, jobs and databases at any moment: each job ends once, nothing is
lost, nothing is there twice."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest
from support.job_kinds import worker_of
from support.loopback import is_local
from support.parts import require_part
from support.rounds import is_long, rounds
from support.samples import Page, mixed_pages, paper_pdf, write_warc
from support.servers import MariaDB, Postgres
from support.state import files_in, state_of

import sheaf
from sheaf.app import Library
from sheaf.deposit import models
from sheaf.deposit.jobs.contract import JobState
from sheaf.errors import SheafError
from sheaf.records import IngestState
from sheaf.world import World, serve

KILLS = rounds(2, 30)  # on each database
PATIENCE = rounds(60, 240)  # seconds, for what is left when all kills are done
WORLD = World(seed=5, pages=rounds(20, 60), slow_seconds=0.01, crawl_delay=0.01)
BAD_HOST = "bad.example.net"
SERVERS = {"postgres": Postgres, "mariadb": MariaDB}
ENVIRONMENT = {
    "SHEAF_WORKERS_JOBS": "1",
    "SHEAF_DEPOSIT_BATCH": "4",
    "SHEAF_JOBS_ATTEMPTS": "100",  # each kill counts as one
    "SHEAF_JOBS_LEASE_SECONDS": "20",
    "SHEAF_CRAWL_POLITENESS_MIN_DELAY": "0",
    "SHEAF_CRAWL_POLITENESS_DELAY_FACTOR": "0",
}
Order = tuple[str, dict[str, object]]


@pytest.fixture(scope="module", autouse=True)
def environment():
    with pytest.MonkeyPatch.context() as patch:
        for name, value in ENVIRONMENT.items():
            patch.setenv(name, value)
        yield


@pytest.fixture(scope="module")
def web():
    with serve(WORLD) as server:
        yield server


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    """An archive for what is there before, and some to import."""
    folder = tmp_path_factory.mktemp("sources")
    bad = [Page(f"http://{BAD_HOST}/{n}.pdf", paper_pdf(f"Bad {n}", topic=f"bad {n}"),
                parent=f"http://{BAD_HOST}/list") for n in range(3)]  # fmt: skip
    write_warc(folder / "before.warc.gz", [*bad, *_papers("before", 2)])
    write_warc(folder / "0.warc.gz", mixed_pages(rounds(3, 12)) if is_long() else _papers("0", 5))
    for number in range(1, rounds(2, 8)):
        write_warc(folder / f"{number}.warc.gz", _papers(str(number), rounds(3, 8)))
    return folder


def _papers(name: str, count: int) -> list[Page]:
    return [
        Page(f"http://{name}.example.edu/{n}.pdf", paper_pdf(f"{name} {n}", topic=f"{name} {n}"),
             parent=f"http://{name}.example.edu/list{n % 2}")
        for n in range(count)
    ]  # fmt: skip


def orders(sources: Path, web) -> list[Order]:
    """What is to be done: with `scripts/test --long` forty jobs, and else one of each kind."""
    again = rounds(1, 3)
    imports = [("import", {"sources": [str(path)], "index": False, "any_place": True})
               for path in sorted(sources.glob("[0-9].warc.gz"))]  # fmt: skip
    gone = ("import", {"sources": [str(sources / "gone.warc.gz")], "any_place": True})
    crawl = ("crawl", {"seeds": WORLD.seeds, "name": "world", "hosts": [WORLD.host_pattern],
                       "resolve": [f"{WORLD.host_pattern}={web.address}"], "index": False,
                       "allow_private": True})  # fmt: skip
    more = [
        ("index", {}),
        ("citations", {"rebuild": True}),
        ("reread", {"which": "unread"}),
        ("export", {"format": "bibtex"}),
        ("verify", {}),
        ("retrieve", {"random": 3, "seed": 1, "parts": ["met"]}),
        ("clean-documents", {"dry_run": False}),
        ("clean-parents", {"dry_run": False, "no_documents": False, "dead": False}),
        ("whitelist", {"count": "kept"}),
        ("repair", {"dry_run": True}),
    ]
    mixed = [*imports, gone, crawl, *more * again]
    random.Random(1).shuffle(mixed)
    return mixed


@pytest.fixture(scope="module")
def undisturbed(sources, web, tmp_path_factory):
    """What every other library must come to."""
    folder = make_library(tmp_path_factory.mktemp("whole") / "lib", None, sources, web)
    with sheaf.open(folder) as library:
        with worker_of(library, once=True):
            pass
        return ends_of(library)


def make_library(folder: Path, url: str | None, sources: Path, web) -> Path:
    """With a few documents that are to be cleaned away, and a queue."""
    with Library.init(folder, url) as library:
        library.import_([sources / "before.warc.gz"], filter=False)
        documents = models.Document.objects.using(library.database_alias)
        documents.filter(host=BAD_HOST).update(state=int(IngestState.FAILED))
        library.blacklist.add(BAD_HOST)
        for kind, parameters in orders(sources, web):
            library.jobs.add(kind, parameters, owner="ann")
        library.jobs.add("index", {}, as_draft=True)
        library.jobs.pause(library.jobs.add("index", {}).number)
        library.jobs.cancel(library.jobs.add("index", {}).number)
    return folder


@pytest.mark.timeout(rounds(300, 3600))
@pytest.mark.parametrize(
    "database",
    ["sqlite", "postgres", pytest.param("mariadb", marks=pytest.mark.long)],  # it begins slowly
)
def test_a_queue_survives_kills_at_random_moments(database, sources, web, undisturbed, tmp_path):
    seed = os.environ.get("CRASH_SEED", str(time.time_ns()))
    print(f"CRASH_SEED={seed}")
    chance = random.Random(seed)
    server = None
    if database in SERVERS:
        server = SERVERS[database](require_part(database), survives_kills=True).__enter__()
    hit: Counter[str] = Counter()
    try:
        while hit.total() < KILLS:  # as many libraries as it takes
            url = server.fresh_database() if server else None
            folder = make_library(tmp_path / f"lib{hit.total()}", url, sources, web)
            crew = Crew(folder, server, chance)
            try:
                crew.kill_some(KILLS - hit.total(), hit)
                crew.wait_for_the_end()
            finally:
                crew.dismiss()
            with sheaf.open(folder) as library:
                assert ends_of(library) == undisturbed
            shutil.rmtree(folder)
    finally:
        if server:
            server.stop()
    print(dict(hit))
    assert hit.total() == KILLS


class Crew:
    """Two workers and a server with a third inside. Who is killed is started again."""

    def __init__(self, folder: Path, server, chance: random.Random) -> None:
        self.folder, self.server, self.chance = folder, server, chance
        self.log = folder / "crew.log"
        self.members = {name: self._start(name) for name in ("worker", "other worker", "server")}

    def _start(self, name: str) -> subprocess.Popen[bytes]:
        words = ["serve", "--port", "0"] if name == "server" else ["work"]
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "sheaf.cli", *words, "-L", str(self.folder)],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip

    def kill_some(self, kills: int, hit: Counter[str]) -> None:
        """Until so many were killed, or nothing is left to do."""
        for _ in range(kills):
            if not self._wait_for_a_moment():
                return
            hit[self._kill_one()] += 1

    def _wait_for_a_moment(self) -> bool:
        """A random one, while something is being done."""
        deadline = time.monotonic() + PATIENCE
        while not (found := self._states())["running"]:
            if not found["waiting"]:
                return False
            self._replace_the_dead()
            assert time.monotonic() < deadline, self.log.read_text()[-3000:]
            time.sleep(0.05)
        time.sleep(self.chance.uniform(0.05, 1.5))
        return True

    def _replace_the_dead(self) -> None:
        """Who was about to begin when the database went, as a service manager does."""
        for name, member in self.members.items():
            if member.poll() is not None:
                self.members[name] = self._start(name)

    def _states(self) -> Counter[str]:
        with sheaf.open(self.folder) as library:
            return Counter(library.jobs.count_by_state())

    def _kill_one(self) -> str:
        victims = [*self.members, "job", *(["database"] if self.server else [])]
        victim = self.chance.choice(victims)
        if victim == "database":
            self.server.kill()
            time.sleep(self.chance.uniform(0, 1))
            self.server.start_again()
        elif victim == "job":
            self._kill_a_job()
        else:
            self.members[victim].kill()
            self.members[victim].wait()
            self.members[victim] = self._start(victim)
        return victim

    def _kill_a_job(self) -> None:
        """The process in which a job is done; those that it has started end with it."""
        found = []
        for member in self.members.values():
            for children in Path(f"/proc/{member.pid}/task").glob("*/children"):
                with suppress(OSError):
                    found += children.read_text().split()
        if found:
            with suppress(ProcessLookupError):
                os.kill(int(self.chance.choice(found)), signal.SIGKILL)

    def wait_for_the_end(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while True:
            with suppress(SheafError):
                found = self._states()
                if not found["running"] and not found["waiting"]:
                    return
            assert time.monotonic() < deadline, (found, self.log.read_text()[-5000:])
            self._replace_the_dead()
            time.sleep(0.2)

    def dismiss(self) -> None:
        for member in self.members.values():
            member.kill()
            member.wait()


def ends_of(library: Library) -> dict[str, object]:
    """What two libraries must agree on in which the same was to be done, in whatever order."""
    library.index()
    assert library.verify().faults == ()
    for job in library.jobs.list(limit=100):
        ends = [line.text for line in library.jobs.log(job.number) if line.is_event]
        assert sum(text == "done" or text.startswith("failed") for text in ends) == (
            job.state in (JobState.DONE, JobState.FAILED)
        ), ends
        for name in job.files:
            assert library.jobs.file(job.number, name) is not None, (job, name)
        for path in library.jobs.folder(job.number).glob("*.zip"):
            assert zipfile.ZipFile(path).testzip() is None
    runs = list(library.runs())
    status = library.status()
    assert sum(sum(run.outcomes.values()) for run in runs) == status["captures"]
    whole = state_of(library)
    ours = {url: told for url, told in whole["documents"].items() if not _is_crawled(url)}
    crawled = {told[0] for url, told in whole["documents"].items() if _is_crawled(url)}
    return {
        "jobs": {job.number: (job.kind, job.state.value) for job in library.jobs.list(limit=100)},
        "documents": ours,
        # Of equal bytes that one is kept which came first.
        "crawled": crawled,
        "captures": [row for row in whole["captures"] if not _is_crawled(row[0])],
        "crawled captures": sorted(row[0] for row in whole["captures"] if _is_crawled(row[0])),
        "parents": [url for url in whole["parents"] if not _is_crawled(url)],
        "runs": sorted((run.kind, run.state, sum(run.outcomes.values())) for run in runs),
        "files": len(files_in(library)),
        "counted": {name: status[name] for name in ("documents", "papers", "captures", "states")},
        "found": library.search("theorem").total,
        "works": library.graph.count_wanted(),
    }


def _is_crawled(url: str) -> bool:
    return ".test/" in url and not is_local(url)
