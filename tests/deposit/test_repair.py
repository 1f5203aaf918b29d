"""`sheaf verify --repair`: what is mended, what is set aside, what is left, and a kill half-way."""

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys

import pytest
from support.rounds import rounds
from support.samples import Page, drawing_pdf, paper_pdf, write_warc
from support.state import files_in, state_of

import sheaf
from sheaf.app import Library
from sheaf.deposit import models
from sheaf.errors import LibraryBusyError

# No near-copies of each other: a paper that is made anew is read by itself.
TOPICS = ("songs of whales", "gardens and soil", "letters of merchants", "bridges of stone")
PAGES = [
    Page(f"http://h/~ada/{n}.pdf", paper_pdf(f"Study Number {n}", topic=topic),
         parent="http://h/~ada/?a&b")
    for n, topic in enumerate(TOPICS, start=1)
]  # fmt: skip


@pytest.fixture(params=["sqlite", "postgres", "mariadb"])
def anywhere(request, tmp_path):
    """A library with four papers, on each database."""
    url = (
        None
        if request.param == "sqlite"
        else request.getfixturevalue(request.param).fresh_database()
    )
    archive = archive_in(tmp_path)
    with Library.init(tmp_path / "lib", url) as made:
        made.import_([archive])
        archive.rename(tmp_path / "elsewhere")  # what comes from there has tests of its own
        yield made


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    folder = tmp_path_factory.mktemp("prepared")
    with sheaf.init(folder / "lib") as made:
        archive = archive_in(folder)
        made.import_([archive])
        archive.unlink()
    return folder


@pytest.fixture
def library(prepared, tmp_path):
    shutil.copytree(prepared / "lib", tmp_path / "lib")
    with sheaf.open(tmp_path / "lib") as opened:
        yield opened


def archive_in(folder):
    return write_warc(folder / "crawl.warc.gz", PAGES)


def rows(library, model):
    return model.objects.using(library.catalogue.alias)


def place(library, number, ending):
    return library.catalogue.repository.path(number, ending)


def said(report):
    return [
        (one.fault.kind, one.fault.path.rsplit("/", 1)[1], one.action) for one in report.repairs
    ]


