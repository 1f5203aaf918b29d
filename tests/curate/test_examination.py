"""The examination of a capture in a worker: what it leaves where."""

import io
import tempfile
import zipfile
from datetime import UTC, datetime

import pytest

from sheaf.curate import examination
from sheaf.curate.examination import ExaminationContext, examine
from sheaf.records import Capture, Location, Payload
from sheaf.settings import Curate


@pytest.fixture
def workers_folder(tmp_path, monkeypatch):
    """The folder of a worker's own, in the staging folder."""
    folder = tmp_path / "worker-1"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def container(*members):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for number, content in enumerate(members):
            archive.writestr(f"{number}.txt", content)
    place = Location("a.zip", "")
    time = datetime(2024, 5, 1, tzinfo=UTC)
    return Capture("http://a.org/a.zip", time, place, Payload(buffer.getvalue()))


SETTINGS = Curate(mime_types=("text/plain",), filter=False)


def test_what_passed_stands_in_the_staging_folder(tmp_path, workers_folder):
    found = examine(container("one " * 2000, "two " * 2000), ExaminationContext(SETTINGS, tmp_path))
    staged = [path for one in found for path in (one.staged_file, one.staged_text) if path]
    assert len(staged) == 2
    assert {path.parent for path in staged} == {tmp_path}
    assert all(path.is_file() for path in staged)
    assert list(workers_folder.iterdir()) == []


def test_a_container_that_does_not_end_leaves_its_members_in_the_workers_folder_only(
    tmp_path, workers_folder, monkeypatch
):
    def sniff_until_the_second(data):
        if data.startswith(b"two"):
            raise RuntimeError
        return sniff(data)

    sniff = examination.sniff
    monkeypatch.setattr(examination, "sniff", sniff_until_the_second)
    with pytest.raises(RuntimeError):
        examine(container("one " * 2000, "two " * 2000), ExaminationContext(SETTINGS, tmp_path))
    assert list(tmp_path.iterdir()) == [workers_folder]
    assert len(list(workers_folder.iterdir())) == 1
