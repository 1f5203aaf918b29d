"""Where the tests put their files."""

import os

from support.memory_disk import memory_disk


def test_a_folder_with_room_is_taken(tmp_path):
    assert memory_disk(tmp_path, enough=1) == tmp_path


def test_one_without_enough_room_is_not(tmp_path):
    assert memory_disk(tmp_path, enough=2**60) is None


def test_none_is_taken_where_there_is_none(tmp_path):
    assert memory_disk(tmp_path / "gone", enough=1) is None


def test_where_no_program_may_be_run_nothing_is_put(tmp_path, monkeypatch):
    told = os.statvfs(tmp_path)
    fields = [*told]
    fields[8] |= os.ST_NOEXEC
    monkeypatch.setattr(os, "statvfs", lambda path: os.statvfs_result(fields))
    assert memory_disk(tmp_path, enough=1) is None
