"""The index survives kills, damage and older forms, and searches go on while a new one is built."""

import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import tantivy
from support.commands import clean_environment
from support.rounds import rounds
from support.shelf import COMMIT_EVERY, ENTRIES, Shelf, bring_up_to_date

from sheaf.search import indexer
from sheaf.search.index import BUILDING, MARK, IndexReader, IndexState, panics_as_errors, read_mark

TESTS = Path(__file__).parents[1]


def contents(folder):
    """All that is in an index, however it came there: what is shown by what finds it."""
    reader = IndexReader(folder)
    index = reader.open()
    assert index is not None, reader.state
    searcher = index.searcher()

    def find(query):
        hits = searcher.search(query, ENTRIES * 4).hits
        return sorted(bytes(searcher.doc(address).get_first("shown")) for _, address in hits)

    texts = [f"{word} {kind}" for word in ("first", "revised", "new") for kind in ("paper", "page")]
    asked = {text: index.parse_query("body:{} entry:{}".format(*text.split()),
                                     conjunction_by_default=True) for text in texts}  # fmt: skip
    return {"": find(tantivy.Query.all_query())} | {text: find(one) for text, one in asked.items()}


@pytest.fixture(scope="module")
def clean(tmp_path_factory):
    """What clean builds hold, by revision."""
    found = {}
    for revision in (1, 2, 3):
        folder = tmp_path_factory.mktemp("clean") / "index"
        bring_up_to_date(folder, revision)
        found[revision] = contents(folder)
    assert len(found[1][""]) == 2 * ENTRIES
    return found


