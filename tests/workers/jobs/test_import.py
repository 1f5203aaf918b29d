"""The jobs that import and try, and the check before them, over real archives."""

from __future__ import annotations

import json
import os

import pytest
from support.jobs import JobAtWork
from support.samples import Page, cv_pdf, paper_pdf, write_warc
from support.state import files_in, state_of

from sheaf.app import Library
from sheaf.deposit import models
from sheaf.deposit.models import Run, Sequence
from sheaf.deposit.rights.contract import Way
from sheaf.deposit.rights.history import acting_as
from sheaf.errors import BadParametersError
from sheaf.workers.jobs import import_parameters
from sheaf.workers.jobs.parameters import describe, read_parameters
from sheaf.workers.jobs.registry import find_kind

PAGES = [
    Page("http://h/a.pdf", paper_pdf("One")),
    Page("http://h/copy.pdf", paper_pdf("One")),
    Page("http://h/cv.pdf", cv_pdf()),
    Page("http://h/", b"<html><body>hello</body></html>", "text/html"),
]
OUTCOMES = {"new": 1, "duplicate_content": 1, "unwanted_type": 1, "not_academic": 1}


@pytest.fixture
def library(tmp_path):
    with Library.init(tmp_path / "lib") as made:
        yield made


@pytest.fixture
def archive(library):
    """Among what people uploaded."""
    folder = library.folder / "uploads" / "ann"
    folder.mkdir(parents=True)
    return write_warc(folder / "a.warc.gz", PAGES)


def test_a_job_imports_what_was_uploaded(library, archive):
    job = JobAtWork(library, "import", sources=[str(archive)])
    result = job.run()
    assert (result.counters, result.run) == (OUTCOMES, 1)
    assert result.words == "4 captures: 1 kept, 1 known already, 2 turned down."
    assert job.sent[0] == {"run": 1}
    assert job.sent_of("progress")[-1]["counters"] == OUTCOMES
    logged = job.sent_of("log")
    assert [line.split(": ")[:2] for line in logged] == [
        ["not_academic", "http://h/cv.pdf"],
        ["unwanted_type", "http://h/"],
    ]
    assert library.search("One").total == 1


def test_a_job_that_was_killed_goes_on_with_its_run(library, archive, monkeypatch):
    """Once in the middle, once when all was done but the job did not know."""
    job = JobAtWork(library, "import", sources=[str(archive)], index=False)
    monkeypatch.setattr(library, "settings", library.settings.with_values("deposit", batch=1))

    def stop_at_first_progress(message):
        if message.get("progress", {}).get("done"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        job.run(stop_at_first_progress)
    assert library.run(1).state == "interrupted"
    result = job.run()
    assert (result.run, result.counters) == (1, OUTCOMES)
    before = state_of(library)
    assert job.run().counters == OUTCOMES
    assert (len(list(library.runs())), state_of(library)) == (1, before)
    assert library.verify().faults == ()


def test_sources_outside_the_folders_for_them_are_for_the_machine_alone(library, tmp_path):
    outside = write_warc(tmp_path / "b.warc.gz", PAGES[:1])
    link = library.folder / "warc" / "link.warc.gz"
    link.symlink_to(outside)
    for place in (outside, link, library.folder / "sheaf.toml"):
        with pytest.raises(BadParametersError, match="import_roots") as refused:
            JobAtWork(library, "import", sources=[str(place)]).run()
        assert set(refused.value.faults) == {"sources"}
    with pytest.raises(BadParametersError) as refused:
        JobAtWork(library, "import", sources=["http://h/a"], log=str(outside)).run()
    assert set(refused.value.faults) == {"log"}
    assert list(library.runs()) == []
    assert JobAtWork(library, "import", sources=[str(outside)], any_place=True).run().run == 1


def test_only_the_machine_says_that_any_place_will_do():
    model = find_kind("import").parameters
    fields = {field.name: field for field in describe(model)}
    assert [name for name, field in fields.items() if field.is_machine_only] == ["any_place"]
    given = {"sources": ["/etc"], "any_place": True}
    with pytest.raises(BadParametersError, match="any_place: only a command on the machine"):
        read_parameters(model, given)
    assert read_parameters(model, given, from_machine=True).any_place


def test_a_browser_adds_no_job_for_any_place_but_repeats_one(library):
    given = {"sources": ["/data"], "any_place": True}
    job = library.jobs.add("import", given, owner="root", as_draft=True)
    with acting_as("ann", Way.WEB):
        with pytest.raises(BadParametersError, match="any_place"):
            library.jobs.add("import", given)
        library.jobs.submit(job.number)
        assert library.jobs.run_again(job.number).parameters == job.parameters


def test_private_addresses_are_refused(library):
    job = JobAtWork(library, "import", sources=["http://127.0.0.1:1/a.warc.gz"])
    findings = job.kind.check(library, job.parameters)
    found = next(one.words for one in findings if one.is_problem)
    assert found.startswith("http://127.0.0.1:1")


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("sources", [], "name at least one"),
        ("format", "wark", "did you mean warc"),
        ("attributes", ["age=3"], "no such attribute"),
        ("attributes", ["time"], "NAME=VALUE"),
        ("attribute_pattern", "(", "attribute_pattern"),
    ],
)
def test_wrong_parameters_are_told_beside_their_field(name, value, words):
    given = {"sources": ["a"], name: value}
    with pytest.raises(BadParametersError, match=words) as refused:
        read_parameters(find_kind("import").parameters, given)
    assert set(refused.value.faults) == {name}