def tree(folder):
    """Every file but the catalogue's, which any look at it may touch."""
    return {
        str(path.relative_to(folder)): hashlib.sha1(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith(("catalogue.db", "lock"))
    }


def damage_what_can_be_rebuilt(library):
    place(library, 1, "pdf.met").unlink()
    place(library, 2, "pdf.met").write_text("<CrawlData>")
    place(library, 1, "json").write_text("{")
    place(library, 2, "json").write_text('{"authors": [7]}')
    place(library, 3, "json").unlink()
    place(library, 3, "txt").unlink()
    place(library, 4, "txt").write_text("")
    rows(library, models.Paper).filter(document_id=4).update(title="Another Title")


def test_what_can_be_made_anew_is(anywhere):
    library = anywhere
    library.index()
    state, files = state_of(library), tree(library.folder / "repository")
    papers = list(rows(library, models.Paper).order_by("document_id").values())
    damage_what_can_be_rebuilt(library)
    assert len(library.verify().faults) == 8
    report = library.verify(repair=True)
    assert said(report) == [
        ("missing_file", "000.000.001.pdf.met", "rebuilt"),
        ("damaged_file", "000.000.002.pdf.met", "rebuilt"),
        ("stale_paper", "000.000.004.json", "renewed"),
        ("damaged_file", "000.000.001.json", "rebuilt"),
        ("damaged_file", "000.000.002.json", "rebuilt"),
        ("missing_file", "000.000.003.txt", "rebuilt"),
        ("missing_file", "000.000.003.json", "rebuilt"),
        ("damaged_file", "000.000.004.txt", "rebuilt"),
    ]
    assert report.remaining == 0
    assert library.verify().faults == ()
    assert tree(library.folder / "repository") == files
    assert state_of(library) == state
    assert list(rows(library, models.Paper).order_by("document_id").values()) == papers
    assert not library.status()["index_is_current"]
    assert library.index().indexed == 4
    assert library.search("title:study").total == 4


def test_rows_of_papers_are_held_to_their_files(library):
    rows(library, models.Paper).filter(document_id=1).delete()
    rows(library, models.PaperAuthor).filter(paper_id=2, position=0).delete()
    rows(library, models.Paper).filter(document_id=3).update(year=1066, venue="x")
    found = {one.document_id: (one.kind, one.words) for one in library.verify().faults}
    assert found == {
        1: ("stale_paper", "the catalogue has no row of this paper"),
        2: ("stale_paper", "the catalogue has another authors"),
        3: ("stale_paper", "the catalogue has another year, venue"),
    }
    assert library.verify(repair=True).remaining == 0
    assert library.verify().faults == ()
    assert rows(library, models.PaperAuthor).filter(paper_id=2).count() == 2


def test_a_text_that_is_not_whole_is_read_again(library):
    text, paper = place(library, 1, "txt"), place(library, 1, "json")
    whole, told = text.read_bytes(), paper.read_bytes()
    text.write_bytes(whole[:-10])
    place(library, 2, "txt").write_text("something else")
    assert [fault.words for fault in library.verify().faults] == [
        "it is not the text that the document was read from"
    ] * 2
    assert said(library.verify(repair=True)) == [
        ("damaged_file", "000.000.001.txt", "rebuilt"),
        ("damaged_file", "000.000.002.txt", "rebuilt"),
    ]
    assert not library.verify().faults
    assert (text.read_bytes(), paper.read_bytes()) == (whole, told)


def test_a_text_of_another_reader_is_the_text_from_then_on(library):
    paper = place(library, 1, "json")
    values = json.loads(paper.read_bytes())
    values["provenance"]["text"]["sha1"] = "0" * 40  # as its reader read it then
    paper.write_text(json.dumps(values))
    assert [one.mended for one in library.verify(repair=True).repairs] == [True]
    assert not library.verify().faults
    sha1 = hashlib.sha1(place(library, 1, "txt").read_bytes()).hexdigest()
    assert json.loads(paper.read_bytes())["provenance"]["text"]["sha1"] == sha1


def test_of_an_older_paper_only_an_empty_text_is_known_to_be_damaged(library):
    paper = place(library, 1, "json")
    values = json.loads(paper.read_bytes())
    del values["provenance"]["text"]["sha1"]
    paper.write_text(json.dumps(values))
    place(library, 1, "txt").write_text("something else")
    assert not library.verify().faults


def test_what_was_damaged_is_set_aside_and_everything_is_written_down(library):
    place(library, 2, "pdf.met").write_text("<CrawlData>")
    report = library.verify(repair=True)
    (kept,) = (library.folder / "set-aside").rglob("*.met")
    assert kept.read_text() == "<CrawlData>"
    assert kept.relative_to(library.folder).parts[2:] == (
        "repository", "000", "000", "002", "000.000.002.pdf.met",
    )  # fmt: skip
    (line,) = (library.folder / "repairs.log").read_text().splitlines()
    written = json.loads(line)
    assert written.pop("time")
    assert written == report.repairs[0].as_json()
    assert written["fault"] == "damaged_file"
    assert written["words"] == "from what the catalogue knows"


def test_what_belongs_to_nothing_is_set_aside(library):
    no_row = place(library, 7, "pdf")
    no_row.parent.mkdir()
    no_row.write_bytes(b"somebody's")
    root = library.catalogue.repository.root
    (root / "notes\udcff\n.txt").write_text("mine")
    (root / "link").symlink_to("/nowhere")
    report = library.verify(repair=True)
    assert sorted(one.action for one in report.repairs) == ["set_aside"] * 3
    assert report.remaining == 0
    assert not no_row.parent.exists()
    aside = next((library.folder / "set-aside").iterdir()) / "repository"
    assert (aside / "000/000/007/000.000.007.pdf").read_bytes() == b"somebody's"
    assert (aside / "notes\udcff\n.txt").read_text() == "mine"
    assert (aside / "link").is_symlink()
    assert library.verify().faults == ()


def test_a_document_comes_back_from_a_stranger(library):
    """Moved by hand to where it does not belong: it is found among what was set aside."""
    main = place(library, 1, "pdf")
    data = main.read_bytes()
    main.rename(library.catalogue.repository.root / "moved.pdf")
    report = library.verify(repair=True)
    assert [one.action for one in report.repairs] == ["set_aside", "brought_back"]
    assert main.read_bytes() == data
    assert library.verify().faults == ()


def test_a_document_comes_back_from_its_twin(library, tmp_path):
    """A renewed document may hold the bytes of another; damage to one is mended by the other."""
    renewed = Page(PAGES[1].url, PAGES[0].body)
    library.import_([write_warc(tmp_path / "2.warc.gz", [renewed])])
    assert place(library, 2, "pdf").read_bytes() == PAGES[0].body
    with place(library, 1, "pdf").open("ab") as stream:
        stream.write(b"x")
    report = library.verify(repair=True)
    assert [one.words for one in report.repairs] == ["from repository/000/000/002/000.000.002.pdf"]
    assert place(library, 1, "pdf").read_bytes() == PAGES[0].body
    assert place(library, 1, "pdf").stat().st_nlink == 1
    assert library.verify().faults == ()


def test_a_document_comes_back_from_what_an_update_replaced(library, tmp_path):
    """Renewed, then renewed to what it was: the first version is in replaced/."""
    for name, data in (("2", paper_pdf("In Between")), ("3", PAGES[0].body)):
        page = Page(PAGES[0].url, data)
        write_warc(tmp_path / f"{name}.warc", [page], packed=False)
        text = (tmp_path / f"{name}.warc").read_bytes()
        later = text.replace(b"2024-05-01", f"2025-05-0{name}".encode())
        (tmp_path / f"{name}.warc").write_bytes(later)
        assert library.import_([tmp_path / f"{name}.warc"]).outcomes == {"updated": 1}
    place(library, 1, "pdf").unlink()
    report = library.verify(repair=True)
    assert [one.action for one in report.repairs] == ["brought_back"]
    assert "replaced/" in report.repairs[0].words
    assert library.verify().faults == ()


def test_a_document_comes_back_from_the_rejects(library):
    sha1 = hashlib.sha1(PAGES[2].body).hexdigest()
    folder = library.folder / "rejects" / "not_academic"
    folder.mkdir(parents=True)
    (folder / f"{sha1}.pdf.why").write_text("{}")
    (folder / f"{sha1}.pdf").write_bytes(PAGES[2].body)
    place(library, 3, "pdf").unlink()
    assert library.verify(repair=True).remaining == 0
    assert place(library, 3, "pdf").read_bytes() == PAGES[2].body


def lose(library, number):
    with place(library, number, "pdf").open("ab") as stream:
        stream.write(b"x")
    place(library, number, "pdf.met").write_text("<CrawlData>")


def test_a_lost_document_is_brought_back_by_the_same_import(anywhere, tmp_path):
    library = anywhere
    state, files = state_of(library)["documents"], files_in(library)
    row = rows(library, models.Document).get(id=1)
    lose(library, 1)
    report = library.verify(repair=True)
    assert said(report) == [
        ("damaged_file", "000.000.001.pdf", "marked_lost"),
        ("damaged_file", "000.000.001.pdf.met", "left"),
    ]
    assert report.remaining == 2
    assert f"sheaf import {tmp_path}/crawl.warc.gz" in report.repairs[0].words
    assert not place(library, 1, "pdf").exists()
    assert [one.kind for one in library.verify().faults] == ["lost"]
    again = library.verify(repair=True)  # nothing new to say, nothing done twice
    assert [(one.action, one.mended) for one in again.repairs] == [("left", False)]
    (tmp_path / "elsewhere").rename(tmp_path / "crawl.warc.gz")
    summary = library.import_([tmp_path / "crawl.warc.gz"])
    assert summary.outcomes == {"updated": 1, "duplicate_url": 3}
    assert library.verify().faults == ()
    assert state_of(library)["documents"] == state
    assert files_in(library) == files
    back = rows(library, models.Document).get(id=1)
    assert (back.content_sha1, back.update_date) == (row.content_sha1, row.update_date)
    library.undo(summary.run)
    assert [one.kind for one in library.verify().faults] == ["lost"]


def test_a_lost_document_can_be_put_back_by_hand(library):
    row = rows(library, models.Document).get(id=1)
    place(library, 1, "pdf").unlink()
    assert library.verify(repair=True).remaining == 1
    place(library, 1, "pdf").write_bytes(PAGES[0].body)
    assert [one.kind for one in library.verify().faults] == ["lost"]
    report = library.verify(repair=True)
    assert [one.action for one in report.repairs] == ["brought_back"]
    back = rows(library, models.Document).get(id=1)
    assert (back.content_sha1, back.update_date) == (row.content_sha1, row.update_date)
    assert library.verify().faults == ()


def test_a_run_with_a_lost_document_can_be_undone(library, tmp_path):
    newer = Page(PAGES[0].url, paper_pdf("A Second Version"))
    archive = write_warc(tmp_path / "2.warc.gz", [newer])
    run = library.import_([archive]).run
    archive.unlink()
    place(library, 1, "pdf").unlink()
    assert library.verify(repair=True).remaining == 1
    library.undo(run)
    assert place(library, 1, "pdf").read_bytes() == PAGES[0].body
    assert library.verify().faults == ()


def test_a_dry_run_says_the_same_and_changes_nothing(library):
    damage_what_can_be_rebuilt(library)
    lose(library, 2)
    (library.catalogue.repository.root / "notes").touch()
    before, revision = tree(library.folder), library.catalogue.revision()
    planned = library.verify(repair=True, dry_run=True)
    assert tree(library.folder) == before
    assert library.catalogue.revision() == revision
    done = library.verify(repair=True)
    assert sorted(said(planned)) == sorted(said(done))
    assert planned.remaining == done.remaining == 3


def test_a_document_kept_unread_is_no_fault(library, tmp_path):
    page = Page("http://h/unread.pdf", paper_pdf("Nobody Read This"))
    archive = write_warc(tmp_path / "2.warc.gz", [page])
    library.import_([archive], filter=False, text=False)
    assert [path.name for path in library.catalogue.repository.files(5)] == [
        "000.000.005.pdf", "000.000.005.pdf.met",
    ]  # fmt: skip
    assert library.verify(repair=True).faults == ()


def test_a_text_that_cannot_be_read_remains_a_fault(library, tmp_path):
    archive = write_warc(tmp_path / "2.warc.gz", [Page("http://h/drawing.pdf", drawing_pdf())])
    library.import_([archive], filter=False)
    assert library.verify().faults == ()
    rows(library, models.Document).filter(id=5).update(pages=1)
    place(library, 5, "json").unlink()
    report = library.verify(repair=True)
    assert said(report) == [
        ("missing_file", "000.000.005.txt", "left"),
        ("missing_file", "000.000.005.json", "rebuilt"),
    ]
    assert report.remaining == 1
    assert "no text in it" in library.paper(5)["provenance"]["error"]


def test_what_stands_in_the_way_is_set_aside(library):
    """A folder or a pipe where a file should be."""
    for ending in ("json", "txt"):
        place(library, 1, ending).unlink()
    place(library, 1, "json").mkdir()
    (place(library, 1, "json") / "inside").touch()
    os.mkfifo(place(library, 1, "txt"))
    library.verify(repair=True)  # what is in the folder is a stranger and goes, the folder with it
    assert library.verify(repair=True).remaining == 0
    assert library.verify().faults == ()


def test_a_repair_waits_for_the_writer(library):
    with sheaf.open(library.folder) as another, another.writing("an import"):
        with pytest.raises(LibraryBusyError):
            library.verify(repair=True)
        assert library.verify(repair=True, dry_run=True).faults == ()


def test_the_command(library, sheaf_here, sheaf_json):
    folder = library.folder
    sheaf_here("verify", "-L", folder, "--dry-run", check=2)
    assert sheaf_json("verify", "--repair", "-L", folder) == {
        "documents": 4, "pages": 0, "faults": [], "repairs": [],
    }  # fmt: skip
    place(library, 2, "pdf.met").unlink()
    dry = sheaf_here("verify", "--repair", "--dry-run", "-L", folder, check=1)
    assert dry.stdout.endswith("4 documents checked, 1 fault, 1 of them would be mended.\n")
    assert "rebuilt: from what the catalogue knows" in dry.stdout
    done = sheaf_json("verify", "--repair", "-L", folder)
    assert [(one["fault"], one["action"]) for one in done["repairs"]] == [
        ("missing_file", "rebuilt")
    ]
    place(library, 1, "pdf").unlink()
    lost = sheaf_here("verify", "--repair", "-L", folder, check=1)
    assert lost.stdout.endswith("4 documents checked, 1 fault, 0 of them mended.\n")
    assert "sheaf import" in lost.stdout


def test_the_command_says_that_the_index_is_behind(library, sheaf_here):
    folder = library.folder
    library.index()
    place(library, 2, "json").write_text("{")
    dry = sheaf_here("verify", "--repair", "--dry-run", "-L", folder, check=1)
    assert "sheaf index" not in dry.stderr
    done = sheaf_here("verify", "--repair", "-L", folder)
    assert "The index is behind by 1 document: `sheaf index` catches up." in done.stderr


DIES = """
import os, signal, sys
import sheaf
from sheaf.deposit import repair

steps = 0
def step():
    global steps
    steps += 1
    if steps == int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)

def dying(function):
    def wrapped(*arguments, **more):
        step()
        answer = function(*arguments, **more)
        step()
        return answer
    return wrapped

for name in ("say", "put", "_set_aside", "_change_rows"):
    setattr(repair.Mender, name, dying(getattr(repair.Mender, name)))
with sheaf.open(sys.argv[1]) as library:
    library.verify(repair=True)
"""


def test_a_kill_at_any_step_and_the_next_repair_ends_the_same(library, tmp_path):
    damage_what_can_be_rebuilt(library)
    lose(library, 2)
    (library.catalogue.repository.root / "notes").write_text("mine")
    library.close()
    broken = tmp_path / "broken"
    shutil.copytree(library.folder, broken)
    with sheaf.open(library.folder) as whole:
        assert whole.verify(repair=True).remaining == 3
        wanted, files = state_of(whole), tree(whole.folder / "repository")
    killed = 0
    for number in range(1, 200, rounds(11, 1)):
        folder = tmp_path / f"dies{number}"
        shutil.copytree(broken, folder)
        dead = subprocess.run(
            [sys.executable, "-c", DIES, str(folder), str(number)],
            capture_output=True, text=True, timeout=120,
        )  # fmt: skip
        killed += dead.returncode == -signal.SIGKILL
        with sheaf.open(folder) as again:
            again.verify(repair=True)
            assert [one.kind for one in again.verify().faults] == ["lost"], number
            assert state_of(again) == wanted
            assert tree(folder / "repository") == files
            kept = [path.name for path in (folder / "set-aside").rglob("*") if path.is_file()]
            assert sorted(kept) == [
                "000.000.001.json",
                "000.000.002.pdf",
                "000.000.004.txt",
                "notes",
            ]
        shutil.rmtree(folder)
        if dead.returncode == 0:
            break
    assert dead.returncode == 0, dead.stderr
    assert killed > 3
