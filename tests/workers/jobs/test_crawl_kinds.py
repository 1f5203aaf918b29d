"""The jobs that crawl, over a small web on loopback."""

from __future__ import annotations

import signal
import threading

import pytest
from support.jobs import JobAtWork, run_job
from support.samples import paper_pdf

from acquire.crawl.fake_web import FakeWeb
from sheaf.app import Library
from sheaf.errors import BadParametersError
from sheaf.files import write_whole

HOME = "http://a.test/"
PAGES = 12


@pytest.fixture
def library(tmp_path, monkeypatch):
    for name, value in (
        ("CURATE_FILTER", "false"),
        ("CURATE_TEXT", "false"),
        ("WORKERS_JOBS", "1"),
        ("CRAWL_POLITENESS_DELAY_FACTOR", "0"),
        ("CRAWL_POLITENESS_MIN_DELAY", "0"),
        ("CRAWL_POLITENESS_RETRIES", "0"),
    ):
        monkeypatch.setenv(f"SHEAF_{name}", value)
    with Library.init(tmp_path / "lib") as made:
        yield made


@pytest.fixture
def web():
    with FakeWeb() as made:
        made.links(HOME, [f"/{number}.pdf" for number in range(PAGES)])
        for number in range(PAGES):
            body = paper_pdf(f"Paper {number}", topic=f"topic {number}")
            made.page(f"{HOME}{number}.pdf", body, headers={"Content-Type": "application/pdf"})
        yield made


def where(web):
    return [f"*.test=127.0.0.1:{web.port}"]


def test_a_crawl_is_run_watched_and_gone_on_with(library, web):
    job = JobAtWork(library, "crawl", seeds=[HOME], name="here", pages=5, resolve=where(web))
    findings = job.kind.check(library, job.parameters)
    assert [one.words for one in findings if one.is_problem] == []
    assert findings[0].words == "The crawl here begins at 1 seed."
    result = job.run()
    assert result.words == "5 URLs fetched, 4 documents kept."
    assert (result.run, job.sent_of("run")) == (1, [1])
    last = job.sent_of("progress")[-1]
    assert (last["done"], last["counters"]["new"]) == (5, 4)
    assert library.index_is_behind() == 0
    assert (
        job.kind.check(library, job.parameters)[0].words == "The crawl here is there, and goes on."
    )
    result = run_job(library, "crawl", 2, name="here", pages=100)
    assert (result.run, result.counters["new"]) == (1, PAGES)


def test_a_crawl_that_is_paused_ends_in_good_order_and_goes_on(library, web):
    for number in range(PAGES):
        web.pages[f"{HOME}{number}.pdf"].seconds = 0.1
    job = JobAtWork(library, "crawl", seeds=[HOME], connections=1, index=False, resolve=where(web))
    main = threading.main_thread().ident
    stop = threading.Timer(0.7, lambda: signal.pthread_kill(main, signal.SIGINT))
    stop.start()
    with pytest.raises(KeyboardInterrupt):
        job.run()
    stop.join()
    (name,) = library.crawls.names()
    assert not library.crawls.is_fetching(name)
    kept = library.counts()["documents"]
    assert kept < PAGES
    assert library.verify().faults == ()
    assert job.run().counters["new"] == PAGES
    assert web.urls().count(f"{HOME}1.pdf") == 1
    assert len(list(library.runs())) == 1


def test_what_keeps_a_crawl_from_beginning_is_told_before(library, web):
    def problems(**given):
        job = JobAtWork(library, "crawl", **given)
        return [one.words for one in job.kind.check(library, job.parameters) if one.is_problem]

    assert problems()[0].startswith("There is nothing to crawl.")
    assert "no contact to name" in problems(seeds=["http://www.example.org/"])[0]
    contact = "https://library.example.org/"
    private = problems(seeds=["http://10.0.0.7/x.pdf"], contact=contact)[0]
    assert "10.0.0.7 is not an address of the public internet" in private
    assert problems(seeds=["http://www.example.org/"], contact=contact) == []
    assert library.crawls.names() == []
    assert list(library.history.all()) == []


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("seeds", ["no url"], "seeds"),
        ("name", "../etc", "use letters"),
        ("profile", "scholary", "did you mean scholarly"),
        ("resolve", ["a"], "HOST=ADDRESS:PORT"),
    ],
)
def test_wrong_parameters_of_a_crawl_are_told_beside_their_field(library, name, value, words):
    with pytest.raises(BadParametersError, match=words) as refused:
        JobAtWork(library, "crawl", **{name: value})
    assert set(refused.value.faults) == {name}


def test_a_crawl_begins_at_the_newest_whitelist(library, web):
    job = JobAtWork(library, "crawl", whitelist=True, resolve=where(web))
    with pytest.raises(BadParametersError, match="no whitelist yet") as refused:
        job.run()
    assert set(refused.value.faults) == {"whitelist"}
    folder = library.folder / "whitelists"
    folder.mkdir()
    write_whole(folder / "whitelist.2026-01-01.csv", f"rank,url\n1,{HOME}\n")
    assert job.run().counters["new"] == PAGES
    assert library.crawls.names() == ["whitelist.2026-01-01"]


def test_a_submission_takes_in_urls_and_what_they_link_to(library, web):
    web.links("http://b.test/list.html", ["/more.html", f"{HOME}1.pdf"])
    web.links("http://b.test/more.html", [f"{HOME}2.pdf"])
    given = {"urls": ["http://b.test/list.html"], "resolve": where(web)}
    assert run_job(library, "submission", 1, depth=0, **given).counters.get("new", 0) == 0
    assert run_job(library, "submission", 2, **given).counters["new"] == 1
    assert run_job(library, "submission", 3, depth=2, **given).counters["new"] == 1
    assert library.counts()["documents"] == 2
