"""Hosts, parents and hubs with what they led to, on all three databases."""

import json

import pytest
from support.library_of import NOW, put_papers

from sheaf import urls
from sheaf.deposit import models
from sheaf.deposit.links.contract import LinkTable
from sheaf.deposit.places import places as places_module
from sheaf.records import IngestState

PAGE = "http://{}.test/list"
HOSTS = ("alpha", "beta", "gamma")


@pytest.fixture
def filled(library):
    """Hosts with three, two and one documents; a page of each led to them, another to none."""
    put_papers(library, {n: {"title": f"Paper {n}"} for n in range(1, 7)})
    alias = library.catalogue.alias
    documents = models.Document.objects.using(alias)
    for number, (host, numbers) in enumerate(zip(HOSTS, ((1, 2, 3), (4, 5), (6,)), strict=True), 1):
        put_parent(library, number, PAGE.format(host))
        documents.filter(id__in=numbers).update(host=f"{host}.test", parent_id=number)
    put_parent(library, 4, "http://alpha.test/empty")
    documents.filter(id=1).update(state=int(IngestState.INGESTED))
    documents.filter(id=2).update(state=int(IngestState.FAILED))
    return library


def put_parent(library, number, url):
    alias, md5 = library.catalogue.alias, urls.md5(url)
    models.ParentUrl.objects.using(alias).create(
        id=number, url=url, md5=md5, first_crawl_date=NOW, last_crawl_date=NOW
    )
    models.Hub.objects.using(alias).create(
        id=number * 10, url=url, md5=md5, host=urls.host_of(url), first_seen=NOW, last_seen=NOW
    )


def numbers(part):
    return [one.id for one in part.parents], part.before


def test_hosts_by_documents_and_by_name(filled):
    places = filled.places
    assert [(one.name, one.documents) for one in places.hosts()] == [
        ("alpha.test", 3), ("beta.test", 2), ("gamma.test", 1)
    ]  # fmt: skip
    assert [one.name for one in places.hosts(limit=1, offset=1)] == ["beta.test"]
    assert [one.name for one in places.hosts_by_name(after="alpha.test", limit=1)] == ["beta.test"]
    assert places.host("beta.test").documents == 2
    assert places.host("nowhere.test") is None
    led_to = places.yield_of_host("alpha.test")
    assert (led_to.documents, led_to.ingested, led_to.failed) == (3, 1, 1)
    assert led_to.months == {f"{NOW:%Y-%m}": 3}
    assert (led_to.first, led_to.citations) == (NOW, 0)


def test_parents_part_by_part(filled, monkeypatch):
    places = filled.places
    assert numbers(places.parents(limit=3)) == ([4, 3, 2], 2)
    assert numbers(places.parents(limit=3, before=2)) == ([1], None)
    assert [one.documents for one in places.parents().parents] == [0, 1, 2, 3]
    assert numbers(places.parents(host="alpha.test")) == ([4, 1], None)
    first = places.parents(host="alpha.test", limit=1)
    assert numbers(places.parents(host="alpha.test", limit=1, before=first.before)) == ([1], None)
    assert numbers(places.parents(only="without-documents")) == ([4], None)
    monkeypatch.setattr(places_module, "PIECE", 1)
    monkeypatch.setattr(places_module, "MOST_LOOKED_AT", 2)
    assert numbers(places.parents(only="without-documents", before=4)) == ([], 2)
    assert [one.id for one in places.all_parents()] == [4, 3, 2, 1]
    assert numbers(places.parents(only="dead")) == ([], None)
    models.LinkCheck.objects.using(filled.catalogue.alias).create(
        table=LinkTable.PARENTS.value, object_id=3, state="dead", status=404, checked=NOW
    )
    (dead,) = places.parents(only="dead").parents
    assert (dead.id, dead.state, dead.link.status) == (3, "dead", 404)


def test_a_parent_and_its_hub_know_what_they_led_to(filled):
    places = filled.places
    assert (places.parent(1).host, places.parent(9)) == ("alpha.test", None)
    assert places.documents_of_parent(1) == [3, 2, 1]
    assert places.yield_of_parent(2).documents == 2
    found = places.hub(places.hub_number(PAGE.format("beta")))
    assert (found.hub.documents, found.parent) == (2, 2)
    assert places.hub(9) is None


def test_the_commands(filled, sheaf_here):
    at = ("-L", str(filled.folder))
    listed = sheaf_here("parents", "--json", "--host", "alpha.test", *at, check=0).stdout
    first = json.loads(listed.splitlines()[0])
    assert (first["id"], first["documents"], first["state"]) == (4, 0, "unchecked")
    assert sheaf_here("parents", "--limit", "1", *at, check=0).stdout.count("http://") == 1
    assert "There is none" in sheaf_here("parents", "--only", "dead", *at, check=0).stderr
    assert sheaf_here("parents", "--only", "odd", *at).returncode == 2
    hosts = sheaf_here("hosts", *at, check=0).stdout.split()
    assert hosts == ["3", "alpha.test", "2", "beta.test", "1", "gamma.test"]
    assert sheaf_here("hosts", "--limit", "0", *at, check=0).stdout.split() == hosts
