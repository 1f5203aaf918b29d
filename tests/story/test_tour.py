"""The tour of a user: from nothing to a searchable library, on the command line and in Python."""

import json
import subprocess
import sys
import tarfile

import pytest
from support.samples import MIXED_OUTCOMES, mixed_pages, paper_pdf, slides_pdf, write_warc
from support.state import state_of

import sheaf
from sheaf.world import World
from sheaf.world import write_warc as write_world


def test_from_init_to_undo(sheaf_command, sheaf_here, sheaf_json, tmp_path):
    archive = write_warc(tmp_path / "crawl.warc.gz", mixed_pages())
    made = sheaf_command("init", "lib", check=0)
    assert "Made a library" in made.stdout
    assert "Nothing imported yet" in sheaf_here("status", "-L", "lib", check=0).stdout

    # One of the captures is damaged: done, but with 1, and it is listed.
    done = sheaf_command("import", archive, "-L", "lib", "-v", check=1)
    assert "cut.pdf" in done.stderr
    again = sheaf_json("import", archive, "-L", "lib", check=1)
    assert "new" not in again["outcomes"]
    assert sum(again["outcomes"].values()) == again["captures"] == sum(MIXED_OUTCOMES.values())

    found = sheaf_json("search", "title:graphs", "-L", "lib", "--limit", "3")
    assert found["total"] == 11
    assert set(found["hits"][0]) >= {
        "id", "title", "authors", "year", "score", "snippet", "file", "sha1",
    }  # fmt: skip
    assert sheaf_json("status", "-L", "lib")["documents"] == 12
    assert sheaf_json("verify", "-L", "lib") == {"documents": 12, "pages": 0, "faults": []}
    runs = sheaf_here("runs", "-L", "lib", "--json", check=0).stdout.splitlines()
    assert [json.loads(line)["id"] for line in runs] == [2, 1]
    listed = sheaf_here("runs", "1", "-L", "lib", "--outcome", "encrypted", check=0).stdout
    assert listed.split()[:2] == ["encrypted", "http://www.example.edu/locked.pdf"]
    assert sheaf_json("undo", "2", "-L", "lib", "--dry-run") == {
        "run": 2, "removed": 0, "restored": 0,
    }  # fmt: skip
    sheaf_command("undo", "2", "-L", "lib", check=0)
    assert sheaf_json("undo", "1", "-L", "lib")["removed"] == 12
    assert sheaf_json("search", "graphs", "-L", "lib")["total"] == 0


def test_the_library_is_found_from_inside_and_by_variable(sheaf_here, tmp_path):
    sheaf_here("init", "lib", check=0)
    sheaf_here("status", check=0, folder=tmp_path / "lib" / "repository")
    sheaf_here("status", check=0, SHEAF_LIBRARY=str(tmp_path / "lib"))


def test_a_library_can_be_moved(sheaf_here, sheaf_json, tmp_path):
    archive = write_warc(tmp_path / "crawl.warc.gz", mixed_pages(4)[:4])
    sheaf_here("init", "lib", check=0)
    sheaf_here("import", archive, "-L", "lib", check=0)
    (tmp_path / "lib").rename(tmp_path / "elsewhere")
    assert sheaf_json("search", "graphs", "-L", "elsewhere")["total"] == 4
    assert sheaf_json("verify", "-L", "elsewhere")["faults"] == []


def test_judge_and_extract_need_no_library(sheaf_here, tmp_path):
    (tmp_path / "paper.pdf").write_bytes(paper_pdf("A Paper Apart", ["Ada Lovelace"]))
    (tmp_path / "slides.pdf").write_bytes(slides_pdf())
    (tmp_path / "locked.pdf").write_bytes(paper_pdf(password="x"))
    names = ["paper.pdf", "slides.pdf", "locked.pdf"]
    lines = sheaf_here("judge", *names, "--json", check=0).stdout.splitlines()
    judged = [json.loads(line) for line in lines]
    assert [one["outcome"] for one in judged] == ["kept", "not_academic", "encrypted"]
    assert [one["kind"] for one in judged] == ["paper", "slides", None]
    assert set(judged[0]) == {
        "file", "mime_type", "outcome", "kind", "academic", "kinds", "language", "reasons",
    }  # fmt: skip
    assert "+ an abstract" in sheaf_here("judge", "paper.pdf", check=0).stdout
    lines = sheaf_here("extract", *names, check=1).stdout.splitlines()
    papers = [json.loads(line) for line in lines]
    assert papers[0]["title"] == "A Paper Apart"
    assert papers[0]["authors"][0]["family"] == "Lovelace"
    assert papers[0]["provenance"]["source"].endswith("paper.pdf")
    assert "encrypted" in papers[2]["provenance"]["error"]


def test_every_command_has_help(sheaf_command, sheaf_here):
    listing = sheaf_command("--help", check=0).stdout
    for command in ("init", "import", "judge", "extract", "index", "search", "serve", "status",
                    "verify", "crawl", "demo", "runs", "undo", "settings", "show", "export",
                    "parse-reference"):  # fmt: skip
        assert command in listing
        assert "--help" in sheaf_here(command, "--help", check=0).stdout
    assert sheaf.__version__ in sheaf_command("--version", check=0).stdout


