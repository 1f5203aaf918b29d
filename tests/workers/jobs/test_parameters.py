"""Parameters of jobs: described once, read from whatever a page, a command or a program gives."""

from __future__ import annotations

import datetime
from typing import Literal

import pytest
from pydantic import Field

from sheaf.errors import BadParametersError
from sheaf.workers.jobs.contract import (
    HostName,
    LongText,
    Parameters,
    Pattern,
    Sources,
    rarely_used,
    setting_of,
)
from sheaf.workers.jobs.parameters import InputForm, as_json, describe, read_parameters


class Everything(Parameters):
    sources: Sources = Field(description="What to read.")
    kind: Literal["paper", "thesis"] = Field("paper", description="Which.")
    most: int = Field(10, ge=1, le=100, description="At most.")
    share: float | None = Field(None, gt=0, description="Of all.")
    filter: bool | None = Field(
        None, description="Judge.", json_schema_extra=setting_of("curate.filter")
    )
    since: datetime.date | None = Field(None, description="From this day on.")
    types: tuple[str, ...] = Field(("pdf",), description="The types.")
    note: LongText = Field("", description="A note.")
    pattern: Pattern = Field("", description="A pattern.")
    host: HostName | None = Field(
        None, title="Whose", description="A host.", json_schema_extra=rarely_used()
    )
    name: str = Field("", description="A name.")


def test_a_description_says_how_each_value_is_given():
    forms = {field.name: field.form for field in describe(Everything)}
    assert forms == {
        "sources": InputForm.SOURCES,
        "kind": InputForm.CHOICE,
        "most": InputForm.WHOLE_NUMBER,
        "share": InputForm.NUMBER,
        "filter": InputForm.FLAG,
        "since": InputForm.DATE,
        "types": InputForm.TEXT,
        "note": InputForm.LONG_TEXT,
        "pattern": InputForm.PATTERN,
        "host": InputForm.HOST,
        "name": InputForm.TEXT,
    }


def test_a_description_has_defaults_limits_choices_and_the_setting_behind():
    fields = {field.name: field for field in describe(Everything)}
    assert fields["sources"].is_required
    assert [name for name, field in fields.items() if field.is_list] == ["sources", "types"]
    assert (fields["most"].least, fields["most"].most, fields["most"].default) == (1, 100, 10)
    assert fields["kind"].choices == ("paper", "thesis")
    assert fields["types"].default == ["pdf"]
    assert fields["filter"].may_be_empty
    assert fields["filter"].setting == "curate.filter"
    assert not fields["most"].may_be_empty
    assert fields["share"].option == "--share"
    assert (fields["share"].title, fields["host"].title) == ("Share", "Whose")
    assert [name for name, field in fields.items() if field.is_rare] == ["filter", "host"]


def test_text_will_do_as_a_page_sends_it():
    given = {
        "sources": "a.warc.gz\r\n\r\n/data/b\n",
        "most": "5",
        "share": "",
        "filter": "on",
        "since": "2024-05-31",
        "types": ["pdf", ""],
        "host": "WWW.example.edu",
        "pattern": "",
        "name": "",
    }
    read = read_parameters(Everything, given)
    assert isinstance(read, Everything)
    assert read.sources == ("a.warc.gz", "/data/b")
    assert (read.most, read.share, read.filter) == (5, None, True)
    assert read.since == datetime.date(2024, 5, 31)
    assert (read.types, read.host) == (("pdf",), "www.example.edu")


def test_what_is_kept_is_read_again_as_it_was():
    given = {"sources": ["a"], "since": "2024-05-31", "filter": False}
    read = read_parameters(Everything, given)
    assert as_json(read) == given
    assert read_parameters(Everything, as_json(read)) == read


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("sources", "", "it must be given"),
        ("most", "ten", "a whole number is expected, not 'ten'"),
        ("most", "0", "it must be at least 1, and '0' is not"),
        ("kind", "papr", "'papr' is none of 'paper', 'thesis' (did you mean paper?)"),
        ("since", "yesterday", "a date is expected, like 2024-05-31"),
        ("filter", "perhaps", "true or false is expected, not 'perhaps'"),
        ("share", "nan", "a number is expected, not 'nan'"),
        ("host", "a b", "'a b' is no name of a host; write it as www.example.edu"),
        ("mots", 5, "there is no such parameter (did you mean most?)"),
    ],
)
def test_what_is_wrong_is_said_of_its_parameter(name, value, words):
    with pytest.raises(BadParametersError) as refused:
        read_parameters(Everything, {"sources": ["a"], name: value})
    assert refused.value.faults == {name: words}
    assert str(refused.value) == f"{name}: {words}."


def test_a_pattern_that_could_take_forever_is_refused():
    with pytest.raises(BadParametersError) as refused:
        read_parameters(Everything, {"sources": ["a"], "pattern": "(a+)+b"})
    assert list(refused.value.faults) == ["pattern"]


def test_all_that_is_wrong_is_said_at_once():
    with pytest.raises(BadParametersError) as refused:
        read_parameters(Everything, {"most": "x", "kind": "y"})
    assert set(refused.value.faults) == {"sources", "most", "kind"}
