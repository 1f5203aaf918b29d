"""Jobs in the browser, without one: forms, what their buttons do, lists, files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from sheaf.app import Library
from sheaf.deposit.jobs.moves import Move
from sheaf.workers.jobs.import_parameters import ImportParameters
from web.job_scene import finished, held, running

URL = "https://a.test/crawl.warc.gz"


def text(response: Any) -> str:
    return str(response.content.decode())


def send(client: Any, address: str, do: str, **values: str) -> Any:
    named = {f"p_{name}": value for name, value in values.items()}
    return client.post(address, {"do": do, **named})


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(
    "path",
    ["/jobs", "/jobs/new", "/jobs/new/index", "/jobs/1", "/jobs/1/state", "/jobs/1/change",
     "/jobs/1/remove", "/jobs/1/files/x", "/schedules", "/schedules/new/index",
     "/schedules/1/change"],
)  # fmt: skip
def test_visitors_see_nothing(browse: Any, path: str) -> None:
    assert browse.get(path).status_code == 302
    assert browse.post(path, {}).status_code == 403  # no token


@pytest.mark.usefixtures("library")
def test_what_can_be_done_stands_in_groups(logged_in: Any) -> None:
    page = text(logged_in.get("/jobs/new"))
    assert ">Bring in</h2>" in page
    assert 'href="/jobs/new/index"' in page
    assert "/jobs/new/try-" not in page
    assert logged_in.get("/jobs/new/nothing").status_code == 404


@pytest.mark.usefixtures("empty_library")
def test_an_empty_library_needs_no_terminal(browse: Any) -> None:
    from django.contrib.auth.models import User

    assert "<code>sheaf import SOURCE" in text(browse.get("/"))
    browse.force_login(User.objects.create_superuser("ada"))
    for path in ("/", "/dashboard", "/runs", "/crawls", "/authors", "/venues", "/wanted"):
        page = text(browse.get(path))
        assert 'href="/jobs/new/' in page, path
        assert "<code>sheaf" not in page, path


def test_a_job_that_was_less_than_was_reckoned_is_done_all_the_same(
    logged_in: Any, library: Library
) -> None:
    job = held(library)
    job.report(done=30, total=120)
    assert 'value="25.0"' in text(logged_in.get("/jobs/1"))
    job.end(Move.FINISH, words="Capture 7 is document 2. <All>")
    page = text(logged_in.get("/jobs/1"))
    assert 'value="100.0"' in page
    assert '<p class="amount" data-live="amount">30, ' in page
    assert 'is <a href="/paper/2">document 2</a>. &lt;All&gt;' in page


def test_a_job_that_crawls_leads_to_its_crawl(keeper: Any, crawled: Library) -> None:
    crawled.jobs.add("crawl", {"name": "commons"}, owner="ada")
    crawled.jobs.add("crawl", {"name": "another"}, owner="ada")
    assert '<a href="/crawls/commons">commons</a>' in text(keeper.get("/jobs/1"))
    assert 'href="/crawls/another"' not in text(keeper.get("/jobs/2"))  # not begun yet


@pytest.mark.usefixtures("library")
def test_an_empty_list_leads_on(logged_in: Any) -> None:
    page = text(logged_in.get("/jobs"))
    assert "No job yet" in page
    assert 'href="/jobs/new"' in page


def test_a_job_is_written_changed_and_submitted(logged_in: Any, library: Library) -> None:
    answer = send(logged_in, "/jobs/new/import", "draft", sources=URL)
    assert answer.url == "/jobs/1"
    page = text(logged_in.get("/jobs/1"))
    assert URL in page
    assert re.findall(r'name="word" value="(\w+)"', page) == ["submit"]
    form = text(logged_in.get("/jobs/1/change"))
    assert f">\n{URL}</textarea>" in form
    version = re.search(r'name="version" value="(\d+)"', form)
    assert version
    values = {"do": "submit", "p_sources": f"{URL}\n{URL}2", "version": version[1], "title": "Mine"}
    assert logged_in.post("/jobs/1/change", values).url == "/jobs/1"
    job = library.jobs.get(1)
    assert job is not None
    assert (job.state, job.title, job.owner) == ("waiting", "Mine", "ada")
    assert job.parameters["sources"] == [URL, f"{URL}2"]


def test_nonsense_stays_and_is_told(logged_in: Any, library: Library) -> None:
    for do in ("draft", "check", "try", "submit"):
        values = {"sources": "/etc/passwd", "format": "nonsense", "attribute_pattern": "((<b>"}
        answer = send(logged_in, "/jobs/new/import", do, **values)
        page = text(answer)
        assert answer.status_code == 400
        assert "3 things are to be put right" in page
        assert 'value="((&lt;b&gt;"' in page
        assert page.count('aria-invalid="true"') == 3
    assert library.jobs.list() == []


def test_of_two_who_change_a_job_the_second_sees_both(logged_in: Any, library: Library) -> None:
    job = library.jobs.add("import", {"sources": [URL]}, owner="ada", as_draft=True)
    values = {"do": "draft", "p_sources": "https://mine.test/", "version": str(job.version)}
    library.jobs.change(job.number, {"sources": ["https://theirs.test/"]}, version=job.version)
    answer = logged_in.post("/jobs/1/change", values)
    page = text(answer)
    assert answer.status_code == 409
    assert "Somebody else changed this job while you did" in page
    assert "https://theirs.test/" in page
    assert ">\nhttps://mine.test/</textarea>" in page
    version = re.search(r'name="version" value="(\d+)"', page)
    assert version
    assert logged_in.post("/jobs/1/change", {**values, "version": version[1]}).status_code == 302
    changed = library.jobs.get(1)
    assert changed is not None
    assert changed.parameters["sources"] == ["https://mine.test/"]


def test_sources_are_picked_without_scripts(
    logged_in: Any, library: Library, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    root = tmp_path / "<incoming>"
    (root / "inner").mkdir(parents=True)
    (root / "inner" / "a.warc").write_bytes(b"WARC/1.0\r\n")
    changed = library.settings.with_values("web", import_roots=(str(root),))
    monkeypatch.setattr(library, "settings", changed)
    address = "/jobs/new/import"
    page = text(logged_in.post(address, {"at:sources": "", "p_sources": URL}))
    assert "&lt;incoming&gt;" in page
    page = text(logged_in.post(address, {"at:sources": str(root / "inner"), "p_sources": URL}))
    assert f">\n{URL}</textarea>" in page
    assert f'value="{root}/inner/a.warc"'.replace("<", "&lt;").replace(">", "&gt;") in page
    values = {"place:sources": str(root / "inner"), "p_sources": URL, "add:sources": "1"}
    page = text(logged_in.post(address, {**values, "picked:sources": f"{root}/inner/a.warc"}))
    assert (
        f"{URL}\n{root}/inner/a.warc</textarea>".replace("<i", "&lt;i").replace("g>", "g&gt;")
        in page
    )
    assert "Nothing was ticked" in text(logged_in.post(address, values))
    assert "not in the folders" in text(logged_in.post(address, {"at:sources": "/etc"}))


def test_how_a_job_stands_is_sent_when_it_changes(logged_in: Any, library: Library) -> None:
    with running(library) as job:
        counters = {"new": 20, "damaged": 10}
        job.report(done=30, total=120, counters=counters, note="Reading <a.warc>.")
        answer = logged_in.get(f"/jobs/{job.number}/state")
        told = answer.json()
        assert (told["state"], told["share"]) == ("running", 25.0)
        assert told["amount"].startswith("30 of 120, ")
        assert told["counters"]["saved_New"] == "20"
        assert told["counters"]["failed_TextExtract"] == "10"
        page = text(logged_in.get(f"/jobs/{job.number}"))
        assert "Reading &lt;a.warc&gt;." in page
        assert "<code>saved_New</code>" in page
        assert re.findall(r'name="word" value="(\w+)"', page) == ["pause", "cancel", "copy"]
        last = told["lines"][-1]["number"]
        assert logged_in.get(f"/jobs/{job.number}/state?after={last}").json()["lines"] == []
    done = logged_in.get(f"/jobs/{job.number}/state")
    again = logged_in.get(
        f"/jobs/{job.number}/state", headers={"if-none-match": done.headers["ETag"]}
    )
    assert (again.status_code, again.content) == (304, b"")


def test_files_that_a_job_left_can_be_saved_and_no_others(logged_in: Any, library: Library) -> None:
    number = finished(
        library, files={"wanted.csv": "<b>", "other.txt": "secret"}, told=["wanted.csv"]
    )
    assert ">wanted.csv</a>" in text(logged_in.get(f"/jobs/{number}"))
    answer = logged_in.get(f"/jobs/{number}/files/wanted.csv")
    assert b"".join(answer.streaming_content) == b"<b>"
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert "sandbox" in answer.headers["Content-Security-Policy"]
    for name in ("other.txt", "..%2F..%2Fsheaf.toml", "nothing"):
        assert logged_in.get(f"/jobs/{number}/files/{name}").status_code == 404


def test_a_job_of_the_machine_is_not_begun_again_from_a_browser(
    logged_in: Any, library: Library
) -> None:
    """On the machine itself more may be named."""
    library.jobs.add("import", {"sources": ["/etc/passwd"]}, owner="root", as_draft=True)
    answer = logged_in.post("/jobs/1/order", {"word": "submit"}, follow=True)
    assert "not in the folders that may be looked through" in text(answer)
    assert [one.state for one in library.jobs.list()] == ["draft"]


def test_what_only_the_machine_may_say_is_not_lost_by_a_change(
    logged_in: Any, library: Library
) -> None:
    given = ImportParameters(sources=("/etc/passwd",), any_place=True)
    library.jobs.add("import", given, as_draft=True)
    answer = logged_in.get("/jobs/1/change", follow=True)
    assert "only a command on the machine itself can say this" in text(answer)
    answer = logged_in.post("/jobs/1/change", {"do": "draft", "p_sources": URL}, follow=True)
    job = library.jobs.get(1)
    assert job is not None
    assert job.parameters["any_place"]


def test_orders_lead_from_state_to_state(logged_in: Any, library: Library) -> None:
    def order(number: int, word: str) -> str:
        return str(logged_in.post(f"/jobs/{number}/order", {"word": word}).url)

    library.jobs.add("index", {}, owner="ada")
    assert order(1, "pause") == "/jobs/1"
    assert "It is paused" in text(logged_in.get("/jobs/1"))
    order(1, "resume")
    order(1, "cancel")
    assert order(1, "again") == "/jobs/2"
    assert order(1, "copy") == "/jobs/3/change"
    assert "cannot be" in text(logged_in.post("/jobs/1/order", {"word": "pause"}, follow=True))
    assert "no such order" in text(logged_in.post("/jobs/1/order", {"word": "x"}, follow=True))
    assert "Remove job 1?" in text(logged_in.get("/jobs/1/remove"))
    assert logged_in.post("/jobs/1/remove").url == "/jobs"
    assert logged_in.get("/jobs/1").status_code == 404
    assert logged_in.post("/jobs/2/remove").status_code == 409  # it waits
    assert logged_in.get("/jobs/2/change").status_code == 200


def test_jobs_are_listed_by_state_kind_owner_and_words(logged_in: Any, library: Library) -> None:
    library.jobs.add("index", {}, owner="ada", title="Every <night>")
    library.jobs.add("import", {"sources": [URL]}, owner="ben")
    library.jobs.add("import", {"sources": ["https://other.test/"]}, owner="ada", as_draft=True)

    def listed(query: str) -> list[str]:
        return re.findall(
            r'class="what"><a href="/jobs/(\d+)"', text(logged_in.get(f"/jobs{query}"))
        )

    assert listed("") == ["3", "2", "1"]
    assert listed("?state=draft") == ["3"]
    assert listed("?kind=import&owner=ben") == ["2"]
    assert listed("?q=A.test") == ["2"]
    assert listed("?q=night") == ["1"]
    assert listed("?before=3") == ["2", "1"]
    assert listed("?state=nonsense&before=x&owner=%00") == ["3", "2", "1"]
    assert "No job is like that" in text(logged_in.get("/jobs?q=nothing+like+it"))
    assert "Every &lt;night&gt;" in text(logged_in.get("/jobs"))


def test_where_nobody_works_the_page_says_so(
    logged_in: Any, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.jobs.add("index", {}, owner="ada")
    assert "No worker seems to be running" not in text(logged_in.get("/jobs/1"))
    monkeypatch.setattr("sheaf.web.jobs.watching.BEGINS_WITHIN", -1.0)
    page = text(logged_in.get("/jobs/1"))
    assert "No worker seems to be running" in page
    assert "sheaf work --library" in page
    assert logged_in.get("/jobs/1/state").json()["lacks_worker"]


def test_a_schedule_is_set_changed_run_and_removed(logged_in: Any, library: Library) -> None:
    library.jobs.add("import", {"sources": [URL]}, owner="ada", title="Ours")
    page = text(logged_in.get("/schedules/new/import?job=1"))
    assert f">\n{URL}</textarea>" in page
    assert 'value="Ours"' in page
    values = {"p_sources": URL, "title": "Ours"}
    for when in ("", "when it suits", "61 * * * *", "every 0 hours", "<b>"):
        answer = logged_in.post("/schedules/new/import", {**values, "when": when})
        assert answer.status_code == 400
        assert 'class="problem" role="alert"' in text(answer)
        assert f">\n{URL}</textarea>" in text(answer)
    assert logged_in.post("/schedules/new/import", {"when": "daily"}).status_code == 400
    assert library.schedules.list() == []
    assert logged_in.post("/schedules/new/import", {**values, "when": "every night"}).url
    page = text(logged_in.get("/schedules"))
    assert "every night at" in page
    assert URL in page
    changed = {**values, "when": "every Monday at 6", "p_sources": f"{URL}2"}
    assert logged_in.post("/schedules/1/change", changed).url == "/schedules"
    schedule = library.schedules.get(1)
    assert schedule is not None
    assert (schedule.when, schedule.parameters["sources"]) == ("every Monday at 6", [f"{URL}2"])
    logged_in.post("/schedules/1/order", {"word": "pause"})
    assert 'class="state paused"' in text(logged_in.get("/schedules"))
    logged_in.post("/schedules/1/order", {"word": "resume"})
    assert logged_in.post("/schedules/1/order", {"word": "now"}).url == "/jobs/2"
    assert "no such order" in text(logged_in.post("/schedules/1/order", {"word": "x"}, follow=True))
    logged_in.post("/schedules/1/order", {"word": "remove"})
    assert "No schedule yet" in text(logged_in.get("/schedules"))
    assert logged_in.post("/schedules/1/order", {"word": "pause"}).status_code == 404
