"""Keyphrases: the authors' own first, then what a paper speaks of."""

from __future__ import annotations

import time

import pytest

from sheaf.extract.annotators.keyphrases import Keyphrases, find_keyphrases, stem_of
from sheaf.extract.contract import Readable
from sheaf.records import Paper, Section, Text

ABSTRACT = (
    "We describe a web crawler for scholarly documents. The web crawler ranks crawl seeds by their "
    "yield. Experiments show that ranking crawl seeds improves the yield of a focused crawler, and "
    "that scholarly documents are found earlier."
)


def phrases(**paper):
    return [phrase for phrase, _ in find_keyphrases(Paper(**paper))]


def test_what_a_paper_speaks_of_comes_first():
    found = phrases(title="On crawl seeds", abstract=ABSTRACT)
    assert found[0] == "crawl seeds"
    assert {"web crawler", "scholarly documents"} <= set(found)


def test_words_of_every_paper_are_none():
    found = phrases(title="A novel approach", abstract="In this paper we propose a method. " * 5)
    assert found == []


def test_the_authors_keywords_come_first_and_once():
    found = find_keyphrases(Paper(abstract=ABSTRACT, keywords=("Web  Crawlers", "harvesting")))
    assert found[:2] == [("Web Crawlers", 1.0), ("harvesting", 1.0)]
    assert [stem_of(phrase) for phrase, _ in found].count("web crawler") == 1
    assert len(found) <= 10


@pytest.mark.parametrize(
    "keyword",
    [
        "I. INTRODUCTION", "1. Introduction", "2.1 Related work", "1 INTRODUCTION", "Introduction",
        "List of keywords", "Keywords:", "2012", "3-14", "...", "", "E32", "54D45", "I.2.11",
        "Categories and Subject Descriptors: I.2.11 [Distributed Artificial Intelligence]",
        "2001 Mathematics Subject Classification. Primary 54C35", "JEL CLASSIFICATION E27",
        "the life of the poet was marked by several transitions", "which need to be",
        "Nash equilib-", "was marked early", "Received 3 May 2012", "doi 10.1000/182", "https://example.org/a",
        "Downloaded from somewhere", "© 2012 Example Press", "ada@example.org", "Vol. 3",
        "of graphs. This paper", "Ich versichere hiermit", "x" * 400,
    ],
)  # fmt: skip
def test_what_cannot_be_a_keyword_is_none_of_the_authors(keyword):
    found = find_keyphrases(Paper(abstract=ABSTRACT, keywords=(keyword, "harvesting")))
    assert found[0] == ("harvesting", 1.0)
    assert keyword.lower() not in [phrase.lower() for phrase, _ in found]
    assert find_keyphrases(Paper(keywords=(keyword,))) == []


@pytest.mark.parametrize(
    ("keyword", "phrase"),
    [
        ("continuous lattice. MSC: 54D50", "continuous lattice"),
        ("shock decomposition JEL CLASSIFICATION E27", "shock decomposition"),
        ("and genetics", "genetics"),
        ("in situ hybridization", "in situ hybridization"),
        ("H2O", "H2O"), ("3D printing", "3D printing"), ("C++", "C++"), ("k-space", "k-space"),
        ("SARS-CoV-2", "SARS-CoV-2"), ("law of large numbers", "law of large numbers"),
        ("Hofmann–Mislove theorem", "Hofmann–Mislove theorem"), ("网络", "网络"),
        ("Introduction rules", "Introduction rules"),
    ],
)  # fmt: skip
def test_what_can_be_one_stays(keyword, phrase):
    assert find_keyphrases(Paper(keywords=(keyword,))) == [(phrase, 1.0)]


def test_scores_fall_from_one():
    scores = [score for _, score in find_keyphrases(Paper(title="Crawl seeds", abstract=ABSTRACT))]
    assert scores[0] == 1.0
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= 1 for score in scores)


@pytest.mark.parametrize(
    ("language", "abstract", "phrase"),
    [
        ("de", ("Der Graphdurchlauf ist schnell. Wir zeigen, dass der Graphdurchlauf mit einer "
         "hierarchischen Datenstruktur besser ist als ohne die hierarchische Datenstruktur."),
         "Graphdurchlauf"),
        ("fr", "Nous étudions la théorie des graphes aléatoires et les graphes aléatoires dirigés.",
         "graphes aléatoires"),
        ("es", "Se estudia el aprendizaje automático para el aprendizaje automático de textos.",
         "aprendizaje automático"),
        ("it", "Si studia la teoria dei reticoli complessi e dei reticoli complessi finiti.",
         "reticoli complessi"),
        ("pt", ("Estudamos a mineração de dados e a mineração de textos por redes neurais. "
         "As redes neurais são boas."), "redes neurais"),
        ("nl", "Wij bestuderen het zoeken in grote grafen en het ordenen van grote grafen.",
         "grote grafen"),
    ],
)  # fmt: skip
def test_languages_have_their_own_small_words(language, abstract, phrase):
    found = phrases(abstract=abstract, language=language)
    assert phrase in found
    assert not {"der", "des", "la", "el", "dei", "de", "het", "wir", "nous"} & {
        word.lower() for one in found for word in one.split()
    }


def test_a_paper_without_words_has_none():
    assert Keyphrases().annotate(Paper(), Readable(Text("", 1, "test"))) is None


def test_a_long_paper_takes_no_longer_than_its_beginning():
    words = " ".join(f"word{n % 1009} thing{n % 499} and" for n in range(300_000))
    start = time.process_time()
    find_keyphrases(Paper(title="T", sections=(Section(None, words),)))
    assert time.process_time() - start < 0.5
