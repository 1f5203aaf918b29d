"""A folder that is imported every night: only what is new is read. On all three databases."""

import os

import pytest
from support.samples import Page, cv_pdf, paper_pdf, write_warc

from sheaf import ImportOptions


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "in"
    (made / "deep").mkdir(parents=True)
    (made / "a.pdf").write_bytes(paper_pdf("One"))
    (made / "deep" / "cv.pdf").write_bytes(cv_pdf())
    (made / "cut.pdf").write_bytes(paper_pdf("Cut")[:900])
    write_warc(made / "c.warc.gz", [Page("http://h/c.pdf", paper_pdf("Three", topic="c"))])
    return made


def urls(library, summary):
    return sorted(one.url.rpartition("/")[2] for one in library.captures(summary.run))


def test_only_what_is_new_changed_or_failed_is_read(library, folder):
    assert library.import_(folder, only_new=True).captures == 4
    again = library.import_(folder, only_new=True)
    assert urls(library, again) == ["cut.pdf"]

    (folder / "cut.pdf").unlink()
    (folder / "b.pdf").write_bytes(paper_pdf("Two", topic="b"))
    (folder / "a.pdf").write_bytes(paper_pdf("One, Revised", topic="a"))
    os.utime(folder / "c.warc.gz")
    later = library.import_(folder, only_new=True)
    assert urls(library, later) == ["a.pdf", "b.pdf", "c.pdf"]
    assert later.outcomes == {"new": 1, "updated": 1, "duplicate_url": 1}
    assert library.import_(folder, only_new=True).captures == 0
    assert library.import_(folder).captures == 4

    options = ImportOptions(only_new=True)
    assert library.try_import([folder], options).captures == ()
    findings = library.check_import([folder], options)
    assert "There is nothing new in the sources at present." in [one.words for one in findings]


def test_what_an_undone_run_has_brought_is_new_again(library, folder):
    library.undo(library.import_(folder, only_new=True).run)
    assert library.import_(folder, only_new=True).captures == 4
