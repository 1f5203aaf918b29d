"""Sources elsewhere: over SFTP from a real sshd, from a real S3 server, from a web server."""

import base64
import os
import random
import socket
import sqlite3
import sys
import threading
from collections import Counter
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from support.elsewhere import CuttingProxy, WebFiles
from support.parts import require_part
from support.samples import Page, mixed_pages, paper_pdf, warc_record, write_warc
from support.servers import S3Server, SshServer

import sheaf
from sheaf import urls
from sheaf.acquire.importers.remote_source import path_below
from sheaf.acquire.remote import address, fetching
from sheaf.acquire.remote.fetching import LocalCopy, RemoteFetcher, open_store, safe_name
from sheaf.acquire.remote.finished import FinishedFiles
from sheaf.acquire.remote.http import HttpStore
from sheaf.acquire.remote.store import Facts, Reading, RemoteFile, compile_pattern
from sheaf.errors import MissingPartError, SourceError

SIZE = 12_000_000
CUT = 8_000_000
# What the ways add to a file, and what was on its way when the connection was cut.
OVERHEAD = 3_000_000


@pytest.fixture(scope="module")
def ssh_server():
    with SshServer(require_part("sshd")) as server:
        yield server


@pytest.fixture(scope="module")
def s3_server():
    with S3Server(require_part("seaweedfs")) as server:
        yield server


