"""The jobs that keep a catalogue clean."""

import csv

import pytest
from support.library_of import put_papers

from sheaf.app import Library
from sheaf.deposit import models
from sheaf.records import IngestState
from sheaf.workers.jobs.contract import JobContext
from sheaf.workers.jobs.parameters import read_parameters
from sheaf.workers.jobs.registry import find_kind

LIST = "http://example.edu/list"


@pytest.fixture
def library(tmp_path):
    """Four documents of one blacklisted host; two have failed, and two have a parent."""
    with Library.init(tmp_path / "lib") as made:
        put_papers(made, {n: {"title": f"Paper {n}"} for n in range(1, 5)})
        documents = models.Document.objects.using(made.catalogue.alias)
        time = documents.get(id=1).discover_date
        parent = models.ParentUrl.objects.using(made.catalogue.alias).create(
            url=LIST, md5="1", first_crawl_date=time, last_crawl_date=time
        )
        documents.filter(id__lte=2).update(state=int(IngestState.FAILED))
        documents.filter(id__gte=3).update(parent_id=parent.id)
        yield made


def do(library, name, **given):
    kind = find_kind(name)
    folder = library.folder / "jobs" / "1"
    folder.mkdir(parents=True, exist_ok=True)
    context = JobContext(library, 1, "ann", folder)
    result = kind.run(context, read_parameters(kind.parameters, given))
    assert all((folder / file).is_file() for file in result.files)
    return result


def rows_of(library, name):
    with (library.folder / "jobs" / "1" / name).open(newline="") as stream:
        return list(csv.DictReader(stream))


def test_documents_are_counted_first_and_then_taken_out(library):
    library.blacklist.add("example.edu")
    counted = do(library, "clean-documents")
    assert (counted.counters["removed"], counted.run) == (2, None)
    assert [row["id"] for row in rows_of(library, "documents.csv")] == ["1", "2"]
    done = do(library, "clean-documents", dry_run=False)
    assert done.words == "2 documents taken out."
    assert library.run(done.run).kind == "clean"
    assert do(library, "clean-documents", dry_run=False).run is None, "run again, nothing is left"


def test_parents_go_for_the_reasons_that_are_ticked(library):
    library.blacklist.add("example.edu")
    assert do(library, "clean-parents", blacklisted=False).counters == {"removed": 0, "kept": 1}
    counted = do(library, "clean-parents")
    assert counted.counters == {"removed": 1, "kept": 0, "blacklisted": 1}
    assert rows_of(library, "parents.csv") == [{"id": "1", "url": LIST, "reason": "blacklisted"}]
    done = do(library, "clean-parents", dry_run=False)
    assert done.files == ("parenturl.revised.csv",)
    assert rows_of(library, done.files[0]) == []
    nothing = do(library, "clean-parents", blacklisted=False, no_documents=False, dead=False)
    assert nothing.words.startswith("No reason was chosen")


def test_a_whitelist_is_kept_and_can_be_taken_along(library):
    done = do(library, "whitelist", count="kept", legacy=True)
    assert done.counters == {"entries": 1}
    assert list(library.whitelists.seeds()) == [LIST]
    name, legacy = done.files
    assert rows_of(library, name)[0]["url"] == LIST
    assert (library.folder / "jobs" / "1" / legacy).read_text() == f"1,2,example.edu,{LIST}\n"
