"""The job that draws a sample: what it makes, and that it can be killed at any moment."""

from __future__ import annotations

import zipfile

import pytest
from support.sample_documents import numbered, put_documents

from sheaf.app import Library
from sheaf.errors import BadParametersError
from sheaf.workers.jobs.contract import JobContext
from sheaf.workers.jobs.kinds.retrieve import KIND
from sheaf.workers.jobs.parameters import as_json, describe, read_parameters


@pytest.fixture
def library(tmp_path):
    with Library.init(tmp_path / "lib") as made:
        put_documents(made, numbered(20))
        yield made


@pytest.fixture
def context(library):
    folder = library.folder / "jobs" / "1"
    folder.mkdir(parents=True)
    return JobContext(library, 1, "ada", folder)


def test_a_job_makes_one_file_and_keeps_the_sample(library, context):
    given = {"random": "5", "seed": "7", "type": "pdf\nps", "save": "Mine", "parts": "txt\nmet"}
    parameters = read_parameters(KIND.parameters, given)
    assert read_parameters(KIND.parameters, as_json(parameters)) == parameters
    result = KIND.run(context, parameters)
    assert result.counters == {"documents": 5, "problems": 0, "files": 15}
    assert result.files == ("sample.zip",)
    with zipfile.ZipFile(context.folder / "sample.zip") as opened:
        assert len(opened.namelist()) == 18
    assert library.retrieval.sample("Mine").owner == "ada"
    # A worker that was killed before it could say so does the same again.
    assert KIND.run(context, parameters) == result
    assert len(library.retrieval.samples()) == 1
    again = read_parameters(KIND.parameters, {"sample": "mine", "form": "tar"})
    assert KIND.run(context, again).words == "5 documents copied."


def test_a_job_is_checked_before_it_is_submitted(library):
    def findings(**given):
        found = KIND.check(library, read_parameters(KIND.parameters, given))
        return [(one.is_problem, one.words) for one in found]

    assert findings(type="ps") == [(False, "2 documents meet the conditions.")]
    assert findings(type="docx") == [(True, "0 documents meet the conditions.")]
    assert findings(sample="none")[0][0]
    assert findings(save="../x")[0][0]
    with pytest.raises(BadParametersError, match="random"):
        findings(random="many")


def test_the_form_of_a_job_can_be_made_of_its_description():
    forms = {field.name: str(field.form) for field in describe(KIND.parameters)}
    assert forms["discovered_from"] == "date"
    assert forms["kind"] == forms["has"] == "choice"
    assert forms["random"] == "whole-number"
