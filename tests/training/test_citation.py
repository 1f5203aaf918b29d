"""The references that the model learns from: made up, mapped, and made noisy."""

import random
from itertools import islice

import pytest

from corpora.references.annotated import Annotated
from corpora.references.anystyle import _trimmed
from corpora.shared import absent
from training.citation import metadata, unmarked
from training.citation.examples import example
from training.citation.noise import noisy
from training.citation.styles import written
from training.citation.works import Work, values, whole_names

WORK = Work(
    tongue="de",
    kind="chapter",
    authors=(("Erika", "Muster"), ("Hans", "Beispiel")),
    title="Zur Entwicklung der Jugend",
    container="Beiträge zur Soziologie",
    editors=(("Karl", "Meier"),),
    year="1999",
    month="Mai",
    day="3",
    volume="4",
    issue="2",
    pages="11-29",
    publisher="Campus",
    place="Köln",
    institution="Universität Ulm",
    series="Reihe Gesellschaft",
    number="17",
    url="http://www.example.org/a.pdf",
    doi="10.1000/7",
)


@pytest.mark.parametrize("seed", range(40))
def test_every_style_marks_what_it_writes(seed):
    made = example(written(WORK, random.Random(seed)))
    told = dict(values(made))
    assert told["title"] == WORK.title
    assert told["booktitle"] == WORK.container
    assert len(made.labels) == len(made.tokens)


def test_styles_differ_and_the_same_seed_gives_the_same():
    texts = {written(WORK, random.Random(seed)).text for seed in range(40)}
    assert len(texts) > 35
    assert written(WORK, random.Random(3)) == written(WORK, random.Random(3))


@pytest.mark.parametrize("seed", range(20))
def test_noise_keeps_the_letters_of_a_field(seed):
    clean = Annotated(
        "x", "x", (("A Title of Things", "title"), (", vol. ", None), ("7", "volume"))
    )
    noise = noisy(clean, random.Random(seed))
    for (before, label), (behind, same) in zip(clean.pieces, noise.pieces, strict=True):
        assert label == same
        if label:
            assert before.replace(" ", "") == behind.replace(" ", "").replace("-", "")


def test_wrapping_is_moved_out_of_a_field():
    assert [piece for piece in _trimmed("pp. 1761–1800).", "pages") if piece[0]] == [
        ("pp. ", None),
        ("1761–1800", "pages"),
        (").", None),
    ]
    assert [piece for piece in _trimmed("105(419),", "volume") if piece[0].strip()] == [
        ("105", "volume"),
        ("(", None),
        ("419", "issue"),
        (")", None),
        (",", None),
    ]


def test_the_edges_of_a_field_are_never_punctuation():
    found = example(Annotated("x", "x", (("“A title”.", "title"), (" ", None), ("(1999)", "date"))))
    assert values(found) == [("title", "A title"), ("date", "1999")]


def test_names_are_used_only_where_all_could_be_told_apart():
    assert whole_names("Smith, J. and Doe, A.") == (("J.", "Smith"), ("A.", "Doe"))
    assert whole_names("Smith, J. and Plato") == ()


@pytest.mark.skipif(absent() is not None, reason=str(absent()))
def test_works_out_of_metadata_are_whole():
    found = list(islice(metadata.works(), 4200))
    assert len(found) > 4000
    assert all(one.title and one.authors for one in found)
    assert {one.kind for one in found} >= {"paper", "article"}
    assert any(one.container.startswith("36th Annual Meeting") for one in found)


@pytest.mark.skipif(absent() is not None, reason=str(absent()))
def test_references_without_fields_are_new_and_each_comes_once():
    found = list(islice(unmarked.references(set()), 300))
    keys = {one.key for one in found}
    assert len(keys) == len(found) == 300
    assert all(set(one.labels) == {"O"} and len(one.labels) == len(one.tokens) for one in found)
    again = {one.key for one in islice(unmarked.references(keys), 300)}
    assert not again & keys
