"""Papers and references in one stream, and one file each."""

import io
import json
import resource
from dataclasses import replace

import pytest

from sheaf.errors import StorageError, UsageError
from sheaf.extract.exporting import OutputFolder, stream_papers, stream_references
from sheaf.extract.formats import Bibliography, find_format
from sheaf.extract.screen import LONGEST_LINE, read_reference_lines
from sheaf.records import Person, Reference

PAPER = {
    "title": "On Sparse Graphs",
    "authors": [{"name": "Ada Lovelace", "given": "Ada", "family": "Lovelace"}],
    "year": 1843,
    "references": [{"raw": "x", "title": "Cited", "year": 1800}],
    "provenance": {},
}
REFERENCES = [
    Reference("a", authors=(Person("A. Turing", "A.", "Turing"),), title="Machines", year=1950),
    Reference("b", authors=(Person("A. Turing", "A.", "Turing"),), title="Machines", year=1950),
    Reference("nothing known of it"),
]


def stream(papers, name, **more):
    return "".join(stream_papers(papers, find_format(name), **more))


def test_csl_is_one_list_however_many_papers():
    for count in (0, 1, 3):
        items = json.loads(stream([(None, PAPER)] * count, "csl"))
        assert [one["title"] for one in items] == ["On Sparse Graphs"] * count
        assert len({one["id"] for one in items}) == count
    with_references = json.loads(stream([(7, PAPER)], "csl", references=True))
    assert [one["title"] for one in with_references] == ["On Sparse Graphs", "Cited"]
    assert all(one["id"].endswith(".7") for one in with_references)


def test_a_stream_is_written_as_it_comes():
    def endless():
        while True:
            yield None, PAPER

    for name in ("json", "bibtex", "ris", "csl", "markdown", "text"):
        assert "Sparse" in next(iter(stream_papers(endless(), find_format(name))))


@pytest.mark.parametrize("name", ["bibtex", "ris", "csl"])
def test_references_are_a_bibliography(name):
    text = "".join(stream_references(REFERENCES, name))
    assert text.count("Machines") == 2
    assert "nothing known of it" in text
    if name == "bibtex":
        assert "turing1950machines," in text
        assert "turing1950machinesb," in text


def test_references_are_json_lines_in_their_order():
    lines = "".join(stream_references(REFERENCES, "json")).splitlines()
    assert [json.loads(line)["raw"] for line in lines] == ["a", "b", "nothing known of it"]


@pytest.mark.parametrize("name", ["tei", "markdown", "nonsense"])
def test_references_have_no_other_form(name):
    with pytest.raises(UsageError) as caught:
        list(stream_references(REFERENCES, name))
    assert "bibtex" in caught.value.what_to_do


def test_lines_are_told_apart_whatever_is_in_them():
    long = b"x" * (3 * LONGEST_LINE)
    data = b"one\r\n\n" + long + b"\ntwo \xff\n" + long
    assert list(read_reference_lines(io.BytesIO(data))) == ["one", "", None, "two \ufffd", None]
    assert list(read_reference_lines(io.BytesIO(b"no end"))) == ["no end"]
    assert list(read_reference_lines(io.BytesIO(b""))) == []


def test_a_list_in_another_form_is_written_by_its_own_writer():
    """Whatever it is called: no name of a format is known outside the registry."""
    titles = Bibliography(
        "titles",
        "text/plain",
        "titles",
        "titles",
        lambda all_: (f"{entry.work.title}\n" for entry in all_),
    )
    assert (
        "".join(stream_papers([(1, PAPER)], titles, references=True)) == "On Sparse Graphs\nCited\n"
    )
    assert titles.write(PAPER, True) == "On Sparse Graphs\nCited\n"
    assert titles.lists_entries


def test_a_file_of_xml_holds_one_paper(tmp_path):
    assert stream([(None, PAPER)], "tei").count("<TEI") == 1
    assert stream([], "tei") == ""
    written = stream_papers([(None, PAPER)] * 2, find_format("tei"))
    with pytest.raises(UsageError, match="cannot be one file of tei"):
        next(written)


@pytest.mark.parametrize("name", ["bibtex", "ris", "csl"])
def test_a_string_cannot_forge_a_reference(name):
    forged = "x\nER  - \nTY  - JOUR\nTI  - forged }\x07\ud800"
    text = "".join(stream_references([Reference(forged), Reference("b", title=forged)], name))
    begins = {"bibtex": "@misc{", "ris": "TY  - ", "csl": '    "id"'}[name]
    assert sum(line.startswith(begins) for line in text.splitlines()) == 2
    assert text.encode("utf-8")
    assert "\x07" not in text


def test_half_a_file_does_not_stay(tmp_path):
    """As when the disk is full: here no file may be longer than 1,000 bytes."""
    folder = OutputFolder(tmp_path / "out", find_format("text"))
    folder.make()
    ours = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, ours[1]))
    try:
        for one in (folder, replace(folder, overwrite=True)):
            with pytest.raises(StorageError, match=r"a\.txt cannot be written"):
                one.write("a", "x" * 100_000)
            assert list(folder.path.iterdir()) == []
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, ours)


def test_a_folder_of_that_name_is_left_alone(tmp_path):
    (tmp_path / "a.txt").mkdir()
    folder = OutputFolder(tmp_path, find_format("text"), overwrite=True)
    with pytest.raises(StorageError, match=r"a\.txt cannot be written"):
        folder.write("a", "x")
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_a_link_in_the_folder_is_not_followed(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "outside.bib").write_text("mine")
    (tmp_path / "out" / "a.bib").symlink_to(tmp_path / "outside.bib")
    (tmp_path / "out" / "b.bib").symlink_to(tmp_path / "nowhere.bib")
    folder = OutputFolder(tmp_path / "out", find_format("bibtex"))
    assert folder.write("a", "x") is None
    assert folder.write("b", "x") is None
    assert OutputFolder(folder.path, folder.chosen, overwrite=True).write("a", "x") is not None
    assert (tmp_path / "outside.bib").read_text() == "mine"
    assert (tmp_path / "out" / "a.bib").read_text() == "x"
    assert not (tmp_path / "nowhere.bib").exists()


def test_a_folder_that_cannot_be_is_an_error_of_ours(tmp_path):
    (tmp_path / "file").write_text("x")
    folder = OutputFolder(tmp_path / "file" / "out", find_format("json"))
    with pytest.raises(StorageError, match="cannot be written"):
        folder.make()
    with pytest.raises(StorageError, match="cannot be written"):
        folder.write("a", "x")
