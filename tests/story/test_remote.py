"""kill -9 while a source elsewhere is being fetched, then the same command again: the transfer goes
on at the byte, and nothing is lost or twice."""

import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing

import pytest
from support.commands import clean_environment
from support.elsewhere import CuttingProxy, WebFiles
from support.parts import require_part
from support.samples import Page, paper_pdf, write_warc
from support.servers import S3Server, SshServer
from support.state import state_of

import sheaf

SIZE = 12_000_000
CUT = 8_000_000
OVERHEAD = 3_000_000
SETTINGS = {
    "SHEAF_ACQUIRE_ALLOW_PRIVATE_SOURCES": "true",
    "SHEAF_ACQUIRE_INCOMING_BYTES": "0",
    "SHEAF_DEPOSIT_BATCH": "4",
    "SHEAF_WORKERS_JOBS": "2",
    "AWS_EC2_METADATA_DISABLED": "true",
}


@pytest.fixture
def archive(tmp_path):
    """A paper, twelve megabytes of something else, another paper."""
    noise = random.Random(1).randbytes(SIZE)
    pages = [
        Page("http://h/first.pdf", paper_pdf("First Study")),
        Page("http://h/noise.bin", noise, "application/octet-stream"),
        Page("http://h/last.pdf", paper_pdf("Last Study", topic="endings")),
    ]
    (tmp_path / "there").mkdir()
    return write_warc(tmp_path / "there" / "crawl.warc", pages, packed=False)


@pytest.fixture
def start(tmp_path):
    """Starts `sheaf import URL` into the library of the test."""
    with sheaf.init(tmp_path / "lib"):
        pass
    words = [sys.executable, "-m", "sheaf.cli", "import", "-L", str(tmp_path / "lib"), "--no-index"]
    base = {name: value for name, value in clean_environment().items() if name[:4] != "AWS_"}
    begun = []

    def started(url, **environment):
        process = subprocess.Popen(
            [*words, url], env=base | SETTINGS | environment,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        begun.append(process)
        return process

    yield started
    for process in begun:
        process.kill()
        process.communicate()


def through_ssh(server, proxy, archive, home):
    (home / ".ssh").mkdir(parents=True)
    key = (server.folder / "host_key.pub").read_text()
    (home / ".ssh" / "known_hosts").write_text(f"[127.0.0.1]:{proxy.port} {key}")
    (home / ".ssh" / "config").write_text(
        f"Host crawler\n  HostName 127.0.0.1\n  Port {proxy.port}\n  User {server.user}\n"
        f"  IdentityFile {server.home}/.ssh/id_ed25519\n"
    )
    return f"sftp://crawler{archive}", {"HOME": str(home)}


def through_s3(server, proxy, archive):
    bucket = server.fresh_bucket()
    server.client.put_object(Bucket=bucket, Key="crawl.warc", Body=archive.read_bytes())
    return f"s3://{bucket}/*.warc", {
        "AWS_ACCESS_KEY_ID": server.KEY,
        "AWS_SECRET_ACCESS_KEY": server.SECRET,
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{proxy.port}",
    }


@pytest.mark.parametrize(("kind", "part"), [(SshServer, "sshd"), (S3Server, "seaweedfs")])
def test_a_killed_transfer_goes_on(kind, part, archive, start, tmp_path):
    with kind(require_part(part)) as server, CuttingProxy(server.port) as proxy:
        if kind is SshServer:
            url, environment = through_ssh(server, proxy, archive, tmp_path / "home")
        else:
            url, environment = through_s3(server, proxy, archive)
        proxy.cut_after, proxy.stalls = CUT, True
        process = start(url, **environment)
        assert proxy.stalled.wait(60), process.poll()
        have = wait_for_part(tmp_path / "lib")
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
        before = proxy.bytes
        process = start(url, **environment)
        told, _ = process.communicate(timeout=120)
        assert process.returncode == 0, told
        rest = archive.stat().st_size - have
        assert rest <= proxy.bytes - before < rest + OVERHEAD
    with sheaf.open(tmp_path / "lib") as library:
        assert [run.state for run in library.runs()] == ["done"]
        assert library.run_log.outcomes(1) == {"new": 2, "unwanted_type": 1}
        assert library.verify().faults == ()
    assert not (tmp_path / "lib" / "incoming").exists()


def wait_for_part(library):
    """How much has come once no more does."""
    size = -1
    while True:
        (part,) = (library / "incoming").rglob("part")
        if part.stat().st_size == size and size > CUT / 2:
            return size
        size = part.stat().st_size
        time.sleep(0.2)


def test_files_that_are_on_record_are_not_fetched_again(start, tmp_path):
    there = tmp_path / "there"
    there.mkdir()
    for number in range(30):
        write_warc(there / f"{number:02}.warc.gz",
                   [Page(f"http://h/{number}-{one}.pdf", paper_pdf(f"Study {number} {one}"))
                    for one in range(3)])  # fmt: skip
    with WebFiles(there) as web:
        process = start(web.url)
        while not done_files(tmp_path / "lib") and process.poll() is None:
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL, "the import ended before it could be killed"
        known = done_files(tmp_path / "lib")
        first = len(web.served)
        process = start(web.url)
        told, _ = process.communicate(timeout=120)
        assert process.returncode == 0, told
        again = [one.path for one in web.served[first:]]
        assert known
        assert len(again) == len(set(again)) <= 30 - len(known)
        assert not {f"{web.url}{path}" for path in again} & known
        with sheaf.init(tmp_path / "undisturbed") as other:
            other.settings = other.settings.with_values("acquire", allow_private_sources=True)
            other.import_(web.url)
            undisturbed, records = state_of(other), other.run_log.get(1).records
    with sheaf.open(tmp_path / "lib") as library:
        assert state_of(library) == undisturbed
        assert library.run_log.get(1).records == records
        assert [run.state for run in library.runs()] == ["done"]


def done_files(library):
    """The files that the run has noted as done."""
    for path in library.glob("incoming/*/done.db"):
        with closing(sqlite3.connect(path, timeout=5)) as rows:
            try:
                return {url for (url,) in rows.execute("SELECT url FROM done")}
            except sqlite3.OperationalError:  # not yet made
                return set()
    return set()
