"""Whole references, in the styles of several fields and languages."""

import time

import pytest

from sheaf.extract.citation.parsing import parse_references

CHAPTER = (
    "[12] Smith, J., Doe, A. B. and X. Yz (2004). “On the width of graphs.” In: Proceedings of the"
    " 5th Workshop on Graphs, ed. by K. Müller, Springer, Berlin, pp. 576-80."
    " doi:10.1007/978-3-540-12345-6_12"
)


def read(raw):
    return parse_references([raw])[0]


def families(people):
    return [one.family for one in people]


def test_a_paper_in_proceedings():
    found = read(CHAPTER)
    assert found.raw == CHAPTER
    assert found.marker == "[12]"
    assert families(found.authors) == ["Smith", "Doe", "Yz"]
    assert found.title == "On the width of graphs"
    assert found.venue == "Proceedings of the 5th Workshop on Graphs"
    assert families(found.editors) == ["Müller"]
    assert (found.publisher, found.place) == ("Springer", "Berlin")
    assert (found.year, found.pages) == (2004, "576-580")
    assert found.doi == "10.1007/978-3-540-12345-6_12"
    assert found.type == "inproceedings"


def test_a_letter_of_physics_without_a_title():
    found = read("A. Writer and B. Reader, Phys. Rev. Lett. 47, 777 (1935) [hep-th/9901001].")
    assert families(found.authors) == ["Writer", "Reader"]
    assert (found.title, found.venue) == (None, "Phys. Rev. Lett.")
    assert (found.volume, found.pages, found.year) == ("47", "777", 1935)
    assert found.arxiv_id == "hep-th/9901001"
    assert found.type == "article"


def test_a_medical_article():
    found = read(
        "Hansen JP, Meyer D, Kushner K. Treat or refer: patients' interest in family care."
        " J Fam Pract 1987;24(2):499-503."
    )
    assert families(found.authors) == ["Hansen", "Meyer", "Kushner"]
    assert found.title == "Treat or refer: patients' interest in family care"
    assert (found.venue, found.volume, found.issue) == ("J Fam Pract", "24", "2")


def test_german_books_and_chapters():
    book = read("Muster, Erika (1984): Soziale Netze. Grundriss einer Theorie, Köln: Campus.")
    assert book.title == "Soziale Netze. Grundriss einer Theorie"
    assert (book.place, book.publisher, book.type) == ("Köln", "Campus", "book")
    chapter = read(
        "Muster, Max, 1988: Die Arbeit der Jugend. In: Hans Meier (Hrsg.), Beiträge zur Soziologie,"
        " Bd. 1. Tübingen: Mohr, S. 17-26."
    )
    assert chapter.title == "Die Arbeit der Jugend"
    assert chapter.venue == "Beiträge zur Soziologie"
    assert families(chapter.editors) == ["Meier"]
    assert (chapter.volume, chapter.pages, chapter.type) == ("1", "17-26", "incollection")


def test_a_thesis():
    found = read(
        "Steven B. Writer, Generators in Icon, Ph.D. thesis, University of Utah, May 1981."
    )
    assert (found.type, found.institution) == ("thesis", "University of Utah")
    assert (found.year, found.date) == (1981, "1981-05")


def test_every_field_that_was_read_has_a_confidence():
    found = read(CHAPTER)
    assert set(found.confidence) == {
        "authors", "title", "venue", "year", "date", "pages", "publisher", "place", "editors",
        "doi",
    }  # fmt: skip
    assert all(0.5 < value < 1 for value in found.confidence.values())
    assert min(read("graphs Springer In 12").confidence.values()) < 0.9


@pytest.mark.parametrize("raw", ["", "   ", "....", "\x00\x01", "[1]"])
def test_a_string_without_words_gives_nothing_but_itself(raw):
    found = read(raw)
    assert found.raw == raw
    assert (found.title, found.authors, found.confidence) == (None, (), {})


def test_the_company_of_others_changes_nothing():
    others = ["", "A. B. Sea, A title. 1999.", "x" * 9000, "王小明, 标题, 2001.", CHAPTER[:40]]
    assert parse_references([*others, CHAPTER])[-1] == read(CHAPTER)
    assert parse_references([]) == []


def test_a_page_that_was_not_split_costs_little():
    start = time.perf_counter()
    parse_references([CHAPTER * 500, "(" * 100_000, "a." * 50_000])
    assert time.perf_counter() - start < 10


def test_an_organisation_that_stands_where_authors_do_is_the_author():
    [one] = parse_references(
        ["World Health Organization (2009). Influenza Fact Sheet. Geneva, June 23, 2015."]
    )
    assert [who.name for who in one.authors] == ["World Health Organization"]
    assert one.title == "Influenza Fact Sheet"
