import pytest

from corpora.shared import absent
from evaluation.header_links import HeaderLinks, Linked, score
from sheaf.records import Author

TRUE = (
    Linked("Ann Lee", "ann@x.example", ("University of Leeds",)),
    Linked("Tom Hall", "", ("University of Bern",)),
)


def values(*authors):
    result = score([("a.pdf", TRUE, authors)])
    return {one.name: one.value for one in result.measures}, result.misses


def author(name, email, *places):
    return Author(name, None, None, email, places, None)


def test_all_with_the_right_author():
    found, misses = values(
        author("Ann Lee", "ann@x.example", "Dept of Stones, University of Leeds"),
        author("Tom Hall", None, "University of Bern"),
    )
    assert found["emails_right"] == found["workplaces_f1"] == 1.0
    assert misses == ()


def test_what_another_has_is_wrong_and_so_is_an_author_who_is_missing():
    found, misses = values(author("Ann Lee", None, "University of Leeds", "University of Bern"))
    assert found["emails_right"] == 0.0
    assert found["workplaces_precision"] == 0.5
    assert found["workplaces_recall"] == 0.5
    assert len(misses) == 2


@pytest.mark.skipif(absent() is not None, reason=str(absent()))
def test_the_papers_are_there():
    assert len(HeaderLinks().corpus()) == 64
