"""What a library does, whichever database keeps its catalogue."""

import json

import pytest
from support.samples import MIXED_OUTCOMES, Page, mixed_pages, paper_pdf, write_warc
from support.state import files_in, state_of

from sheaf import urls
from sheaf.deposit import models
from sheaf.errors import CannotUndoError, LibraryBusyError
from sheaf.extract.reading import find_extractor
from sheaf.records import IngestState


@pytest.fixture
def archive(tmp_path):
    return write_warc(tmp_path / "crawl.warc.gz", mixed_pages())


def rows(library, model):
    return model.objects.using(library.catalogue.alias)


def test_every_capture_ends_in_one_outcome_and_the_sums_add_up(library, archive):
    summary = library.import_([archive])
    assert summary.outcomes == MIXED_OUTCOMES
    assert (
        summary.captures == sum(MIXED_OUTCOMES.values()) == rows(library, models.CaptureRow).count()
    )
    assert summary.counters["all"] == summary.captures
    assert summary.counters["saved_New"] == 12
    assert library.verify().faults == ()


def test_importing_again_changes_nothing(library, archive):
    library.import_([archive])
    before, files = state_of(library)["documents"], files_in(library)
    rows_before = list(rows(library, models.Document).order_by("id").values())
    parents = list(rows(library, models.ParentUrl).order_by("id").values())
    again = library.import_([archive])
    # Fifteen were kept or known; both versions of one URL are in the archive, and known now.
    assert again.outcomes == {
        **{name: n for name, n in MIXED_OUTCOMES.items() if name not in {"new", "updated"}},
        "duplicate_url": 14,
    }
    assert state_of(library)["documents"] == before
    assert list(rows(library, models.Document).order_by("id").values()) == rows_before
    assert list(rows(library, models.ParentUrl).order_by("id").values()) == parents
    assert files_in(library) == files


def test_a_repeated_import_without_versions_touches_no_row(library, tmp_path):
    pages = [
        Page(f"http://h/{n}.pdf", paper_pdf(f"Title {n}"), parent="http://h/") for n in range(3)
    ]
    archive = write_warc(tmp_path / "a.warc.gz", pages)
    library.import_([archive])
    before = list(rows(library, models.Document).order_by("id").values())
    files = files_in(library)
    assert library.import_([archive]).outcomes == {"duplicate_url": 3}
    assert list(rows(library, models.Document).order_by("id").values()) == before
    assert files_in(library) == files


def test_an_update_replaces_the_files_and_resets_the_state(library, tmp_path):
    url = "http://h/a.pdf"
    first, second = paper_pdf("First Version"), paper_pdf("Second Version")
    library.import_([write_warc(tmp_path / "1.warc.gz", [Page(url, first)])])
    (document,) = library.catalogue.documents()
    assert document.state is IngestState.INGESTED
    library.states.set([document.id], "failed", who="ada")
    library.import_([write_warc(tmp_path / "2.warc.gz", [Page(url, second)])])
    (renewed,) = library.catalogue.documents()
    assert renewed.id == document.id
    assert renewed.sha1 != document.sha1
    assert renewed.state is IngestState.INGESTED
    assert library.catalogue.repository.path(renewed.id, "pdf").read_bytes() == second
    assert library.paper(renewed.id)["title"] == "Second Version"
    assert library.verify().faults == ()


def test_a_long_url_is_kept_whole(library, tmp_path):
    url = "http://h/" + "deep/" * 400 + "a.pdf"
    library.import_(
        [write_warc(tmp_path / "a.warc.gz", [Page(url, paper_pdf(), parent=url + "?p")])]
    )
    (document,) = library.catalogue.documents()
    assert document.url == url
    assert document.parent_url == url + "?p"


def test_keys_old_and_new(library, tmp_path):
    url = "http://www.Example.edu/~ada/a.pdf"
    library.import_([write_warc(tmp_path / "a.warc.gz", [Page(url, paper_pdf())])])
    row = rows(library, models.Document).get()
    assert row.url_md5 == urls.md5("http://www.example.edu/~ada/a.pdf")
    assert row.syz_md5 == urls.md5("http://www.example.edu/%7Eada/a.pdf")
    assert row.cdi_md5 == row.url_md5
    assert row.host == "www.example.edu"


def test_text_beyond_the_plain_survives(library, tmp_path):
    title = "Über Straßen und 𝔐athematik"
    url = "http://h/ünïcode/𝔞.pdf"
    library.import_([write_warc(tmp_path / "a.warc.gz", [Page(url, paper_pdf("Über Straßen"))])])
    (document,) = library.catalogue.documents()
    assert document.url == urls.canonical(url)
    library.catalogue.paper_was_read(document.id, {"title": title + "\0", "authors": []})
    assert rows(library, models.Paper).get().title == title


def test_the_better_parent_wins_whichever_comes_first(library, tmp_path):
    url, far, near = "http://h/~ada/p/a.pdf", "http://other.org/list", "http://h/~ada/"
    data = paper_pdf()
    pages = [Page(url, data, parent=far), Page(url, data, parent=near), Page(url, data, parent=far)]
    library.import_([write_warc(tmp_path / "a.warc.gz", pages)])
    (document,) = library.catalogue.documents()
    assert document.parent_url == near


