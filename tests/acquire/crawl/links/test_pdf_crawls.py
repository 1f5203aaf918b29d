"""Links of PDF files are followed; a file that hurts its reader hurts nothing else."""

from __future__ import annotations

import gzip
import os
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
from support.crawls import crawl_options
from support.samples import pdf_that_eats_memory, pdf_that_spins
from support.warm_workers import start_workers_afresh

from acquire.crawl.bench import Bench
from acquire.crawl.links.test_pdf import pdf
from acquire.crawl.profiles.test_crawls import profile
from sheaf.acquire.crawl.crawler import CrawlReport
from sheaf.acquire.crawl.links.pdf_queue import PdfTrouble
from sheaf.acquire.crawl.profiles import Profile, load_profile
from sheaf.app import Library
from sheaf.workers.pdf_links import HAND_OVER, PdfLinkWorker
from sheaf.workers.pool import TaskLimits

PDF = {"Content-Type": "application/pdf"}
PAPER = "http://a.test/paper.pdf"


def run(
    bench: Bench, *seeds: str, profile: Profile, limits: TaskLimits | None = None
) -> CrawlReport:
    make = PdfLinkWorker if limits is None else lambda: PdfLinkWorker(limits)
    return bench.run(*seeds, profile=profile, pdf_reader=make)


@pytest.fixture
def paper(bench: Bench) -> Bench:
    bench.web.links("http://a.test/", ["/paper.pdf"])
    bench.web.page(PAPER, pdf("http://a.test/data", "more.pdf"), headers=PDF)
    bench.web.page("http://a.test/data", "x")
    bench.web.page("http://a.test/more.pdf", b"%PDF-1.4 broken", headers=PDF)
    return bench


def test_links_of_papers_are_followed_and_kept(paper: Bench) -> None:
    report = run(paper, "http://a.test/", profile=load_profile("scholarly"))
    assert report.outcomes == {"fetched": 4}
    came = {line[3]: (line[4], line[5]) for line in paper.log()}
    assert came["http://a.test/data"] == ("LL", PAPER)
    told = {url: text for url, _, text in paper.records("metadata")}
    assert b"outlink: http://a.test/data L pdf\r\n" in told[PAPER]
    with sqlite3.connect(paper.frontier_path) as database:
        texts = dict(database.execute("SELECT url, anchor_text FROM urls"))
    database.close()
    assert texts["http://a.test/more.pdf"] == "words of 1"


def test_a_library_reads_them(paper: Bench, tmp_path: Path) -> None:
    web = {"*.test": ("127.0.0.1", paper.web.port)}
    with Library.init(tmp_path / "library") as library:
        fetched, _ = library.crawl(
            ["http://a.test/"],
            crawl_options(profile=load_profile("scholarly"), resolve=web, importing="never",
                          min_delay=0, delay_factor=0),
        )  # fmt: skip
    assert fetched.outcomes == {"fetched": 4}


def test_they_are_not_where_that_is_not_wanted(paper: Bench) -> None:
    assert run(paper, "http://a.test/", profile=profile(links={"pdf": False})).fetched == 2


@pytest.mark.parametrize(
    ("headers", "pack"),
    [
        ({"Content-Type": "application/octet-stream"}, bytes),
        ({"Content-Type": "text/html"}, bytes),
        ({"Content-Type": "application/pdf", "Content-Encoding": "gzip"}, gzip.compress),
    ],
)
def test_a_paper_is_known_by_its_bytes_or_its_type(bench: Bench, headers, pack) -> None:
    bench.web.page("http://a.test/p", pack(pdf("http://a.test/data")), headers=headers)
    run(bench, "http://a.test/p", profile=profile())
    assert "http://a.test/data" in bench.web.urls()


def test_a_server_that_says_nofollow_is_obeyed(bench: Bench) -> None:
    headers = PDF | {"X-Robots-Tag": "nofollow"}
    bench.web.page(PAPER, pdf("http://a.test/data"), headers=headers)
    run(bench, PAPER, profile=profile())
    assert bench.web.urls() == [PAPER]


def test_a_paper_that_hangs_its_reader_costs_its_time_and_no_more(bench: Bench) -> None:
    slow, good = "http://a.test/slow.pdf", "http://b.test/good.pdf"
    bench.web.page(slow, pdf_that_spins(), headers=PDF)
    bench.web.page(good, pdf("http://b.test/data"), headers=PDF)
    limits = TaskLimits(seconds=1.0, memory=4 * 1024**3)
    report = run(bench, slow, good, profile=profile(), limits=limits)
    assert report.fetched == 3
    notes = {line[3]: line[11] for line in bench.log()}
    assert notes[slow] == "le:pdf_timed_out@links"
    assert notes[good] == "-"
    assert report.seconds < 20


