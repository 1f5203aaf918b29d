"""Uploads: in pieces, resumable, within limits, under safe names."""

from __future__ import annotations

import io
import os
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

from sheaf.deposit.uploads import Uploads, safe_name
from sheaf.errors import StorageError, UsageError
from sheaf.settings import UploadLimits

WARC = b"WARC/1.0\r\n" + b"x" * 9990
LIMITS = UploadLimits(file_bytes=20_000, total_bytes=35_000, keep_free_bytes=1)


@pytest.fixture
def uploads(tmp_path: Path) -> Uploads:
    return Uploads(tmp_path, LIMITS)


def test_a_file_comes_in_pieces(uploads: Uploads) -> None:
    upload = uploads.begin("ada", "crawl.warc", len(WARC))
    for offset in range(0, len(WARC), 4000):
        assert not upload.is_whole
        piece = io.BytesIO(WARC[offset : offset + 4000])
        upload = uploads.add_piece(upload.key, offset, piece)
        assert upload.received == min(len(WARC), offset + 4000)
    path = Path(upload.path)
    assert path.read_bytes() == WARC
    assert path.parent.parent == uploads.folder
    assert path.parent.name == f"{upload.begun:%Y-%m-%d} ada"
    assert [(one.who, one.path) for one in uploads.list()] == [("ada", str(path))]


def test_after_a_lost_connection_it_goes_on_where_it_was(uploads: Uploads) -> None:
    first = uploads.begin("ada", "crawl.warc", len(WARC), "mtime 1")
    uploads.add_piece(first.key, 0, io.BytesIO(WARC[:5000]))
    again = uploads.begin("ada", "crawl.warc", len(WARC), "mtime 1")
    assert (again.key, again.received) == (first.key, 5000)
    # What does not follow is not taken.
    for offset in (0, 4999, 5001, -1):
        assert uploads.add_piece(again.key, offset, io.BytesIO(b"zzz")).received == 5000
    done = uploads.add_piece(again.key, 5000, io.BytesIO(WARC[5000:]))
    assert Path(done.path).read_bytes() == WARC


@pytest.mark.parametrize(
    "other", [("grace", len(WARC), "1"), ("ada", len(WARC) - 1, "1"), ("ada", len(WARC), "2")]
)
def test_another_file_of_this_name_is_another_upload(
    uploads: Uploads, other: tuple[str, int, str]
) -> None:
    first = uploads.begin("ada", "crawl.warc", len(WARC), "1")
    who, size, identity = other
    assert uploads.begin(who, "crawl.warc", size, identity).key != first.key


def test_names_that_are_taken_get_a_number(uploads: Uploads) -> None:
    paths = [uploads.add_whole("ada", "a.warc.gz", 5, io.BytesIO(b"WARC/")).path for _ in range(3)]
    assert [Path(path).name for path in paths] == ["a.warc.gz", "a-2.warc.gz", "a-3.warc.gz"]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(5000), "is a picture"),
        (b"\x7fELF" + bytes(5000), "is a program"),
        (bytes(5000), "of a kind that no importer reads"),
    ],
)
def test_the_wrong_kind_is_refused_by_its_first_bytes(
    uploads: Uploads, data: bytes, words: str
) -> None:
    upload = uploads.begin("ada", "innocent.pdf", len(data))
    assert uploads.add_piece(upload.key, 0, io.BytesIO(data[:100])).received == 100
    with pytest.raises(UsageError, match=words):
        uploads.add_piece(upload.key, 100, io.BytesIO(data[100:4500]))
    assert uploads.list() == []
    assert list((uploads.library / "uploading").iterdir()) == []


