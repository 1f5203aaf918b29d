"""What is found, whatever is typed or pasted, over a small index made by hand."""

from __future__ import annotations

import pytest
from support.index_shelf import Shelf, paper

from sheaf.errors import StorageError, UsageError
from sheaf.search.contract import FacetValue, Suggestion, search_request

CUT_REFERENCE = """[12] T. Mikolov, J. Dean. Efficient estimation of word repre-
sentations in vector space. arXiv preprint, vol. 3, pp. 1-12, 2013."""


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ("networks learning", [3]),
        ("häuser", [4]),
        ("haus", [4]),
        ("smith john", [3]),
        ("how do the networks learn long-range dependencies?", [3]),
        ('author:"J. Smith"', [3]),
        ('author:"smith john"', [3]),
        ('author:"Smith, J."', [3]),
        ('author:"Z. Smith"', [5]),
        ('author:"J. Lovelace"', []),
        ("year:2004-2013 -learn", [7, 1]),
        ("year:>2010 lang:de", [4]),
        ("lang:German", [4]),
        ("language:Deutsch", [4]),
        ("title:graph", [1, 4]),
        ("title:network -title:remark", []),
        ('title:"sparse graph"', []),
        ("graphs between 2003 and 2006", [1]),
        ("graphs from 1990 to 1999", []),
        ("citations:>10", [7, 3]),
        ("kind:thesis", [5]),
        ("host:a.example year:2004", [1]),
        ("affiliation:delft", [1]),
        ("keyword:colouring", [1]),
        ("cites:1", [7, 3]),
        ("cites:x", []),
        ("图像处理", [6]),
        ("神经网络", [6]),
        ('"long-range dependencies"', [3]),
        ("graph* year:2014", [4]),
        ("title:(entropy OR survey)", [5, 3]),
        ("Lovelace 2004", [1]),
        ("smith 2010 networks", [3]),
        ("entropy OR 2013", [5, 7]),
        ("smith 2016", []),
        ("the", [1]),
    ],
)
def test_found_by(shelf, words, numbers):
    assert sorted(shelf.numbers(words)) == sorted(numbers)


def test_a_language_that_nobody_knows_is_told(shelf):
    assert "No language is known as “klingon”" in shelf.ask("lang:klingon").complaints[0]
    assert shelf.ask("lang:german").complaints == shelf.ask("lang:zh").complaints == ()


@pytest.mark.parametrize(
    ("words", "kind", "first"),
    [
        ("10.1000/sparse(1)", "doi", 1),
        ("https://doi.org/10.1000/SPARSE(1)", "doi", 1),
        ("doi: 10.1000/sparse(1).", "doi", 1),
        ("arXiv:2101.00001", "arxiv", 3),
        ("https://arxiv.org/pdf/2101.00001v2.pdf", "arxiv", 3),
        ("arxiv.org/abs/math.GT/0309136", "arxiv", 1),
        ("http://www.c.example/groß.pdf", "url", 4),
        ("0" * 39 + "4", "sha1", 4),
        ("Dense Networks: a “Survey” [with remarks]", "title", 3),
        ("“DENSE NETWORKS - A SURVEY (WITH REMARKS)”", "title", 3),
        ("dense netwroks: a suvrey with remarks", "title", 3),
        ("Efficient estimation word representation vector space", "title", 7),
        ("Efficient estimation of word repres", "title", 7),
        ("Effi cient estirnation of vvord representations in vectorspace", "title", 7),
        ("Zur Farbung dunner Graphen", "title", 4),
        ("Zur Färbung dün", "title", 4),
        ("[3] J. Groß, “Faerbung duenner Graphen,” vol. 7, no. 3, pp. 5-9, 2014.", "reference", 4),
        ("图像处理的神经网络", "title", 6),
        (CUT_REFERENCE, "reference", 7),
        ("Gödel K, Lovelace A. On sparse graphs. J Graphs. 2004;12(3):1-20.", "reference", 1),
        ("@article{x, title={On Sparse Graphs}, author={Gödel, Kurt}, year=2004}", "reference", 1),
    ],
)
def test_a_pasted_text_finds_its_paper_first(shelf, words, kind, first):
    result = shelf.ask(words)
    assert (result.pasted.kind, result.hits[0].id) == (kind, first)
    assert not result.complaints


def test_what_mentions_an_identifier_stands_behind_its_paper(shelf):
    assert shelf.numbers("https://doi.org/10.1000/sparse(1)") == [1, 7]


def test_an_identifier_that_nothing_has_is_told_as_such(shelf):
    result = shelf.ask("10.9999/none")
    assert (result.total, result.pasted.kind, result.pasted.text) == (0, "doi", "10.9999/none")


def test_a_reference_to_nothing_here_is_read(shelf):
    result = shelf.ask("Knuth, D. E. Sorting and searching by heart. J. Comput. 12(3), 4-5, 1973.")
    assert result.pasted.kind == "reference"
    assert result.pasted.fields["title"] == "Sorting and searching by heart"


