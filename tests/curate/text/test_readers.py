"""Readers of text that other packages bring, in a process and in its workers."""

from __future__ import annotations

import subprocess
import sys

import pytest
from support.samples import paper_pdf

import sheaf
from sheaf import plugins
from sheaf.curate.mime_type import PDF
from sheaf.curate.text.contract import TextOptions
from sheaf.curate.text.readers import find_reader, read_text
from sheaf.errors import MissingPartError
from sheaf.records import Outcome, Text

RTF = "application/rtf"
MODULE = """
from sheaf.records import Dropped, Outcome, Text

def read(data, options):
    if b"locked" in data:
        return Dropped(Outcome.ENCRYPTED, "it is locked")
    content = data.decode().removeprefix("{\\\\rtf1 ").removesuffix("}")
    return Text(content, 1, "somebodys", content)
"""
PAPER = """On the Dredging of Harbours
Ada Lovelace, University of Examples

Abstract
The committee heard a report about the state of the harbour after the storm, and we show that
the dredging of the harbour can be planned with the methods of this paper.

1 Introduction
Harbours have been studied since Roe (1999) and Doe et al. (2001). In this paper we propose a
method that is simpler than those that were known before [1], and evaluate it.

References
[1] R. Roe. Harbours and their mud. Journal of Harbours 4(2), pp. 1-20, 1999.
[2] J. Doe, P. Poe. Dredging. Proceedings of the Conference on Dredging, 2001.
"""


@pytest.fixture
def install(tmp_path, monkeypatch):
    def put(*lines, module=MODULE):
        place = tmp_path / "packages"
        information = place / "somebodys-0.1.dist-info"
        information.mkdir(parents=True)
        (place / "somebodys_reader.py").write_text(module)
        (information / "METADATA").write_text(
            "Metadata-Version: 2.1\nName: somebodys\nVersion: 0.1\n"
        )
        points = "\n".join(["[sheaf.text_readers]", *lines])
        (information / "entry_points.txt").write_text(points)
        monkeypatch.syspath_prepend(place)
        plugins.names.cache_clear()

    monkeypatch.setenv("SHEAF_CURATE_MIME_TYPES", f"{RTF}, {PDF}")
    yield put
    plugins.names.cache_clear()
    sys.modules.pop("somebodys_reader", None)


@pytest.fixture
def rtf_file(tmp_path):
    path = tmp_path / "paper.rtf"
    path.write_text(f"{{\\rtf1 {PAPER}}}")
    return path


def test_a_type_that_nobody_reads_is_read_by_a_reader_of_another_package(install, rtf_file):
    (before,) = sheaf.judge(rtf_file)
    assert before["outcome"] == "unreadable_text"
    install(f"{RTF} = somebodys_reader:read")
    (after,) = sheaf.judge(rtf_file)
    assert after["kind"] == "paper"
    (paper,) = sheaf.extract_files(rtf_file)
    assert paper["title"].startswith("On the Dredging of Harbours")
    assert paper["provenance"]["text"]["reader"] == "somebodys"


def test_its_no_is_the_outcome(install):
    install(f"{RTF} = somebodys_reader:read")
    assert read_text(b"{\\rtf1 locked}", RTF, TextOptions()).outcome is Outcome.ENCRYPTED


def test_what_it_reads_must_be_text_as_anybodys(install):
    install(f"{RTF} = somebodys_reader:read")
    answer = read_text("\ue000\ue001".encode() * 200, RTF, TextOptions())
    assert answer.outcome is Outcome.UNREADABLE_TEXT
    assert answer.reason.startswith("it is no text: ")


def test_it_may_take_the_place_of_one_of_ours(install):
    install(f"{PDF} = somebodys_reader:read")
    text = read_text(b"as somebody reads it", PDF, TextOptions())
    assert isinstance(text, Text)
    assert text.reader == "somebodys"
    assert read_text(b"<html><body>ours", "text/html", TextOptions()).reader == "html"


def test_one_that_cannot_be_loaded_is_named_and_costs_only_its_own_type(install, rtf_file):
    install(f"{RTF} = somebodys_reader:read", module="import a_package_that_is_not_there")
    with pytest.raises(MissingPartError, match="The text reader 'application/rtf' of somebodys"):
        find_reader(RTF)
    (verdict,) = sheaf.judge(rtf_file)
    assert verdict["outcome"] == "unforeseen"
    assert "reader 'application/rtf' of somebodys cannot be loaded" in verdict["reasons"][0]
    pdf = rtf_file.with_name("paper.pdf")
    pdf.write_bytes(paper_pdf("A Paper"))
    assert next(iter(sheaf.judge(pdf)))["outcome"] != "unforeseen"


def test_an_import_does_not_begin_with_one_that_cannot_be_loaded(install, rtf_file, tmp_path):
    install(f"{RTF} = somebodys_reader:read", module="import a_package_that_is_not_there")
    with sheaf.init(tmp_path / "lib") as library:
        with pytest.raises(MissingPartError, match="'application/rtf' of somebodys") as caught:
            library.import_(rtf_file)
        assert caught.value.exit_code == 3
        assert not list(library.runs())
        # Where its type is not wanted, or nothing is read, nobody needs it.
        assert library.import_(rtf_file, mime_types=[PDF]).outcomes == {"unwanted_type": 1}
        assert library.import_(rtf_file, filter=False, text=False).outcomes == {"new": 1}


def test_without_any_the_message_says_how_to_get_ours(monkeypatch):
    monkeypatch.setattr(plugins, "names", lambda group: {})
    with pytest.raises(MissingPartError, match="install Sheaf anew"):
        find_reader(PDF)


def test_readers_are_loaded_only_when_they_are_needed():
    script = """
import sys, sheaf.app
from sheaf.curate.text.contract import TextOptions
from sheaf.curate.text.readers import read_text
read_text(b"plain words", "text/plain", TextOptions())
print(*sys.modules)
"""
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "sheaf.curate.text.plain" in loaded
    assert not loaded & {"sheaf.curate.text.pdf", "pypdfium2", "selectolax"}
