"""Near-copies: found by fingerprint within a few bits, all of them, and kept up to date."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.samples import FILLER, Page, paper_pdf, write_warc

import sheaf
from sheaf.duplicates.contract import NearCopy
from sheaf.duplicates.embedded.store import EmbeddedStore
from sheaf.duplicates.simhash import distance, fingerprint
from sheaf.world import World
from sheaf.world import write_warc as write_world

HASH = st.integers(0, 2**64 - 1)


def words(seed, count=400):
    chance = random.Random(seed)
    return ["".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=7)) for _ in range(count)]


def test_the_same_words_have_the_same_fingerprint_and_numbers_have_no_vote():
    text = FILLER.format(topic="x") * 3
    assert fingerprint(text) == fingerprint(text.upper()) == fingerprint(text + " 12 345 2024")


def test_small_changes_move_few_bits_and_other_texts_many():
    one = words(1)
    changed = [*one[:200], "changed", *one[201:]]
    near = distance(fingerprint(" ".join(one)), fingerprint(" ".join(changed)))
    far = distance(fingerprint(" ".join(one)), fingerprint(" ".join(words(2))))
    assert near <= 4
    assert far >= 15


def test_too_few_words_have_none():
    assert fingerprint("too short to tell") is None


@pytest.fixture
def store(tmp_path):
    made = EmbeddedStore(tmp_path, "test-1")
    yield made
    made.close()


@given(own=HASH, flips=st.sets(st.integers(0, 63), max_size=3), others=st.lists(HASH, max_size=20))
def test_every_near_copy_within_three_bits_is_found(tmp_path_factory, own, flips, others):
    store = EmbeddedStore(tmp_path_factory.mktemp("s"), "test-1")
    near = own
    for bit in flips:
        near ^= 1 << bit
    store.write({1: near, **dict(enumerate(others, 2))})
    found = {one.document_id: one.distance for one in store.find_near(own, 3)}
    store.close()
    assert found[1] == len(flips)
    expected = {n for n, one in enumerate(others, 2) if distance(own, one) <= 3}
    assert set(found) == {1, *expected}


def test_the_nearest_comes_first_and_fewer_bits_find_less(store):
    store.write({1: 0b111, 2: 0b1, 3: 0, 4: 0b1111})
    assert [one.document_id for one in store.find_near(0, 3)] == [3, 2, 1]
    assert [one.document_id for one in store.find_near(0, 1)] == [3, 2]
    store.write({3: None})
    assert [one.document_id for one in store.find_near(0, 3)] == [2, 1]


def test_many_are_asked_at_once_and_of_a_crowd_the_nearest_are_named(store):
    store.write({1: 0b111, 2: 0b1, 3: 0, 4: 0b1111, 5: 2**63})
    found = [(place, near.document_id) for place, near in store.find_many([2**63, 0], 3, most=2)]
    assert found == [(0, 5), (0, 3), (1, 3), (1, 2)]


def test_fingerprints_follow_the_library(tmp_path):
    one, two = paper_pdf("On Sparse Graphs"), paper_pdf("On Sparse Graphs, Revised")
    pages = [Page("http://h/1.pdf", one), Page("http://h/3.pdf", paper_pdf("X Y Z", topic="owls"))]
    with sheaf.init(tmp_path / "lib") as library:
        library.import_([write_warc(tmp_path / "1.warc.gz", pages)])
        library.index()
        assert list(library.near_copies()) == []
        run = library.import_(
            [write_warc(tmp_path / "2.warc.gz", [Page("http://h/2.pdf", two)])]
        ).run
        library.index()
        ((first, other),) = library.near_copies()
        assert (first, other.document_id) == (1, 3)
        assert [near.document_id for _, near in library.near_copies(3)] == [1]
        library.undo(run)
        assert list(library.near_copies()) == []


def test_versions_of_one_paper_are_found_and_no_others(tmp_path):
    """On the simulated web, whose truth is known."""
    world = World(seed=4, pages=200)
    write_world(world, tmp_path / "w.warc.gz")
    paper_of = {one["url"]: one.get("paper_id") for one in world.truth()}
    with sheaf.init(tmp_path / "lib") as library:
        library.import_([tmp_path / "w.warc.gz"])
        library.index()
        papers = {one.id: paper_of.get(one.url) for one in library.catalogue.documents()}
        found = [(papers[one], papers[near.document_id]) for one, near in library.near_copies()]
    true = sum(
        papers[a] == papers[b] and papers[a] is not None for a in papers for b in papers if a < b
    )
    assert all(one == other for one, other in found)
    assert len(found) >= 0.6 * true


def test_the_command_line_lists_pairs(sheaf_command, tmp_path):
    pages = [
        Page(f"http://h/{n}.pdf", paper_pdf(f"On Sparse Graphs {'again ' * n}")) for n in (1, 2)
    ]
    sheaf_command("init", "lib", check=0)
    archive = write_warc(tmp_path / "1.warc.gz", pages)
    sheaf_command("import", archive, "-L", "lib", check=0)
    done = sheaf_command("near-copies", "-L", "lib", check=0)
    assert "1 pair of near-copies" in done.stdout
    assert '"near_copy": 2' in sheaf_command("near-copies", "1", "-L", "lib", "--json").stdout


def test_near_copies_are_told_in_words():
    assert NearCopy(2, 3).words == "almost the same text"
    assert NearCopy(2, 0).words == "the same text but for details"
    assert [NearCopy(2, far).bits for far in (0, 1, 3)] == [
        "0 of 64 bits differ", "1 of 64 bits differs", "3 of 64 bits differ",
    ]  # fmt: skip