def start(folder, revision, how="update"):
    return subprocess.Popen(
        [sys.executable, "-m", "support.shelf", str(folder), str(revision), how],
        env=clean_environment() | {"PYTHONPATH": str(TESTS)},
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


def kill_after(process, lines, patience):
    """Kill it a moment after it has said so many entries, unless it is done by then."""
    for _ in range(lines):
        if not process.stdout.readline():
            break
    try:
        process.wait(patience)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.wait()
    process.stdout.close()


def test_updating_gives_what_a_clean_build_gives(tmp_path, clean):
    folder = tmp_path / "index"
    for revision in (1, 2, 3):
        report = bring_up_to_date(folder, revision)
        assert report.rebuilt == (revision == 1)
        assert contents(folder) == clean[revision]
    again = bring_up_to_date(folder, 3)
    assert (again.indexed, again.removed, again.rebuilt) == (0, 0, False)
    assert sorted(path.name for path in folder.iterdir()) == ["g1", MARK]


@pytest.mark.parametrize("round_", range(rounds(4, 20)))
def test_killed_at_any_moment_it_opens_and_the_next_run_completes_it(round_, tmp_path, clean):
    chance = random.Random(round_)
    folder = tmp_path / "index"
    revision = chance.choice((1, 2, 3))
    before = revision - 1
    if before:
        bring_up_to_date(folder, before)
    how = "rebuild" if before and chance.random() < 0.5 else "update"
    done = len(list(Shelf(revision).entries())) * 2 if how == "rebuild" or not before else 40
    edge = chance.random() < 0.5  # where an entry is saved, or the whole is put in place
    lines = chance.randrange(1, done // COMMIT_EVERY + 2) * COMMIT_EVERY if edge else (
        chance.randrange(done + 1)
    )  # fmt: skip
    kill_after(start(folder, revision, how), lines + 1, chance.random() * 0.02)
    if before:
        assert contents(folder)[""], "what was searched before is searched still"
    bring_up_to_date(folder, revision)
    assert contents(folder) == clean[revision]
    mark = read_mark(folder)
    assert sorted(path.name for path in folder.iterdir()) == sorted([mark.folder, MARK])


def test_an_interrupted_build_goes_on_where_it_was(tmp_path, clean, monkeypatch):
    folder = tmp_path / "index"
    monkeypatch.setattr(indexer, "COMMIT_EVERY", COMMIT_EVERY)
    monkeypatch.setattr(indexer, "REPORT_EVERY", 1)

    def stop(count):
        if count == 150:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bring_up_to_date(folder, 1, report=stop)
    assert read_mark(folder, BUILDING).entries == 140
    assert IndexReader(folder).open() is None
    counted = []
    bring_up_to_date(folder, 2, report=counted.append)
    assert counted[0] == 141
    assert contents(folder) == clean[2]


def test_searches_go_on_in_the_old_index_until_the_new_one_is_complete(tmp_path, clean):
    folder = tmp_path / "index"
    bring_up_to_date(folder, 1)
    reader = IndexReader(folder)
    before = reader.open()
    seen = []

    def look(count):
        seen.append(reader.open() is before and contents(folder) == clean[1])

    indexer_every, indexer.REPORT_EVERY = indexer.REPORT_EVERY, 50
    try:
        bring_up_to_date(folder, 2, rebuild=True, report=look)
    finally:
        indexer.REPORT_EVERY = indexer_every
    assert seen
    assert all(seen)
    assert reader.open() is not before
    assert contents(folder) == clean[2]
    # Who opened the old one before it went can still read it.
    assert before.searcher().search(tantivy.Query.all_query(), 3).count == 2 * ENTRIES
    assert [path.name for path in folder.glob("g*")] == ["g2"]


def test_of_two_updates_at_once_one_waits(tmp_path, clean):
    folder = tmp_path / "index"
    both = [start(folder, 1), start(folder, 1)]
    for process in both:
        process.stdout.read()
        process.stdout.close()
        assert process.wait() == 0
    assert contents(folder) == clean[1]


def parts_of(folder):
    return sorted((folder / read_mark(folder).folder).glob("*.*"))


def cut_a_file(chance, folder):
    path = chance.choice([path for path in parts_of(folder) if path.stat().st_size])
    os.truncate(path, chance.randrange(path.stat().st_size))


def remove_a_file(chance, folder):
    named = [path for path in parts_of(folder) if not path.name.startswith(".")]
    chance.choice(named).unlink()


def write_garbage(chance, folder):
    (folder / read_mark(folder).folder / "meta.json").write_bytes(chance.randbytes(200))


def spoil_the_list_of_files(chance, folder):
    (folder / read_mark(folder).folder / ".managed.json").write_text("{}")


def spoil_the_mark(chance, folder):
    values = [b"", b"[]", b'{"version": "x"}', b"\xff", b'{"version": 2, "revision": null}']
    (folder / MARK).write_bytes(chance.choice(values))


def remove_the_folder(chance, folder):
    shutil.rmtree(folder / read_mark(folder).folder)


ENGINE_FILES = {"idx", "pos", "term", "store", "fast", "fieldnorm"}
DAMAGES = [
    cut_a_file, remove_a_file, write_garbage, spoil_the_list_of_files, spoil_the_mark,
    remove_the_folder,
]  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("round_", range(rounds(2, 20)))
def test_a_damaged_index_is_told_and_the_next_update_builds_it_anew(
    damage, round_, tmp_path, clean
):
    folder = tmp_path / "index"
    bring_up_to_date(folder, 1)
    damage(random.Random(round_), folder)
    reader = IndexReader(folder)
    assert reader.open() is None
    assert reader.state is IndexState.DAMAGED
    assert bring_up_to_date(folder, 2).rebuilt
    assert reader.open() is not None
    assert contents(folder) == clean[2]


def test_an_index_of_another_form_is_told_and_replaced(tmp_path, clean):
    folder = tmp_path / "index"
    folder.mkdir()
    tantivy.Index(tantivy.SchemaBuilder().build(), path=str(folder))
    (folder / MARK).write_text(json.dumps({"version": 1, "revision": 7}))
    (folder / "notes.txt").write_text("not ours")
    reader = IndexReader(folder)
    assert reader.open() is None
    assert reader.state is IndexState.OTHER_FORM
    assert bring_up_to_date(folder, 1).rebuilt
    assert reader.open() is not None
    assert contents(folder) == clean[1]
    assert sorted(path.name for path in folder.iterdir()) == ["g1", "notes.txt", MARK]


@pytest.mark.parametrize("round_", range(rounds(5, 60)))
def test_damage_within_a_file_never_breaks_more_than_a_search(round_, tmp_path, clean):
    """It is not told when the index is opened, for nobody reads all of it then."""
    chance = random.Random(round_)
    folder = tmp_path / "index"
    bring_up_to_date(folder, 1)
    path = chance.choice([path for path in parts_of(folder) if path.suffix[1:] in ENGINE_FILES])
    content = bytearray(path.read_bytes())
    for _ in range(30):
        content[chance.randrange(len(content))] = chance.randrange(256)
    path.write_bytes(content)
    index = IndexReader(folder).open()
    if index is not None:
        with contextlib.suppress(ValueError), panics_as_errors():
            searcher = index.searcher()
            for words in ('body:"first text"', "title:title entry:page"):
                for _, address in searcher.search(index.parse_query(words), ENTRIES).hits:
                    searcher.doc(address)
    assert bring_up_to_date(folder, 2, rebuild=True).rebuilt
    assert contents(folder) == clean[2]
