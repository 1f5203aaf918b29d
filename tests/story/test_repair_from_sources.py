"""Bytes that are lost or damaged come back from where they came from: the library's own WARC files,
or a source that is still there."""

import zipfile

import pytest
from support.crawls import crawl_options
from support.samples import Page, paper_pdf, write_warc

import sheaf
from sheaf.acquire.importers.unpack import UnpackLimits
from sheaf.deposit.original_bytes import Origin, find_originals
from sheaf.records import Location
from sheaf.world import World, serve


@pytest.fixture
def library(tmp_path, monkeypatch):
    monkeypatch.setenv("SHEAF_WORKERS_JOBS", "1")
    with sheaf.init(tmp_path / "lib") as made:
        yield made


def documents(library):
    return {
        one.id: main_file(library, one.id).read_bytes() for one in library.catalogue.documents()
    }


def main_file(library, number):
    (met,) = (one for one in library.document(number).files if one.suffix == ".met")
    return met.with_suffix("")


def damage(library):
    """Each second one is deleted, the others are cut."""
    before = documents(library)
    for number in before:
        path = main_file(library, number)
        if number % 2:
            path.unlink()
        else:
            path.write_bytes(before[number][:100])
    return before


def assert_all_come_back(library, before, source):
    planned = library.verify(repair=True, dry_run=True)
    report = library.verify(repair=True)
    assert [one.action for one in report.repairs] == ["brought_back"] * len(before)
    assert all(f"from {source}" in one.words for one in report.repairs)
    assert [one.as_json() for one in planned.repairs] == [one.as_json() for one in report.repairs]
    assert library.verify().faults == ()
    assert documents(library) == before
    log = (library.folder / "repairs.log").read_text()
    assert log.count(f"from {source}") == len(before)


def test_what_was_crawled_comes_back_from_the_librarys_own_archives(library):
    world = World(seed=5, pages=20, slow_seconds=0.01, crawl_delay=0.01)
    with serve(world) as server:
        options = crawl_options(
            name="c", hosts=["*.test"], resolve={"*.test": ("127.0.0.1", server.port)}, pages=30,
            min_delay=0,
        )  # fmt: skip
        library.crawl(world.seeds, options)
    before = damage(library)
    assert before
    assert_all_come_back(library, before, "warc/c/")


def test_what_was_imported_comes_back_from_archives_folders_and_containers(library, tmp_path):
    archive = write_warc(
        tmp_path / "a.warc.gz",
        [Page(f"http://h/{n}.pdf", paper_pdf(f"Study {n}", topic=f"topic {n}")) for n in range(3)],
    )
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "b.pdf").write_bytes(paper_pdf("In a folder", topic="folders"))
    with zipfile.ZipFile(folder / "c.zip", "w") as packed:
        packed.writestr("one.pdf", paper_pdf("In a container", topic="containers"))
        packed.writestr("two.pdf", paper_pdf("Beside it", topic="neighbours"))
    library.import_([archive, folder], filter=False)
    before = damage(library)
    assert len(before) == 6
    assert_all_come_back(library, before, tmp_path)


def test_a_source_that_the_system_cannot_look_for_has_nothing(tmp_path):
    source = "long" * 100
    origin = Origin(1, Location(source, "0"), "0" * 40)
    assert list(find_originals(source, {origin}, tmp_path, UnpackLimits(1, 1, 1))) == []


def test_a_source_that_holds_something_else_now_is_not_taken(library, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.pdf").write_bytes(paper_pdf("First", topic="beginnings"))
    library.import_(tmp_path / "in", filter=False)
    damage(library)
    (tmp_path / "in" / "a.pdf").write_bytes(paper_pdf("Second", topic="endings"))
    report = library.verify(repair=True)
    assert [one.action for one in report.repairs] == ["marked_lost"]