def test_limits_are_kept(uploads: Uploads, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match="is empty"):
        uploads.begin("ada", "a.pdf", 0)
    with pytest.raises(UsageError, match="is too large"):
        uploads.begin("ada", "a.pdf", 20_001)
    uploads.begin("ada", "a.pdf", 20_000)
    with pytest.raises(UsageError, match="the uploads would have more"):
        uploads.begin("ada", "b.pdf", 15_001)
    upload = uploads.begin("ada", "c.pdf", 10)
    with pytest.raises(UsageError, match="more bytes came than were announced"):
        uploads.add_piece(upload.key, 0, io.BytesIO(b"%PDF-123456"))
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=5))
    with pytest.raises(StorageError, match="no room"):
        uploads.begin("ada", "d.pdf", 10)


def test_many_that_begin_at_once_do_not_pass_the_limit(tmp_path: Path) -> None:
    """Each looks with an object of its own, as processes do."""
    limits = UploadLimits(total_bytes=1000, keep_free_bytes=0)

    def begin(number: int) -> bool:
        try:
            Uploads(tmp_path, limits).begin("ada", f"{number}.pdf", 100)
        except UsageError:
            return False
        return True

    with ThreadPoolExecutor(16) as threads:
        assert sum(threads.map(begin, range(64))) == 10
    assert Uploads(tmp_path, limits).used_bytes() == 1000


def test_halves_expire(uploads: Uploads) -> None:
    upload = uploads.begin("ada", "a.warc", 10)
    part = uploads.library / "uploading" / f"{upload.key}.part"
    old = time.time() - 49 * 3600
    os.utime(part, (old, old))
    uploads.remove_expired()
    assert uploads.list() == []
    with pytest.raises(UsageError, match="no such upload"):
        uploads.add_piece(upload.key, 0, io.BytesIO(b"WARC/"))


def test_one_that_was_killed_before_it_had_its_name_is_finished(
    uploads: Uploads, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload = uploads.begin("ada", "a.warc", 5)

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Uploads, "_write", die)
        with pytest.raises(KeyboardInterrupt):
            uploads.add_piece(upload.key, 0, io.BytesIO(b"WARC/"))
    again = uploads.begin("ada", "a.warc", 5)
    assert (again.key, again.received, again.is_whole) == (upload.key, 5, False)
    done = uploads.add_piece(again.key, 5, io.BytesIO(b""))
    assert Path(done.path).name == "a.warc"
    assert [path.name for path in Path(done.path).parent.iterdir()] == ["a.warc"]


def test_what_is_removed_is_gone(uploads: Uploads) -> None:
    upload = uploads.add_whole("ada", "a.warc", 5, io.BytesIO(b"WARC/"))
    uploads.remove(upload.key)
    assert not Path(upload.path).parent.exists()
    assert uploads.list() == []
    with pytest.raises(UsageError, match="no such upload"):
        uploads.remove(upload.key)


@pytest.mark.parametrize("key", ["", "..", "../../sheaf", "0" * 15, "a\0", "0123456789abcdeg"])
def test_only_keys_lead_to_uploads(uploads: Uploads, key: str) -> None:
    with pytest.raises(UsageError, match="no such upload"):
        uploads.find(key)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("crawl.warc.gz", "crawl.warc.gz"),
        ("../../etc/passwd", "passwd"),
        (r"C:\papers\Ein Titel.pdf", "Ein Titel.pdf"),
        (".htaccess", "htaccess"),
        ("..", "upload"),
        ("", "upload"),
        ("-rf.pdf", "_-rf.pdf"),
        ("a\nb\0c\x1b[31m.pdf", "a_b_c_[31m.pdf"),
        ("Erdo\u030bs.pdf", "Erd\u0151s.pdf"),
        ("\u202efdp.exe", "_fdp.exe"),
        ("x" * 400 + ".pdf", "x" * 146 + ".pdf"),
        ("\u0151" * 400 + ".warc.gz", "\u0151" * 73 + ".gz"),
        ("\udcff.pdf", "_.pdf"),
    ],
)
def test_names_are_made_safe(given: str, kept: str) -> None:
    assert safe_name(given) == kept
