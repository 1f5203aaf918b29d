"""What `import sheaf` offers: it stays callable, and says where its settings come from."""

import os
import subprocess
import sys

import pytest
from support.commands import clean_environment
from support.samples import paper_pdf

import sheaf
from sheaf.errors import NotALibraryError

EVERYTHING_STAYS = """
import sheaf
for _ in range(2):
    assert list(sheaf.judge()) == list(sheaf.extract_files()) == []
    assert list(sheaf.parse_references()) == []
functions = [name for name in sheaf.__all__ if not name.startswith("__")]
assert all(callable(getattr(sheaf, name)) for name in functions), functions
"""
ENTRY = "A. Turing. Computing Machinery and Intelligence. Mind 59, 433-460, 1950."


@pytest.fixture
def strict(tmp_path):
    """A library that wants no PDF, beside a paper."""
    (tmp_path / "paper.pdf").write_bytes(paper_pdf())
    sheaf.init(tmp_path / "lib").close()
    (tmp_path / "lib" / "sheaf.toml").write_text('[curate]\nmime_types = ["text/html"]\n')
    return tmp_path


def outcomes(*files, **more):
    return [one["outcome"] for one in sheaf.judge(*files, **more)]


def test_no_name_is_lost_to_a_folder_of_the_package():
    done = subprocess.run(
        [sys.executable, "-c", EVERYTHING_STAYS],
        capture_output=True,
        text=True,
        env=clean_environment(),
        timeout=120,
    )
    assert done.returncode == 0, done.stderr


def test_files_are_read_twice_in_one_process(tmp_path):
    (tmp_path / "a.pdf").write_bytes(paper_pdf("Read Twice"))
    for _ in range(2):
        assert [one["title"] for one in sheaf.extract_files(tmp_path / "a.pdf")] == ["Read Twice"]


def test_a_library_judges_and_reads_files_with_its_own_settings(strict):
    with sheaf.open(strict / "lib") as library:
        (verdict,) = library.judge([strict / "paper.pdf"])
        (paper,) = library.extract([str(strict / "paper.pdf")])
    assert verdict["outcome"] == "unwanted_type"
    assert paper["provenance"]["error"].startswith("unwanted_type: ")


def test_reference_strings_come_one_by_one_or_from_an_iterable():
    one_by_one = list(sheaf.parse_references(ENTRY, ENTRY))
    assert [one.year for one in one_by_one] == [1950, 1950]
    assert list(sheaf.parse_references(line for line in [ENTRY] * 2)) == one_by_one


def test_settings_are_those_of_the_library_that_is_named(strict, monkeypatch):
    paper, library = strict / "paper.pdf", strict / "lib"
    assert outcomes(paper, library=library) == ["unwanted_type"]
    (told,) = sheaf.extract_files(paper, library=str(library))
    assert told["provenance"]["error"].startswith("unwanted_type: ")
    monkeypatch.chdir(library)
    monkeypatch.setenv("SHEAF_LIBRARY", str(library))
    assert outcomes(paper) == ["kept"]
    (told,) = sheaf.extract_files(paper)
    assert "error" not in told["provenance"]
    monkeypatch.setenv("SHEAF_CURATE_MIME_TYPES", "text/plain")
    assert outcomes(paper) == ["unwanted_type"]


def test_what_is_no_library_has_no_settings(tmp_path):
    with pytest.raises(NotALibraryError):
        outcomes(library=tmp_path)


def test_a_command_takes_the_library_that_it_finds(strict, sheaf_json, sheaf_here):
    paper, library = strict / "paper.pdf", str(strict / "lib")
    assert sheaf_json("judge", paper)["outcome"] == "kept"
    assert sheaf_json("judge", paper, SHEAF_LIBRARY=library)["outcome"] == "unwanted_type"
    assert sheaf_json("judge", paper, "-L", library)["outcome"] == "unwanted_type"
    for command in (["judge", paper], ["settings"]):
        done = sheaf_here(*command, check=5, SHEAF_LIBRARY=str(strict / "gone"))
        assert "gone is no library" in done.stderr


def test_an_empty_variable_names_no_library(strict, sheaf_json):
    assert sheaf_json("judge", strict / "paper.pdf", SHEAF_LIBRARY="")["outcome"] == "kept"


@pytest.mark.parametrize(
    "command", [["crawl", "http://a.test/"], ["crawl", "status"], ["serve"], ["near-copies"]]
)
def test_with_an_empty_variable_a_library_is_still_needed(command, sheaf_here):
    told = sheaf_here(*command, check=5, SHEAF_LIBRARY="").stderr
    assert "There is no library in" in told


def test_with_an_empty_variable_files_are_read_without_a_library(strict, sheaf_here):
    sheaf_here("extract", strict / "paper.pdf", check=0, SHEAF_LIBRARY="")


def test_a_library_needs_a_path_that_is_text(tmp_path, sheaf_here):
    folder = tmp_path / "l\udcff"
    for command in (["init", folder], ["status", "-L", folder]):
        done = sheaf_here(*command, check=2)
        assert "is no text in UTF-8" in done.stderr
    assert not folder.exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to somebody else")
@pytest.mark.parametrize("command", ["status", "judge"])
def test_a_library_of_another_user_must_be_named(strict, sheaf_here, command):
    """Such as one that somebody has put into /tmp, above our folder."""
    library, below = strict / "lib", strict / "lib" / "index"
    words = [command, strict / "paper.pdf"] if command == "judge" else [command]
    os.chown(library / "sheaf.toml", 12345, -1)
    told = sheaf_here(*words, check=2, folder=below).stderr
    assert "is another user's (12345)" in told
    assert f"--library {library}" in " ".join(told.split())
    sheaf_here(*words, "--library", library, check=0)
    os.chown(library / "sheaf.toml", os.geteuid(), -1)
    sheaf_here(*words, check=0, folder=below)
