"""States of ingestion: of readings, and by hand, on all three databases."""

import pytest
from support.sample_documents import numbered, put_documents
from support.samples import Page, paper_pdf, write_warc

from sheaf.deposit import models
from sheaf.errors import UsageError
from sheaf.records import IngestState


def state(library, number):
    return library.states.get(number).state


def test_states_by_hand_go_before_those_of_the_reading(library, tmp_path):
    def bring(name, *pages):
        library.import_([write_warc(tmp_path / f"{name}.warc.gz", pages)], jobs=1)

    bring("one", *(Page(f"http://h/{n}.pdf", paper_pdf(f"Herring Gulls {n}")) for n in (1, 2)))
    assert (state(library, 1), state(library, 2)) == (IngestState.INGESTED, IngestState.INGESTED)
    assert library.states.set([1], "failed", who="ada") == [1]
    assert library.states.set([1], "failed", who="bo") == []
    assert library.states.get(1).who == "bo"
    library.reread("all")
    assert (state(library, 1), state(library, 2)) == (IngestState.FAILED, IngestState.INGESTED)
    # As another program does it.
    rows = models.Document.objects.using(library.database_alias)
    rows.filter(id=2).update(state=int(IngestState.HANDED_OUT))
    library.reread("all")
    assert state(library, 2) is IngestState.HANDED_OUT
    assert library.states.get(2).who == ""
    bring("two", Page("http://h/1.pdf", paper_pdf("Herring Gulls, Revised")))
    assert library.states.get(1).state is IngestState.INGESTED
    assert library.states.get(1).who == ""
    with pytest.raises(UsageError, match="no document 99"):
        library.states.set([99], "failed", who="ada")
    with pytest.raises(UsageError, match="no state"):
        library.states.set([1], "lost", who="ada")


def test_readings_of_before_can_be_followed(library):
    shelf = library
    put_documents(shelf, numbered(9))
    rows = models.Document.objects.using(shelf.database_alias)
    papers = models.Paper.objects.using(shelf.database_alias)
    papers.filter(document_id=1).update(extractor_version="")
    shelf.states.set([3], "not_ingested", who="ada")
    rows.filter(id=4).update(state=int(IngestState.HANDED_OUT))
    assert shelf.states.follow_readings() == 7
    found = [state(shelf, number).name for number in range(1, 6)]
    assert found == ["FAILED", "INGESTED", "NOT_INGESTED", "HANDED_OUT", "INGESTED"]
    assert shelf.states.follow_readings() == 0
