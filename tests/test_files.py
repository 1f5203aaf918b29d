"""Files written whole, locks, and scratch databases."""

import math
import os
import sqlite3
import subprocess
import sys
import threading

import pytest

from sheaf import files
from sheaf.errors import StorageError
from sheaf.files import (
    AppendFile,
    LockFile,
    compute_sha1,
    cut_back,
    is_locked,
    open_scratch_database,
    sync_file,
    sync_folder,
    write_whole,
)


def test_a_file_is_written_whole_and_leaves_nothing_beside_it(tmp_path):
    path = tmp_path / "mark.json"
    write_whole(path, "é\n")
    write_whole(path, b"second")
    assert path.read_bytes() == b"second"
    assert [entry.name for entry in tmp_path.iterdir()] == ["mark.json"]


def test_a_write_that_fails_leaves_the_old_file_and_no_part(tmp_path, monkeypatch):
    path = tmp_path / "mark.json"
    write_whole(path, "old")

    def fail(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, "new", is_synced=True)
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["mark.json"]


def test_a_part_that_a_killed_process_left_is_no_hindrance(tmp_path):
    (tmp_path / ".mark.json.part").write_text("half")
    write_whole(tmp_path / "mark.json", "whole")
    assert (tmp_path / "mark.json").read_text() == "whole"


def test_the_bytes_are_synced_before_the_file_gets_its_name(tmp_path, monkeypatch):
    done = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: done.append("sync"))
    rename = os.replace
    monkeypatch.setattr(os, "replace", lambda *paths: (done.append("rename"), rename(*paths)))
    write_whole(tmp_path / "a", "text")
    assert done == ["rename"]
    write_whole(tmp_path / "a", "text", is_synced=True)
    assert done == ["rename", "sync", "rename"]


def test_a_file_can_be_staged_in_another_folder(tmp_path, monkeypatch):
    staging = tmp_path / "staging"
    staging.mkdir()
    sources = []
    rename = os.replace
    monkeypatch.setattr(os, "replace", lambda *paths: (sources.append(paths[0]), rename(*paths)))
    write_whole(tmp_path / "a", "text", staging=staging)
    assert [source.parent for source in sources] == [staging]


def test_a_file_that_grows_is_cut_back_to_what_is_certain(tmp_path):
    path = tmp_path / "new" / "log"
    file = AppendFile(path, is_new=True)
    file.write(b"certain")
    file.flush()
    file.sync()
    certain = file.size
    file.write(b"perhaps")
    file.close()
    cut_back(path, certain)
    assert path.read_bytes() == b"certain"
    cut_back(path, 0)
    assert not path.exists()
    cut_back(path, 0)  # nothing to do


def test_a_file_that_is_not_there_needs_no_sync_but_a_folder_must_be(tmp_path):
    sync_file(tmp_path / "absent")
    sync_folder(tmp_path)
    with pytest.raises(StorageError):
        sync_folder(tmp_path / "absent")


def test_a_lock_has_one_holder_who_can_be_named(tmp_path):
    path = tmp_path / "lock"
    assert not is_locked(path)
    with LockFile(path) as ours, LockFile(path) as theirs:
        assert ours.acquire()
        ours.sign("a long name of the first import")
        ours.sign("import (process 7)")
        assert is_locked(path)
        assert not theirs.acquire()
        assert theirs.holder() == "import (process 7)"
    assert not is_locked(path)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no such device here")
def test_a_lock_that_a_full_disk_does_not_let_us_sign_is_a_storage_error(tmp_path):
    (tmp_path / "lock").symlink_to("/dev/full")
    with LockFile(tmp_path / "lock") as lock, pytest.raises(StorageError, match="cannot be"):
        lock.sign("an import")


def test_whoever_asks_for_a_lock_is_no_hindrance_to_who_wants_it(tmp_path):
    """Asking holds the lock for a moment."""
    path = tmp_path / "lock"
    path.touch()
    with path.open("rb") as asking, LockFile(path) as lock:
        files.fcntl.flock(asking, files.fcntl.LOCK_SH)
        timer = threading.Timer(0.05, asking.close)
        timer.start()
        assert lock.acquire()
        timer.join()


def test_a_lock_can_be_waited_for(tmp_path):
    path = tmp_path / "lock"
    with LockFile(path) as ours, LockFile(path) as theirs:
        assert ours.acquire()
        timer = threading.Timer(0.3, ours.__exit__, (None, None, None))
        timer.start()
        assert theirs.acquire(patience=math.inf)
        timer.join()


def test_a_lock_ends_with_its_process(tmp_path):
    path = tmp_path / "lock"
    program = (
        "import sys, pathlib; from sheaf.files import LockFile;"
        "lock = LockFile(pathlib.Path(sys.argv[1])); print(lock.acquire(), flush=True);"
        "sys.stdin.read()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout.readline() == b"True\n"
    assert is_locked(path)
    process.kill()
    process.communicate()
    assert not is_locked(path)


def test_a_scratch_database_leaves_no_file(tmp_path):
    folder = tmp_path / "spool"
    database = open_scratch_database(folder, "CREATE TABLE seen (url TEXT PRIMARY KEY)")
    assert list(folder.iterdir()) == []
    database.execute("INSERT INTO seen VALUES ('a')")
    thread = threading.Thread(target=database.execute, args=("INSERT INTO seen VALUES ('b')",))
    thread.start()
    thread.join()
    assert database.execute("SELECT count(*) FROM seen").fetchone() == (2,)
    database.close()
    with pytest.raises(sqlite3.ProgrammingError):
        database.execute("SELECT 1")


def test_a_scratch_database_that_cannot_be_made_is_a_storage_error(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StorageError):
        open_scratch_database(tmp_path / "file")


def test_the_sha1_of_a_file_is_that_of_its_bytes(tmp_path):
    path = tmp_path / "abc"
    path.write_bytes(b"abc")
    assert compute_sha1(path) == "a9993e364706816aba3e25717850c26c9cd0d89d"