def test_memory_is_bounded_and_the_next_paper_is_read() -> None:
    with closing(PdfLinkWorker(TaskLimits(seconds=60.0, memory=100 * 1024**2))) as reader:
        with pytest.raises(PdfTrouble, match=r"out_of_memory|unforeseen"):
            reader.read(pdf_that_eats_memory())
        assert [to for to, _, _ in reader.read(pdf("http://b.test/"))] == ["http://b.test/"]


def test_a_large_paper_is_handed_over_by_file() -> None:
    data = pdf("http://b.test/")
    large = data.replace(b"%%EOF", b"%" + b"x" * HAND_OVER + b"\n%%EOF")
    with closing(PdfLinkWorker()) as reader:
        assert (
            reader.read(large) == reader.read(data) == [("http://b.test/", "words of 0", "page 1")]
        )


def test_a_reader_that_is_stopped_lets_nobody_wait() -> None:
    # So much memory that it is the stop that ends it, wherever it is just then.
    with closing(PdfLinkWorker(TaskLimits(seconds=60.0, memory=4 * 1024**3))) as reader:
        reader.read(pdf("http://b.test/"))
        threading.Timer(0.5, reader.stop).start()
        began = time.monotonic()
        with pytest.raises(PdfTrouble, match="stopped"):
            reader.read(pdf_that_spins())
        assert time.monotonic() - began < 10


def test_a_crawl_that_is_stopped_does_not_wait_for_a_paper(bench: Bench) -> None:
    """What it did not read is fetched again next time."""
    bench.web.page(PAPER, pdf_that_spins(), headers=PDF)
    limits = TaskLimits(seconds=60.0, memory=4 * 1024**3)
    began = time.monotonic()

    def interrupt(_: object) -> None:
        if bench.web.urls() == [PAPER] and time.monotonic() - began > 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bench.run(
            PAPER,
            profile=profile(),
            pdf_reader=lambda: PdfLinkWorker(limits),
            on_progress=interrupt,
        )
    assert time.monotonic() - began < 20
    assert bench.outcomes() == {PAPER: None}


def test_a_crawl_killed_while_a_paper_is_read_forgets_nothing(paper: Bench, tmp_path: Path) -> None:
    """The paper is fetched again, its links are found, nothing else is fetched twice."""
    script = tmp_path / "killed.py"
    script.write_text(f"""
import os
from pathlib import Path
from sheaf.acquire.crawl.crawler import Crawler
from sheaf.acquire.crawl.profiles import load_profile
from sheaf.records import Seed
from sheaf.acquire.crawl.options import CrawlOptions
from sheaf.settings import Settings
from sheaf.app import Library
from sheaf.workers.pdf_links import PdfLinkWorker

PdfLinkWorker.read = lambda *_: os._exit(9)
options = CrawlOptions(
    name="crawl",
    profile=load_profile("scholarly"),
    settings={{"politeness.min_delay": 0, "politeness.delay_factor": 0}},
    resolve={{"*.test": ("127.0.0.1", {paper.web.port})}},
)
Crawler(
    Path({str(paper.folder)!r}),
    options.choose_profile(Settings()),
    options,
    pdf_reader=PdfLinkWorker,
).run([Seed("http://a.test/")])
""")
    done = subprocess.run([sys.executable, str(script)], env={**os.environ}, check=False)
    assert done.returncode == 9
    assert paper.web.urls() == ["http://a.test/", PAPER]
    report = run(paper, "http://a.test/", profile=load_profile("scholarly"))
    assert report.outcomes == {"fetched": 4}
    assert paper.web.urls().count(PAPER) == 2
    assert paper.web.urls().count("http://a.test/") == 1


def test_no_process_is_left_behind(paper: Bench, monkeypatch) -> None:
    start_workers_afresh(monkeypatch)
    before = find_workers()
    run(paper, "http://a.test/", profile=load_profile("scholarly"))
    assert find_workers() <= before


def test_what_a_killed_reader_leaves_lies_where_the_library_sweeps(tmp_path: Path) -> None:
    with closing(PdfLinkWorker(scratch=tmp_path)) as reader:
        reader.read(pdf("http://b.test/"))
        assert [path.name[:7] for path in tmp_path.iterdir()] == ["worker-"]
    assert not list(tmp_path.iterdir())


def find_workers() -> set[str]:
    """Our worker processes, those among them that earlier tests keep for later ones."""
    return {
        child
        for task in Path(f"/proc/{os.getpid()}/task").iterdir()
        for child in (task / "children").read_text().split()
        if b"sheaf.workers.worker_main" in Path(f"/proc/{child}/cmdline").read_bytes()
    }
