"""The commands that read papers and hand out what was read, as people meet them."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest
from support.commands import clean_environment
from support.samples import mixed_pages, paper_pdf, write_warc

import sheaf

TITLES = ("Cold Graphs", "Warm Graphs", "Cold Graphs")


@pytest.fixture
def files(tmp_path):
    """Three papers, two of the same name in different folders, and one that cannot be read."""
    made = []
    for number, title in enumerate(TITLES):
        folder = tmp_path / str(number)
        folder.mkdir()
        made.append(folder / f"{title.split()[0].lower()}.pdf")
        made[-1].write_bytes(paper_pdf(title, ["Ada Lovelace"]))
    (tmp_path / "locked.pdf").write_bytes(paper_pdf(password="x"))
    return [*made, tmp_path / "locked.pdf"]


@pytest.fixture
def library(tmp_path):
    archive = write_warc(tmp_path / "a.warc.gz", mixed_pages(4)[:3])
    with sheaf.init(tmp_path / "lib") as made:
        made.import_(archive, jobs=1)
        yield made


# -- files -----------------------------------------------------------------------------------------


def test_json_lines_tell_of_every_file_in_order(sheaf_command, files):
    done = sheaf_command("extract", *files, check=1)
    papers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["title"] for one in papers] == [*TITLES, None]
    assert papers[-1]["provenance"]["error"].startswith("encrypted")
    told = papers[0]["provenance"]
    assert told["source"] == str(files[0])
    assert told["text"]["reader"] == "pdfium"
    assert told["extractor"] in told["extractor_version"]


def test_several_files_are_one_bibliography_without_a_key_twice(sheaf_command, files):
    bibtex = sheaf_command("extract", *files, "--format", "bibtex", check=1).stdout
    keys = re.findall(r"^@\w+\{([^,]+),", bibtex, re.MULTILINE)
    assert len(keys) == len(set(keys)) == 3
    items = json.loads(sheaf_command("extract", *files, "--format", "csl", check=1).stdout)
    assert [one["title"] for one in items] == list(TITLES)
    assert len({one["id"] for one in items}) == 3
    ris = sheaf_command("extract", *files, "--format", "ris", check=1).stdout
    assert ris.count("ER  - ") == 3


def test_a_folder_of_files_is_never_written_over_unasked(sheaf_command, files, tmp_path):
    arguments = ("extract", *files, "--format", "tei", "--output", "out")
    done = sheaf_command(*arguments, check=1)  # one could not be read
    assert "locked.pdf: encrypted" in done.stderr
    assert done.stdout == ""
    out = tmp_path / "out"
    assert sorted(path.name for path in out.iterdir()) == [
        "cold-2.tei.xml", "cold.tei.xml", "warm.tei.xml",
    ]  # fmt: skip
    (out / "cold.tei.xml").write_text("mine")
    done = sheaf_command(*arguments, check=1)
    assert "cold.tei.xml is there already" in done.stderr
    assert (out / "cold.tei.xml").read_text() == "mine"
    sheaf_command(*arguments[:4], "--format", "tei", "-o", "out", "--overwrite", check=0)
    assert "Cold Graphs" in (out / "cold.tei.xml").read_text()
    assert not list(out.glob(".*"))


def test_formats_are_in_utf_8_whatever_the_locale_says(tmp_path):
    (tmp_path / "a.pdf").write_bytes(paper_pdf("A Paper", ["Kurt Gödel"]))
    done = subprocess.run(
        [sys.executable, "-m", "sheaf.cli", "extract", "a.pdf", "--format", "markdown"],
        capture_output=True, cwd=tmp_path, check=True,
        env=clean_environment() | {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
    )  # fmt: skip
    assert "Gödel" in done.stdout.decode("utf-8")


# -- the library -----------------------------------------------------------------------------------


def test_the_library_reads_what_is_unread_outdated_or_all(library, sheaf_json):
    def read(*more):
        told = sheaf_json("extract", "-L", library.folder, *more)
        assert set(told) == {"read", "failed", "resumed_after", "seconds"}
        return told["read"]

    assert read() == 0
    assert read("--outdated") == 0
    assert read("--all") == 3
    path = library.catalogue.repository.path(1, "json")
    paper = json.loads(path.read_text())
    paper["provenance"]["extractor_version"] = "older-0"
    library.catalogue.paper_was_read(1, paper)
    assert read() == 0
    assert read("--outdated") == 1
    paper["provenance"]["extractor_version"] = ""
    library.catalogue.paper_was_read(1, paper)
    assert read() == 1


def test_what_cannot_be_read_is_listed_with_exit_code_1(library, sheaf_command):
    library.catalogue.repository.path(2, "pdf").unlink()
    done = sheaf_command("extract", "--all", "--json", "-L", library.folder, check=1)
    told = json.loads(done.stdout)
    assert told["read"] == 2
    assert list(told["failed"]) == ["2"]
    assert "2: " in done.stderr


def test_a_reading_of_everything_that_was_killed_goes_on(tmp_path, sheaf_json):
    archive = write_warc(tmp_path / "a.warc.gz", mixed_pages(12)[:12])
    with sheaf.init(tmp_path / "lib") as library:
        library.import_(archive, jobs=1)
        jsons = [library.catalogue.repository.path(n, "json") for n in range(1, 13)]
        before = {path: path.stat().st_ino for path in jsons}
        command = [sys.executable, "-m", "sheaf.cli", "extract", "--all", "-L", "lib"]
        one_job = clean_environment() | {"SHEAF_WORKERS_JOBS": "1"}
        process = subprocess.Popen(command, cwd=tmp_path, env=one_job, start_new_session=True)
        ends = time.monotonic() + 60
        while jsons[2].stat().st_ino == before[jsons[2]] and time.monotonic() < ends:
            time.sleep(0.005)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        renewed = [path for path in jsons if path.stat().st_ino != before[path]]
        told = sheaf_json("extract", "--all", "-L", "lib")
        assert told["resumed_after"] >= 2
        # The one at which it was killed may have been done, and be done again.
        assert told["read"] - (12 - len(renewed)) in {0, 1}
        assert library.verify().faults == ()
        assert sheaf_json("extract", "--all", "-L", "lib")["read"] == 12
        assert not (library.folder / "reading.json").exists()


def test_a_mark_of_other_readers_or_a_broken_one_is_not_believed(library):
    mark = library.folder / "reading.json"
    for text in ('{"readers": {"x": "1"}, "last": 2}', "[", '{"last": 2}', "[[" * 50_000):
        mark.write_text(text)
        assert library.extract("all").read == 3


# -- what was read ---------------------------------------------------------------------------------


def test_show_writes_a_paper_in_any_format(library, sheaf_command):
    title = library.paper(1)["title"]
    assert title in sheaf_command("show", 1, "-L", library.folder, check=0).stdout
    shown = sheaf_command("show", 1, "--json", "-L", library.folder, check=0).stdout
    assert json.loads(shown) == library.paper(1)
    assert "<TEI" in sheaf_command("show", 1, "-f", "tei", "-L", library.folder, check=0).stdout


def test_show_says_what_there_is_to_do_about_a_document_that_was_not_read(library, sheaf_command):
    library.catalogue.repository.path(1, "json").unlink()
    done = sheaf_command("show", 1, "-L", library.folder, check=1)
    assert "has not been read" in done.stderr
    assert "sheaf extract" in done.stderr


def test_provenance_leads_back_to_the_record(library, sheaf_command):
    document = library.catalogue.document(1)
    done = sheaf_command("show", 1, "--provenance", "--json", "-L", library.folder, check=0)
    told = json.loads(done.stdout)
    assert told == library.provenance(1)
    assert told["document"]["sha1"] == document.sha1
    assert told["record"]["source"].endswith("a.warc.gz")
    assert told["record"]["position"].isdigit()
    assert told["capture"]["url"] == document.url
    assert told["capture"]["time"].startswith("20")
    assert told["reading"]["extractor_version"]
    assert told["reading"]["text"]["reader"] == "pdfium"
    assert "title" in told["fields"]
    words = sheaf_command("show", 1, "--provenance", "-L", library.folder, check=0).stdout
    for one in (document.sha1, "a.warc.gz", told["record"]["position"], "extractor_version"):
        assert one in words


def test_export_writes_the_library_as_one_bibliography_or_to_a_folder(
    library, sheaf_command, tmp_path
):
    stream = sheaf_command("export", "-L", library.folder, check=0).stdout
    assert [json.loads(line)["title"] for line in stream.splitlines()] == [
        library.paper(number)["title"] for number in (1, 2, 3)
    ]
    bibtex = sheaf_command("export", "-f", "bibtex", "-L", library.folder, check=0).stdout
    keys = re.findall(r"^@\w+\{([^,]+),", bibtex, re.MULTILINE)
    assert [key.rpartition(".")[2] for key in keys] == ["1", "2", "3"]
    sheaf_command("export", "-f", "jats", "-o", "out", "-L", library.folder, check=0)
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        f"000.000.00{number}.jats.xml" for number in (1, 2, 3)
    ]
    sheaf_command("export", "-f", "jats", "-o", "out", "-L", library.folder, check=1)


def test_export_leaves_out_what_was_not_read(library):
    library.catalogue.repository.path(1, "json").unlink()
    library.catalogue.repository.path(2, "json").write_text('{"authors": 3}')
    assert [number for number, _ in library.export("bibtex")] == [3]


# -- reference strings -----------------------------------------------------------------------------

STRINGS = (
    "P. Erdős and A. Rényi. On random graphs. Publ. Math. Debrecen 6, 290-297, 1959.",
    "Turing, A. M. (1950). Computing Machinery and Intelligence. Mind, 59(236), 433-460.",
)


def parsed(*arguments, lines, check=0, **environment):
    done = subprocess.run(
        [sys.executable, "-m", "sheaf.cli", "parse-reference", *arguments],
        input=lines, capture_output=True, env=clean_environment() | environment,
    )  # fmt: skip
    assert done.returncode == check, done.stderr.decode()
    return done.stdout.decode("utf-8"), done.stderr.decode("utf-8")


def test_every_line_is_answered_in_its_order():
    lines = "\n".join([STRINGS[0], "", *STRINGS[1:] * 100, "  "]).encode() + b"\nbad \xff byte"
    out, told = parsed(lines=lines, LC_ALL="C.UTF-8")
    found = [json.loads(line) for line in out.splitlines()]
    assert [one["raw"] for one in found] == [*STRINGS[:1], *STRINGS[1:] * 100, "bad \ufffd byte"]
    assert found[0]["year"] == 1959
    assert [one["family"] for one in found[0]["authors"]] == ["Erdős", "Rényi"]
    assert found[1]["title"] == "Computing Machinery and Intelligence"
    assert "2 empty lines skipped." in told


def test_a_line_too_long_is_said_and_the_rest_is_read():
    lines = b"\n".join([STRINGS[0].encode(), b"x" * 50_000, STRINGS[1].encode()])
    out, told = parsed(lines=lines, check=1)
    assert len(out.splitlines()) == 2
    assert "Line 2 is too long" in told


def test_strings_may_stand_on_the_command_line(sheaf_command):
    out = sheaf_command("parse-reference", *STRINGS, "--format", "bibtex", check=0).stdout
    assert out.count("@") == 2
    out = sheaf_command("parse-reference", *STRINGS, "--format", "csl", check=0).stdout
    assert [one["issued"]["date-parts"][0][0] for one in json.loads(out)] == [1959, 1950]


def test_nothing_in_nothing_out():
    assert parsed(lines=b"") == ("", "")


def test_references_stream_as_they_come():
    """Somebody who writes many lines and waits is answered before the last."""
    process = subprocess.Popen(
        [sys.executable, "-m", "sheaf.cli", "parse-reference"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=clean_environment(),
    )  # fmt: skip
    process.stdin.write(f"{STRINGS[0]}\n".encode() * 64)
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["year"] == 1959
    process.stdin.close()
    assert len(process.stdout.read().splitlines()) == 63
    process.stdout.close()
    assert process.wait() == 0
