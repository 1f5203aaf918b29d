"""Samples are copied whole or not at all, and what cannot be copied is named."""

from __future__ import annotations

import csv
import io
import random
import resource
import tarfile
import zipfile
from collections.abc import Iterator
from hashlib import sha1
from pathlib import Path

import pytest
from support.sample_documents import (
    SampleDocument,
    numbered,
    put_documents,
    remove_document,
    renew_document,
    write_files,
)

import sheaf
from sheaf.app import Library
from sheaf.deposit.retrieval import copying
from sheaf.deposit.retrieval.drawing import draw_numbers
from sheaf.errors import LibraryBusyError, StorageError, UsageError
from sheaf.files import LockFile

OPENERS = {"zip": "zip", "tar": "r:", "tar.gz": "r:gz"}


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with sheaf.init(tmp_path / "lib") as made:
        put_documents(made, numbered(20))
        yield made


def read_archive(data: bytes, form: str) -> dict[str, bytes]:
    if form == "zip":
        with zipfile.ZipFile(io.BytesIO(data)) as opened:
            assert opened.testzip() is None
            return {name: opened.read(name) for name in opened.namelist()}
    with tarfile.open(fileobj=io.BytesIO(data), mode=OPENERS[form]) as opened:
        files = {each.name: opened.extractfile(each) for each in opened.getmembers()}
        return {name: file.read() for name, file in files.items() if file is not None}


def check_files(files: dict[str, bytes], top: str) -> list[dict[str, str]]:
    rows = list(csv.DictReader(io.StringIO(files[f"{top}/manifest.csv"].decode())))
    for row in rows:
        if row["file"]:
            assert sha1(files[f"{top}/{row['file']}"]).hexdigest() == row["sha1"]
    return rows


@pytest.mark.parametrize("form", ["zip", "tar", "tar.gz"])
def test_a_file_holds_what_its_manifest_says(library: Library, tmp_path: Path, form: str) -> None:
    large = SampleDocument(21, content=random.Random(1).randbytes(5_000_000))
    put_documents(library, [large])
    retrieval = library.retrieval
    drawing = retrieval.draw(retrieval.conditions())
    output = tmp_path / f"out.{form}"
    done = retrieval.copy(drawing, output, parts=("txt",))
    assert (done.documents, done.files, drawing.count) == (21, 42, None)
    files = read_archive(output.read_bytes(), form)
    rows = check_files(files, "out")
    assert [row["number"] for row in rows] == [str(number) for number in range(1, 22)]
    assert all(row["file"] for row in rows)
    assert files["out/documents/000.000.001.txt"] == b"Text of 1."
    assert b"All 21 documents." in files["out/README.txt"]
    streamed = list(retrieval.stream(drawing, form, top="out", parts=("txt",)))
    assert read_archive(b"".join(streamed), form) == files
    assert len(streamed) > 4  # not all of it at once


def test_what_is_gone_changed_or_damaged_is_named(library: Library, tmp_path: Path) -> None:
    retrieval, at = library.retrieval, library.catalogue.repository
    drawing = retrieval.draw(retrieval.conditions(random=20, seed=1))
    remove_document(library, 1)
    renew_document(library, 2, b"other")
    at.path(3, "pdf").unlink()
    at.path(4, "pdf").write_bytes(b"damaged")
    at.path(5, "txt").unlink()
    done = retrieval.copy(drawing, tmp_path / "out", parts=("txt",))
    assert (done.documents, done.problems) == (16, 4)
    assert done.first_problems[0].startswith("Document 1 is gone")
    manifest = (tmp_path / "out" / "manifest.csv").read_text()
    rows = list(csv.DictReader(io.StringIO(manifest)))
    problems = {row["number"]: row["problem"] for row in rows if row["problem"]}
    assert [words.split(":")[0] for words in problems.values()] == [
        "gone", "changed", "missing", "damaged",
    ]  # fmt: skip
    assert not any(row["file"] for row in rows if row["problem"])
    readme = (tmp_path / "out" / "README.txt").read_text()
    assert "4 documents could not be copied" in readme


