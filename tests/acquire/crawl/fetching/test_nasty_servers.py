"""A nasty server costs no more than the limits say, and each of its URLs has one end."""

from __future__ import annotations

import gzip
import resource
import socket
import ssl
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from warcio.archiveiterator import ArchiveIterator

from acquire.crawl.bench import Bench
from acquire.crawl.fake_web import FakeWeb
from acquire.crawl.nasty_web import Line, NastyWeb, closes
from sheaf.acquire.crawl.crawler import CrawlReport
from sheaf.acquire.crawl.profiles import load_profile

MIB = 1024**2


@pytest.fixture
def nasty() -> Iterator[NastyWeb]:
    with NastyWeb() as web:
        yield web


def crawl(bench: Bench, nasty: NastyWeb, *paths: str, **changes: object) -> CrawlReport:
    seeds = [f"http://nasty.test{path}" for path in paths]
    options = {"resolve": {"*.test": ("127.0.0.1", nasty.port)}, "retries": 0, "fetch_seconds": 2.0}
    report = bench.run(*seeds, **(options | changes))
    assert sum(report.outcomes.values()) == len(bench.outcomes())
    return report


def test_a_body_without_end_costs_its_limit(bench: Bench, nasty: NastyWeb) -> None:
    def endless(line: Line) -> None:
        line.send(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        while True:
            line.send(b"10000\r\n" + b"x" * 0x10000 + b"\r\n")

    nasty.ways["/"] = endless
    assert crawl(bench, nasty, "/", fetch_bytes=3 * MIB).outcomes == {"too_large": 1}
    ((_, _, body),) = bench.records()
    assert len(body) == 3 * MIB
    # What else was under way stood in the buffers of the two sockets.
    assert nasty.heard[-1].sent < 12 * MIB


def test_a_slow_drip_costs_its_time(bench: Bench, nasty: NastyWeb) -> None:
    def drip(line: Line) -> None:
        line.send(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
        while True:
            line.send(b".")
            time.sleep(0.1)

    nasty.ways["/"] = drip
    report = crawl(bench, nasty, "/")
    assert report.outcomes == {"timed_out": 1}
    assert 1.9 < report.seconds < 4
    ((_, record, body),) = bench.records()
    assert 10 < len(body) < 30
    assert record.rec_headers["WARC-Truncated"] == "time"


def test_who_is_slower_than_is_borne_is_given_up_earlier(bench: Bench, nasty: NastyWeb) -> None:
    def drip(line: Line) -> None:
        line.send(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
        while True:
            line.send(b".")
            time.sleep(0.1)

    nasty.ways["/"] = drip
    report = crawl(bench, nasty, "/", fetch_seconds=30, slow_seconds=1, slow_bytes=100)
    assert report.outcomes == {"timed_out": 1}
    assert report.seconds < 6


def test_silence_costs_its_time(bench: Bench, nasty: NastyWeb) -> None:
    nasty.ways["/"] = lambda line: time.sleep(4)
    report = crawl(bench, nasty, "/", fetch_seconds=1)
    assert report.outcomes == {"timed_out": 1}
    assert report.seconds < 3


@pytest.mark.parametrize(
    "header", [b"X: " + b"y" * 60_000 + b"\r\n", b"X-%d: y\r\n" * 1000, b"X: y" * 100_000],
    ids=["long lines", "many lines", "one line without end"],
)  # fmt: skip
def test_headers_without_end_are_a_broken_answer(
    bench: Bench, nasty: NastyWeb, header: bytes
) -> None:
    def bomb(line: Line) -> None:
        line.send(b"HTTP/1.1 200 OK\r\n")
        while True:
            line.send(header)

    nasty.ways["/"] = bomb
    report = crawl(bench, nasty, "/")
    assert report.outcomes == {"broken_response": 1}
    assert nasty.heard[-1].sent < 8 * MIB
    assert report.seconds < 2


def test_a_head_beyond_our_limit_is_a_broken_answer_though_it_is_whole(
    bench: Bench, nasty: NastyWeb
) -> None:
    nasty.ways["/"] = lambda line: line.answer(b"x", *[f"X-{n}: {'y' * 900}" for n in range(150)])
    assert crawl(bench, nasty, "/").outcomes == {"broken_response": 1}


def test_lengths_that_are_wrong(bench: Bench, nasty: NastyWeb) -> None:
    """Too long a length is a lost connection; what comes after too short a one is not read."""

    def too_long(line: Line) -> None:
        line.send(b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nhalf")
        line.connection.close()

    def too_short(line: Line) -> None:
        more = b"HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nSMUGGLED"
        line.send(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwhole" + more)

    nasty.ways |= {"/long": too_long, "/short": too_short}
    report = crawl(bench, nasty, "/short", "/long", "/after")
    assert report.outcomes == {"broken_response": 1, "fetched": 2}
    bodies = {url: body for url, _, body in bench.records()}
    assert bodies == {
        "http://nasty.test/short": b"whole",
        "http://nasty.test/long": b"half",
        "http://nasty.test/after": b"a page",
    }


def test_of_a_robots_txt_of_ten_megabytes_only_the_beginning_is_read(
    bench: Bench, nasty: NastyWeb
) -> None:
    rules = b"User-agent: *\nDisallow: /no\n" + b"# nothing\n" * MIB
    nasty.ways["/robots.txt"] = lambda line: line.answer(rules, "Content-Type: text/plain")
    report = crawl(bench, nasty, "/yes", "/no", contact="")
    assert report.outcomes == {"fetched": 1, "robots_forbidden": 1}
    sent = next(one.sent for one in nasty.heard if one.path == "/robots.txt")
    assert sent < 8 * MIB


def test_a_bomb_is_kept_packed_and_unpacked_only_as_far_as_links_are_read(
    bench: Bench, nasty: NastyWeb
) -> None:
    packer = zlib.compressobj(9, wbits=31)
    piece = b'<a href="/found">x</a>' + b" " * MIB
    packed = b"".join(packer.compress(piece) for _ in range(1000)) + packer.flush()
    assert len(packed) < 2 * MIB
    headers = ("Content-Type: text/html", "Content-Encoding: gzip")
    nasty.ways["/"] = lambda line: line.answer(packed, *headers)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    report = crawl(bench, nasty, "/", fetch_seconds=20)
    assert report.outcomes == {"fetched": 2}
    assert bench.records()[0][2] == packed
    assert report.seconds < 5
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100 * 1024


def test_a_bomb_in_robots_txt_is_unpacked_no_farther_than_rules_are_read(
    bench: Bench, nasty: NastyWeb
) -> None:
    packed = gzip.compress(b"User-agent: *\nDisallow: /no\n" + b"#\n" * 50 * MIB)
    nasty.ways["/robots.txt"] = lambda line: line.answer(packed, "Content-Encoding: gzip")
    report = crawl(bench, nasty, "/yes", "/no", fetch_seconds=20)
    assert report.outcomes == {"fetched": 1, "robots_forbidden": 1}
    assert report.seconds < 5


def test_a_calendar_without_end_has_one_for_us(bench: Bench, web: FakeWeb) -> None:
    class Calendar(dict):
        """Every month leads to the next."""

        def get(self, url: str, default: object = None) -> object:
            if "/calendar/" not in url:
                return super().get(url, default)
            year, month = map(int, url.rstrip("/").split("/")[-2:])
            after = f"/calendar/{year + month // 12}/{month % 12 + 1}/"
            page = f'<a href="{after}">next</a>'.encode()
            return type(default)(body=page, headers={"Content-Type": "text/html"})

    web.links("http://a.test/", ["/calendar/2026/1/", "/paper"])
    web.page("http://a.test/paper", "x")
    web.pages = Calendar(web.pages)
    report = bench.run("http://a.test/", profile=load_profile("scholarly"), depth=100_000)
    assert "http://a.test/paper" in web.urls()
    assert report.fetched < 100


def test_a_lost_request_is_not_repeated_before_its_time(bench: Bench, nasty: NastyWeb) -> None:
    """libcurl would ask again at once when a kept connection breaks."""
    nasty.ways["/gone"] = closes
    report = crawl(bench, nasty, "/first", "/gone", retries=1, retry_delay=0.3)
    assert report.outcomes == {"fetched": 1, "broken_response": 1}
    asked = [one for one in nasty.heard if one.path == "/gone"]
    assert len(asked) == 2
    assert asked[1].began - asked[0].ended >= 0.295


def test_a_kept_connection_is_used_again(bench: Bench, nasty: NastyWeb) -> None:
    crawl(bench, nasty, *[f"/{number}" for number in range(10)])
    assert len(nasty.paths()) == 10
    assert nasty.connections <= 2


def test_the_request_in_the_warc_file_is_what_the_server_heard(
    bench: Bench, nasty: NastyWeb
) -> None:
    crawl(bench, nasty, "/a%20b?q=%C3%A9&x=[1]", "/plain")
    heard = [one.request for one in nasty.heard if one.path != "/robots.txt"]
    (path,) = bench.warc_folder.glob("*.warc.gz")
    with path.open("rb") as stream:
        records = ArchiveIterator(stream, no_record_parse=True)
        kept = [one.raw_stream.read() for one in records if one.rec_type == "request"]
    assert kept == heard


# TLS


def certificate(folder: Path, name: str) -> tuple[ssl.SSLContext, Path]:
    """A server's side of TLS with a certificate it has signed itself, and the certificate."""
    import datetime

    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(who)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = folder / f"{name}.pem"
    path.write_bytes(
        made.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    return context, path


def test_a_certificate_that_nobody_vouches_for(bench: Bench, tmp_path: Path) -> None:
    context, _ = certificate(tmp_path, "good.test")
    with NastyWeb(tls=context) as web:
        report = secure_crawl(bench, web, "https://good.test/")
        assert report.outcomes == {"tls_failed": 1}
        assert web.heard == []
        assert [line[1] for line in bench.log()] == ["-2"]


def test_a_certificate_in_order_and_one_for_another_name(bench: Bench, tmp_path: Path) -> None:
    context, path = certificate(tmp_path, "good.test")
    with NastyWeb(tls=context) as web:
        urls = ["https://good.test/", "https://other.test/"]
        secure_crawl(bench, web, *urls, certificates=str(path))
        assert bench.outcomes() == dict(zip(urls, ["fetched", "tls_failed"], strict=True))


def test_certificates_may_be_left_unchecked(bench: Bench, tmp_path: Path) -> None:
    context, _ = certificate(tmp_path, "good.test")
    with NastyWeb(tls=context) as web:
        report = secure_crawl(bench, web, "https://other.test/", check_certificates=False)
        assert report.outcomes == {"fetched": 1}


def secure_crawl(bench: Bench, web: NastyWeb, *urls: str, **changes: object) -> CrawlReport:
    return bench.run(*urls, resolve={"*.test": ("127.0.0.1", web.port)}, retries=0, **changes)


# Other ways to a server


def test_ipv6(bench: Bench) -> None:
    try:
        web = NastyWeb(family=socket.AF_INET6).__enter__()
    except OSError:
        pytest.skip("no IPv6 on this machine")
    try:
        report = bench.run("http://six.test/", resolve={"six.test": ("::1", web.port)})
        assert report.outcomes == {"fetched": 1}
        assert bench.records()[0][1].rec_headers["WARC-IP-Address"] == "::1"
        url = f"http://[::1]:{web.port}/literal"
        assert bench.run(url, allow_private=True).outcomes["fetched"] == 2
    finally:
        web.__exit__()


def test_a_proxy_is_asked_for_everything(bench: Bench, nasty: NastyWeb) -> None:
    report = bench.run(
        "http://far.test/page", resolve={}, contact="mailto:a@b.test", retries=0,
        proxy=f"http://127.0.0.1:{nasty.port}",
    )  # fmt: skip
    assert report.outcomes == {"fetched": 1}
    assert nasty.paths() == ["http://far.test/robots.txt", "http://far.test/page"]


def test_a_proxy_of_the_environment_is_not(
    bench: Bench, nasty: NastyWeb, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    assert crawl(bench, nasty, "/").outcomes == {"fetched": 1}
