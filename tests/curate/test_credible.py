"""What an examination says is taken, and nothing that none could say."""

import gzip
import io
import tarfile
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from support import hostile
from support.samples import paper_pdf

from sheaf.curate.credible import is_possible_examination
from sheaf.curate.examination import ExaminationContext, examine
from sheaf.records import Capture, Location, Payload
from sheaf.settings import Curate

WHEN = datetime(2024, 5, 1, tzinfo=UTC)


def capture_of(data):
    return Capture("http://h/a#b", WHEN, Location("a.warc", "0"), Payload(data=data))


@pytest.fixture
def staging(tmp_path, monkeypatch):
    monkeypatch.setenv("VICTIM", "/etc/hostname")
    made = tmp_path / "staging"
    made.mkdir()
    return made


def found_in(capture, staging):
    return examine(capture, ExaminationContext(Curate(filter=False), staging))


def tar_of(names):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as tar:
        for name in names:
            data = paper_pdf(name)
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))
    return out.getvalue()


@pytest.mark.parametrize("lie", hostile.LIES)
def test_a_lie_is_seen(lie, staging):
    capture = capture_of(paper_pdf())
    found = found_in(capture, staging)
    assert is_possible_examination(found, capture, staging)
    assert not is_possible_examination(hostile.LIES[lie](found[0]), capture, staging)


@pytest.mark.parametrize(
    "data",
    [
        b"", b"neither", tar_of([]), tar_of(["a.pdf", "a.pdf", "\xe4 b#c?.pdf", "x" * 400]),
        gzip.compress(paper_pdf()),
    ],
    ids=["empty", "text", "empty tar", "tar", "gzip"],
)  # fmt: skip
def test_the_truth_is_taken(data, staging):
    capture = capture_of(data)
    found = found_in(capture, staging)
    assert is_possible_examination(found, capture, staging)
    other = replace(capture, url="http://h/b")
    assert not is_possible_examination(found, other, staging)
