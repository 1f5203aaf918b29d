"""Cleaning the catalogue: what goes, what stays, and how it comes back, on all three databases."""

import csv
import shutil
from datetime import UTC, datetime, timedelta

import pytest
from support.samples import Page, paper_pdf, write_warc
from support.state import files_in, state_of

from sheaf.deposit import models
from sheaf.errors import CannotUndoError, UsageError
from sheaf.records import IngestState

LIST, DEAD, BAD = "http://a.test/list", "http://dead.test/", "http://bad.test/list"
CHANGING = {"revision"}


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    for name in ("CURATE_FILTER", "CURATE_TEXT"):
        monkeypatch.setenv(f"SHEAF_{name}", "false")
    monkeypatch.setenv("SHEAF_WORKERS_JOBS", "1")


@pytest.fixture
def filled(library, tmp_path):
    """Six documents of three hosts; those of bad.test have failed but for one."""
    same = paper_pdf("The same everywhere")
    pages = [
        Page("http://a.test/1.pdf", paper_pdf("One"), parent=LIST),
        Page("http://a.test/2.pdf", paper_pdf("Two"), parent=DEAD),
        Page("http://bad.test/1.pdf", paper_pdf("Bad one"), parent=BAD),
        Page("http://bad.test/2.pdf", same, parent=LIST),
        Page("http://bad.test/3.pdf", paper_pdf("Bad three"), parent=BAD),
        Page("http://c.test/1.pdf", paper_pdf("Of c"), parent="http://c.test/"),
        Page("http://c.test/copy.pdf", same, parent="http://c.test/"),
    ]
    library.import_([write_warc(tmp_path / "one.warc.gz", pages)])
    set_state(library, IngestState.FAILED, "http://bad.test/1.pdf", "http://bad.test/2.pdf",
              "http://c.test/1.pdf")  # fmt: skip
    library.blacklist.add("bad.test")
    return library


def rows(library, model):
    return model.objects.using(library.catalogue.alias)


def set_state(library, state, *urls):
    rows(library, models.Document).filter(url__in=urls).update(state=int(state))


def tables(library):
    """Every row of what cleaning touches; revisions move on and are no matter."""
    return {
        model.__name__: [
            {name: value for name, value in row.items() if name not in CHANGING}
            for row in rows(library, model).order_by("pk").values()
        ]
        for model in (models.Document, models.ParentUrl, models.CaptureRow, models.Hub,
                      models.Paper, models.Page)
    }  # fmt: skip


def test_documents_that_failed_and_are_blacklisted_go_and_come_back_whole(filled):
    before, files = tables(filled), files_in(filled)
    would = filled.cleaning.documents(dry_run=True)
    assert (would.removed, would.groups, would.run) == (2, {"bad.test": 2}, None)
    assert (tables(filled), files_in(filled)) == (before, files), "a dry run changes nothing"
    listed = list(filled.cleaning.useless_documents())
    assert [one.url for one in listed] == ["http://bad.test/1.pdf", "http://bad.test/2.pdf"]
    assert "bad.test is on the blacklist" in listed[0].entry

    done = filled.cleaning.documents()
    assert (done.removed, done.bytes) == (2, sum(one.size for one in listed))
    left = state_of(filled)
    assert sorted(left["documents"]) == [
        "http://a.test/1.pdf", "http://a.test/2.pdf", "http://bad.test/3.pdf",
        "http://c.test/1.pdf",
    ]  # fmt: skip
    assert len(files_in(filled)) < len(files)
    assert filled.verify().faults == ()
    assert set(filled.catalogue.removed_since(0)) == {one.id for one in listed}
    run = filled.run(done.run)
    assert (run.kind, run.state, run.can_be_undone) == ("clean", "done", True)
    assert filled.cleaning.documents().run is None, "nothing is left to do, and no run says so"

    with pytest.raises(CannotUndoError, match="other runs build on its documents"):
        filled.undo(1)
    assert filled.undo(done.run, dry_run=True).restored == 2
    assert filled.undo(done.run).restored == 2
    assert (tables(filled), files_in(filled)) == (before, files)
    assert not filled.catalogue.removed_since(0)
    assert filled.verify().faults == ()
    assert not any((filled.folder / "replaced").iterdir())
    filled.undo(1)
    assert not state_of(filled)["documents"]


def test_what_was_taken_out_goes_for_good_after_its_time(filled):
    run = filled.cleaning.documents().run
    aside = filled.folder / "replaced" / str(run)
    assert filled.cleaning.forget() == []
    assert any(aside.rglob("*.pdf"))
    rows(filled, models.Run).filter(id=run).update(finished=datetime.now(UTC) - timedelta(days=31))
    assert filled.cleaning.forget() == [run]
    assert not aside.exists()
    assert not filled.run(run).can_be_undone
    with pytest.raises(CannotUndoError, match="was kept until"):
        filled.undo(run)
    assert filled.cleaning.forget() == []
    # Nothing keeps the run that brought them from being undone now.
    filled.undo(1)
    assert not state_of(filled)["documents"]
    assert not files_in(filled)


