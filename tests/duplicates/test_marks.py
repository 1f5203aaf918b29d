"""The marks of a text: equal for copies, alike for versions, far apart for other texts."""

import random

import numpy as np
import pytest
from support.samples import FILLER

from sheaf.duplicates.content_words import read_words
from sheaf.duplicates.contract import Agreement, NearCopy, Relation
from sheaf.duplicates.simhash import distance, fingerprint, read_marks
from sheaf.duplicates.sketch import (
    SketchFile,
    compare,
    compare_runs,
    make_sketch,
    runs_of_words,
    unpack_sketch,
)
from sheaf.duplicates.versions import (
    Described,
    describe,
    differences,
    relate,
    relate_texts,
    title_number,
)


def words(seed, count=400):
    chance = random.Random(seed)
    return ["".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=7)) for _ in range(count)]


PAGES = [" ".join(words(number, 300)) for number in range(6)]
TEXT = "\f".join(PAGES)
HEADED = [f"Journal of Sheaves, vol. {at}\n\n{page}\n{at}" for at, page in enumerate(PAGES)]


def test_the_same_words_have_the_same_fingerprint_and_numbers_have_no_vote():
    text = FILLER.format(topic="x") * 3
    assert fingerprint(text) == fingerprint(text.upper()) == fingerprint(text + " 12 345 2024")


def test_small_changes_move_few_bits_and_other_texts_many():
    own = words(1)
    changed = [*own[:200], "changed", *own[201:]]
    near = distance(fingerprint(" ".join(own)), fingerprint(" ".join(changed)))
    far = distance(fingerprint(" ".join(own)), fingerprint(" ".join(words(2))))
    assert near <= 4
    assert far >= 15


def test_too_few_words_have_none():
    assert fingerprint("too short to tell") is None
    assert read_marks("") is None


@pytest.mark.parametrize(
    "other",
    [
        "\f".join(HEADED),
        "This version was deposited in the repository of the university.\f" + TEXT,
        TEXT + " 1.25 3.5 \u03b1 = x + y 17 (2.1) " * 200,
        TEXT.replace(PAGES[2], f"{PAGES[2][:300]}-\n{PAGES[2][300:]}"),
        TEXT.upper(),
    ],
    ids=["running heads", "a cover", "numbers", "words parted at line ends", "capitals"],
)
def test_what_differs_from_copy_to_copy_has_no_vote(other):
    own, marks = read_marks(TEXT), read_marks(other)
    assert distance(own.whole, marks.whole) <= 1
    assert compare(own.sketch, marks.sketch).shared > 0.9


