"""What a crawl brings is imported while it goes on, and comes to the same as an import after it."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from rich.live import Live
from support.commands import clean_environment
from support.crawls import crawl_options
from support.state import state_of
from warcio.archiveiterator import ArchiveIterator

import sheaf
from acquire.crawl import crawl_into_library
from acquire.crawl.bench import Bench
from sheaf.acquire.crawl.archive.archive_reader import CrawlArchiveReader, committed_ranges
from sheaf.acquire.crawl.archive.warc_writer import WarcRange
from sheaf.acquire.crawl.control.crawl_screen import CrawlScreen
from sheaf.acquire.crawl.control.progress import CrawlProgress
from sheaf.acquire.crawl.frontier.locks import is_running
from sheaf.acquire.crawl.frontier.orders import give_order
from sheaf.acquire.crawl.frontier.status import read_status
from sheaf.acquire.importers.contract import ImportContext
from sheaf.app import ImportSummary, Library
from sheaf.deposit.admission import Admission, Depositor
from sheaf.errors import LibraryBusyError, StorageError, UsageError
from sheaf.records import Aside, Capture
from sheaf.world import World, serve
from sheaf.world.server import WorldServer

NAME = "world"
KILLS = 12
TOLERANCE = 0.005
# Many small batches, each with a moment to be killed at, and no time spent on reading papers.
QUICKLY = {
    "SHEAF_CURATE_FILTER": "false",
    "SHEAF_CURATE_TEXT": "false",
    "SHEAF_DEPOSIT_BATCH": "2",
    "SHEAF_WORKERS_JOBS": "1",
}


@pytest.fixture(scope="module")
def world() -> World:
    return World(seed=2, pages=60, slow_seconds=0.01, crawl_delay=0.01)


@pytest.fixture
def library(tmp_path: Path) -> Any:
    with sheaf.init(tmp_path / "lib") as made:
        yield made


def crawl(library: Library, server: WorldServer, **more: Any) -> tuple[Any, ImportSummary]:
    heard = {name: more.pop(name) for name in ("on_progress", "report") if name in more}
    how = {"min_delay": 0, "delay_factor": 0, "retries": 0, "depth": 30, "pages": 40} | more
    options = crawl_options(
        name=NAME,
        hosts=[server.world.host_pattern],
        resolve={server.world.host_pattern: ("127.0.0.1", server.port)},
        **how,
    )
    return library.crawl(server.world.seeds, options, **heard)


def frontier(library: Library) -> Path:
    return library.folder / "frontier" / f"{NAME}.db"


def answers(folder: Path) -> int:
    """How many captures stand in the archives of the crawl, as others read them."""
    kinds: Counter[str] = Counter()
    for path in sorted((folder / "warc" / NAME).glob("*.warc.gz")):
        with path.open("rb") as stream:
            kinds.update(record.rec_type for record in ArchiveIterator(stream))
    return kinds["response"]


def imported_anew(library: Library, parent: Path) -> dict[str, Any]:
    """What the same archives come to in a new library, in one undisturbed import."""
    with sheaf.init(parent / "anew") as other:
        for part in ("warc", "frontier"):
            shutil.copytree(library.folder / part, other.folder / part, dirs_exist_ok=True)
        other.import_crawl(NAME)
        return state_of(other)


def assert_all_is_imported_once(library: Library) -> None:
    (run,) = library.runs()
    assert run.state in {"done", "stopped"}
    places = [place[-2:] for place in state_of(library)["captures"] if not place[1]]
    assert len(places) == len(set(places)) == answers(library.folder)
    assert library.status()["documents"] == run.outcomes["new"]
    assert library.verify().faults == ()


def test_documents_are_there_before_the_crawl_has_ended(
    world: World, library: Library, tmp_path: Path
) -> None:
    """It ends because they were seen: without them it would go on, and the test would fail."""
    seen = []

    def look(_: CrawlProgress) -> None:
        with sheaf.open(library.folder) as another:  # we are in a thread, and it has its own
            documents, runs = another.status()["documents"], list(another.runs())
        if documents and not seen:
            seen.append((documents, *((run.kind, run.state) for run in runs)))
            give_order(frontier(library), "stop")

    with serve(world, log=True) as server:
        fetched, summary = crawl(library, server, pages=100_000, min_delay=0.3, on_progress=look)
    ((documents, run),) = seen
    assert run == ("crawl", "running")
    assert fetched.outcomes["waiting"] > 0, "it was over before they were seen"
    assert summary.outcomes["new"] >= documents
    assert_all_is_imported_once(library)
    assert state_of(library) == imported_anew(library, tmp_path)
    assert shortest_gap(server) >= 0.3 - TOLERANCE


def shortest_gap(server: WorldServer) -> float:
    arrivals: dict[str, list[float]] = {}
    for one in server.requests:
        arrivals.setdefault(one.host, []).append(one.time)
    return min(later - one for times in arrivals.values() for one, later in pairwise(times))


def test_crawled_alone_and_imported_later(world: World, library: Library) -> None:
    with serve(world) as server:
        fetched, nothing = crawl(library, server, importing="never")
        assert fetched.fetched == 40
        assert (nothing.run, nothing.captures) == (0, 0)
        assert list(library.runs()) == []
        summary = library.import_crawl(NAME)
        assert summary.captures >= answers(library.folder) == 40
        state = state_of(library)
        again, same = crawl(library, server, pages=20)
        assert same.run == summary.run
        assert again.fetched == 20
    assert state["documents"].items() <= state_of(library)["documents"].items()
    assert_all_is_imported_once(library)
    with pytest.raises(UsageError, match="no crawl"):
        library.import_crawl("another")
    with pytest.raises(UsageError, match="cannot be the name"):
        library.import_crawl("../warc")


def test_a_library_that_is_busy_holds_no_crawl_up(world: World, library: Library) -> None:
    with serve(world) as server, sheaf.open(library.folder) as other:
        with other.writing("something long"), pytest.raises(LibraryBusyError) as refused:
            crawl(library, server)
        assert "something long" in str(refused.value)
        assert f"sheaf crawl import {NAME}" in refused.value.what_to_do
        assert read_status(frontier(library)).fetched == 40
        library.import_crawl(NAME)
    assert_all_is_imported_once(library)


def test_others_can_write_in_between(world: World, library: Library) -> None:
    """The crawl goes on until the other has had its turn."""
    waited = []

    def write() -> None:
        with sheaf.open(library.folder) as other:
            until(lambda: [run.outcomes for run in other.runs() if run.outcomes])
            with other.writing("something short", wait=True):
                waited.append(is_running(frontier(library)))
        give_order(frontier(library), "stop")

    writer = threading.Thread(target=write)
    with serve(world) as server:
        writer.start()
        crawl(library, server, pages=100_000, min_delay=0.3)
        writer.join()
    assert waited == [True]


def until(is_so: Any, seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_trouble_in_the_import_ends_the_crawl_in_good_order(
    world: World, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Depositor.admit

    def fails(self: Depositor, run: int, admissions: list[Admission]) -> None:
        whole(self, run, admissions[:1])
        raise StorageError("The disk is full.")

    monkeypatch.setattr(Depositor, "admit", fails)
    with serve(world) as server:
        with pytest.raises(StorageError, match="disk is full"):
            crawl(library, server, pages=100_000, min_delay=0.3)
        assert not is_running(frontier(library))
        stopped = read_status(frontier(library))
        assert stopped.waiting > 0
        assert answers(library.folder) == stopped.fetched, "all that was fetched is in the files"
        (run,) = library.runs()
        assert run.state == "interrupted"
        monkeypatch.setattr(Depositor, "admit", whole)
        crawl(library, server)
    assert_all_is_imported_once(library)


def test_trouble_in_the_crawl_is_told(world: World, library: Library) -> None:
    def fails(_: CrawlProgress) -> None:
        raise StorageError("No room for the log.")

    with serve(world) as server, pytest.raises(StorageError, match="No room"):
        crawl(library, server, min_delay=0.3, on_progress=fails)
    assert not is_running(frontier(library))


def test_ctrl_c_ends_the_fetching_and_what_came_is_imported(world: World, library: Library) -> None:
    with serve(world) as server:
        words = ["crawl", *world.seeds, "-L", library.folder, "--name", NAME, "--min-delay", "0.3",
                 "--host", "*.test", "--resolve", f"*.test={server.address}", "--pages", "9999",
                 "--depth", "30"]  # fmt: skip
        command = subprocess.Popen(
            [sys.executable, "-m", "sheaf.cli", *map(str, words)],
            env=clean_environment(), stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        until(lambda: library.status()["documents"])
        command.send_signal(signal.SIGINT)
        _, said = command.communicate(timeout=30)
    assert command.returncode == 130, said
    assert "The same command goes on" in said
    assert library.index_is_behind() == 0
    assert read_status(frontier(library)).waiting > 0
    assert_all_is_imported_once(library)


def test_killed_at_any_moment_it_loses_nothing_and_imports_nothing_twice(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Most kills fall when requests more were heard, each fourth when captures more were on record,
    and a moment later."""
    world = World(seed=5, pages=60, slow_seconds=0.01, crawl_delay=0.01)
    moments = random.Random(7)
    recorded = []
    for name, value in QUICKLY.items():
        monkeypatch.setenv(name, value)
    with serve(world, log=True) as server, runner(library, server) as started:
        for number in range(KILLS):
            asked, captures = len(server.requests), recorded_captures(library)
            is_in_import = number % 4 == 3
            crawler = start(started, delay=0.3 if is_in_import else 0.1)
            if is_in_import:
                until(lambda: recorded_captures(library) > captures)  # noqa: B023
            else:
                until(lambda: len(server.requests) > asked)  # noqa: B023
            time.sleep(moments.uniform(0.0, 0.15))
            os.kill(crawler, signal.SIGKILL)
            assert end(started) == -signal.SIGKILL, "it was over: make the world larger"
            recorded.append(recorded_captures(library))
        start(started, delay=0)
        assert end(started) == 0
    assert recorded[0] < recorded[KILLS // 2] < recorded[-1] < recorded_captures(library)
    assert {one["url"] for one in world.truth() if one["allowed"] and one["reachable"]} <= {
        capture[0] for capture in state_of(library)["captures"]
    }
    assert_all_is_imported_once(library)
    assert state_of(library) == imported_anew(library, tmp_path)


def recorded_captures(library: Library) -> int:
    return sum(library.status()["outcomes"].values())


def runner(library: Library, server: WorldServer) -> subprocess.Popen[str]:
    source = str(Path(sheaf.__file__).parents[1])
    paths = {"PYTHONPATH": os.pathsep.join([source, *sys.path])}
    words = [crawl_into_library.__file__, library.folder, server.port, *server.world.seeds]
    return subprocess.Popen(
        [sys.executable, *map(str, words)],
        env=clean_environment() | QUICKLY | paths, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip


def start(started: subprocess.Popen[str], *, delay: float) -> int:
    """A crawl more; its process id."""
    print(delay, file=started.stdin, flush=True)
    return end(started)


def end(started: subprocess.Popen[str]) -> int:
    assert started.stdout
    return int(started.stdout.readline())


@pytest.mark.parametrize("packed", ["gzip", "zstd"])
def test_read_in_pieces_it_is_the_same_as_read_at_once(bench: Bench, packed: str) -> None:
    for number in range(30):
        following = [f"/{number + 1}", f"/{number + 2}"]
        bench.web.links(f"http://a.test/{number}", following)
    context = ImportContext(bench.folder)
    pieces: list[Capture | Aside] = []
    reader = CrawlArchiveReader(bench.folder, context)

    def read(warc_range: WarcRange) -> None:
        pieces.extend(reader.captures(warc_range))
        assert list(reader.captures(warc_range)) == [], "a record is read once"

    how = {"depth": 100, "compression": packed, "file_bytes": 5_000, "connections": 2}
    bench.run("http://a.test/0", on_durable=read, **how)
    bench.run("http://a.test/0", on_durable=read, revisit=True, **how)
    whole = CrawlArchiveReader(bench.folder, context)
    ranges = committed_ranges(bench.warc_folder, bench.frontier_path)
    at_once = [one for warc_range in ranges for one in whole.captures(warc_range)]
    assert without_asides(pieces) == without_asides(at_once)
    assert kinds_of_asides(pieces) == kinds_of_asides(at_once)
    # What a revisit found unchanged has the bytes of the first visit.
    fetched = [one for one in without_asides(pieces) if one.status == 200]
    assert len(fetched) >= 60
    assert all(one.payload.data and one.lost is None for one in fetched)


def without_asides(items: list[Capture | Aside]) -> list[Capture]:
    return [one for one in items if isinstance(one, Capture)]


def kinds_of_asides(items: list[Capture | Aside]) -> Counter[str]:
    return Counter(one.kind for one in items if isinstance(one, Aside))


def test_what_a_killed_crawl_wrote_in_vain_is_not_imported(bench: Bench) -> None:
    bench.web.links("http://a.test/", ["/1"])
    bench.run("http://a.test/", depth=0)
    (path,) = bench.warc_folder.glob("*.warc.gz")
    counted = path.stat().st_size
    with path.open("ab") as file:
        file.write(path.read_bytes()[:500])
    archive = (bench.warc_folder, bench.frontier_path)
    assert list(committed_ranges(*archive)) == [WarcRange(path, 0, counted)]
    (bench.warc_folder / "older.warc.gz").write_bytes(b"whole")
    assert [part.end for part in committed_ranges(*archive)] == [5, counted]


def test_while_what_came_is_imported_the_crawl_says_so(world: World, library: Library) -> None:
    seen = []

    def look(_: object) -> None:
        seen.append(read_status(frontier(library)).state)

    with serve(world) as server:
        crawl(library, server, importing="after", pages=20, report=look)
    assert set(seen) == {"importing"}
    assert read_status(frontier(library)).state == "stopped"


def test_the_live_view_says_how_many_documents_were_kept() -> None:
    console = Console(file=StringIO(), force_terminal=True, width=100)
    with Live("", console=console) as live:
        screen = CrawlScreen(live)
        screen.show_import({"new": 3, "updated": 1, "not_academic": 8})
        shown = live.get_renderable()
    console.print(shown)
    assert "Importing: 12 captures, 4 documents kept." in console.file.getvalue()
