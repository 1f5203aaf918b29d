"""References are dealt into folds without gaps and described by number as by name."""

import pytest

from corpora.references.annotated import Annotated
from corpora.shared import absent
from crossvalidation.references import FOLDS, Fold, _told, dealt
from sheaf.extract.citation.features import feature_columns
from training.citation import vocabulary
from training.citation.examples import example

TEXTS = ("E. Muster. A Title of Things, 7(2), 1999.", "A Title of other Things, pp. 11–29.")


def examples():
    return [example(Annotated("grobid", text, ((text, "title"),))) for text in TEXTS]


def names(one):
    """The attributes of each token, asked of the facets one by one."""
    looks = feature_columns(one.text, one.tokens)
    return [
        sorted(
            f"{facet.name}={each}"
            for facet in vocabulary.FACETS
            for each in facet.attributes_of(looks[facet.column][at])
        )
        for at in range(len(one.tokens))
    ]


def test_attributes_by_number_are_those_by_name():
    known = examples()
    found = vocabulary.described(known)
    told = [sorted(found.keys[at] for at in row if at) for row in found.numbers]
    assert told == [token for one in known for token in names(one)]
    assert found.starts.tolist() == [0, len(known[0].tokens), len(told)]


def test_only_the_first_references_are_counted():
    found = vocabulary.described(examples())
    assert found.counted(1)["word=things"] == 1
    assert found.counted(2)["word=things"] == 2
    assert found.counted(1)["word=other"] == 0


def test_what_has_no_row_of_its_own_is_an_unknown_word_or_nothing():
    known = examples()
    rows = {"word=title": 2, "shape=Aa": 3}
    packed = vocabulary.packed(vocabulary.described(known), known, rows, ["B-title", "O"])
    at = [token.text for token in known[0].tokens].index("Title")
    assert sorted(packed.rows[at][packed.rows[at] > 0].tolist()) == [2, 3]
    at = [token.text for token in known[0].tokens].index("Muster")
    assert vocabulary.UNKNOWN in packed.rows[at]
    assert packed.labels[0] == 0
    assert packed.is_grobid.all()


@pytest.mark.skipif(absent() is not None, reason=str(absent()))
@pytest.mark.parametrize("way", ["document", "reference"])
def test_every_reference_is_in_one_fold(way):
    parts = [dealt(Fold(way, number)) for number in range(FOLDS)]
    total = {len(inside) + len(outside) for inside, outside in parts}
    assert total == {sum(len(inside) for inside, _ in parts)}
    documents = [{one.document for one in inside} for inside, _ in parts]
    shared = documents[0] & documents[3]
    assert bool(shared) == (way == "reference")


def test_folds_are_summed_up_over_references_and_not_over_folds():
    few = {"right": 1, "found": 1, "true": 1}
    many = {"right": 0, "found": 9, "true": 9}
    folds = [
        {"references": 1, "whole": 1, "fields": few, "labels": few},
        {"references": 9, "whole": 0, "fields": many, "labels": many},
    ]
    told = _told(folds)
    assert (told["f1"], told["whole"], told["references"]) == (0.1, 0.1, 10)
