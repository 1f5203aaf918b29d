"""Whitelists: which pages are worth crawling again, on all three databases."""

import csv
import math

import pytest
from support.library_of import put_papers

import sheaf.deposit.cleaning.ranking as ranking_module
from sheaf.deposit import models
from sheaf.deposit.library_folder import FOLDERS
from sheaf.errors import UsageError
from sheaf.records import IngestState

MINE, YOURS, BLACK, DEAD, EMPTY = (
    "http://mine.test/pubs", "http://yours.test/~ada/list,with,commas", "http://black.test/",
    "http://dead.test/", "http://empty.test/",
)  # fmt: skip
NUMBER = 10
AUTHORS = [{"name": "Ada Lovelace", "given": "Ada", "family": "Lovelace"}]


def paper(title, *cited):
    references = [{"title": each, "authors": AUTHORS, "year": 1990} for each in cited]
    return {"title": title, "authors": AUTHORS, "year": 1990, "references": references}


def title_of(number):
    kind = ("analytical", "difference", "general", "mechanical")[number % 4]
    return f"On the {kind} engine {number} of mister Babbage"


@pytest.fixture
def filled(library):
    """Ten documents; numbers 1 to 3 are of one page, and everybody cites number 1."""
    cited = title_of(1)
    put_papers(library, {n: paper(title_of(n), *([cited] if n > 1 else [])) for n in
                         range(1, NUMBER + 1)})  # fmt: skip
    alias = library.catalogue.alias
    documents = models.Document.objects.using(alias)
    shares = {MINE: (1, 2, 3), YOURS: (4, 5, 6, 7), BLACK: (8,), DEAD: (9,), EMPTY: ()}
    for number, (url, numbers) in enumerate(shares.items(), 1):
        time = documents.get(id=1).discover_date
        models.ParentUrl.objects.using(alias).create(
            id=number, url=url, md5=str(number), first_crawl_date=time, last_crawl_date=time,
            is_live=url != DEAD,
        )  # fmt: skip
        of_it = documents.filter(id__in=numbers)
        of_it.update(parent_id=number, host=url.split("/")[2], state=int(IngestState.INGESTED))
    documents.filter(id=7).update(state=int(IngestState.NOT_INGESTED))
    library.blacklist.add("black.test")
    library.index()
    return library


def test_pages_are_ranked_by_documents_and_how_often_they_are_cited(filled):
    first, second = filled.whitelists.rank()
    assert (first.rank, first.id, first.url, first.host) == (1, 1, MINE, "mine.test")
    assert (first.documents, first.citations) == (3, NUMBER - 1)
    assert first.score == pytest.approx(3 * (1 + math.log2(1 + (NUMBER - 1) / 3)))
    assert (second.url, second.documents, second.citations, second.score) == (YOURS, 3, 0, 3)
    most = [one.url for one in filled.whitelists.rank(counted="kept", by_documents=True)]
    assert most == [YOURS, MINE], "four that did not fail, and three"
    assert len(list(filled.whitelists.rank(limit=1))) == 1


def test_hosts_are_ranked_alike(filled, monkeypatch):
    expected = [("http://mine.test/", 3), ("http://yours.test/", 3), ("http://dead.test/", 1)]
    # The URLs of the documents are of another host than their rows say: one stands for all.
    alias = filled.catalogue.alias
    for row in models.Document.objects.using(alias).all():
        row.url = f"http://{row.host}/{row.id}.pdf"
        row.save(using=alias, update_fields=["url"])
    assert [(one.url, one.documents) for one in filled.whitelists.rank("host")] == expected
    monkeypatch.setattr(ranking_module, "MANY", 1)
    assert [(one.url, one.documents) for one in filled.whitelists.rank("host")] == expected
    with pytest.raises(UsageError, match="Nothing is ranked by"):
        filled.whitelists.rank("colour")


def test_the_list_is_kept_for_the_next_crawl(filled, tmp_path, sheaf_here):
    with pytest.raises(UsageError, match="no whitelist yet"):
        list(filled.whitelists.seeds())
    made = filled.whitelists.make()
    assert made.entries == 2
    assert filled.whitelists.list() == [made.file]
    assert list(filled.whitelists.seeds()) == [MINE, YOURS]
    assert list(filled.whitelists.seeds(1)) == [MINE]
    with made.file.open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert rows[0] | {"score": ""} == {
        "rank": "1", "url": MINE, "host": "mine.test", "documents": "3", "citations": "9",
        "score": "",
    }  # fmt: skip
    at = ("-L", str(filled.folder))
    legacy = tmp_path / "whitelist.csv"
    sheaf_here("whitelist", "--legacy", "--output", str(legacy), *at, check=0)
    assert legacy.read_text().splitlines() == [
        f"1,3,mine.test,{MINE}", f"2,3,yours.test,{YOURS}"
    ]  # fmt: skip
    assert sheaf_here("whitelist", "--legacy", *at).returncode == 2
    assert "whitelists" not in FOLDERS, "it is made when the first one is"


def test_a_crawl_begins_at_the_newest_whitelist(filled, sheaf_here):
    made = filled.whitelists.make()
    done = sheaf_here("crawl", "--whitelist", "-L", str(filled.folder))
    assert done.returncode == 9, "these hosts are not of this machine, and nobody is named"
    assert f"Beginning at {made.file.name}: 2 seeds" in done.stderr
    assert "mine.test" in done.stderr


def test_no_crawl_begins_at_an_empty_whitelist(library, sheaf_here):
    library.whitelists.make()
    done = sheaf_here("crawl", "--whitelist", "-L", str(library.folder))
    assert done.returncode == 2
    assert "is empty" in done.stderr
    assert "--count kept" in done.stderr
