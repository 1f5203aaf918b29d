"""What was turned down and a person keeps all the same, on all three databases."""

import gzip

import pytest
from support.jobs import JobAtWork
from support.samples import Page, cv_pdf, paper_pdf, slides_pdf, write_warc
from support.state import files_in, state_of

from sheaf.app import main_file
from sheaf.errors import UsageError

# What is about files alone needs no second database.
ONE_IS_ENOUGH = pytest.mark.parametrize("database_url", [None])
HTML = b"<html><body><p>hello, this is a page about the work of others</p></body></html>"
PAGES = [
    Page("http://h/a.pdf", paper_pdf("One")),
    Page("http://h/cv.pdf", cv_pdf(), parent="http://h/list.html"),
    Page("http://h/", HTML, "text/html"),
    Page("http://bad/slides.pdf", slides_pdf()),
    Page("http://h/gone.pdf", paper_pdf("Gone", topic="lost things"), status=404),
    Page("http://h/locked.pdf", paper_pdf(password="secret")),
    Page("http://h/packed.gz", gzip.compress(cv_pdf("Kurt"), mtime=0), "application/x-gzip"),
]
OUTCOMES = {"new": 1, "unpacked": 1, "bad_status": 1, "unwanted_type": 1, "blacklisted": 1,
            "not_academic": 2, "encrypted": 1}  # fmt: skip


@pytest.fixture
def archive(library, tmp_path):
    (tmp_path / "black").write_text("bad\n")
    path = write_warc(tmp_path / "a.warc.gz", PAGES)
    assert library.import_(path, blacklist=[tmp_path / "black"]).outcomes == OUTCOMES
    return path


def captures(library, run=1):
    """The last one of each URL: a container before what is in it."""
    return {one.url: one for one in library.captures(run)}


def test_all_that_has_bytes_can_be_kept_and_taken_back(library, archive):
    before, files, log = state_of(library), files_in(library), captures(library)
    wanted = [one.id for one in log.values() if one.document_id is None]
    done = library.keep_rejected(wanted)
    assert all(one.is_kept for one in done), done
    assert {one.run for one in done} == {2}
    assert library.run(1).outcomes == {"new": 7, "unpacked": 1}
    assert library.run(1).captures == 8
    assert library.run(2).captures == 0
    assert library.verify().faults == ()
    kept = captures(library)["http://h/cv.pdf"]
    was = log["http://h/cv.pdf"]
    assert kept.reason == (
        f"document {kept.document_id}; kept by hand, though not_academic: {was.reason}"
    )
    document = library.catalogue.document(kept.document_id)
    assert (document.url, document.parent_url) == ("http://h/cv.pdf", "http://h/list.html")
    assert main_file(document).read_bytes() == PAGES[1].body
    assert library.provenance(kept.document_id)["record"]["source"] == str(archive)

    library.undo(2)
    assert library.run(1).outcomes == OUTCOMES
    assert (state_of(library), files_in(library)) == (before, files)
    assert library.verify().faults == ()


def test_another_import_does_not_turn_it_down_again(library, archive, tmp_path):
    log = captures(library)
    numbers = [log[url].id for url in ("http://h/cv.pdf", "http://h/packed.gz", "http://h/")]
    library.keep_rejected(numbers)
    elsewhere = write_warc(tmp_path / "b.warc", [Page("http://m/cv.pdf", cv_pdf())], packed=False)
    for run, again in ((3, False), (4, True)):
        library.import_([archive, elsewhere], judge_again=again)
        found = captures(library, run)
        assert found["http://h/cv.pdf"].outcome == "duplicate_url"
        assert found["http://h/cv.pdf"].reason.endswith(", which was kept by hand")
        assert found["http://h/packed.gz"].outcome == "duplicate_url"
        assert found["http://h/"].outcome == "duplicate_url"
        assert found["http://m/cv.pdf"].outcome == "duplicate_content"
        assert found["http://bad/slides.pdf"].outcome == "not_academic"
        library.undo(run)
    library.undo(2)
    library.import_(archive)
    assert captures(library, 5)["http://h/cv.pdf"].outcome == "not_academic"


@ONE_IS_ENOUGH
def test_what_cannot_be_kept_is_told_in_a_sentence(library, archive):
    log = captures(library)
    archive.rename(archive.with_name("moved.warc.gz"))
    words = {one.url: one.words for one in library.keep_rejected([one.id for one in log.values()])}
    assert "it is kept already: document 1" in words["http://h/a.pdf"]
    assert f"its bytes are not in {archive} any more" in words["http://h/cv.pdf"]
    assert len(list(library.runs())) == 1
    with pytest.raises(UsageError, match="no capture 999"):
        library.keep_rejected(999)


@ONE_IS_ENOUGH
def test_rejects_that_were_kept_are_enough_and_a_url_names_its_capture(library, tmp_path):
    archive = write_warc(tmp_path / "a.warc.gz", PAGES[:2])
    library.import_(archive, keep_rejects=True)
    archive.unlink()
    (done,) = library.keep_rejected("http://h/cv.pdf")
    assert done.is_kept
    (again,) = library.keep_rejected("http://h/cv.pdf")
    assert "it is kept already" in again.words
    assert library.run(1).outcomes == {"new": 2}


@ONE_IS_ENOUGH
def test_a_job_keeps_it_and_the_index_finds_it(library, archive):
    number = captures(library)["http://h/cv.pdf"].id
    job = JobAtWork(library, "keep", captures=[str(number)])
    result = job.run()
    assert (result.counters, result.run) == ({"kept": 1, "not_kept": 0}, 2)
    assert library.search("awards teaching employment").total == 1
    assert "it is kept already" in job.run().words