def test_many_documents_stand_in_several_folders(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "IN_A_FOLDER", 8)
    put_documents(
        library,
        [SampleDocument(30, paper={"title": "=Sparse graphs", "authors": [{"name": "A. Lee"}]})],
    )
    retrieval = library.retrieval
    drawing = retrieval.draw(retrieval.conditions())
    retrieval.copy(drawing, tmp_path / "out", readable_names=True)
    folders = {path.name: len(list(path.iterdir())) for path in (tmp_path / "out").glob("doc*")}
    assert folders == {"documents": 8, "documents-2": 8, "documents-3": 5}
    named = tmp_path / "out" / "documents-3" / "lee-sparse-graphs-000.000.030.pdf"
    assert named.is_file()
    assert ",'=Sparse graphs," in (tmp_path / "out" / "manifest.csv").read_text()


def test_what_is_there_is_not_overwritten(library: Library, tmp_path: Path) -> None:
    retrieval = library.retrieval
    drawing = retrieval.draw(retrieval.conditions(random=1))
    (tmp_path / "folder").mkdir()
    (tmp_path / "link.zip").symlink_to(tmp_path / "nowhere")
    for name in ("folder", "link.zip", "."):
        with pytest.raises(UsageError):
            retrieval.copy(drawing, tmp_path / name)
    assert not (tmp_path / "nowhere").exists()
    with pytest.raises(UsageError, match="pdf: no such part"):
        retrieval.copy(drawing, tmp_path / "new", parts=["pdf"])


def test_a_full_disk_leaves_nothing_that_looks_whole(library: Library, tmp_path: Path) -> None:
    """As when the disk is full: here no file may be longer than 20,000 bytes."""
    put_documents(library, [SampleDocument(21, content=b"x" * 50_000)], files=False)
    retrieval = library.retrieval
    drawing = retrieval.draw(retrieval.conditions())
    write_files(library, SampleDocument(21, content=b"x" * 50_000))
    ours = resource.getrlimit(resource.RLIMIT_FSIZE)
    for name in ("out", "out.zip", "out.tar"):
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, ours[1]))
        try:
            with pytest.raises(StorageError, match="cannot be written: File too large"):
                retrieval.copy(drawing, tmp_path / name)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, ours)
        assert not (tmp_path / name).exists()
        assert retrieval.copy(drawing, tmp_path / name).documents == 21
        assert not (tmp_path / f".{name}.part").exists()


def test_two_do_not_write_to_one_place(library: Library, tmp_path: Path) -> None:
    retrieval = library.retrieval
    drawing = retrieval.draw(retrieval.conditions())
    (tmp_path / ".out.part").mkdir()
    with LockFile(tmp_path / ".out.part" / "lock") as lock:
        assert lock.acquire()
        with pytest.raises(LibraryBusyError):
            retrieval.copy(drawing, tmp_path / "out")


def test_a_copy_that_was_cut_off_begins_anew(library: Library, tmp_path: Path) -> None:
    retrieval = library.retrieval
    drawing = retrieval.draw(retrieval.conditions())

    def stop(report: copying.CopyReport) -> None:
        if report.documents == 7:
            raise KeyboardInterrupt

    for name in ("out", "out.zip", "out.tar"):
        with pytest.raises(KeyboardInterrupt):
            retrieval.copy(drawing, tmp_path / name, report=stop)
        assert not (tmp_path / name).exists()
        assert retrieval.copy(drawing, tmp_path / name).documents == 20


def test_draws_are_as_likely_for_every_document() -> None:
    counts = [0] * 100
    for seed in range(400):
        numbers, seen = draw_numbers([list(range(100))], 25, seed)
        assert (len(numbers), seen) == (25, 100)
        for number in numbers:
            counts[number] += 1
    # 100 expected, deviation 8.7: five of them are not seen by chance.
    assert 56 < min(counts) <= max(counts) < 144