@pytest.mark.parametrize(
    ("words", "meant", "numbers"),
    [
        ("entropyy", "entropy", [5]),
        ("Lovelacce sparse", "lovelace sparse", [1]),
        ("sparse grpahs", "sparse graphs", [1]),
    ],
)
def test_a_slip_is_told_and_searched_as_it_was_meant(shelf, words, meant, numbers):
    result = shelf.ask(words)
    assert result.suggestion == Suggestion(meant, is_used=True)
    assert [hit.id for hit in result.hits] == numbers


def test_where_nothing_has_all_words_most_of_them_do(shelf):
    result = shelf.ask("networks learn long-range purple dependencies")
    assert [hit.id for hit in result.hits] == [3]
    assert result.notes == ("Nothing has all of these words; these have most of them.",)
    assert shelf.ask("networks purple").total == 0
    brackets = shelf.ask("networks learn (long-range purple dependencies)")
    assert [hit.id for hit in brackets.hits] == [3]


@pytest.fixture(scope="module")
def sentences(tmp_path_factory):
    """A text that has all words of a sentence by chance, and the one it was taken from, which was
    read without its last word."""
    words = "uniform interpolation follows from every terminating focused calculus"
    papers = [
        paper(1, "Proofs", abstract=f"We show that {words}.", work=1),
        paper(2, "A long book", body=" and then ".join(reversed(f"{words} today".split())), work=2),
        paper(3, "Another", body="uniform costs of every calculus", work=3),
    ]
    return Shelf(tmp_path_factory.mktemp("sentences") / "index", papers)


SENTENCE = "uniform interpolation follows from every terminating focused calculus today"


def test_a_sentence_that_few_have_whole_also_finds_what_has_most_of_it(sentences):
    result = sentences.ask(SENTENCE, with_facets=True)
    assert ({hit.id for hit in result.hits}, result.total) == ({1, 2}, 2)
    assert "what has most of them is shown too" in result.notes[0]
    assert sum(value.count for value in result.facets["kind"]) == 2
    assert set(sentences.searcher.find_all(search_request(SENTENCE))) == {1, 2}
    narrowed = sentences.ask(SENTENCE, filters={"language": ["de"]})
    assert narrowed.total == 0


@pytest.mark.parametrize("more", [{"sort": "newest"}, {"words": f"{SENTENCE} -dogs"}])
def test_who_says_exactly_what_is_wanted_gets_no_more(sentences, more):
    assert [hit.id for hit in sentences.ask(**{"words": SENTENCE, **more}).hits] == [2]


def test_versions_of_a_work_are_one_hit(shelf):
    result = shelf.ask("sparse graphs")
    assert [(hit.id, hit.versions) for hit in result.hits] == [(1, (2,))]
    assert result.total == 1


@pytest.mark.parametrize(
    ("sort", "numbers"),
    [("newest", [7, 1, 5]), ("oldest", [2, 7, 5]), ("cited", [7, 1, 5])],
)
def test_sorted_by_year_or_citations_what_has_none_comes_last(shelf, sort, numbers):
    assert shelf.numbers("sparse", sort=sort) == numbers


@pytest.mark.parametrize(
    ("words", "scope", "entries"),
    [
        ("entropy", "papers", [("paper", 5)]),
        ("entropy", "pages", [("page", 2)]),
        ("entropy", "all", [("page", 2), ("paper", 5)]),
        ("category:physics", "pages", [("page", 2)]),
        ("cat:graphs", "pages", [("page", 1)]),
        ("modified:2024-05", "pages", [("page", 1)]),
        ("modified:>=2023", "pages", [("page", 1), ("page", 2)]),
        ("links:entropy", "all", [("page", 1)]),
        ("links:leonhard_Euler", "all", [("page", 1)]),
        ("vertices edges", "all", [("page", 1)]),
    ],
)
def test_pages_are_found_where_they_are_asked_for(shelf, words, scope, entries):
    hits = shelf.ask(words, scope=scope).hits
    assert sorted((hit.entry, hit.id) for hit in hits) == entries


def test_where_no_paper_is_found_the_pages_that_are_are_counted(shelf):
    result = shelf.ask("vertices edges")
    assert (result.total, result.pages_found) == (0, 1)
    assert result.as_json()["pages_found"] == 1
    assert shelf.ask("entropy").pages_found == 0
    assert "pages_found" not in shelf.ask("zebra").as_json()


def test_facets_count_all_results_and_filters_narrow_them(shelf):
    everything = shelf.ask("*", with_facets=True)
    assert everything.facets["language"][0] == FacetValue("en", "en", 5)
    assert [one.value for one in everything.facets["year"]][:2] == ["2016", "2014"]
    chosen = {"year": ("2004-2010",), "host": ("a.example",)}
    narrowed = shelf.ask("*", with_facets=True, filters=chosen)
    assert [hit.id for hit in narrowed.hits] == [3, 1]
    assert narrowed.facets["year"][0] == FacetValue("2004-2010", "2004-2010", 2, True)
    either = {"author": ("Jürgen Groß", "王小明")}
    assert sorted(shelf.numbers("*", filters=either)) == [4, 6]