@pytest.fixture(autouse=True)
def nobodys_keys(monkeypatch, tmp_path):
    """Neither keys nor settings of whoever runs the tests."""
    for name in [name for name in os.environ if name.startswith("AWS_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("SSH_AUTH_SOCK", raising=False)
    monkeypatch.setattr(fetching, "PAUSES", (0.05, 0.05))


@pytest.fixture
def library(tmp_path):
    with sheaf.init(tmp_path / "lib") as made:
        made.settings = made.settings.with_values("acquire", allow_private_sources=True)
        yield made


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """What a crawl may leave: archives, papers, a folder below."""
    folder = tmp_path_factory.mktemp("elsewhere") / "crawl"
    (folder / "deep" / "er").mkdir(parents=True)
    write_warc(folder / "1.warc.gz", mixed_pages(4))
    write_warc(folder / "deep" / "2.warc", [Page("http://h/2.pdf", paper_pdf("Two"))], packed=False)
    (folder / "deep" / "er" / "paper with spaces.pdf").write_bytes(paper_pdf("Spaces"))
    (folder / "paper.pdf").write_bytes(paper_pdf("Plain"))
    (folder / "broken.warc.gz").write_bytes(b"WARC/1.0\r\nnonsense")
    return folder


@pytest.fixture
def over_sftp(ssh_server, folder, monkeypatch):
    monkeypatch.setenv("HOME", str(ssh_server.home))
    return f"{ssh_server.url}{folder}"


@pytest.fixture
def over_http(folder):
    with WebFiles(folder.parent) as web:
        yield f"{web.url}/crawl/"


@pytest.fixture
def over_s3(s3_server, folder, s3_keys):
    bucket = s3_server.fresh_bucket()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            key = f"crawl/{path.relative_to(folder)}"
            s3_server.client.put_object(Bucket=bucket, Key=key, Body=path.read_bytes())
    return f"s3://{bucket}/crawl"


@pytest.fixture
def s3_keys(s3_server, monkeypatch):
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", s3_server.KEY)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", s3_server.SECRET)
    monkeypatch.setenv("AWS_ENDPOINT_URL", s3_server.url)


@pytest.fixture(scope="module")
def here(folder, tmp_path_factory):
    """The same folder, imported as it stands."""
    with sheaf.init(tmp_path_factory.mktemp("here") / "lib") as library:
        library.import_([folder])
        return captures_of(library, str(folder))


def captures_of(library, root):
    """How each capture ended, with the source's own name taken out."""
    root = root.rstrip("/")
    own = [Path(root).as_uri(), root] if root.startswith("/") else [root]

    def bare(text):
        for name in own:
            text = text.replace(name, "ROOT")
        return text.replace("%20", " ").rstrip("/")

    (run,) = [run.id for run in library.runs()]
    return sorted(
        (bare(one.url), one.outcome.value, bare(one.source), one.position, one.member,
         bare(one.reason))
        for one in library.run_log.captures(run)
    )  # fmt: skip


def noise(seed=1, size=SIZE):
    return random.Random(seed).randbytes(size)


# -- the same as if it were here -------------------------------------------------------------------


@pytest.mark.parametrize("way", ["over_sftp", "over_s3", "over_http"])
def test_a_folder_elsewhere_is_imported_as_one_that_is_here(way, library, here, request):
    url = request.getfixturevalue(way)
    shares = []
    summary = library.import_(url, report=lambda progress: shares.append(progress.share))
    assert summary.outcomes["new"] >= 5
    assert captures_of(library, url) == here
    assert library.verify().faults == ()
    assert not (library.folder / "incoming").exists()
    if way != "over_http":  # an index page tells no sizes
        assert shares[-1] == pytest.approx(1, abs=0.2)


@pytest.mark.parametrize("way", ["over_sftp", "over_s3", "over_http"])
def test_a_file_or_a_pattern(way, library, request):
    url = request.getfixturevalue(way).rstrip("/")
    deep = "deep/er/paper with spaces.pdf"
    assert listed(f"{url}/paper.pdf") == ["paper.pdf"]
    assert listed(f"{url}/**/*.pdf") == [deep, "paper.pdf"]
    assert listed(f"{url}/*.pdf") == ["paper.pdf"]
    assert listed(f"{url}/*/er/[o-q]*.pdf") == [deep]
    assert listed(f"{url}/deep") == ["2.warc", "er/paper with spaces.pdf"]
    assert listed(f"{url}/de*/**") == ["deep/2.warc", deep]


def listed(url):
    store = open_store(address.parse(url), allow_private=True)
    try:
        return [one.name for one in store.files()]
    finally:
        store.close()


def test_sources_that_overlap_are_read_once(library, over_http):
    single = over_http + "paper.pdf"
    outcomes = library.import_([over_http + "**/*.pdf", single], filter=False, text=False).outcomes
    assert outcomes == {"new": 2}
    (done,) = library.runs()
    assert done.sources == (over_http + "**/*.pdf", single)


def test_files_that_describe_each_other_are_fetched_together(library, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.pdf").write_bytes(paper_pdf())
    (tmp_path / "in" / "a.pdf.met").write_text(
        "<CrawlData><url>http://h/original.pdf</url></CrawlData>"
    )
    with WebFiles(tmp_path / "in") as web:
        library.import_(web.url, filter=False, text=False)
    (capture,) = library.run_log.captures(1)
    assert (capture.url, capture.source) == ("http://h/original.pdf", web.url)
    assert not (library.folder / "incoming").exists()


def test_a_revisit_finds_its_original_in_another_file(library, tmp_path):
    files = tmp_path / "in"
    files.mkdir()
    write_warc(files / "1.warc", [Page("http://h/a.pdf", paper_pdf())], packed=False)
    again = warc_record("revisit", "http://h/again.pdf", "x/y", b"", 9)
    refers = b"WARC-Refers-To: <urn:uuid:00000000-0000-0000-0000-000000000000>\r\n"
    (files / "2.warc").write_bytes(again.replace(b"Content-Type", refers + b"Content-Type", 1))
    with WebFiles(files) as web:
        summary = library.import_(web.url, filter=False, text=False)
    assert summary.outcomes == {"new": 1, "duplicate_content": 1}


def test_https_checks_the_certificate(empty, folder, tmp_path, monkeypatch):
    certificate = certified(tmp_path, "localhost")
    with WebFiles(folder, certificate=certificate) as web:
        assert "no safe connection" in error_of(empty, f"{web.url}/paper.pdf")
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        assert listed(f"{web.url.replace('127.0.0.1', 'localhost')}/*.pdf") == ["paper.pdf"]
        assert "no safe connection" in error_of(empty, f"{web.url}/paper.pdf")


def certified(folder, name):
    """A certificate that vouches for itself, with its key in the same file."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    form = serialization.PrivateFormat.PKCS8
    path = folder / "certificate.pem"
    path.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, form, plain)
        + made.public_bytes(serialization.Encoding.PEM)
    )
    return path


def test_without_a_library(library, tmp_path, over_http):
    summary = library.import_(over_http, filter=False, text=False, output=tmp_path / "out")
    assert summary.outcomes["saved"] >= 5
    assert not (tmp_path / "out" / ".incoming").exists()


# -- transfers that are cut ------------------------------------------------------------------------


@pytest.fixture(params=["sftp", "s3", "http"])
def cut(request, tmp_path, monkeypatch):
    """A way to one big file, on which the connection can be cut: URL, the cutting, the bytes."""
    files = tmp_path / "big"
    files.mkdir()
    path = files / "big.pdf"
    path.write_bytes(noise())
    if request.param == "http":
        with WebFiles(files) as web:
            yield _Cut(f"{web.url}/big.pdf", path, web.behaviour,
                       lambda: sum(one.bytes for one in web.served))  # fmt: skip
        return
    if request.param == "sftp":
        server = request.getfixturevalue("ssh_server")
        monkeypatch.setenv("HOME", str(tmp_path / "home"))
    else:
        server = request.getfixturevalue("s3_server")
        request.getfixturevalue("s3_keys")
    with CuttingProxy(server.port) as proxy:
        if request.param == "sftp":
            known_through(server, proxy.port, tmp_path / "home")
            url = f"sftp://{server.user}@127.0.0.1:{proxy.port}{path}"
            yield _Cut(url, path, proxy, lambda: proxy.bytes)
        else:
            monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{proxy.port}")
            bucket = server.fresh_bucket()
            cut = _Cut(f"s3://{bucket}/big.pdf", path, proxy, lambda: proxy.bytes)
            cut.put = lambda: server.client.put_object(
                Bucket=bucket, Key="big.pdf", Body=path.read_bytes()
            )
            cut.put()
            yield cut


class _Cut:
    def __init__(self, url, path, knife, count):
        self.url, self.path, self.knife, self.count = url, path, knife, count
        self.put = lambda: None

    def change(self):
        self.path.write_bytes(noise(seed=2))
        os.utime(self.path, (1_000_000, 1_000_000))
        self.put()


def known_through(server, port, home):
    """A home in which the host is known at the port of a proxy too."""
    (home / ".ssh").mkdir(parents=True)
    for name in ("id_ed25519", "id_ed25519.pub"):
        data = (server.home / ".ssh" / name).read_bytes()
        (home / ".ssh" / name).write_bytes(data)
    (home / ".ssh" / "id_ed25519").chmod(0o600)
    key = (server.folder / "host_key.pub").read_text()
    (home / ".ssh" / "known_hosts").write_text(f"[127.0.0.1]:{port} {key}")


def run(library, url):
    return library.import_(url, filter=False, text=False).outcomes


def test_a_transfer_that_is_cut_goes_on_at_the_byte(cut, library):
    cut.knife.cut_after = CUT
    assert sum(run(library, cut.url).values()) == 1
    assert SIZE <= cut.count() < SIZE + OVERHEAD


def test_what_is_cut_for_good_goes_on_with_the_same_command(cut, library):
    cut.knife.cut_after, cut.knife.cuts = CUT, 99
    with pytest.raises(SourceError, match=r"could not be fetched") as told:
        stop_after_first(library, cut)
    assert "goes on at byte" in told.value.what_to_do
    (part,) = (library.folder / "incoming").rglob("part")
    before, have = cut.count(), part.stat().st_size
    assert 1_000_000 < have <= CUT
    cut.knife.cut_after = None
    run(library, cut.url)
    assert library.run_log.get(1).captures == 1
    assert len(list(library.runs())) == 1
    assert SIZE - have <= cut.count() - before < SIZE - have + OVERHEAD


def stop_after_first(library, cut):
    """Cut once in the middle, and then before anything comes."""
    real = fetching.time.sleep

    def then_nothing(seconds):
        cut.knife.cut_after = 0
        real(0)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fetching.time, "sleep", then_nothing)
        run(library, cut.url)


def test_a_file_that_has_changed_begins_anew(cut, library):
    cut.knife.cut_after, cut.knife.cuts = CUT, 99
    with pytest.raises(SourceError):
        stop_after_first(library, cut)
    cut.change()
    cut.knife.cut_after = None
    before = cut.count()
    run(library, cut.url)
    assert cut.count() - before >= SIZE
    (capture,) = library.run_log.captures(1)
    assert capture.source == cut.url.rpartition("/")[0] + "/"


@pytest.mark.parametrize("flaw", ["with_ranges", "with_etag"])
def test_a_server_without_ranges_or_marks_begins_anew(flaw, library, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.pdf").write_bytes(noise())
    with WebFiles(tmp_path / "in") as web:
        setattr(web.behaviour, flaw, False)
        web.behaviour.cut_after = CUT
        run(library, f"{web.url}/a.pdf")
        assert web.bytes_of("/a.pdf") == [CUT, SIZE]


def test_what_arrives_is_checked_by_its_md5(tmp_path):
    data = noise(size=1000)
    store = Stub([data], md5="0" * 32)
    with pytest.raises(SourceError, match="MD5"):
        RemoteFetcher(store, tmp_path).fetch(store.file)
    assert store.opened == fetching.RESTARTS + 1


def test_a_file_that_is_still_written_to_is_told(ssh_server, library, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(ssh_server.home))
    path = tmp_path / "grows.warc"
    path.write_bytes(noise())
    real = LocalCopy.finish
    monkeypatch.setattr(LocalCopy, "finish", lambda *_: pytest.fail("it was taken for whole"))
    begin = LocalCopy.begin

    def meanwhile(copy, facts, start):
        begin(copy, facts, start)
        with path.open("ab") as stream:
            stream.write(b"more")

    monkeypatch.setattr(LocalCopy, "begin", meanwhile)
    with pytest.raises(SourceError, match="changes while"):
        run(library, f"{ssh_server.url}{path}")
    monkeypatch.setattr(LocalCopy, "begin", begin)
    monkeypatch.setattr(LocalCopy, "finish", real)
    assert sum(run(library, f"{ssh_server.url}{path}").values()) == 1


class Stub:
    """A store that gives the same bytes whatever it is asked for."""

    def __init__(self, chunks, name="a.pdf", md5=""):
        self.chunks = chunks
        size = sum(map(len, chunks))
        self.file = RemoteFile("s3://b/", name, name, f"s3://b/{name}", Facts(size, "v", 0.0, md5))
        self.opened = 0

    def files(self):
        return iter([self.file])

    def look(self, file):
        return file.facts

    def open(self, file, start, had):
        self.opened += 1
        return nullcontext(Reading(file.facts, 0, iter(self.chunks)))

    def close(self):
        pass


# -- what is kept meanwhile ------------------------------------------------------------------------


def test_files_are_let_go_when_they_are_on_record(library, tmp_path):
    files = tmp_path / "in"
    files.mkdir()
    for number in range(12):
        write_warc(files / f"{number:02}.warc.gz",
                   [Page(f"http://h/{number}-{one}.pdf", paper_pdf(f"{number} {one}"))
                    for one in range(40)])  # fmt: skip
    library.settings = library.settings.with_values("deposit", batch=10).with_values(
        "acquire", incoming_bytes=0
    )
    counts = []

    def look(progress):
        counts.append(len(list((library.folder / "incoming").rglob("*.warc.gz"))))

    with WebFiles(files) as web:
        summary = library.import_(web.url, filter=False, text=False, report=look)
    assert summary.outcomes == {"new": 480}
    assert max(counts) < 12
    assert counts[-1] <= 2


def test_an_undone_run_leaves_nothing_for_done(library, tmp_path):
    """What one run has on record, another has still to do."""
    files = tmp_path / "in"
    files.mkdir()
    for number in range(4):
        (files / f"{number}.pdf").write_bytes(paper_pdf(f"Paper {number}"))
    library.settings = library.settings.with_values("deposit", batch=1).with_values(
        "acquire", incoming_bytes=0
    )

    def stop(progress):
        if progress.captures == 3:
            raise KeyboardInterrupt

    with WebFiles(files) as web:
        with pytest.raises(KeyboardInterrupt):
            library.import_(web.url, filter=False, text=False, report=stop)
        database = next((library.folder / "incoming").rglob("done.db"))
        with sqlite3.connect(database) as rows:
            assert rows.execute("SELECT count(*) FROM done").fetchone()[0] >= 2
        rows.close()
        library.undo(1)
        assert run(library, web.url) == {"new": 4}
        assert len(web.bytes_of("/0.pdf")) == len(web.bytes_of("/1.pdf")) == 2


def never_asked(file):
    raise AssertionError(f"{file.name} was looked at, though its listing tells its version")


def test_a_broken_note_of_what_is_done_is_made_anew(tmp_path):
    (tmp_path / "done.db").write_bytes(b"half a database" * 100)
    file = Stub([b"x"]).file
    finished = FinishedFiles(tmp_path)
    finished.begin_run(1)
    copy = LocalCopy.of(file, tmp_path)
    finished.add([(file, copy, Counter(warcinfo=2))])
    assert finished.asides(file, never_asked) == {"warcinfo": 2}
    assert finished.asides(replace(file, facts=Facts(1, "another")), never_asked) is None
    finished.begin_run(2)
    assert finished.asides(file, never_asked) is None
    finished.close()


# -- wrong in some way -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def unharmed(tmp_path_factory):
    """A library into which nothing comes."""
    with sheaf.init(tmp_path_factory.mktemp("unharmed") / "lib") as made:
        yield made


@pytest.fixture
def empty(unharmed):
    unharmed.settings = unharmed.settings.with_values("acquire", allow_private_sources=True)
    return unharmed


def error_of(library, url):
    with pytest.raises(SourceError) as told:
        run(library, url)
    assert not list(library.runs())
    assert not (library.folder / "incoming").exists()
    return f"{told.value} {told.value.what_to_do}"


def test_an_unknown_host_key_is_refused(ssh_server, empty, tmp_path, monkeypatch):
    known_through(ssh_server, ssh_server.port + 1, tmp_path / "home")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    told = error_of(empty, f"{ssh_server.url}/tmp")
    assert "is not known" in told
    assert f"ssh-keyscan -p {ssh_server.port} 127.0.0.1" in told


def test_a_wrong_password_is_refused(ssh_server, empty, tmp_path, monkeypatch):
    home = tmp_path / "home"
    known_through(ssh_server, ssh_server.port, home)
    (home / ".ssh" / "id_ed25519").unlink()
    monkeypatch.setenv("HOME", str(home))
    told = error_of(empty, f"sftp://nobody-here:hunter2@127.0.0.1:{ssh_server.port}/tmp")
    assert "refuses access" in told
    assert "hunter2" not in told


def test_what_is_not_there_over_sftp(over_sftp, empty):
    assert "There is no file at sftp://" in error_of(empty, f"{over_sftp}/nope")
    assert "There is no file at sftp://" in error_of(empty, f"{over_sftp}/*.nope")
    assert "cannot be reached" in error_of(empty, "sftp://127.0.0.1:9/x")


def test_what_is_wrong_with_s3(over_s3, s3_server, empty, monkeypatch):
    assert "no file at s3://" in error_of(empty, f"{over_s3}/nope")
    assert "no file at s3://" in error_of(empty, f"{over_s3}/*.nope")
    assert "There is no bucket nowhere." in error_of(empty, "s3://nowhere/crawl/")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "wrong-secret")
    told = error_of(empty, over_s3)
    assert "refuses access" in told
    assert "AWS_SECRET_ACCESS_KEY" in told
    assert "wrong-secret" not in told
    monkeypatch.delenv("AWS_SECRET_ACCESS_KEY")
    assert "AWS_PROFILE" in error_of(empty, over_s3)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", s3_server.SECRET)
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    assert "cannot be reached" in error_of(empty, over_s3)


def test_what_is_wrong_with_http(empty, folder):
    with WebFiles(folder) as web:
        assert "There is no file at" in error_of(empty, f"{web.url}/nope.pdf")
        assert "There is no file at" in error_of(empty, f"{web.url}/*.nope")
        web.behaviour.redirects["/round"] = "/round"
        assert "redirects more than" in error_of(empty, f"{web.url}/round")
        web.behaviour.password = "Basic "
        assert "refuses access" in error_of(empty, f"{web.url}/paper.pdf")
    assert "cannot be reached" in error_of(empty, f"{web.url}/paper.pdf")


def test_one_source_given_twice_is_read_once(library, folder):
    with WebFiles(folder) as web:
        url = f"{web.url}/paper.pdf"
        assert library.import_([url, url], filter=False, text=False).outcomes == {"new": 1}


def test_links_that_differ_only_in_secrets_do_not_pass_for_one(empty, folder):
    with WebFiles(folder) as web, pytest.raises(SourceError, match="secret in them"):
        empty.import_([f"{web.url}/paper.pdf?token=one", f"{web.url}/paper.pdf?token=two"])
    assert not list(empty.runs())


def test_a_link_to_nothing_costs_one_file_and_not_the_run(library, folder):
    with WebFiles(folder) as web:
        web.behaviour.pages["/"] = b"<a href=gone.pdf>x</a><a href=paper.pdf>x</a>"
        summary = library.import_(f"{web.url}/", filter=False, text=False)
        assert summary.outcomes == {"new": 1, "missing_bytes": 1}
        assert library.import_(f"{web.url}/", filter=False, text=False).outcomes == {
            "duplicate_url": 1,
            "missing_bytes": 1,
        }


def test_urls_that_are_the_same_name_are_two_files(library, tmp_path):
    (tmp_path / "web" / "b").mkdir(parents=True)
    (tmp_path / "web" / "b" / "c.pdf").write_bytes(paper_pdf())
    with WebFiles(tmp_path / "web") as web:
        links = ["b%2Fc.pdf", "b/c.pdf", "b%2fc.pdf", "%FE.pdf", "%FF.pdf"]
        web.behaviour.pages["/"] = "".join(f"<a href='{one}'>x</a>" for one in links).encode()
        summary = library.import_(f"{web.url}/", filter=False, text=False)
    assert summary.captures == len(links)
    assert summary.outcomes["missing_bytes"] == 2


def test_paths_and_redirects_with_other_letters_than_ascii(library, tmp_path):
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "ein Gr\xfc\xdf.pdf").write_bytes(paper_pdf())
    with WebFiles(tmp_path / "web") as web:
        web.behaviour.redirects["/r.pdf"] = "/ein Gr\xfc\xdf.pdf".encode().decode("latin-1")
        for path in ("ein Gr\xfc\xdf.pdf", "r.pdf"):
            summary = library.import_(f"{web.url}/{path}", filter=False, text=False)
            assert summary.captures == 1
        web.behaviour.redirects["/bad.pdf"] = "http://[::bad/"
        with pytest.raises(SourceError, match="other than a web page"):
            library.import_(f"{web.url}/bad.pdf")


@contextmanager
def answering(headers_and_body):
    """A server that says the same to everybody, then closes the connection."""

    def serve():
        with suppress(OSError):
            while True:
                connection, _ = listening.accept()
                with connection:
                    connection.recv(65536)
                    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n")
                    connection.sendall(headers_and_body)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=serve, daemon=True).start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"


@pytest.mark.parametrize(
    "answer",
    [
        b"Transfer-Encoding: chunked\r\n\r\n1000\r\n<a href=a.pdf>",
        b"Content-Length: 9000\r\n\r\n<a href=a.pdf>x</a>",
    ],
)
def test_an_index_page_that_breaks_off_is_an_error_of_ours(empty, answer):
    with answering(answer) as url:
        assert "broke off" in error_of(empty, f"{url}/")


def test_a_size_beyond_all_numbers_is_no_size(library):
    with answering(b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n<html>") as url:
        assert library.import_(f"{url}/page").outcomes == {"unwanted_type": 1}


def test_keys_that_only_a_fragment_tells_apart_are_two_documents():
    store = open_store(address.parse("s3://bucket/"), allow_private=False)
    keys = ["a#1.pdf", "a#2.pdf", "a%41.pdf", "aA.pdf", "a?b.pdf"]
    named = {urls.canonical(store._file("", key, Facts()).url) for key in keys}
    assert len(named) == len(keys)
    store.close()


@pytest.mark.parametrize("url", ["gopher://h/x", "s3://KEY:SECRET@b/x", "sftp:///x", "http://[x/"])
def test_urls_that_are_none(url, empty):
    assert "SECRET@" not in error_of(empty, url)


def test_private_addresses_need_a_word(empty, folder):
    empty.settings = empty.settings.with_values("acquire", allow_private_sources=False)
    with WebFiles(folder) as web:
        assert "allow_private_sources" in error_of(empty, f"{web.url}/paper.pdf")
        assert not web.served


def test_a_redirect_to_a_private_address_is_refused(folder):
    with WebFiles(folder) as web, WebFiles(folder, host="127.0.0.2") as inner:
        web.behaviour.redirects["/a.pdf"] = f"{inner.url}/paper.pdf"
        store = HttpStore(address.parse(f"{web.url}/a.pdf"), allow_private=False)
        refuse = store.guard.check
        store.guard.check = lambda one: None if str(one) == "127.0.0.1" else refuse(one)
        with pytest.raises(SourceError, match="private address"):
            list(store.files())
        assert not inner.served


def test_a_missing_package_says_how_to_get_it(empty, monkeypatch):
    monkeypatch.setitem(sys.modules, "sshfs", None)
    monkeypatch.delitem(sys.modules, "sheaf.acquire.remote.sftp", raising=False)
    with pytest.raises(MissingPartError) as told:
        run(empty, "sftp://h/x")
    assert "sheaf[remote]" in told.value.what_to_do


def test_secrets_are_written_nowhere(library, folder):
    with WebFiles(folder) as web:
        web.behaviour.password = base64.b64encode(b"ada:hunter2").decode()
        host = web.url.removeprefix("http://")
        url = f"http://ada:hunter2@{host}/paper.pdf?X-Amz-Signature=hunter2&v=1"
        run(library, url)
        library.import_(f"http://ada:hunter2@{host}/", filter=False, text=False)
    (second, first) = library.runs()
    assert first.sources == (f"http://ada@{host}/paper.pdf?v=1",)
    assert second.sources == (f"http://ada@{host}/",)
    for path in library.folder.rglob("*"):
        assert not path.is_file() or b"hunter2" not in path.read_bytes(), path


# -- names from elsewhere --------------------------------------------------------------------------

HOSTILE = [
    "../../x.pdf",
    "/etc/x.pdf",
    "a/../../../x.pdf",
    "..",
    "x\0y.pdf",
    "é" * 300,
    ".",
    "a//b",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_leads_out_of_incoming(name, tmp_path):
    store = Stub([b"bytes"], name=name)
    copy = RemoteFetcher(store, tmp_path / "incoming").fetch(store.file)
    assert copy.path.resolve().is_relative_to(tmp_path / "incoming")
    assert copy.path.read_bytes() == b"bytes"
    assert list(tmp_path.iterdir()) == [tmp_path / "incoming"]
    inside = path_below(tmp_path / "tree", name)
    assert inside is None or inside.resolve().is_relative_to(tmp_path / "tree")


def test_endings_survive():
    assert safe_name("a/b.warc.gz") == "b.warc.gz"
    assert safe_name("x" * 500 + ".warc.gz").endswith("x.warc.gz")


def test_an_index_page_leads_only_below_itself(library, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "good.pdf").write_bytes(paper_pdf())
    links = ["good.pdf", "../up.pdf", "/etc/passwd", "http://other.invalid/x.pdf", "?C=M", "//x/y",
             "%2e%2e/%2e%2e/x.pdf", "..%2f..%2fx.pdf", "http://[bad", "javascript:x", "#top",
             "good.pdf", "./", "gone.pdf"]  # fmt: skip
    page = "".join(f"<a href='{one}'>x</a>" for one in links).encode()
    with WebFiles(tmp_path / "in") as web:
        web.behaviour.pages["/in/"] = page
        store = HttpStore(address.parse(f"{web.url}/in/"), allow_private=True)
        names = [one.name for one in store.files()]
    assert names == ["../../x.pdf", "../../x.pdf", "gone.pdf", "good.pdf"]


def test_a_hostile_index_is_an_accident_of_its_files_alone(library, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.pdf").write_bytes(paper_pdf())
    (tmp_path / "in" / "a.pdf.met").write_text("<CrawlData></CrawlData>")
    (tmp_path / "x.pdf").write_bytes(paper_pdf("Two"))
    page = b"<a href='a.pdf'></a><a href='a.pdf.met'></a><a href='..%2fx.pdf'></a>"
    with WebFiles(tmp_path / "in") as web:
        web.behaviour.pages["/"] = page
        outcomes = run(library, web.url)
    assert outcomes == {"new": 1, "missing_bytes": 1}
    assert sorted(one.name for one in tmp_path.iterdir()) == ["in", "lib", "x.pdf"]


# -- patterns and places ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pattern", "fitting", "not_fitting"),
    [
        ("*.pdf", ["a.pdf", ".pdf"], ["a/b.pdf", "a.pdf.gz"]),
        ("**/*.pdf", ["a.pdf", "a/b/c.pdf"], ["a/b.ps"]),
        ("a/**", ["a/b", "a/b/c"], ["b/a"]),
        ("[a-c]?.warc", ["b1.warc"], ["d1.warc", "b/.warc"]),
        ("[!a]x", ["bx"], ["ax", "/x"]),
        ("a[", ["a["], ["a"]),
        ("[[]1].pdf", ["[1].pdf"], ["1.pdf"]),
        ("a.b+", ["a.b+"], ["axb", "a.bb"]),
        ("[z-a]", [], ["z", "a", "-"]),
    ],
)
def test_patterns(pattern, fitting, not_fitting):
    fits = compile_pattern(pattern).fullmatch
    assert all(fits(name) for name in fitting)
    assert not any(fits(name) for name in not_fitting)


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("sftp://ada:pw@Host:22/data/", "sftp://ada@host:22/data"),
        ("sftp://ada@h/~/in/*.gz", "sftp://ada@h/~/in/*.gz"),
        ("SFTP://h/a%20b?.pdf", "sftp://h/a%20b?.pdf"),
        ("s3://bucket/a b#?.pdf", "s3://bucket/a b#?.pdf"),
        ("https://h/a?Signature=x&Expires=2&page=3", "https://h/a?Expires=2&page=3"),
        ("https://u:p@[::1]:8/x", "https://u@[::1]:8/x"),
    ],
)
def test_names(url, name):
    found = address.parse(url)
    assert found.name == name
    assert "pw" not in repr(found)


def test_paths_are_not_urls(tmp_path):
    assert not address.is_remote(tmp_path)
    assert not address.is_remote("C:/x")
    assert not address.is_remote("a/s3://b")
    assert address.is_remote("gopher://x")


def test_names_that_are_no_utf8(ssh_server, library, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(ssh_server.home))
    (tmp_path / "in").mkdir()
    Path(os.fsdecode(os.fsencode(tmp_path / "in") + b"/caf\xe9.pdf")).write_bytes(paper_pdf())
    (tmp_path / "in" / "link.pdf").symlink_to(tmp_path / "in")
    (tmp_path / "in" / "dangling.pdf").symlink_to(tmp_path / "nowhere")
    assert run(library, f"{ssh_server.url}{tmp_path}/in") == {"new": 1}
    (capture,) = library.run_log.captures(1)
    assert capture.url.endswith("/in/caf%E9.pdf")


def test_several_versions_are_told_apart():
    one = Facts(3, "a")
    assert one.is_same(Facts(3, "a", 1.0))
    assert not one.is_same(replace(one, size=4))
    assert not Facts(3).is_same(Facts(3))
