import json
import subprocess
import sys
from collections import Counter

import pytest
from warcio.archiveiterator import ArchiveIterator

from sheaf.world import World, write_warc


@pytest.fixture(scope="module")
def archive(world, tmp_path_factory):
    path = tmp_path_factory.mktemp("warc") / "world.warc.gz"
    write_warc(world, path)
    return path


def records(path):
    with path.open("rb") as file:
        for record in ArchiveIterator(file, check_digests="raise"):
            body = record.content_stream().read()
            yield record, body


def test_every_capture_is_in_the_archive(world, archive):
    expected = {url: (response.status, response.received) for url, _, response in world.captures()}
    found = {
        record.rec_headers["WARC-Target-URI"]: (int(record.http_headers.get_statuscode()), body)
        for record, body in records(archive)
        if record.rec_type == "response"
    }
    assert found == expected


def test_digests_are_there_and_right(archive):
    """warcio raises on a wrong digest; a missing one would pass unnoticed."""
    for record, _ in records(archive):
        assert record.rec_headers["WARC-Block-Digest"].startswith("sha1:")
        if record.rec_type == "response":
            assert record.rec_headers["WARC-Payload-Digest"].startswith("sha1:")


def test_metadata_names_the_parent(world, archive):
    parents = {url: parent for url, parent, _ in world.captures() if parent}
    found = {
        record.rec_headers["WARC-Target-URI"]: body.decode().split("\r\n")[0]
        for record, body in records(archive)
        if record.rec_type == "metadata" and body.startswith(b"via: ")
    }
    assert found == {url: f"via: {parent}" for url, parent in parents.items()}


def test_record_ids_are_distinct(archive):
    ids = Counter(record.rec_headers["WARC-Record-ID"] for record, _ in records(archive))
    assert max(ids.values()) == 1


def test_the_archive_is_the_same_every_time(tmp_path):
    one, two = tmp_path / "a" / "w.warc.gz", tmp_path / "b" / "w.warc.gz"
    for path in (one, two):
        path.parent.mkdir()
        write_warc(World(9, 40), path)
    assert one.read_bytes() == two.read_bytes()


def test_a_limit_is_kept(world, tmp_path):
    path = tmp_path / "few.warc.gz"
    assert write_warc(world, path, limit=10) == 10
    assert sum(record.rec_type == "response" for record, _ in records(path)) == 10


def test_the_command_line_writes_truth_and_archive(tmp_path):
    truth, warc = tmp_path / "truth.jsonl", tmp_path / "out.warc.gz"
    command = [sys.executable, "-m", "sheaf.world", "--pages", "20", "--seed", "3"]
    subprocess.run([*command, "--truth", str(truth), "--warc", str(warc)], check=True, timeout=60)
    lines = [json.loads(line) for line in truth.read_text(encoding="utf-8").splitlines()]
    assert lines == json.loads(json.dumps(list(World(3, 20).truth())))
    assert sum(record.rec_type == "response" for record, _ in records(warc)) == len(lines)
