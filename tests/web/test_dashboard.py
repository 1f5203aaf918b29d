"""The dashboard: figures, what needs attention, and pages that help."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from support.sample_documents import SampleDocument, numbered, put_documents

from sheaf.app import Library
from sheaf.deposit import counting, models
from sheaf.deposit.counters import MEANINGS
from sheaf.deposit.overview import disk_use
from sheaf.records import FAILED, Outcome
from sheaf.web.charts import stack_chart
from sheaf.web.dashboard import outcomes_by_week


def panel(page: str, name: str) -> str:
    found = re.search(rf'<section[^>]* aria-labelledby="{name}">.*?</section>', page, re.DOTALL)
    assert found, name
    return found[0]


def dashboard(client: Any) -> str:
    return str(client.get("/dashboard").content.decode())


def test_figures_say_what_is_known_of_documents(library: Library, browse: Any) -> None:
    put_documents(
        library,
        [
            *(SampleDocument(100 + one.number, paper=one.paper) for one in numbered(5)),
            SampleDocument(
                150,
                "http://other.example/x.pdf",
                pages=0,
                state=-1,
                discovered=datetime(2012, 2, 28, 23, 59, tzinfo=UTC),
            ),
        ],
        files=False,
    )
    page = dashboard(browse)
    coverage = panel(page, "coverage")
    figures = dict(re.findall(r'row">([^<]+)</th>.*?figure">([\d,]+)</td>', coverage, re.DOTALL))
    assert (figures["title"], figures["references"], figures["DOI"]) == ("8", "3", "0")
    hosts = panel(page, "from-hosts")
    assert 'class="host">example.edu</th>' in hosts
    assert "2012-02" in panel(page, "growth")
    assert library.overview.growth() == library.growth()
    (other,) = [one for one in library.overview.hosts() or () if one.host == "other.example"]
    assert (other.documents, other.titles, other.failed) == (1, 0, 1)


def test_visitors_see_no_work_of_librarians(library: Library, browse: Any, logged_in: Any) -> None:
    for client, is_shown in ((browse, False), (logged_in, True)):
        page = dashboard(client)
        for name in ("disk", "queue"):
            assert (f'aria-labelledby="{name}"' in page) is is_shown
    disk = panel(dashboard(logged_in), "disk")
    assert "documents</th>" in disk
    assert "catalogue</th>" in disk
    assert library.folder.as_posix() not in dashboard(logged_in)


def test_what_needs_attention_leads_to_the_page_that_helps(
    library: Library, logged_in: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "QUICK", 60.0)  # also on a machine that has much else to do
    assert "Nothing. All is well." in panel(dashboard(logged_in), "matters")
    alias = library.catalogue.alias
    models.CaptureRow.objects.using(alias).filter(id=1).update(outcome="timed_out")
    models.Run.objects.using(alias).filter(id=1).update(batches=99)
    put_documents(library, [SampleDocument(50)], files=False)
    job = library.jobs.add("index", {})
    models.Job.objects.using(alias).filter(id=job.number).update(state="failed")
    library.run_log.begin("import", ["cut.warc"], {})
    monkeypatch.setattr(disk_use, "LOW_BYTES", 10**18)
    library.catalogue.memory._kept.pop("disk", None)
    matters = panel(dashboard(logged_in), "matters")
    for words, link in {
        "1 capture of run 1 failed": "/runs/1?outcome=failed",
        "Run 2 was cut off": "/runs/2",
        "The index is behind by 1 document": "/jobs/new/index",
        "1 document was not read yet": "/jobs/new/reread",
        "1 job failed": "/jobs?state=failed",
        "The disk is nearly full": "#disk",
    }.items():
        assert words in matters
        assert f'href="{link}"' in matters
        assert logged_in.get(link.partition("#")[0] or "/dashboard").status_code == 200


def test_failed_means_the_same_wherever_it_is_counted(
    library: Library, logged_in: Any, sheaf_here: Any
) -> None:
    """One capture of each outcome: pages, programs and commands count the same of them as failed.
    Table 1 of the CDI middleware counts more, and says so."""
    alias = library.catalogue.alias
    first = models.CaptureRow.objects.using(alias).filter(source__run_id=1).order_by("id").first()
    assert first is not None
    models.CaptureRow.objects.using(alias).all().delete()
    rows = [
        models.CaptureRow(
            source_id=first.source_id, key=f"{number:032x}", position=str(number),
            url=f"http://a.test/{number}", url_md5="", time=first.time, outcome=outcome.value,
        )
        for number, outcome in enumerate(Outcome)
    ]  # fmt: skip
    models.CaptureRow.objects.using(alias).bulk_create(rows)
    models.Run.objects.using(alias).filter(id=1).update(batches=99)
    expected = str(len(FAILED))
    for path in ("/dashboard", "/runs/1"):
        page = logged_in.get(path).content.decode()
        row = re.search(r'<tr class="sum failed">.*?figure">(\d+)</td>', page, re.DOTALL)
        assert row is not None
        assert row[1] == expected
    assert f"{expected} captures of run 1 failed" in dashboard(logged_in)
    assert f"{expected} failed" in panel(dashboard(logged_in), "weeks")
    chosen = logged_in.get("/runs/1?outcome=failed").content.decode()
    assert chosen.count('<td class="outcome"') == len(FAILED)
    status = logged_in.get("/api/v1/status").json()
    assert status["groups"]["failed"] == len(FAILED)
    listed = sheaf_here("runs", "-L", library.folder, check=0).stdout
    assert f"{expected} failed" in listed
    captures = sheaf_here("runs", 1, "--failed", "-L", library.folder, check=0).stdout
    assert len(captures.splitlines()) == len(FAILED)
    assert "some of them judgements" in MEANINGS["failed"]


def test_weeks_are_those_of_the_runs(library: Library) -> None:
    (run,) = library.runs()
    chart = outcomes_by_week([run])
    assert chart is not None
    assert [stack.count for stack in chart.stacks] == [run.captures]
    monday = run.started.date() - timedelta(days=run.started.weekday())
    assert chart.labels == (f"{monday:%-d %b %Y}",)
    assert outcomes_by_week([]) is None


def test_columns_stand_on_each_other_within_the_drawing() -> None:
    chart = stack_chart([("a", {"kept": 1, "failed": 3}), ("b", {"kept": 0, "failed": 1})])
    assert chart is not None
    kept, failed = chart.stacks[0].segments
    assert (kept.y, kept.height, failed.y, failed.height) == (120.0, 40.0, 0.0, 120.0)
    assert chart.names == ("kept", "failed")
    assert [one.name for one in chart.stacks[1].segments] == ["failed"]
    assert stack_chart([("a", {"kept": 0})]) is None