def test_the_lines_of_a_blacklist_hold_for_the_job(library, archive):
    job = JobAtWork(library, "import", sources=[str(archive)], blacklist="h\nother.org\n")
    assert job.run().counters == {"blacklisted": 4}


def test_a_try_says_how_captures_would_end_and_keeps_nothing(library, archive):
    files = sorted(map(str, library.folder.rglob("*")))
    job = JobAtWork(library, "try-import", sources=[str(archive)], first=3)
    result = job.run()
    assert result.counters == {"new": 1, "duplicate_content": 1, "not_academic": 1}
    assert result.words.startswith("3 captures were tried, 1 of them would be kept.")
    first = f"new: http://h/a.pdf: it would be kept (application/pdf, {len(PAGES[0].body):,} bytes)"
    assert job.sent_of("log")[0] == first
    told = json.loads((job.folder / "captures.json").read_text())
    assert [one["url"] for one in told["captures"]] == [page.url for page in PAGES[:3]]
    assert told["captures"][0]["reason"] == "it would be kept"
    assert told["captures"][1]["reason"] == "it repeats one that was tried before it"
    assert told["captures"][0]["mime_type"] == "application/pdf"
    assert told["captures"][0]["size"] == len(PAGES[0].body)
    assert not told["is_all"]
    alias = library.catalogue.alias
    assert not Run.objects.using(alias).exists()
    assert not Sequence.objects.using(alias).filter(name="document", value__gt=0).exists()
    assert not models.Judgement.objects.using(alias).exists()
    there = sorted(str(one) for one in library.folder.rglob("*") if "jobs" not in one.parts)
    assert there == files


def test_a_try_knows_what_the_library_has(library, archive):
    library.import_(archive)
    state = state_of(library)
    tried = library.try_import([archive])
    assert tried.is_all
    assert tried.outcomes["duplicate_url"] == 1
    assert state_of(library) == state
    assert len(files_in(library)) == 4


def test_a_check_tells_importer_records_and_room(library, archive):
    findings = library.check_import([archive])
    assert not any(one.is_problem for one in findings)
    words = " ".join(one.words for one in findings)
    assert f"{archive} is read by the importer warc." in words
    assert "A quick look found 4 records." in words
    assert f"weigh {archive.stat().st_size / 1024:.1f} KiB; " in words


def test_a_check_stops_looking_when_its_time_is_up(library, archive, monkeypatch):
    monkeypatch.setattr("sheaf.workers.checking.look_quickly.__defaults__", (-1.0,))
    words = [one.words for one in library.check_import([archive])]
    assert "A quick look found at least 1 record." in words


def test_a_check_finds_what_is_no_file(library, tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.pdf").write_bytes(paper_pdf())
    os.mkfifo(folder / "pipe.pdf")
    (folder / "out.pdf").symlink_to("/etc/passwd")
    words = " ".join(one.words for one in library.check_import([folder]))
    assert "A quick look found 3 records." in words
    assert "neither a file nor a folder" in words
    assert "a link that leads out of the folder" in words


def test_a_check_says_what_stands_in_the_way(library, tmp_path):
    (problem, *_) = [one for one in library.check_import([tmp_path / "no"]) if one.is_problem]
    assert "does not exist" in problem.words
    assert problem.exit_code == 6
    options = import_parameters.ImportOptions(text=False)
    found = [one.words for one in library.check_import([tmp_path], options) if one.is_problem]
    assert any("The academic filter needs the text." in words for words in found)


def test_the_command_checks_and_tries(sheaf_here, library, archive, tmp_path):
    where = ("-L", library.folder)
    done = sheaf_here("import", archive, "--check", *where, check=0)
    assert "Nothing stands in the way." in done.stderr
    sheaf_here("import", tmp_path / "no.warc", "--check", *where, check=6)
    done = sheaf_here("import", archive, "--try", "--first", "2", *where, check=0)
    assert done.stdout.splitlines()[0].split()[:2] == ["new", "http://h/a.pdf"]
    assert len(done.stdout.splitlines()) == 2
    assert list(library.runs()) == []
    sheaf_here("import", archive, "--try", "--check", *where, check=2)