def test_a_document_that_was_renewed_before_it_went_for_good_leaves_no_stray_files(
    filled, tmp_path
):
    url = "http://c.test/1.pdf"
    newer = [Page(url, paper_pdf("Of c, second edition"))]
    second = filled.import_([write_warc(tmp_path / "two.warc.gz", newer)]).run
    set_state(filled, IngestState.FAILED, url)
    filled.blacklist.add("c.test")
    run = filled.cleaning.documents().run
    with pytest.raises(CannotUndoError):
        filled.undo(second)
    filled.cleaning.forget(days=0)
    filled.undo(second)
    assert filled.verify().faults == ()
    assert url not in state_of(filled)["documents"]
    assert not filled.run(run).can_be_undone


def test_an_url_that_came_anew_keeps_the_old_one_away(filled, tmp_path):
    run = filled.cleaning.documents().run
    filled.blacklist.remove("bad.test")
    again = [Page("http://bad.test/1.pdf", paper_pdf("Bad one"), parent=BAD)]
    second = filled.import_([write_warc(tmp_path / "two.warc.gz", again)])
    assert second.outcomes == {"new": 1}
    with pytest.raises(CannotUndoError, match="has come from the URL"):
        filled.undo(run)
    filled.undo(second.run)
    assert filled.undo(run).restored == 2
    assert filled.verify().faults == ()


def test_parents_go_for_three_reasons_and_come_back_with_their_documents(filled):
    rows(filled, models.ParentUrl).filter(url=DEAD).update(is_live=False)
    set_state(filled, IngestState.FAILED, "http://c.test/1.pdf")
    filled.blacklist.add("=c.test")
    first = filled.cleaning.documents()
    assert first.removed == 3
    filled.blacklist.remove("=c.test")
    before = tables(filled)
    would = filled.cleaning.parents(dry_run=True)
    expected = {"blacklisted": 1, "no-documents": 1, "dead": 1}
    assert (would.groups, would.kept, would.run) == (expected, 1, None)
    assert [(one.url, one.reason) for one in filled.cleaning.useless_parents(["dead"])] == [
        (DEAD, "dead")
    ]
    assert not filled.cleaning.revised_file.exists()

    done = filled.cleaning.parents()
    assert (done.groups, done.kept) == (expected, 1)
    with filled.cleaning.revised_file.open(newline="") as stream:
        (kept,) = csv.DictReader(stream)
    assert (kept["url"], kept["is_live"], len(kept["md5"])) == (LIST, "1", 32)
    assert [one.parent_url for one in filled.documents()] == [LIST, None, None]
    filled.undo(done.run)
    assert tables(filled) == before

    # The other way round: documents come back before the parents that a later cleaning took out.
    second = filled.cleaning.parents()
    filled.undo(first.run)
    filled.undo(second.run)
    assert sorted(one.parent_url for one in filled.documents()) == sorted(
        [LIST, DEAD, BAD, LIST, BAD, "http://c.test/"]
    )
    assert filled.verify().faults == ()


def test_only_the_reasons_that_were_asked_for(filled, tmp_path):
    rows(filled, models.ParentUrl).filter(url=DEAD).update(is_live=False)
    table = tmp_path / "stay.csv"
    done = filled.cleaning.parents(["dead"], output=table)
    assert (done.groups, done.kept) == ({"dead": 1}, 3)
    assert table.read_text().count("\n") == 4
    with pytest.raises(UsageError, match="is no reason"):
        filled.cleaning.parents(["ugly"])


def test_a_cleaning_that_was_cut_off_goes_on_with_its_run(filled, monkeypatch):
    monkeypatch.setattr("sheaf.deposit.cleaning.documents.AT_ONCE", 1)
    set_state(filled, IngestState.FAILED, "http://bad.test/3.pdf")
    before, files = tables(filled), files_in(filled)

    def stop(count):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        filled.cleaning.documents(report=stop)
    assert filled.run(2).state == "interrupted"
    assert filled.verify().faults == ()
    assert filled.cleaning.documents().run == 2
    assert len(list(filled.documents())) == 3
    filled.undo(2)
    assert (tables(filled), files_in(filled)) == (before, files)


def test_files_that_are_gone_do_not_stand_in_the_way(filled):
    (document, *_) = filled.cleaning.useless_documents()
    shutil.rmtree(filled.catalogue.repository.folder(document.id))
    run = filled.cleaning.documents().run
    assert filled.verify().faults == ()
    filled.undo(run)
    faults = {one.kind for one in filled.verify().faults}
    assert faults, "what was not there before is not there now, and verify says so"


def test_index_and_citation_graph_follow(filled):
    filled.index()
    assert filled.index_is_behind() == 0
    run = filled.cleaning.documents().run
    assert filled.index_is_behind() == 0, "a cleaning brings the index up to date"
    filled.undo(run)
    assert filled.index_is_behind() == 0
