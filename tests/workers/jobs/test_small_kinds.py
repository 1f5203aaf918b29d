"""The jobs that read again, match, verify, repair, export and read, over one small library."""

from __future__ import annotations

import csv
import json
import zipfile

import pytest
from support.jobs import JobAtWork, run_job
from support.samples import paper_pdf

from sheaf.app import Library
from sheaf.errors import BadParametersError


@pytest.fixture
def library(tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    for title in ("Sparse Graphs", "Dense Trees"):
        (folder / f"{title}.pdf").write_bytes(paper_pdf(title, topic=title))
    with Library.init(tmp_path / "lib") as made:
        made.import_(folder, text=False, filter=False)
        yield made


def test_what_was_not_read_is_read_by_a_job_and_found(library):
    job = JobAtWork(library, "reread")
    result = job.run()
    assert (result.counters, result.words) == ({"read": 2, "failed": 0, "reused": 0}, "2 read.")
    assert job.sent_of("progress")[-1]["done"] == 2
    assert library.search("Sparse Graphs").total >= 1
    assert run_job(library, "reread").words == "0 read."
    assert run_job(library, "reread", which="all").counters["read"] == 2


def test_references_are_matched_and_papers_exported(library):
    run_job(library, "reread")
    assert run_job(library, "citations", rebuild=True).counters["documents"] == 2
    result = run_job(library, "export", format="bibtex")
    assert (result.files, result.words) == (("papers.bib",), "2 papers in papers.bib.")
    assert (library.folder / "jobs/1/papers.bib").read_text().count("title = ") == 2
    result = run_job(library, "export", format="json", query="title:dense")
    (line,) = (library.folder / "jobs/1" / result.files[0]).read_text().splitlines()
    assert json.loads(line)["title"] == "Dense Trees"
    result = run_job(library, "export", format="tei")
    with zipfile.ZipFile(library.folder / "jobs/1" / result.files[0]) as archive:
        assert sorted(archive.namelist()) == ["1.tei.xml", "2.tei.xml"]
    with pytest.raises(BadParametersError, match="did you mean bibtex"):
        run_job(library, "export", format="bibtx")


def test_faults_are_listed_and_mended(library):
    assert run_job(library, "verify").words == "2 documents are whole."
    path = library.catalogue.repository.path(1, "pdf.met")
    path.unlink()
    result = run_job(library, "verify")
    assert result.counters == {"documents": 2, "pages": 0, "faults": 1}
    table = library.folder / "jobs" / "1" / "faults.csv"
    (row,) = csv.DictReader(table.read_text().splitlines())
    assert (row["document"], row["path"]) == ("1", str(path.relative_to(library.folder)))
    assert (row["action"], row["mended"]) == ("", "")
    assert "could be mended" in run_job(library, "repair", dry_run=True).words
    assert not path.exists()
    result = run_job(library, "repair")
    assert result.words == "1 were mended, 0 remain: see faults.csv."
    (row,) = csv.DictReader(table.read_text().splitlines())
    assert (row["action"], row["mended"]) == ("rebuilt", "yes")
    assert run_job(library, "verify").words == "2 documents are whole."


def test_files_are_read_and_not_kept(library):
    folder = library.folder / "uploads" / "ann"
    folder.mkdir(parents=True)
    (folder / "a.pdf").write_bytes(paper_pdf("A Third Paper"))
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 nothing more")
    before = library.counts()
    job = JobAtWork(library, "read", sources=[str(folder)])
    result = job.run()
    assert result.counters == {"read": 1, "unread": 1}
    assert result.words == "2 files, of 1 nothing could be read: see papers.json."
    lines = (job.folder / "papers.json").read_text().splitlines()
    assert json.loads(lines[0])["title"] == "A Third Paper"
    assert "broken.pdf" in job.sent_of("log")[0]
    assert library.counts() == before
    with pytest.raises(BadParametersError, match="sources"):
        run_job(library, "read", sources=["/etc/passwd"])
