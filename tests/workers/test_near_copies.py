"""An import does not read again what it has read of a near-copy; and what differs it reads."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil

import pytest
from support.samples import Page, paper_pdf, write_warc

import sheaf
from sheaf.app import Library
from sheaf.duplicates.embedded.store import EmbeddedStore
from sheaf.duplicates.simhash import VERSION
from sheaf.extract.reusing import Readers
from sheaf.records import Outcome

REUSE = ("[duplicates]", "reuse = true")
AUTHORS = ("Ada Lovelace", "Kurt Gödel")
SOURCE = {
    "1-first.pdf": paper_pdf(),
    "2-same-text.pdf": paper_pdf() + b"\n% the same text in other bytes\n",
    "3-other-head.pdf": paper_pdf(authors=(*AUTHORS, "doi:10.1234/head.7 (May 2015)")),
    "3-older.pdf": paper_pdf(authors=(*AUTHORS, "doi:10.1234/head.6")),
    "4-other-title.pdf": paper_pdf(title="A Survey of Missing Observations in Agriculture"),
    "5-other-text.pdf": paper_pdf("Whale Songs", ("Olga Brandt",), topic="songs of whales"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("near") / "papers"
    made.mkdir()
    for name, data in SOURCE.items():
        (made / name).write_bytes(data)
    return made


def import_into(place, folder, *settings, **given):
    with Library.init(place) as library:
        (place / "sheaf.toml").write_text("\n".join(settings or REUSE) + "\n")
    with sheaf.open(place) as library:
        summary = library.import_(folder, **given)
        papers = dict(library.papers())
        reasons = [one.reason for one in library.captures(summary.run, [Outcome.NEW])]
    return summary, papers, reasons


@pytest.fixture(scope="module")
def imported(folder, tmp_path_factory):
    return import_into(tmp_path_factory.mktemp("imported") / "lib", folder, jobs=2)


@pytest.fixture(scope="module")
def alone(folder, tmp_path_factory):
    """The same with each document read by itself, and then a library with the usual settings."""
    place = tmp_path_factory.mktemp("alone") / "lib"
    _, papers, reasons = import_into(place, folder, "[duplicates]", "reuse = false", jobs=1)
    (place / "sheaf.toml").write_text("")
    with sheaf.open(place) as library:
        yield library, papers, reasons


def told(paper, name):
    return paper["provenance"].get(name)


def test_what_near_copies_say_alike_is_taken_over_and_what_differs_is_read(imported, alone):
    summary, papers, reasons = imported
    assert summary.outcomes == {"new": 6}
    first, same, older, head, title, other = papers.values()
    assert told(first, "reused_from") is None
    near = {"sha1": first["sha1"], "bits": 0}
    assert told(same, "reused_from") == {**near, "parts": "all"}
    assert (same["title"], same["references"]) == (first["title"], first["references"])
    assert "a near-copy of document 1 (0 of 64 bits differ)" in reasons[1]
    assert told(head, "reused_from")["parts"] == "body and references"
    assert head["doi"] == "10.1234/head.7"
    assert first["doi"] is None
    # A year before that of what it cites is put right by the whole reading.
    assert (told(older, "reused_from"), older["doi"]) == (None, "10.1234/head.6")
    assert told(title, "reused_from") is None
    assert told(title, "near_copy_of")["sha1"] == first["sha1"]
    assert title["title"] == "A Survey of Missing Observations in Agriculture"
    assert (told(other, "near_copy_of"), told(other, "reused_from")) == (None, None)
    assert "near-copy" not in reasons[5]

    # As each would be read by itself, but for what is told of how.
    _, read_alone, told_alone = alone
    assert not any("near-copy" in reason for reason in told_alone)
    for number, paper in papers.items():
        for name in ("title", "authors", "year", "doi", "abstract", "sections", "captions"):
            assert paper[name] == read_alone[number][name], (number, name)
        assert cited(paper) == cited(read_alone[number]), number


def cited(paper):
    """Entries, and where they are cited. The words around that may reach into the head."""
    return [
        {**entry, "contexts": [context["offset"] for context in entry["contexts"]]}
        for entry in paper["references"]
    ]


def test_two_runs_over_the_same_input_take_over_the_same(tmp_path, folder):
    """However many workers race, and however little is written at a time: also where the first of
    some near-copies has no title, which nobody knows before it is read."""
    more = tmp_path / "more"
    shutil.copytree(folder, more)
    (more / "4-untitled.pdf").write_bytes(paper_pdf(" ", (" ",), topic="songs of birds"))
    copy = paper_pdf("Bird Songs", topic="songs of birds")
    (more / "5-copy.pdf").write_bytes(copy)
    (more / "6-once-more.pdf").write_bytes(copy + b"\n% once more\n")
    kinds = (("1", *REUSE, "[deposit]", "batch = 1"), ("3", *REUSE))
    made = [
        import_into(tmp_path / jobs, more, *settings, jobs=int(jobs)) for jobs, *settings in kinds
    ]
    (_, first, reasons), (_, second, others) = made
    assert json.dumps(first) == json.dumps(second)
    assert reasons == others
    untitled = next(number for number, paper in first.items() if not paper["title"])
    birds = [paper for paper in first.values() if paper["title"] == "Bird Songs"]
    assert [(told(one, "reused_from"), "compared_with" in one["provenance"]) for one in birds] == [
        (None, True), (None, True),
    ]  # fmt: skip
    assert told(first[untitled], "compared_with") is None


def test_what_comes_a_second_time_in_one_run_is_not_mixed_up_with_the_first(tmp_path):
    """The same URL brings another text, before what was near to its first text is read."""
    first, other = paper_pdf(), SOURCE["5-other-text.pdf"]
    pages = [
        Page("http://h/1.pdf", first),
        Page("http://h/2.pdf", first + b"\n% once more\n"),
        Page("http://h/1.pdf", other),
        Page("http://h/3.pdf", other + b"\n% once more\n"),
    ]
    archive = write_warc(tmp_path / "a.warc.gz", pages)
    made = []
    for jobs, batch in ((1, 1), (3, 50)):
        settings = (*REUSE, "[deposit]", f"batch = {batch}")
        summary, papers, _ = import_into(tmp_path / f"lib{jobs}", archive, *settings, jobs=jobs)
        assert summary.outcomes == {"new": 3, "updated": 1}
        made.append(papers)
    assert json.dumps(made[0]) == json.dumps(made[1])
    updated, near_first, near_other = made[0].values()
    assert told(near_first, "reused_from") == {"sha1": sha1(first), "bits": 0, "parts": "all"}
    assert told(near_other, "reused_from") == {"sha1": sha1(other), "bits": 0, "parts": "all"}
    assert updated["title"] == near_other["title"] == "Whale Songs"


def sha1(data):
    return hashlib.sha1(data).hexdigest()


def test_what_is_in_the_library_is_taken_over_by_a_later_import(tmp_path, folder):
    with Library.init(tmp_path / "lib"):
        (tmp_path / "lib" / "sheaf.toml").write_text("\n".join(REUSE) + "\n")
    with sheaf.open(tmp_path / "lib") as library:
        library.import_(folder / "1-first.pdf", index=True)
        library.import_(folder / "2-same-text.pdf")
        library.import_(folder / "3-other-head.pdf")
        papers = dict(library.papers())
        taken = {told(one, "reused_from")["sha1"] for one in list(papers.values())[1:]}
        assert taken == {papers[1]["sha1"]}
        assert sorted(path.name for path in (library.folder / "tmp").rglob("sibling*")) == []
        assert not library.verify().faults
        library.index()
        near = [one.document_id for _, one in library.near_copies(1)]
        assert near == [2, 3]
        paper, version = papers[1], papers[1]["provenance"]["extractor_version"]
        by = {name: one["version"] for name, one in papers[1]["provenance"]["annotators"].items()}
    now = Readers("paper", version, by)
    assert now.may_pass_on(paper)
    assert not Readers("paper", "paper-0", by).may_pass_on(paper)
    assert not now.may_pass_on(papers[2])
    assert not now.may_pass_on({**paper, "title": None})
    assert not now.may_pass_on([])
    # What could not be read was read all the same, so that it does not matter when that is known.
    error = {**paper, "provenance": {**paper["provenance"], "error": "timed out"}}
    assert (now.have_read(error), now.may_pass_on(error)) == (True, False)


def test_a_rereading_takes_over_what_was_before_and_so_does_a_file_beside(
    imported, alone, folder, sheaf_here
):
    library, read_alone, _ = alone
    report = library.reread("all")
    assert (report.read, report.reused, report.failed) == (6, 2, {})
    papers = dict(library.papers())
    assert json.dumps(papers) == json.dumps(imported[1])
    # Fingerprints are known to be complete, so that an import need not read all texts again.
    with EmbeddedStore(library.folder / "near-copies", VERSION) as store:
        assert library.catalogue.count_changes_since(store.revision()) == 0

    files = [folder / name for name in ("2-same-text.pdf", "3-other-head.pdf", "5-other-text.pdf")]
    same, head, other = library.extract(files)
    first = {"document": 1, "sha1": papers[1]["sha1"], "bits": 0}
    assert told(same, "reused_from") == {**first, "parts": "all"}
    assert told(head, "reused_from")["parts"] == "body and references"
    assert told(other, "reused_from")["document"] == 6, "the very same file"
    assert told(same, "source") == str(files[0])
    command = ("extract", *files[:2], "--no-reuse", "--library", library.folder)
    itself = list(map(json.loads, sheaf_here(*command, check=0).stdout.splitlines()))
    assert not any(told(paper, "reused_from") for paper in itself)
    for paper, by_itself in zip((same, head), itself, strict=False):
        for name in ("title", "authors", "doi", "sections"):
            assert paper[name] == by_itself[name]
        assert cited(paper) == cited(by_itself)

    assert library.reread("all", reuse=False).reused == 0
    assert json.dumps(dict(library.papers())) == json.dumps(read_alone)


def test_texts_on_another_disk_are_copied_where_they_cannot_be_linked(
    tmp_path, folder, monkeypatch
):
    def refuse(*_, **__):
        raise OSError(errno.EXDEV, "Invalid cross-device link")

    monkeypatch.setattr(os, "link", refuse)
    summary, papers, _ = import_into(tmp_path / "lib", folder, jobs=1)
    assert summary.outcomes == {"new": 6}
    assert told(papers[2], "reused_from")["parts"] == "all"
    assert not list((tmp_path / "lib").rglob("sibling-*"))