def test_a_text_that_is_cut_short_keeps_its_opening_and_its_runs_of_words():
    own, marks = read_marks(TEXT), read_marks(TEXT[: len(TEXT) // 2])
    assert own.opening == marks.opening
    agreement = compare(own.sketch, marks.sketch)
    assert agreement.of_smaller > 0.8 > agreement.shared


def test_texts_without_blanks_between_words_have_fingerprints_too():
    chance = random.Random(1)
    letters = [chr(0x4E00 + number) for number in range(300)]
    text, other = ("".join(chance.choices(letters, k=900)) for _ in range(2))
    changed = text[:400] + "\u4e00\u4e8c" + text[400:]
    assert distance(fingerprint(text), fingerprint(changed)) <= 4
    assert distance(fingerprint(text), fingerprint(other)) >= 15


def test_a_sketch_is_packed_and_unpacked_and_kept_at_its_place(tmp_path):
    sketch = read_marks(TEXT).sketch
    again = unpack_sketch(sketch.packed())
    assert (again.runs, list(again.smallest)) == (sketch.runs, list(sketch.smallest))
    assert unpack_sketch(b"12") is None
    short = make_sketch(read_words("only seven words stand in this text alone"))
    assert compare(short, sketch).of_smaller == 0
    file = SketchFile(tmp_path / "new" / "sketches")
    assert file.read([1]) == {}
    file.write({1: sketch, 7: short, 3: sketch})
    file.write({3: None})
    assert set(file.read([1, 2, 3, 7, 99])) == {1, 7}
    assert compare(file.read([1])[1], sketch).shared == 1


NAMES = frozenset({"smith", "lee"})
SAME, PART, OTHER = Agreement(0.9, 0.95), Agreement(0.3, 0.9), Agreement(0.1, 0.2)


@pytest.mark.parametrize(
    ("own", "other", "agreement", "relation", "told"),
    [
        (Described("On Sheaves", NAMES, 2001, 9), Described("On sheaves.", NAMES, 2001, 9), SAME,
         Relation.COPY, ()),
        (Described(), Described(), SAME, Relation.COPY, ()),
        (Described("On Sheaves", NAMES, 2001, 9), Described("On Sheaves", NAMES, 2003, 12), SAME,
         Relation.VERSION, ("12 pages, not 9", "2003, not 2001")),
        (Described("On Sheaves"), Described("On Many Sheaves"), SAME, Relation.VERSION,
         ("another title: On Many Sheaves",)),
        (Described("On Sheaves"), Described("On Sheaves"), PART, Relation.VERSION, ()),
        (Described("On Sheaves", NAMES), Described("On Sheaves", frozenset({"lee"})), OTHER,
         Relation.SAME_TITLE, ()),
        (Described("On Sheaves", NAMES), Described("On Sheaves", frozenset({"roy"})), OTHER,
         None, ()),
        (Described("On Sheaves"), Described("On Sheaves"), None, None, ()),
    ],
)  # fmt: skip
def test_copies_and_versions_are_told_apart_and_what_differs_is_said(
    own, other, agreement, relation, told
):
    assert relate(own, other, agreement) == relation
    if relation:
        assert differences(own, other) == told
        assert NearCopy(1, 0, agreement, relation).words == relation.words


@pytest.mark.parametrize(
    ("agreement", "length", "other", "words"),
    [
        (SAME, 100, 105, "the same text"), (Agreement(0.56, 0.8), 100, 130, "the same text"),
        (PART, 100, 120, "an extended version"), (PART, 120, 100, "a shorter version"),
        (PART, 100, 119, "a revised text"), (OTHER, 100, 300, "a revised text"),
        (Agreement(0.1, 0.19), 100, 100, "another text"), (SAME, 0, 100, ""), (SAME, 9, 0, ""),
    ],
)  # fmt: skip
def test_what_one_text_is_to_another_is_said_in_words(agreement, length, other, words):
    assert relate_texts(agreement, length, other) == words


def test_all_runs_of_two_texts_agree_as_their_sketches_say():
    chance = np.random.default_rng(1)
    words = chance.integers(0, 2**64, 3000, dtype=np.uint64)
    other = np.concatenate([words[:1500], chance.integers(0, 2**64, 600, dtype=np.uint64)])
    exactly = compare_runs(runs_of_words(words), runs_of_words(other))
    about = compare(make_sketch(words), make_sketch(other))
    assert round(exactly.of_smaller, 2) == round(1497 / 2097, 2)
    assert abs(exactly.shared - about.shared) < 0.2
    assert compare_runs(runs_of_words(words), runs_of_words(words[:3])) == Agreement(0.0, 0.0)


def test_a_title_that_says_little_leads_to_no_versions():
    assert title_number(Described("Introduction")) is None
    assert title_number(Described("")) is None
    accented = Described("On the Sheaves of M\u00fcller")
    apart = Described("ON THE SHEAVES, of Mu\u0308ller")
    assert title_number(accented) == title_number(apart) is not None


def test_what_a_paper_says_of_itself_may_be_anything():
    odd = {"title": 5, "authors": [{"name": "Ada M. Smith"}, "Lee", {}, None, 7], "year": "2001"}
    assert describe(odd, 3) == Described("5", frozenset({"smith", "lee", "7"}), 0, 3)
    assert describe(None, 0) == Described()


def test_bits_are_told_in_words():
    assert NearCopy(2, 3).words == "almost the same text"
    assert NearCopy(2, 0).words == "the same text but for details"
    assert [NearCopy(2, far).bits for far in (0, 1, 3)] == [
        "0 of 64 bits differ", "1 of 64 bits differs", "3 of 64 bits differ",
    ]  # fmt: skip
