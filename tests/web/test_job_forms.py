"""Forms of jobs: made from descriptions, whatever the kind; nonsense gets its words beside it."""

from __future__ import annotations

import datetime
import os
from pathlib import Path
from typing import Any, Literal

import pytest
from django.http import QueryDict
from pydantic import Field

from sheaf.app import Library
from sheaf.web.jobs.forms import JobForm, differences
from sheaf.workers.jobs.contract import (
    HostName,
    JobKind,
    JobResult,
    LongText,
    Parameters,
    Pattern,
    Sources,
    rarely_used,
    setting_of,
)
from sheaf.workers.jobs.kinds.retrieve import KIND as RETRIEVE


class Everything(Parameters):
    sources: Sources = Field(description="Where from.")
    pages: int = Field(10, ge=1, le=50, description="How many.")
    share: float = Field(0.5, gt=0, description="How much.")
    order: Literal["newest", "oldest"] = Field("newest", description="Which first.")
    kinds: tuple[Literal["paper", "thesis"], ...] = Field((), description="Of which kinds.")
    since: datetime.date | None = Field(None, description="Since when.")
    index: bool = Field(True, description="With the index.")
    notes: LongText = Field("", description="What else.")
    host: HostName = Field("", description="Whose.", json_schema_extra=rarely_used())
    like: Pattern = Field("", description="Which addresses.", json_schema_extra=rarely_used())
    filter: bool | None = Field(
        None, description="With the filter.", json_schema_extra=setting_of("curate.filter")
    )


KIND = JobKind("everything", "Everything", "All there is.", Everything, lambda *_: JobResult())
NONSENSE = {
    "sources": "/etc/passwd",
    "pages": "many",
    "share": "-1",
    "order": "by taste",
    "since": "soon",
    "host": "no host!",
    "like": "(((",
    "filter": "perhaps",
}


def sent(**values: Any) -> JobForm:
    post = QueryDict(mutable=True)
    for name, value in values.items():
        post.setlist(f"p_{name}", value if isinstance(value, list) else [value])
    return JobForm.sent(KIND, post)


def text(response: Any) -> str:
    return str(response.content.decode())


@pytest.mark.usefixtures("library")
def test_each_way_of_giving_a_value_has_its_control() -> None:
    form = JobForm.of(KIND, {})
    controls = {one.described.name: one.control for one in form.fields}
    assert controls == {
        "sources": "sources", "pages": "input", "share": "input", "order": "select",
        "kinds": "boxes", "since": "input", "index": "tick", "notes": "lines", "host": "input",
        "like": "input", "filter": "select",
    }  # fmt: skip
    by_name = {one.described.name: one for one in form.fields}
    assert by_name["pages"].limits == "From 1 to 50."
    assert by_name["filter"].options[0] == ("", "as the settings say: yes")
    assert [one.described.name for one in form.rare_fields] == ["host", "like", "filter"]
    assert not form.opens_rare_fields
    assert JobForm.of(KIND, {"host": "a.test"}).opens_rare_fields


@pytest.mark.usefixtures("library")
def test_a_form_of_many_fields_shows_those_that_its_kind_names() -> None:
    form = JobForm.of(RETRIEVE, {})
    assert "random" in [one.described.name for one in form.first_fields]
    assert not form.opens_rare_fields
    limits = {one.described.name: one.limits for one in form.fields}
    assert limits["random"] == "From 1 to 1,000,000."
    assert limits["seed"] == "At least 0."  # what fits into the column is nobody's concern


@pytest.mark.usefixtures("library")
def test_a_name_that_nobody_gave_follows_the_sources() -> None:
    made = sent(sources="https://a.test/x.warc").name_of_job
    form = JobForm.of(KIND, {"sources": ["https://a.test/x.warc"]}, made)
    assert form.title == ""
    form.values["sources"] = "https://a.test/y.warc"
    assert form.name_of_job.endswith(": y.warc")
    assert JobForm.of(KIND, {"sources": ["https://a.test/x.warc"]}, "Mine").name_of_job == "Mine"


@pytest.mark.usefixtures("library")
def test_what_is_sent_is_what_was_kept() -> None:
    form = sent(
        sources="https://a.test/x.warc\r\n\r\n https://b.test/ ",
        pages="12", share="0.25", order="oldest", kinds=["paper"], since="2024-05-31",
        notes="one\r\ntwo\0", filter="false",
    )  # fmt: skip
    assert form.check(), form.faults
    assert form.given["sources"] == ["https://a.test/x.warc", "https://b.test/"]
    assert form.given["index"] is False  # a box without a tick is not sent
    assert form.given["notes"] == "one\ntwo"
    again = JobForm.of(KIND, {"pages": 12, "kinds": ["paper"], "index": False, "filter": False})
    assert (again.values["pages"], again.values["kinds"]) == ("12", ["paper"])
    assert (again.values["index"], again.values["filter"]) == (False, "false")


@pytest.mark.usefixtures("library")
def test_nonsense_in_every_field_is_told_beside_each() -> None:
    form = sent(**NONSENSE, kinds=["poem"])
    assert not form.check()
    assert form.faults.keys() == {*NONSENSE, "kinds"}
    assert {one.described.name: one.value for one in form.fields}["pages"] == "many"
    assert form.opens_rare_fields


@pytest.mark.usefixtures("library")
def test_two_versions_are_told_apart_field_by_field() -> None:
    found = differences(KIND, {"pages": "12", "index": True}, {"pages": 20, "order": "oldest"})
    assert list(found) == [("Pages", "12", "20"), ("Order", "newest", "oldest")]


def test_sources_lie_where_sources_may_lie(
    library: Library, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    root = tmp_path / "incoming"
    (root / "inner").mkdir(parents=True)
    (root / "inner" / "a.warc").write_bytes(b"WARC/1.0\r\n")
    (root / "link.warc").symlink_to(root / "inner" / "a.warc")
    (root / "out").symlink_to("/etc")
    os.mkfifo(root / "pipe")
    changed = library.settings.with_values("web", import_roots=(str(root),))
    monkeypatch.setattr(library, "settings", changed)
    good = sent(sources=f"{root}/link.warc")
    assert good.check()
    assert good.given["sources"] == [str(root / "inner" / "a.warc")]
    for place in (
        "/etc/passwd", f"{root}/out", f"{root}/out/passwd", f"{root}/../library", f"{root}/pipe",
        f"{root}/gone.warc", "/dev/zero", "/dev/stdin", "relative.warc", "~/x", "x" * 5000,
        "file:///etc/passwd",
    ):  # fmt: skip
        form = sent(sources=f"{root}/inner\n{place}")
        assert not form.check(), place
        assert "sources" in form.faults