def test_a_facet_of_which_something_is_chosen_still_shows_the_rest(shelf):
    facets = shelf.ask("*", with_facets=True, filters={"kind": ("thesis",)}).facets
    assert {(one.value, one.count, one.is_chosen) for one in facets["kind"]} == {
        ("paper", 5, False), ("techreport", 1, False), ("thesis", 1, True),
    }  # fmt: skip
    assert [one.value for one in facets["author"]] == ["Smith, Zoe"]


@pytest.mark.parametrize(
    ("filters", "said"),
    [({"colour": ("red",)}, "There is no filter “colour”"), ({"year": ("x",)}, "A year to filter")],
)
def test_a_filter_that_is_none_is_told(shelf, filters, said):
    (complaint,) = shelf.ask("sparse", filters=filters).complaints
    assert complaint.startswith(said)


@pytest.mark.parametrize("asked", [{"scope": "moon"}, {"sort": "colour"}])
def test_a_scope_or_an_order_that_is_none_says_which_there_are(asked):
    with pytest.raises(UsageError) as caught:
        search_request("sparse", **asked)
    assert "Choose one of" in caught.value.what_to_do


@pytest.mark.parametrize("words", ["sparse OR networks OR entropy", "sparse", "On Sparse Graphs"])
@pytest.mark.parametrize("sort", ["relevance", "newest"])
def test_parts_of_a_result_make_up_the_whole(shelf, words, sort):
    whole = shelf.ask(words, limit=100, sort=sort)
    parts = [shelf.ask(words, limit=1, offset=at, sort=sort) for at in range(whole.total)]
    assert [part.hits[0].id for part in parts] == [hit.id for hit in whole.hits]
    assert {part.total for part in parts} == {whole.total}
    numbers = list(shelf.searcher.find_all(search_request(words, sort=sort)))
    assert numbers == [one for hit in whole.hits for one in (hit.id, *hit.versions)]


@pytest.mark.parametrize("words", ["sparse", "On Sparse Graphs"])
def test_facets_count_what_choosing_them_searches(shelf, words):
    """Documents, of which some are versions of one work."""
    found = shelf.ask(words, with_facets=True)
    everything = list(shelf.searcher.find_all(search_request(words)))
    assert sum(value.count for value in found.facets["kind"]) == len(everything) > found.total
    for value in found.facets["kind"]:
        chosen = search_request(words, {"kind": [value.value]})
        assert len(list(shelf.searcher.find_all(chosen))) == value.count


def test_a_snippet_shows_the_phrase_that_was_asked_for(shelf):
    (hit,) = shelf.ask('"networks are dense"').hits
    assert "networks are dense" in hit.snippet


def test_the_window_that_is_ranked_and_what_stands_behind_it_are_one_list(shelf, monkeypatch):
    words = "sparse OR networks OR entropy OR graphs"
    before = shelf.ask(words, limit=100)
    monkeypatch.setattr("sheaf.search.searcher.WINDOW", 3)
    monkeypatch.setattr("sheaf.search.searcher.AT_ONCE", 2)
    pages = [shelf.ask(words, limit=2, offset=at).hits for at in range(0, 8, 2)]
    shown = [hit.id for page in pages for hit in page]
    assert len(shown) == len(set(shown)) == shelf.ask(words).total
    assert set(shown) | {2} == {one for hit in before.hits for one in (hit.id, *hit.versions)}
    numbers = list(shelf.searcher.find_all(search_request(words)))
    assert sorted(numbers) == [1, 2, 3, 4, 5, 7]


@pytest.mark.parametrize(
    "asked",
    [
        {"words": "sparse \ud800"},
        {"words": "doi:\udcff"},
        {"words": "sparse", "filters": {"host": ("\ud800", "a.example")}},
    ],
)
def test_bytes_that_are_no_letters_are_searched_like_anything_else(shelf, asked):
    assert not shelf.ask(**asked).complaints
    list(shelf.searcher.find_all(search_request(**asked)))


def test_damage_inside_the_files_is_told_and_how_to_mend_it(tmp_path):
    shelf = Shelf(tmp_path / "index")
    (terms,) = (tmp_path / "index").glob("g*/*.term")
    kept = terms.read_bytes()
    turned = bytes(byte ^ 0xFF for byte in kept[: len(kept) // 2])
    terms.write_bytes(turned + kept[len(kept) // 2 :])
    assert "`sheaf index --rebuild`" in shelf.ask("sparse graphs").complaints[-1]
    with pytest.raises(StorageError) as caught:
        list(shelf.searcher.find_all(search_request("sparse graphs")))
    assert "sheaf index --rebuild" in caught.value.what_to_do


def test_of_many_phrases_of_common_words_the_first_are_searched_as_phrases(shelf, monkeypatch):
    asked = 'body:"dense elsewhere" body:"dense networks"'
    assert shelf.numbers(asked) == []
    monkeypatch.setattr("sheaf.search.compiling.MOST_IN_PHRASES", 1)
    result = shelf.ask(asked)
    assert [hit.id for hit in result.hits] == [1]
    assert "only the first were searched as phrases" in result.complaints[0]
