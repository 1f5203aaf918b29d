"""The commands that read papers and hand out what was read, as people meet them."""

import inspect
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import zipfile

import pytest
from support import schemas
from support.commands import clean_environment
from support.samples import mixed_pages, paper_pdf, write_warc

import sheaf
from sheaf.extract.commands import FormatOption, parse_reference
from sheaf.extract.formats import FORMATS

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


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    folder = tmp_path_factory.mktemp("prepared")
    archive = write_warc(folder / "a.warc.gz", mixed_pages(4)[:3])
    with sheaf.init(folder / "lib") as made:
        made.import_(archive, jobs=1)
        return made.folder


@pytest.fixture
def library(prepared, tmp_path):
    shutil.copytree(prepared, tmp_path / "lib")
    with sheaf.open(tmp_path / "lib") as opened:
        yield opened


# -- files -----------------------------------------------------------------------------------------


def test_json_lines_tell_of_every_file_in_order(sheaf_here, files):
    done = sheaf_here("extract", *files, check=1)
    papers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["title"] for one in papers] == [*TITLES, None]
    assert papers[-1]["provenance"]["error"].startswith("encrypted")
    told = papers[0]["provenance"]
    assert told["source"] == str(files[0])
    assert told["text"]["reader"] == "pdfium"
    assert told["extractor"] in told["extractor_version"]


def test_several_files_are_one_bibliography_without_a_key_twice(sheaf_here, files):
    bibtex = sheaf_here("extract", *files, "--format", "bibtex", check=1).stdout
    keys = re.findall(r"^@\w+\{([^,]+),", bibtex, re.MULTILINE)
    assert len(keys) == len(set(keys)) == 3
    items = json.loads(sheaf_here("extract", *files, "--format", "csl", check=1).stdout)
    assert [one["title"] for one in items] == list(TITLES)
    assert len({one["id"] for one in items}) == 3
    ris = sheaf_here("extract", *files, "--format", "ris", check=1).stdout
    assert ris.count("ER  - ") == 3


def test_a_folder_of_files_is_never_written_over_unasked(sheaf_here, files, tmp_path):
    arguments = ("extract", *files, "--format", "tei", "--output", "out")
    done = sheaf_here(*arguments, check=1)  # one could not be read
    assert "locked.pdf: encrypted" in done.stderr
    assert done.stdout == ""
    out = tmp_path / "out"
    assert sorted(path.name for path in out.iterdir()) == [
        "cold-2.tei.xml", "cold.tei.xml", "warm.tei.xml",
    ]  # fmt: skip
    assert "3 files written to out; 1 document could not be read" in done.stderr
    (out / "cold.tei.xml").write_text("mine")
    done = sheaf_here(*arguments, check=1)
    assert "3 files were there already" in done.stderr
    assert (out / "cold.tei.xml").read_text() == "mine"
    sheaf_here(*arguments[:4], "--format", "tei", "-o", "out", "--overwrite", check=0)
    assert "Cold Graphs" in (out / "cold.tei.xml").read_text()
    assert not list(out.glob(".*"))


def test_no_paper_is_written_over_another(sheaf_here, tmp_path):
    (tmp_path / "x").mkdir()
    names = ("a.pdf", "x/a.pdf", "a-2.pdf")
    for name, title in zip(names, ("First Graphs", "Second Graphs", "Third Graphs"), strict=True):
        (tmp_path / name).write_bytes(paper_pdf(title, ["Ada Lovelace"]))
    done = sheaf_here("extract", *names, "-o", "out", "--overwrite", check=0)
    assert "3 files written" in done.stderr
    found = {path.stem: json.loads(path.read_text())["title"] for path in tmp_path.glob("out/*")}
    assert found == {"a": "First Graphs", "a-2": "Second Graphs", "a-2-2": "Third Graphs"}


def test_a_name_as_long_as_can_be_is_cut_between_characters(sheaf_here, tmp_path):
    names = [f"{'漢' * 80}{number}.pdf" for number in (1, 2)]  # 245 bytes
    for name in names:
        (tmp_path / name).write_bytes(paper_pdf())
    for more in ((), ("--overwrite",)):
        sheaf_here("extract", *names, "-f", "keyphrases-xml", "-o", "out", *more, check=0)
        found = sorted(path.name for path in (tmp_path / "out").iterdir())
        assert found == ["漢" * 66 + ending for ending in ("-2.keyphrases.xml", ".keyphrases.xml")]


