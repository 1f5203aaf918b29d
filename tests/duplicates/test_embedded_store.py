"""The store in files: killed at any moment it opens whole; damaged, it begins anew."""

import os
import random
import shutil
import signal
import time
from pathlib import Path

import numpy as np
import pytest
from support.rounds import rounds

from sheaf.duplicates.embedded import building, merging
from sheaf.duplicates.embedded import store as embedded
from sheaf.duplicates.embedded.merging import choose_runs
from sheaf.duplicates.embedded.store import EmbeddedStore

VERSION = "test-1"
BATCH = 60
# Every step at which a kill leaves something else on the disk.
STEPS = [
    (os, "replace"), (os, "fsync"), (os, "fdatasync"), (os, "pwrite"), (shutil, "rmtree"),
    (Path, "rename"), (Path, "unlink"), (Path, "touch"), (Path, "mkdir"),
]  # fmt: skip


@pytest.fixture(autouse=True)
def short_log(monkeypatch):
    """A run for every few writes, and merges all the time."""
    monkeypatch.setattr(embedded, "MOST_IN_LOG", 4 * BATCH)


def expected(revision):
    """After so many writes; each is known by its number."""
    truth = {}
    for number in range(1, revision + 1):
        truth.update(changes_of(number))
    return {document: own for document, own in truth.items() if own is not None}


def changes_of(number):
    chance = random.Random(number)
    new = {number * BATCH + at: chance.getrandbits(64) for at in range(BATCH)}
    return new | dict.fromkeys(chance.sample(range(number * BATCH), 5))


def write_until_killed(folder, kill_at):
    """In a child: writes on from where the store is, and kills itself at one of its steps."""
    steps = 0

    def counted(do):
        def step(*arguments, **options):
            nonlocal steps
            steps += 1
            if steps == kill_at:
                os.kill(os.getpid(), signal.SIGKILL)
            return do(*arguments, **options)

        return step

    for owner, name in STEPS:
        setattr(owner, name, counted(getattr(owner, name)))
    store = EmbeddedStore(folder, VERSION)
    acknowledged = folder / "acknowledged"
    with acknowledged.open("ab", buffering=0) as told:
        while True:
            number = store.revision() + 1
            store.write(changes_of(number), number)
            told.write(b".")


def in_a_child(do, *arguments):
    child = os.fork()
    if child == 0:
        try:
            do(*arguments)
        finally:
            os._exit(1)
    return child


def check(folder, revision_at_least):
    with EmbeddedStore(folder, VERSION) as store:
        revision = store.revision()
        assert revision >= revision_at_least, "a write that was answered is lost"
        truth = expected(revision)
        assert dict(store.documents()) == truth
        asked = random.Random(revision).sample(sorted(truth), min(len(truth), 20))
        for document in asked:
            assert document in [near.document_id for near in store.find_near(truth[document], 0)]
    return revision


@pytest.mark.parametrize("seed", range(rounds(2, 20)))
def test_killed_at_any_step_it_opens_whole_and_goes_on(tmp_path, seed):
    chance, revision = random.Random(seed), 0
    for _ in range(rounds(12, 40)):
        child = in_a_child(write_until_killed, tmp_path, chance.randrange(1, 120))
        _, status = os.waitpid(child, 0)
        assert os.WTERMSIG(status) == signal.SIGKILL
        told = tmp_path / "acknowledged"
        revision = check(tmp_path, told.stat().st_size if told.exists() else 0)
        told.write_bytes(b"." * revision)
    with EmbeddedStore(tmp_path, VERSION) as store:
        store.write(changes_of(revision + 1), revision + 1)
    names = {path.name for path in (tmp_path / VERSION).iterdir()}
    assert not [name for name in names if name.endswith(".part")]


def test_killed_at_random_times_while_another_reads(tmp_path):
    chance = random.Random(3)
    with EmbeddedStore(tmp_path, VERSION) as reader:
        for _ in range(rounds(6, 40)):
            before = reader.revision()
            child = in_a_child(write_until_killed, tmp_path, -1)
            until = time.monotonic() + chance.uniform(0.02, 0.15)
            while time.monotonic() < until:
                revision = reader.revision()
                assert len(list(reader.documents())) >= len(expected(revision)) - 5 * BATCH
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            assert check(tmp_path, before) >= before


