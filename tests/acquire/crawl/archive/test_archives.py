"""What a crawl leaves behind is whole to the tools of others, however often it was killed."""

from __future__ import annotations

import gzip
import hashlib
import os
import random
import subprocess
import sys
import time
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
import zstandard
from warcio.archiveiterator import ArchiveIterator
from warcio.checker import Checker

import sheaf
from acquire.crawl import crawl_once
from acquire.crawl.bench import Bench
from acquire.crawl.fake_web import FakeWeb
from acquire.crawl.test_outcomes import EXPECTED, crawl_motley, make_motley
from sheaf.acquire.importers.logs.heritrix_log import CrawlLogLine, read_log

KILLS = 4
PAGES = 120


class Arguments:
    """What `warcio check` reads from its command line."""

    def __init__(self, inputs: list[str]) -> None:
        self.inputs = inputs
        self.verbose = False


def make_site(web: FakeWeb) -> list[str]:
    urls = [f"http://a.test/{number}" for number in range(PAGES)]
    for number, url in enumerate(urls):
        following = [f"/{2 * number + step}" for step in (1, 2) if 2 * number + step < PAGES]
        web.links(url, following)
    return urls


def start(web: FakeWeb, folder: Path, compression: str) -> subprocess.Popen[bytes]:
    source = str(Path(sheaf.__file__).parents[1])
    words = [str(web.port), str(folder), "--compression", compression, "--warc-bytes", "12000"]
    return subprocess.Popen(
        [sys.executable, crawl_once.__file__, *words, "http://a.test/0"],
        env={"PYTHONPATH": os.pathsep.join([source, *sys.path])},
    )


def kill_after(web: FakeWeb, folder: Path, compression: str, requests: int) -> None:
    until = len(web.arrivals) + requests
    crawl = start(web, folder, compression)
    while len(web.arrivals) < until and crawl.poll() is None:
        time.sleep(0.001)
    assert crawl.poll() is None, "it ended before it was killed"
    crawl.kill()
    crawl.wait()


def members(path: Path) -> Iterator[bytes]:
    """Each packed piece of an archive by itself."""
    data = path.read_bytes()
    while data:
        if path.suffix == ".zst":
            unpacking = zstandard.ZstdDecompressor().decompressobj()
            yield unpacking.decompress(data)
            data = unpacking.unused_data
        else:
            length = _length_of_member(data)
            yield gzip.decompress(data[:length])
            data = data[length:]


def _length_of_member(data: bytes) -> int:
    unpacking = zlib.decompressobj(31)
    unpacking.decompress(data)
    assert unpacking.eof
    return len(data) - len(unpacking.unused_data)


@pytest.mark.parametrize("compression", ["gzip", "zstd"])
def test_the_archives_of_a_killed_crawl_are_valid(
    web: FakeWeb, tmp_path: Path, compression: str
) -> None:
    urls = make_site(web)
    moments = random.Random(compression)
    for _ in range(KILLS):
        kill_after(web, tmp_path, compression, moments.randint(3, 18))
    assert start(web, tmp_path, compression).wait(timeout=120) == 0
    paths = sorted((tmp_path / "warc" / "crawl").glob("*.warc.*"))
    assert len(paths) > KILLS  # each run has its own, and a full one is followed by another
    plain, kinds, found = [], Counter[str](), Counter[str]()
    for path in paths:
        pieces = list(members(path))
        assert all(piece.startswith(b"WARC/1.1\r\n") for piece in pieces)
        plain.append(tmp_path / f"{path.name}.warc")
        plain[-1].write_bytes(b"".join(pieces))
        with plain[-1].open("rb") as stream:
            records = [(one.rec_type, one.rec_headers) for one in ArchiveIterator(stream)]
        assert len(records) == len(pieces)  # one each, so that a reader may begin at any
        kinds.update(kind for kind, _ in records)
        found.update(head["WARC-Target-URI"] for kind, head in records if kind == "response")
    # warcio itself knows no zstd; what it finds wrong in the records it says of these as well.
    checked = paths if compression == "gzip" else plain
    checker = Checker(Arguments([str(path) for path in checked]))
    checker.process_all()
    assert checker.exit_value == 0
    assert kinds["response"] == kinds["request"] == kinds["metadata"]
    assert kinds["warcinfo"] == len(paths)
    assert found == Counter(urls)


def test_the_checker_finds_what_is_wrong(bench: Bench) -> None:
    """Or else it would prove nothing."""
    bench.web.page("http://a.test/", "a page")
    bench.run("http://a.test/")
    (path,) = bench.warc_folder.glob("*.warc.gz")
    spoiled = bench.folder / "spoiled.warc"
    spoiled.write_bytes(gzip.decompress(path.read_bytes()).replace(b"a page", b"b page"))
    checker = Checker(Arguments([str(spoiled)]))
    checker.process_all()
    assert checker.exit_value != 0


def test_every_line_of_the_log_is_one_of_heritrix(bench: Bench) -> None:
    """Whatever the end of a URL, our own reader of Heritrix's logs understands its line."""
    crawl_motley(bench, make_motley(bench.web))
    lines = list(read_log(bench.warc_folder / "crawl.log"))
    assert all(isinstance(line, CrawlLogLine) for line in lines)
    told = {line.url: line for line in lines if isinstance(line, CrawlLogLine)}
    assert len(told) == len(lines)
    assert set(told) == set(EXPECTED)
    for url, record, body in bench.records():
        line = told[url]
        assert str(line.status) == record.http_headers.get_statuscode()
        assert line.size == len(body)
        assert line.digest == hashlib.sha1(body).hexdigest()
    answered = {"fetched", "too_large", "redirect", "bad_status", "broken_response"}
    not_fetched = {url for url, line in told.items() if line.aside == "not_fetched"}
    assert not_fetched == {url for url, end in EXPECTED.items() if end not in answered}
    assert told["http://a.test/target"].via == "http://a.test/moved"
    assert told["http://a.test/target"].hops == "LR"
    assert told["http://a.test/"].is_seed
    assert told["http://a.test/large"].truncated == "length"