def test_an_archive_of_papers_is_not_one_file_of_xml(sheaf_here, tmp_path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for name in ("a.pdf", "b.pdf"):
            archive.writestr(name, paper_pdf(f"On {name}"))
    done = sheaf_here("extract", "a.zip", "--format", "tei", check=2)
    assert "Several papers" in done.stderr
    assert done.stdout == ""


def test_files_whose_answer_is_there_are_not_read(sheaf_here, tmp_path):
    """They are none any more: whoever read them would say so, and end with 1."""
    source = tmp_path / "in"
    (source / "x").mkdir(parents=True)
    for name in ("a.pdf", "b.pdf", "x/a.pdf"):
        (source / name).write_bytes(paper_pdf(f"On {name}"))
    arguments = ("extract", "in", "-f", "tei", "-o", "out")
    assert "3 files written" in sheaf_here(*arguments, check=0).stderr
    for name in ("a.pdf", "x/a.pdf"):
        (source / name).write_bytes(b"no paper")
    (tmp_path / "out" / "b.tei.xml").unlink()
    done = sheaf_here(*arguments, check=0)
    assert "1 file written" in done.stderr
    assert "2 files were there already" in done.stderr
    done = sheaf_here(*arguments, "--overwrite", check=1)
    assert "a.pdf: unwanted_type" in done.stderr
    assert "1 file written to out; 2 documents could not be read" in done.stderr


def test_a_file_that_cannot_be_read_keeps_its_name_to_itself(sheaf_here, tmp_path):
    """Or the next of that name would be taken for it when the command is given again."""
    for folder in ("x", "y"):
        (tmp_path / folder).mkdir()
    (tmp_path / "x" / "a.pdf").write_bytes(paper_pdf(password="x"))
    (tmp_path / "y" / "a.pdf").write_bytes(paper_pdf("Second Graphs"))
    for _ in range(2):
        done = sheaf_here("extract", "x", "y", "-o", "out", check=1)
        assert "a.pdf: encrypted" in done.stderr
        assert [path.name for path in (tmp_path / "out").iterdir()] == ["a-2.json"]


def test_what_cannot_be_opened_within_a_folder_is_one_failure(sheaf_here, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.pdf").write_bytes(paper_pdf())
    os.mkfifo(tmp_path / "in" / "pipe.pdf")
    (tmp_path / "in" / "gone.pdf").symlink_to("nowhere")
    done = sheaf_here("extract", "in", "-o", "out", check=1)
    assert "gone.pdf: missing_bytes" in done.stderr
    assert "pipe.pdf: missing_bytes" in done.stderr
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["a.json"]


def test_the_papers_of_an_archive_have_names_of_their_own(sheaf_here, tmp_path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for name in ("1.pdf", "2.pdf"):
            archive.writestr(name, paper_pdf(f"Archived {name}"))
    for name in ("a.pdf", "a+2.pdf"):
        (tmp_path / name).write_bytes(paper_pdf(f"Plain {name}"))
    arguments = ("extract", "a.zip", "a.pdf", "a+2.pdf", "-o", "out")
    sheaf_here(*arguments, check=0)
    found = {path.stem: json.loads(path.read_text())["title"] for path in tmp_path.glob("out/*")}
    assert found == {"a": "Archived 1.pdf", "a+2": "Archived 2.pdf",
                     "a-2": "Plain a.pdf", "a+2-2": "Plain a+2.pdf"}  # fmt: skip
    (tmp_path / "out" / "a.json").unlink()  # as if stopped before the archive was done
    done = sheaf_here(*arguments, check=0)
    assert "1 file written" in done.stderr
    assert "3 files were there already" in done.stderr


def interrupted(arguments, tmp_path, is_time):
    """What a command says to Ctrl-C."""
    process = subprocess.Popen(
        [sys.executable, "-m", "sheaf.cli", *map(str, arguments)], cwd=tmp_path, text=True,
        env=clean_environment(), start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    ends = time.monotonic() + 60
    while not is_time(process) and time.monotonic() < ends:
        time.sleep(0.005)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 130, told
    return told


def test_a_command_that_was_stopped_goes_on_where_it_was(sheaf_command, tmp_path):
    (tmp_path / "in").mkdir()
    for number in range(40):
        (tmp_path / "in" / f"{number:02}.pdf").write_bytes(paper_pdf(f"On {number}"))
    out = tmp_path / "out"
    arguments = ("extract", "in", "-f", "tei", "-o", "out")
    told = interrupted(arguments, tmp_path, lambda _: len(list(out.glob("*.xml"))) > 2)
    assert "Stopped. The same command goes on where this one was." in told
    before = {path: path.stat().st_ino for path in out.iterdir()}
    assert 2 < len(before) < 40
    done = sheaf_command(*arguments, check=0)
    assert f"{40 - len(before)} files written" in done.stderr
    assert f"{len(before)} files were there already" in done.stderr
    assert {path: path.stat().st_ino for path in before} == before
    assert len(list(out.iterdir())) == 40


def test_a_command_that_keeps_nothing_does_not_say_that_it_goes_on(tmp_path):
    (tmp_path / "in").mkdir()
    for number in range(40):
        (tmp_path / "in" / f"{number:02}.pdf").write_bytes(paper_pdf(f"On {number}"))
    told = interrupted(("extract", "in"), tmp_path, lambda running: running.stdout.readline())
    assert "reads all again" in told
    assert "goes on" not in told
    told = interrupted(("judge", "in"), tmp_path, lambda running: running.stdout.readline())
    assert "Stopped." in told
    assert "goes on" not in told


@pytest.fixture
def on_stdin(sheaf_here):
    def run(data, *arguments, **more):
        done = sheaf_here("extract", *arguments, stdin=data, **{"check": 0} | more)
        return done.stdout, done.stderr

    return run


def test_a_document_may_come_from_standard_input(on_stdin, tmp_path):
    data = paper_pdf("Piped Graphs", ["Ada Lovelace"])
    paper = json.loads(on_stdin(data, "-")[0])
    assert paper["title"] == "Piped Graphs"
    assert paper["provenance"]["source"] == "-"
    assert "Piped Graphs" in on_stdin(data, "-", "--format", "bibtex")[0]
    on_stdin(data, "-", "-f", "tei", "-o", tmp_path / "out")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["stdin.tei.xml"]
    assert "-: unwanted_type" in on_stdin(b"no paper", "-", check=1)[1]
    assert "- is read alone" in on_stdin(data, "-", "a.pdf", check=2)[1]


def test_a_document_on_standard_input_has_a_limit(on_stdin):
    told = on_stdin(b"x" * 3_000_000, "-", check=6, SHEAF_CURATE_UNPACK_BYTES="2000000")[1]
    assert "longer than 2,000,000 bytes" in told
    assert "unpack_bytes" in told


def test_files_are_read_with_the_settings_of_the_library_that_is_found(library, on_stdin):
    (library.folder / "sheaf.toml").write_text("[curate]\nunpack_bytes = 2000\n")
    data = paper_pdf("Piped Graphs") + b"\n" * 2000
    assert "2,000 bytes" in on_stdin(data, "-", check=6, SHEAF_LIBRARY=str(library.folder))[1]
    (library.folder / "sheaf.toml").write_text('[curate]\nmime_types = ["text/html"]\n')
    told = on_stdin(data, "-", check=1, SHEAF_LIBRARY=str(library.folder))[1]
    assert "-: unwanted_type" in told


def test_what_took_too_long_is_told_with_the_setting(on_stdin, tmp_path):
    (tmp_path / "a.pdf").write_bytes(paper_pdf())
    arguments = (tmp_path / "a.pdf", "-o", tmp_path / "out")
    told = on_stdin(b"", *arguments, check=1, SHEAF_WORKERS_SECONDS="0.001")[1]
    assert "a.pdf: timed_out" in told
    assert "[workers] seconds" in told
    assert "0 files written" in told
    assert "1 document could not be read" in told


def test_references_go_with_a_bibliography_only(sheaf_here, files):
    done = sheaf_here("extract", files[0], "--references", "--format", "tei", check=2)
    assert "--references does not go with --format tei" in done.stderr
    assert "bibtex, ris, csl, reference" in done.stderr
    done = sheaf_here("extract", files[0], "--references", "--format", "ris", check=0)
    assert done.stdout.count("TY  - ") > 1


def test_the_help_names_every_format():
    told = FormatOption.__metadata__[0].help
    assert told.removesuffix(".").split(", ") == list(FORMATS)
    option = inspect.signature(parse_reference).parameters["format_name"].annotation
    lists = [one.name for one in FORMATS.values() if one.lists_entries]
    assert all(name in option for name in lists)


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
        told = sheaf_json("reread", "-L", library.folder, *more)
        assert set(told) == {
            "read", "failed", "annotators_failed", "resumed_after", "seconds", "reused",
        }  # fmt: skip
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


def test_what_cannot_be_read_is_listed_with_exit_code_1(library, sheaf_here):
    library.catalogue.repository.path(2, "pdf").unlink()
    done = sheaf_here("reread", "--all", "--json", "-L", library.folder, check=1)
    told = json.loads(done.stdout)
    assert told["read"] == 2
    assert list(told["failed"]) == ["2"]
    assert "2: " in done.stderr


def test_an_annotator_that_fails_is_told(library, tmp_path, sheaf_command):
    package = tmp_path / "package"
    information = package / "others-0.1.dist-info"
    information.mkdir(parents=True)
    (package / "of_somebody.py").write_text(
        "class Failing:\n"
        "    version = '1'\n"
        "    def annotate(self, paper, document): raise ValueError('no luck')\n"
    )
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: others\nVersion: 0.1\n")
    points = "[sheaf.annotators]\nfailing = of_somebody:Failing\n"
    (information / "entry_points.txt").write_text(points)
    installed = {"PYTHONPATH": str(package), "SHEAF_EXTRACT_ANNOTATORS": "failing"}
    done = sheaf_command("reread", "--all", "--json", "-L", library.folder, check=0, **installed)
    told = json.loads(done.stdout)["annotators_failed"]["failing"]
    assert (told["documents"], "no luck" in told["first"]) == (3, True)
    assert "The annotator failing failed on 3 documents" in " ".join(done.stderr.split())
    file = library.catalogue.repository.path(1, "pdf")
    alone = sheaf_command("extract", file, check=0, **installed)
    assert "annotator failing: ValueError: no luck" in " ".join(alone.stderr.split())


def test_a_reading_of_everything_that_was_killed_goes_on(tmp_path, sheaf_json):
    archive = write_warc(tmp_path / "a.warc.gz", mixed_pages(12)[:12])
    with sheaf.init(tmp_path / "lib") as library:
        library.import_(archive, jobs=1)
        jsons = [library.catalogue.repository.path(n, "json") for n in range(1, 13)]
        before = {path: path.stat().st_ino for path in jsons}
        command = [sys.executable, "-m", "sheaf.cli", "reread", "--all", "-L", "lib"]
        process = subprocess.Popen(
            command, cwd=tmp_path, env=clean_environment(), start_new_session=True
        )
        ends = time.monotonic() + 60
        while jsons[2].stat().st_ino == before[jsons[2]] and time.monotonic() < ends:
            time.sleep(0.005)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        renewed = [path for path in jsons if path.stat().st_ino != before[path]]
        told = sheaf_json("reread", "--all", "-L", "lib")
        assert told["resumed_after"] >= 2
        # The one at which it was killed may have been done, and be done again.
        assert told["read"] - (12 - len(renewed)) in {0, 1}
        assert library.verify().faults == ()
        assert sheaf_json("reread", "--all", "-L", "lib")["read"] == 12
        assert not (library.folder / "reading.json").exists()


def test_a_mark_of_other_readers_or_a_broken_one_is_not_believed(library):
    mark = library.folder / "reading.json"
    for text in ('{"readers": {"x": "1"}, "last": 2}', "[", '{"last": 2}', "[[" * 50_000):
        mark.write_text(text)
        assert library.reread("all").read == 3


# -- what was read ---------------------------------------------------------------------------------


def test_show_writes_a_paper_in_any_format(library, sheaf_here):
    title = library.paper(1)["title"]
    assert title in sheaf_here("show", 1, "-L", library.folder, check=0).stdout
    shown = sheaf_here("show", 1, "--json", "-L", library.folder, check=0).stdout
    assert json.loads(shown) == library.paper(1)
    assert "<TEI" in sheaf_here("show", 1, "-f", "tei", "-L", library.folder, check=0).stdout


def test_show_says_what_there_is_to_do_about_a_document_that_was_not_read(library, sheaf_here):
    library.catalogue.repository.path(1, "json").unlink()
    done = sheaf_here("show", 1, "-L", library.folder, check=1)
    assert "has not been read" in done.stderr
    assert "sheaf reread" in done.stderr


def test_provenance_leads_back_to_the_record(library, sheaf_here):
    document = library.catalogue.document(1)
    done = sheaf_here("show", 1, "--provenance", "--json", "-L", library.folder, check=0)
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
    words = sheaf_here("show", 1, "--provenance", "-L", library.folder, check=0).stdout
    for one in (document.sha1, "a.warc.gz", told["record"]["position"], "extractor_version"):
        assert one in words


def test_export_writes_the_library_as_one_bibliography_or_to_a_folder(
    library, sheaf_here, tmp_path
):
    stream = sheaf_here("export", "-L", library.folder, check=0).stdout
    assert [json.loads(line)["title"] for line in stream.splitlines()] == [
        library.paper(number)["title"] for number in (1, 2, 3)
    ]
    bibtex = sheaf_here("export", "-f", "bibtex", "-L", library.folder, check=0).stdout
    keys = re.findall(r"^@\w+\{([^,]+),", bibtex, re.MULTILINE)
    assert [key.rpartition(".")[2] for key in keys] == ["1", "2", "3"]
    assert "".join(text for _, text in library.export("bibtex")) == bibtex.replace("\n\n@", "\n@")
    sheaf_here("export", "-f", "jats", "-o", "out", "-L", library.folder, check=0)
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        f"000.000.00{number}.jats.xml" for number in (1, 2, 3)
    ]
    done = sheaf_here("export", "-f", "jats", "-o", "out", "-L", library.folder, check=0)
    assert "0 files written" in done.stderr
    assert "3 files were there already" in done.stderr


def test_what_is_exported_leads_back_to_its_document(library, sheaf_here, sheaf_json, tmp_path):
    here = ("-L", library.folder)
    lines = sheaf_here("export", *here, check=0).stdout.splitlines()
    known = [(one.id, one.sha1, one.url) for one in library.catalogue.documents()]
    ways = [tuple(json.loads(line)[name] for name in ("id", "sha1", "url")) for line in lines]
    assert ways == known
    assert [(number, paper["sha1"]) for number, paper in library.papers()] == [
        (number, sha1) for number, sha1, _ in known
    ]
    number, sha1, url = known[0]
    assert sheaf_json("show", 1, *here)["sha1"] == sha1
    for name in ("tei", "jats"):
        text = sheaf_here("show", 1, "-f", name, *here, check=0).stdout
        check = schemas.tei() if name == "tei" else schemas.jats()
        assert schemas.faults(check, text) == []
        found = {one.text for one in schemas.parse(text).iter("{*}idno", "{*}article-id")}
        if name == "tei":
            assert found >= {str(number), sha1, url}
        else:
            assert found >= {f"document:{number}", f"sha1:{sha1}", f"url:{url}"}


def test_export_names_files_as_people_would(library, sheaf_here, tmp_path):
    here = ("-f", "ris", "-o", "out", "--readable-names", "-L", library.folder)
    sheaf_here("export", *here, check=0)
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    stems = [f"{library.readable_stem(number)}-{number}.ris" for number in (1, 2, 3)]
    assert names == sorted(stems)
    assert "3 files were there already" in sheaf_here("export", *here, check=0).stderr
    assert "--output" in sheaf_here("export", "--readable-names", *here[-2:], check=2).stderr


def test_a_paper_of_a_library_has_one_key_whoever_writes_it(library, sheaf_here, tmp_path):
    here = ("-f", "bibtex", "--references", "-L", library.folder)
    stream = sheaf_here("export", *here, check=0).stdout
    shown = [sheaf_here("show", number, *here, check=0).stdout for number in (1, 2, 3)]
    assert "\n".join(shown) == stream
    sheaf_here("export", *here, "-o", "out", check=0)
    files = [path.read_text() for path in sorted((tmp_path / "out").iterdir())]
    assert files == shown
    assert all(f".{number}," in text for number, text in enumerate(shown, 1))


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
    assert "Not UTF-8: 1 line, the first is line 104." in told


def test_a_line_too_long_is_said_and_the_rest_is_read():
    lines = b"\n".join([STRINGS[0].encode(), b"x" * 50_000, STRINGS[1].encode()])
    out, told = parsed(lines=lines, check=1)
    assert len(out.splitlines()) == 2
    assert "Line 2 is too long" in told


def test_strings_may_stand_on_the_command_line(sheaf_here):
    out = sheaf_here("parse-reference", *STRINGS, "--format", "bibtex", check=0).stdout
    assert out.count("@") == 2
    out = sheaf_here("parse-reference", *STRINGS, "--format", "csl", check=0).stdout
    assert [one["issued"]["date-parts"][0][0] for one in json.loads(out)] == [1959, 1950]
    out = sheaf_here("parse-reference", *STRINGS, "--json", check=0).stdout
    assert [json.loads(line)["year"] for line in out.splitlines()] == [1959, 1950]
    done = sheaf_here("parse-reference", *STRINGS, "--json", "-f", "csl", check=2)
    assert "exclude each other" in done.stderr


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
