"""What the commands that look after a library say of failures, of runs, and of what is unread."""

import re

import pytest
from support.samples import Page, paper_pdf, write_warc

import sheaf

BROKEN = b"%PDF-1.4\nnothing that could be read\n%%EOF\n"


@pytest.fixture
def library(tmp_path):
    with sheaf.init(tmp_path / "lib") as made:
        yield made


@pytest.fixture
def ask(library, sheaf_here):
    def run(*words, check=0):
        return sheaf_here(*words, "--library", library.folder, check=check)

    return run


def test_the_failures_of_a_run_can_be_listed_alone(library, ask, tmp_path):
    pages = [Page("http://h/good.pdf", paper_pdf()), Page("http://h/bad.pdf", BROKEN)]
    assert library.import_(write_warc(tmp_path / "a.warc.gz", pages)).failed == 1
    assert len(ask("runs", 1).stdout.splitlines()) == 2
    (line,) = ask("runs", 1, "--failed").stdout.splitlines()
    assert "http://h/bad.pdf" in line
    both = ask("runs", 1, "--failed", "--outcome", "new").stdout
    assert len(both.splitlines()) == 2


def test_failures_are_of_one_run(ask):
    assert "sheaf runs RUN --failed" in ask("runs", "--failed", check=2).stderr


def test_the_columns_of_runs_stay_in_line(library, ask, tmp_path):
    library.import_(write_warc(tmp_path / "a.warc.gz", [Page("http://h/1.pdf", paper_pdf())]))
    library.run_log.begin("import", ["killed"], {})
    later, earlier = ask("runs").stdout.splitlines()
    assert "interrupted import" in later
    assert later.index("import") == earlier.index("import")
    assert "  1 capture, 1 kept" in earlier


def test_the_time_of_a_run_is_said_where_it_is_known(library, ask, tmp_path):
    library.import_(write_warc(tmp_path / "a.warc.gz", [Page("http://h/1.pdf", paper_pdf())]))
    number, _ = library.run_log.begin("import", ["killed"], {})
    killed, done = ask("runs").stdout.splitlines()
    assert "0 captures, 0 kept  killed" in killed, "it was at work for more than 0.0 s"
    assert re.search(r"1 capture, 1 kept, \d+\.\d s  /", done)
    library.run_log.pause(number, 12.5)
    assert "0 captures, 0 kept, 12.5 s  killed" in ask("runs").stdout
    with library.writing("an import"):
        assert "0 captures, 0 kept  killed" in ask("runs").stdout, "it has not ended"


def test_a_library_whose_runs_were_undone_does_not_look_new(library, ask, tmp_path):
    assert "Nothing imported yet" in ask("status").stdout
    library.import_(write_warc(tmp_path / "a.warc.gz", [Page("http://h/1.pdf", paper_pdf())]))
    assert ask("undo", 1).stdout == "Removed 1 document and restored 0.\n"
    told = ask("status").stdout
    assert "Nothing imported yet" not in told
    assert "every run was undone" in told


def test_documents_that_were_not_read_are_named_with_what_reads_them(
    library, ask, sheaf_json, tmp_path
):
    archive = write_warc(tmp_path / "a.warc.gz", [Page("http://h/1.pdf", paper_pdf())])
    library.import_(archive, filter=False, text=False)
    assert "1 document not read yet: sheaf reread" in ask("status").stdout
    assert sheaf_json("status", "--library", library.folder)["unread"] == 1
    told = ask("show", 1, check=1).stderr
    assert "it has not been read" in told
    assert "sheaf reread" in told
    library.reread()
    assert "not read yet" not in ask("status").stdout
    assert library.status()["unread"] == 0


def test_near_copies_of_no_document_are_no_answer(ask):
    assert "There is no document 9999." in ask("near-copies", 9999, check=2).stderr