def test_provenance_leads_back_to_the_record(library, archive):
    summary = library.import_([archive])
    document = next(iter(library.catalogue.documents()))
    place = library.catalogue.provenance(document.id)
    assert place.source == str(archive)
    assert place.position == "0"
    assert place.run == summary.run
    assert (place.url, place.parent_url) == (document.url, document.parent_url)
    chosen = library.settings.extract.extractor
    told = library.paper(document.id)["provenance"]
    assert (told["extractor"], told["extractor_version"]) == (
        chosen, find_extractor(chosen).version,
    )  # fmt: skip


def test_undo_takes_a_run_back(library, archive, tmp_path):
    older = Page("http://www.example.edu/~ada/paper0.pdf", paper_pdf("Older"), parent="http://old/")
    first = write_warc(tmp_path / "1.warc.gz", [older])
    library.import_([first])
    library.index()
    before, files = state_of(library), files_in(library)
    run = library.import_([archive]).run
    library.index()
    assert library.search("title:study").total > 0
    planned = library.undo(run, dry_run=True)
    assert state_of(library) != before
    done = library.undo(run)
    assert done == planned
    assert done.removed == 11
    assert done.restored == 1
    assert state_of(library) == before
    assert files_in(library) == files
    assert library.search("title:study").total == 0
    assert library.search("older").total == 1
    assert library.verify().faults == ()
    with pytest.raises(CannotUndoError, match="already"):
        library.undo(run)


def test_undo_refuses_what_later_runs_build_on(library, tmp_path):
    page = Page("http://h/a.pdf", paper_pdf())
    first = library.import_([write_warc(tmp_path / "1.warc.gz", [page])]).run
    second = library.import_([write_warc(tmp_path / "2.warc.gz", [page])]).run
    with pytest.raises(CannotUndoError, match=str(second)):
        library.undo(first)
    library.undo(second)
    library.undo(first)
    assert list(library.catalogue.documents()) == []


def test_two_writers_do_not_meet(library, another, archive):
    with (
        library.writing("a long import"),
        pytest.raises(LibraryBusyError, match="long import") as e,
    ):
        another.import_([archive])
    assert e.value.exit_code == 4
    assert another.import_([archive]).captures > 0


def test_status_and_runs_tell_the_same(library, archive):
    library.import_([archive])
    status = library.status()
    assert status["documents"] == 12
    assert status["outcomes"] == MIXED_OUTCOMES
    assert status["kinds"] == {"paper": 12}
    (run,) = library.runs()
    assert run.outcomes == MIXED_OUTCOMES
    assert run.state == "done"
    assert run.captures == 26
    captures = list(library.run_log.captures(run.id))
    assert len(captures) == 26
    assert all(one.reason for one in captures)
    json.dumps(status)


def test_reading_again_renews_papers_and_index(library, archive):
    library.import_([archive])
    assert library.reread("outdated").read == 0
    rows(library, models.Paper).update(extractor_version="old", title="x")
    assert library.reread().read == 0  # old, but read
    assert library.reread("outdated").read == 12
    assert rows(library, models.Paper).filter(title="x").count() == 0
    library.index()
    assert library.search("title:study").total > 0


def test_what_was_never_read_or_failed_is_read_and_nothing_else(library, archive):
    library.import_([archive])
    papers = rows(library, models.Paper)
    papers.filter(document_id=2).delete()
    papers.filter(document_id__in=[3, 4]).update(extractor_version="")
    papers.filter(document_id=5).update(annotators="somebody=1")
    assert library.reread().read == 3
    assert library.reread("outdated").read == 1
    assert library.reread("all").read == 12


def test_names_and_references_can_be_asked_for(library, archive):
    library.import_([archive])
    paper = {
        "title": "A Study",
        "authors": [{"name": "Ada Lovelace", "given": "Ada", "family": "Lovelace"}, {"name": "X"}],
        "references": [
            {"raw": "one", "title": "First", "year": 1999, "doi": "10.1/x",
             "authors": [{"name": "J. Doe", "given": "J.", "family": "Doe"}]},
            {"raw": "neither title nor DOI"},
            {"raw": "three", "title": "Third \u0000\U0001d53d", "year": 10**12, "doi": "d" * 300},
        ],
    }  # fmt: skip
    library.catalogue.paper_was_read(1, paper)
    library.catalogue.paper_was_read(1, paper)  # once more leaves the same rows
    authors = rows(library, models.PaperAuthor).filter(paper_id=1)
    assert list(authors.values_list("name", "given", "family")) == [
        ("Ada Lovelace", "Ada", "Lovelace"), ("X", "", ""),
    ]  # fmt: skip
    found = rows(library, models.PaperReference).filter(paper_id=1)
    assert list(found.values_list("position", "title", "first_author", "year", "doi")) == [
        (0, "First", "Doe", 1999, "10.1/x"), (2, "Third \U0001d53d", "", None, "d" * 255),
    ]  # fmt: skip
    library.undo(1)
    assert not rows(library, models.PaperReference).exists()


def test_rows_of_references_that_say_otherwise_are_found_and_mended(library, archive):
    library.import_([archive])
    path = library.catalogue.repository.path(1, "json")
    paper = json.loads(path.read_bytes())
    paper["references"] = [{"raw": "r", "title": "Cited", "year": 2001, "doi": None}]
    path.write_text(json.dumps(paper))
    (fault,) = library.verify().faults
    assert (fault.kind, fault.words) == ("stale_paper", "the catalogue has another references")
    assert library.verify(repair=True).remaining == 0
    assert library.verify().faults == ()
    assert rows(library, models.PaperReference).get(paper_id=1).title == "Cited"