def test_the_demo_finds_its_papers_by_title_author_and_text(
    sheaf_command, sheaf_here, sheaf_json, tmp_path
):
    done = sheaf_command("demo", "demo", "--pages", "80", "--no-serve", check=0)
    assert done.stdout.count("$ sheaf search") == 3
    assert "->  0 found" not in done.stdout
    assert "  by year: " in done.stdout
    assert "\nPages that say " in done.stdout
    assert "$ sheaf cited-by" in done.stdout
    assert "    cited by " in done.stdout
    world = World(seed=1, pages=80)
    missed = []
    for paper in world.papers():
        words = paper.title.replace(":", " ").replace('"', " ")
        by_title = sheaf_search(tmp_path / "demo", f'title:"{words}"')
        if not by_title:
            missed.append(paper.title)
    assert len(missed) <= world.paper_count * 0.15, missed
    found = sheaf_json("search", f"authors:{world.paper(0).authors[0].name.family}", "-L", "demo")
    assert found["total"] >= 1
    again = sheaf_here("demo", "demo", "--pages", "80", "--no-serve", check=0)
    assert "Done in" in again.stdout
    assert sheaf_json("verify", "-L", "demo")["faults"] == []


def sheaf_search(folder, words):
    with sheaf.open(folder) as library:
        return library.search(words).total


def test_a_crawled_world_is_told_apart_as_its_truth_says(tmp_path):
    """Papers are kept, other things are not, and every capture is accounted for."""
    world = World(seed=3, pages=300)
    archive = tmp_path / "world.warc.gz"
    captures = write_world(world, archive)
    with sheaf.init(tmp_path / "lib") as library:
        summary = library.import_([archive])
        unpacked = summary.outcomes["unpacked"]
        assert summary.captures == captures + unpacked
        kinds = {one["url"]: one["kind"] for one in world.truth()}
        ends = {}
        for one in library.run_log.captures(summary.run):
            ends.setdefault(one.url.split("#")[0], []).append(one.outcome.value)
    good = {"new", "duplicate_content", "duplicate_url", "updated"}
    papers = [url for url, kind in kinds.items() if kind == "paper"]
    others = [url for url, kind in kinds.items() if kind in
              {"cv", "slides", "syllabus", "homework", "exam", "form", "page"}]  # fmt: skip
    kept = [url for url in papers if good & set(ends[url])]
    wrong = [url for url in others if good & set(ends[url])]
    assert len(kept) >= 0.97 * len(papers)
    assert len(wrong) <= 0.03 * len(others)
    expected = {"encrypted": "encrypted", "empty": "empty", "drawing": "unreadable_text",
                "error_page": "not_what_it_claims", "missing": "bad_status"}  # fmt: skip
    for url, kind in kinds.items():
        if kind in expected:
            assert expected[kind] in ends[url], (url, kind, ends[url])


def test_python_needs_no_main_guard(tmp_path):
    """Workers are fresh interpreters: a plain script is not run a second time by them."""
    (tmp_path / "a.pdf").write_bytes(paper_pdf())
    script = (
        "import sheaf\n"
        "print('once')\n"
        "with sheaf.init('lib') as library:\n"
        "    print(library.import_(['a.pdf']).outcomes)\n"
    )
    (tmp_path / "script.py").write_text(script)
    done = subprocess.run(
        [sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == "once\n{'new': 1}\n"


def test_several_libraries_in_one_process(tmp_path):
    one, two = paper_pdf("Paper One"), paper_pdf("Paper Two")
    (tmp_path / "1.pdf").write_bytes(one)
    (tmp_path / "2.pdf").write_bytes(two)
    with sheaf.init(tmp_path / "a") as first, sheaf.init(tmp_path / "b") as second:
        first.import_([tmp_path / "1.pdf"])
        second.import_([tmp_path / "2.pdf"])
        assert [library.paper(1)["title"] for library in (first, second)] == [
            "Paper One",
            "Paper Two",
        ]


@pytest.mark.shared
def test_real_archives_and_papers(tmp_path, shared_data):
    """Imported once, all is accounted for; imported again, nothing changes."""
    with tarfile.open(shared_data / "warc.tar.xz") as archive:
        archive.extractall(tmp_path, filter="data")
    sources = [tmp_path / "warc", shared_data / "papers"]
    with sheaf.init(tmp_path / "lib") as library:
        first = library.import_(sources)
        assert sum(first.outcomes.values()) == first.captures
        assert first.outcomes["new"] >= 95
        assert library.verify().faults == ()
        before, revision = state_of(library)["documents"], library.catalogue.revision()
        again = library.import_(sources)
        assert again.captures == first.captures
        assert "new" not in again.outcomes
        assert "updated" not in again.outcomes
        assert again.outcomes["duplicate_url"] >= first.outcomes["new"]
        assert state_of(library)["documents"] == before
        assert library.catalogue.revision() > revision  # a batch was written, nothing in it changed
        assert library.verify().faults == ()


def test_the_demo_without_its_extra_says_how_to_get_it(sheaf_command, tmp_path):
    (tmp_path / "hidden").mkdir()
    (tmp_path / "hidden" / "reportlab.py").write_text("raise ImportError")
    done = sheaf_command("demo", "--no-serve", check=3, PYTHONPATH=str(tmp_path / "hidden"))
    assert "reportlab, which is not installed" in " ".join(done.stderr.split())
    assert "pip install 'sheaf[demo]'" in done.stderr
    assert not (tmp_path / "sheaf-demo").exists()
