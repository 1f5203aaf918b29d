"""Link checks and what is kept of them, over days, on all three databases."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from support.library_of import put_papers

from acquire.crawl.fake_web import FakeWeb, Page
from sheaf.deposit import models
from sheaf.deposit.links.contract import LinkTable
from sheaf.deposit.links.links import DueLinks
from sheaf.errors import FetchRefusedError
from sheaf.workers.jobs.contract import JobContext
from sheaf.workers.jobs.parameters import read_parameters
from sheaf.workers.jobs.registry import find_kind

NOW = datetime(2026, 11, 1, 2, 0, tzinfo=UTC)
GOOD, GONE, SICK, DOCUMENT = (
    "http://good.test/", "http://gone.test/list", "http://sick.test/",
    "http://example.edu/1.pdf",
)  # fmt: skip


@pytest.fixture
def web():
    with FakeWeb() as fake:
        yield fake


@pytest.fixture
def checks(library, web, monkeypatch):
    """A check on a day: what was found. There are three parents and a document."""
    monkeypatch.setenv("SHEAF_CRAWL_POLITENESS_MIN_DELAY", "0.01")
    library.settings = library.settings.override(
        {"crawl.politeness.min_delay": 0.01, "crawl.politeness.delay_factor": 0}
    )
    put_papers(library, {1: {"title": "A paper"}})
    for number, url in enumerate((GOOD, GONE, SICK), 1):
        models.ParentUrl.objects.using(library.catalogue.alias).create(
            id=number, url=url, md5=str(number), first_crawl_date=NOW, last_crawl_date=NOW
        )
    web.page(GOOD, "x")
    web.page(GONE, "x", status=404)
    web.page(SICK, "x", status=500)
    web.page(DOCUMENT, "x")

    def run(day, **how):
        links = library.links
        links.clock = lambda: NOW + timedelta(days=day)
        return links.check(DueLinks(resolve=[f"*=127.0.0.1:{web.port}"], **how))

    return run


def dead(library):
    rows = models.ParentUrl.objects.using(library.catalogue.alias).filter(is_live=False)
    return list(rows.values_list("url", flat=True))


def test_a_link_is_dead_after_three_looks_over_three_days(library, checks, web):
    first = checks(0)
    assert (first.checked, first.died) == (4, 0)
    assert first.states == {"live": 2, "failing": 1, "unclear": 1}
    before = len(web.arrivals)
    assert checks(0.5).checked == 0, "nothing is due so soon"
    assert len(web.arrivals) == before
    assert checks(1).states == {"failing": 1, "unclear": 1}
    assert checks(2).states == {"unclear": 1}
    assert dead(library) == []
    third = checks(3)
    assert (third.states, third.died) == ({"dead": 1, "unclear": 1}, 1)
    assert dead(library) == [GONE]
    assert checks(20).states == {"unclear": 1}, "trouble is no death, however long it lasts"
    assert library.links.counts() == {"live": 1, "dead": 1, "unclear": 1, "unchecked": 0}
    assert library.links.counts(LinkTable.DOCUMENTS) == {"live": 1, "unchecked": 0}

    web.redirect(GONE, "http://new.test/", status=301)
    again = checks(40)
    assert (again.checked, again.revived) == (4, 1)
    assert dead(library) == []
    (known,) = library.links.of(LinkTable.PARENTS, [2]).values()
    assert (known.state, known.status, known.moved_to) == ("live", 301, "http://new.test/")
    assert library.cleaning.parents(["dead"], dry_run=True).removed == 0


def test_a_check_goes_on_where_it_was_stopped(library, checks, web):
    assert checks(0, tables=(LinkTable.PARENTS,), limit=1).checked == 1
    assert checks(0, tables=(LinkTable.PARENTS,), limit=1).checked == 1
    assert library.links.counts()["unchecked"] == 1
    assert checks(0, host="sick.test").checked == 1
    assert checks(0, host="example.edu", tables=(LinkTable.DOCUMENTS,)).checked == 1
    assert checks(0).checked == 0
    assert checks(0, older_than=0).checked == 2, "what is in trouble, or missing, has its own time"


def test_names_without_an_address_are_nobodys_death_while_nobody_answers(library, checks, web):
    urls = {1: "http://one.invalid/", 2: "http://two.invalid/", 3: GOOD}
    for number, url in urls.items():
        models.ParentUrl.objects.using(library.catalogue.alias).filter(id=number).update(url=url)
    links = library.links
    links._settings = links._settings.model_copy(
        update={"agent": links._settings.agent.model_copy(update={"contact": "us"})}
    )
    places = [f"good.test=127.0.0.1:{web.port}"]
    parents = (LinkTable.PARENTS,)
    done = links.check(DueLinks(parents, host="one.invalid", resolve=places))
    assert (done.checked, done.is_offline) == (0, True)
    done = links.check(DueLinks(parents, resolve=places))
    assert (done.states, done.is_offline) == ({"live": 1, "failing": 2}, False)


def test_without_a_contact_nothing_leaves_this_machine(library, checks):
    with pytest.raises(FetchRefusedError):
        library.links.check()
    assert library.links.counts() == {"unchecked": 3}


def test_the_command_and_the_job(library, checks, web, sheaf_here, monkeypatch):
    at = ("-L", str(library.folder))
    quick = ("--resolve", f"*=127.0.0.1:{web.port}", "--set", "crawl.politeness.delay_factor=0",
             "--set", "crawl.politeness.min_delay=0.01")  # fmt: skip
    answer = sheaf_here("links", "check", "--parents", "--json", *quick, *at, check=0).stdout
    assert json.loads(answer)["states"] == {"live": 1, "failing": 1, "unclear": 1}
    shown = json.loads(sheaf_here("links", "--json", *at, check=0).stdout)
    assert shown["documents"] == {"unchecked": 1}
    assert "unclear: its server" in sheaf_here("links", *at, check=0).stdout
    web.each_time(GONE, lambda before: Page(status=200))
    kind = find_kind("check-links")
    context = JobContext(library, 1, "ann", library.folder)
    with pytest.raises(FetchRefusedError):
        kind.run(context, read_parameters(kind.parameters, {"documents": True}))
