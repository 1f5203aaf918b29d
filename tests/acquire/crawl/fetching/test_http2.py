"""What a real server hears of the crawler: HTTP/2 where it pays, else connections that are kept."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.parts import require_part
from warcio.checker import Checker

from acquire.crawl.bench import Bench
from acquire.crawl.nginx_web import PAGES, NginxWeb, has_ipv6

ALL = PAGES + 2  # and the page that leads to them, and the paper
pytestmark = pytest.mark.parts("nginx")


@pytest.fixture(scope="module")
def server() -> Iterator[NginxWeb]:
    with NginxWeb(require_part("nginx")) as nginx:
        yield nginx


@pytest.fixture
def bench(server: NginxWeb, tmp_path: Path) -> Bench:
    return Bench(server, tmp_path)  # type: ignore[arg-type]


class Arguments:
    """What `warcio check` reads from its command line."""

    def __init__(self, inputs: list[str]) -> None:
        self.inputs = inputs
        self.verbose = False


def secure(server: NginxWeb, address: str = "127.0.0.1") -> dict[str, object]:
    return {
        "resolve": {"*.test": (address, server.tls_port)},
        "certificates": str(server.certificate),
    }


def assert_whole(bench: Bench) -> None:
    checker = Checker(Arguments([str(path) for path in bench.warc_folder.glob("*.warc.*")]))
    checker.process_all()
    assert checker.exit_value == 0


def test_several_fetches_from_a_host_share_one_connection_by_http_2(
    bench: Bench, server: NginxWeb
) -> None:
    report = bench.run("https://two.test/", host_connections=4, **secure(server))
    assert report.outcomes == {"fetched": ALL}
    heard = server.heard(ALL)
    assert {one.protocol for one in heard} == {"HTTP/2.0"}
    assert len({one.connection for one in heard}) == 1
    assert max(one.nth_of_connection for one in heard) >= ALL


def test_fetches_that_begin_at_once_share_it_too(bench: Bench, server: NginxWeb) -> None:
    seeds = [f"https://two.test/{number}.html" for number in range(PAGES)]
    bench.run(*seeds, host_connections=4, policy="ignore", **secure(server))
    heard = server.heard(PAGES)
    assert {one.protocol for one in heard} == {"HTTP/2.0"}
    assert len({one.connection for one in heard}) == 1


def test_what_came_by_http_2_is_written_as_http_1(bench: Bench, server: NginxWeb) -> None:
    """No reader of WARC files knows frames; the field of the record says how it came."""
    bench.run("https://two.test/", host_connections=4, **secure(server))
    server.heard(ALL)
    records = bench.records()
    assert len(records) == ALL
    for url, record, body in records:
        assert record.rec_headers["WARC-Protocol"] == "h2"
        assert record.http_headers.protocol == "HTTP/1.1"
        assert record.http_headers.get_statuscode() == "200"
        assert record.http_headers["Transfer-Encoding"] is None
        assert not any(name.startswith(":") for name, _ in record.http_headers.headers)
        if record.http_headers["Content-Encoding"] == "gzip":
            body = gzip.decompress(body)
        path = url.removeprefix("https://two.test/") or "index.html"
        assert body == (server.folder / "www" / path).read_bytes()
    assert sum(record.http_headers["Content-Encoding"] == "gzip" for _, record, _ in records) > 5
    for url, record, _ in bench.records("request"):
        assert record.http_headers.statusline == url.removeprefix("https://two.test") + " HTTP/1.1"
        assert record.http_headers["Host"] == "two.test"
    assert {line[11] for line in bench.log()} <= {"h2", "h2,hub"}
    assert_whole(bench)


def test_the_first_lines_are_complete(bench: Bench, server: NginxWeb) -> None:
    """RFC 9112: a blank stands behind the code even where no reason follows."""
    bench.run("https://two.test/", host_connections=4, **secure(server))
    server.heard(ALL)
    (path,) = bench.warc_folder.glob("*.warc.gz")
    lines = gzip.decompress(path.read_bytes()).split(b"\r\n")
    first = [line for line in lines if line.startswith(b"HTTP/")]
    assert set(first) == {b"HTTP/1.1 200 "}


def test_a_host_that_is_asked_one_thing_at_a_time_keeps_its_connection(
    bench: Bench, server: NginxWeb
) -> None:
    for scheme, how in (("http", {}), ("https", secure(server))):
        assert bench.run(f"{scheme}://one.test/", **how).outcomes["fetched"] % ALL == 0
        heard = server.heard(ALL)
        assert {one.protocol for one in heard} == {"HTTP/1.1"}
        assert len({one.connection for one in heard}) == 1
        # The first request was for robots.txt.
        assert [one.nth_of_connection for one in heard] == [*range(2, ALL + 2)]
        assert sum(one.encoding == "gzip" for one in heard) == PAGES + 1
    assert_whole(bench)


def test_packed_pages_are_read(bench: Bench, server: NginxWeb) -> None:
    """The links came out of an answer that was packed, and it is kept as it came."""
    bench.run("http://one.test/")
    server.heard(ALL)
    kept = {url: (record, body) for url, record, body in bench.records()}
    record, body = kept["http://one.test/"]
    assert record.http_headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(body) == (server.folder / "www" / "index.html").read_bytes()


@pytest.mark.skipif(not has_ipv6(), reason="no IPv6 on this machine")
@pytest.mark.parametrize("several", [1, 4])
def test_by_ipv6(bench: Bench, server: NginxWeb, several: int) -> None:
    how = secure(server, "::1")
    report = bench.run("https://six.test/", host_connections=several, **how)
    assert report.outcomes == {"fetched": ALL}
    assert {one.address for one in server.heard(ALL)} == {"::1"}
    assert {record.rec_headers["WARC-IP-Address"] for _, record, _ in bench.records()} == {"::1"}


@pytest.mark.parametrize("several", [1, 4])
def test_a_second_round_brings_only_what_has_changed(
    bench: Bench, server: NginxWeb, several: int
) -> None:
    how = secure(server) | {"host_connections": several}
    bench.run("https://two.test/", **how)
    assert {one.status for one in server.heard(ALL)} == {200}
    page = server.folder / "www" / "3.html"
    before = page.read_text()
    page.write_text(before + "<p>And more.</p>")
    try:
        again = bench.run("https://two.test/", revisit=True, **how)
        heard = server.heard(ALL)
    finally:
        page.write_text(before)
    assert again.outcomes == {"unchanged": ALL - 1, "fetched": 1}
    assert {one.path for one in heard if one.status == 200} == {"/3.html"}
    assert sum(one.status == 304 for one in heard) == ALL - 1
    assert all(one.if_none_match != "-" for one in heard)
    told = [record.rec_headers for _, record, _ in bench.records("revisit")]
    assert len(told) == ALL - 1
    assert all(one["WARC-Profile"].endswith("/server-not-modified") for one in told)
    assert_whole(bench)


def test_what_came_by_http_2_is_imported(server: NginxWeb, sheaf_command, sheaf_json, tmp_path):
    sheaf_command("init", tmp_path / "lib", check=0)
    told = sheaf_json(
        "crawl", "https://two.test/", "--resolve", f"two.test=127.0.0.1:{server.tls_port}",
        "--min-delay", 0, "-L", tmp_path / "lib",
        SHEAF_CRAWL_POLITENESS_HOST_CONNECTIONS="4",
        SHEAF_CRAWL_FETCH_CERTIFICATES=str(server.certificate),
    )  # fmt: skip
    assert told["crawl"] == {"fetched": ALL}
    assert {one.protocol for one in server.heard(ALL)} == {"HTTP/2.0"}
    assert told["outcomes"]["new"] == 1
    paper = (server.folder / "www" / "paper.pdf").read_bytes()
    (found,) = sheaf_json("search", "clover", "-L", tmp_path / "lib")["hits"]
    assert found["sha1"] == hashlib.sha1(paper).hexdigest()