def test_two_that_write_wait_for_each_other(tmp_path):
    def write(first):
        with EmbeddedStore(tmp_path, VERSION) as store:
            for number in range(first, first + 900, 30):
                store.write(dict.fromkeys(range(number, number + 30), number))
        os._exit(0)

    children = [in_a_child(write, first) for first in (0, 1000)]
    assert [os.waitpid(child, 0)[1] for child in children] == [0, 0]
    with EmbeddedStore(tmp_path, VERSION) as store:
        found = dict(store.documents())
    assert len(found) == 1800
    assert all(found[number] == number // 30 * 30 for number in range(900))


@pytest.mark.parametrize("what", ["manifest", "run", "missing run", "log"])
def test_a_damaged_store_begins_anew(tmp_path, what):
    with EmbeddedStore(tmp_path, VERSION) as store:
        for number in range(1, 12):
            store.write(changes_of(number), number)
    folder = tmp_path / VERSION
    run = next(path for path in folder.iterdir() if path.name.startswith("run-"))
    if what == "manifest":
        (folder / "manifest.json").write_text("{")
    elif what == "run":
        os.truncate(run / "places", 8)
    elif what == "missing run":
        shutil.rmtree(run)
    else:
        next(folder.glob("log-*")).unlink()
    with EmbeddedStore(tmp_path, VERSION) as store:
        assert (store.revision(), list(store.documents())) == (0, [])
        store.write({1: 1}, 7)
        assert (store.revision(), list(store.documents())) == (7, [(1, 1)])


def test_a_frame_that_is_half_written_is_as_if_it_were_not(tmp_path):
    with EmbeddedStore(tmp_path, VERSION) as store:
        store.write({1: 1}, 1)
        log = next((tmp_path / VERSION).glob("log-*"))
        whole = log.stat().st_size
        store.write({2: 2}, 2)
        os.truncate(log, log.stat().st_size - 1)
    with EmbeddedStore(tmp_path, VERSION) as store:
        assert list(store.documents()) == [(1, 1)]
        store.write({3: 3})
        assert list(store.documents()) == [(1, 1), (3, 3)]
    assert log.stat().st_size > whole


def test_a_store_that_nobody_has_written_makes_no_files(tmp_path):
    with EmbeddedStore(tmp_path / "none", VERSION) as store:
        assert store.find_near(1, 3) == []
    assert not (tmp_path / "none").exists()


def test_files_are_for_their_owner(tmp_path):
    with EmbeddedStore(tmp_path, VERSION) as store:
        for number in range(1, 8):
            store.write(changes_of(number), number)
    for path in [tmp_path / VERSION, *(tmp_path / VERSION).iterdir()]:
        if path.is_dir() or path.name.startswith("log-"):
            assert path.stat().st_mode & 0o077 == 0, path


def test_a_large_run_is_made_in_parts_and_is_as_one_made_at_once(tmp_path, monkeypatch):
    fingerprints = np.random.default_rng(1).integers(0, 2**64, 3000, dtype=np.uint64)
    fingerprints[::7] = fingerprints[0]
    documents, none = np.arange(3000), np.empty(0)
    at_once = building.make_memory_run(documents, fingerprints, none)
    monkeypatch.setattr(building, "BLOCK", 256)
    monkeypatch.setattr(building, "LEAST_RANGE", 100)
    in_parts = building.make_memory_run(documents, fingerprints, none)
    for name, array in at_once.arrays.items():
        assert (array == in_parts.arrays[name]).all(), name


@pytest.mark.parametrize(
    ("sizes", "chosen"),
    [
        ([], None), ([5], None), ([100, 5], None), ([5, 5], slice(0, 2)),
        ([100, 6, 5], slice(1, 3)), ([10, 6, 5], slice(0, 3)), ([1000, 30, 10, 9], slice(1, 4)),
        ([30, 5], None), ([30, 5, 3], slice(0, 3)),
    ],
)  # fmt: skip
def test_runs_of_like_size_are_merged(sizes, chosen):
    assert choose_runs(sizes) == chosen


def write_while_merging(folder, told):
    """In a child: as long as it lives runs are merged; it tells whenever a merge begins."""
    store = EmbeddedStore(folder, VERSION)
    while True:
        number = store.revision() + 1
        store.write(changes_of(number), number)
        if store._merger._work is not None:
            told.touch()


def test_a_kill_in_the_midst_of_a_merge_loses_nothing_and_leaves_nothing(tmp_path, monkeypatch):
    """The merge is slow here, a few entries a step, so that most kills come while it works."""
    monkeypatch.setattr(merging, "STEP", 20)
    monkeypatch.setattr(merging, "STEPS_FOR_EACH", 4)
    monkeypatch.setattr(building, "BLOCK", 64)
    monkeypatch.setattr(building, "LEAST_RANGE", 64)
    told, folder = tmp_path / "merging", tmp_path / "store"
    chance, half_made, revision = random.Random(7), 0, 0
    for _ in range(rounds(4, 20)):
        told.unlink(missing_ok=True)
        child = in_a_child(write_while_merging, folder, told)
        until = time.monotonic() + 30
        while not told.exists() and time.monotonic() < until:
            time.sleep(0.001)
        time.sleep(chance.uniform(0, 0.05))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        parts = list((folder / VERSION).glob("*.part"))
        half_made += len(parts)
        revision = check(folder, revision)
        with EmbeddedStore(folder, VERSION) as store:
            store.write(changes_of(revision + 1), revision + 1)
            assert not any(part.exists() for part in parts), "what was half made is cleared away"
        assert check(folder, revision + 1) == revision + 1
    assert half_made, "no kill hit a merge"
