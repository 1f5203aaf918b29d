"""Search: by title, author and full text; the index follows the catalogue and can be rebuilt."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.rounds import rounds
from support.samples import Page, paper_pdf, write_warc

import sheaf
from sheaf.errors import UsageError
from sheaf.search.index import read_mark


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("search")
    pages = [
        Page("http://h/1.pdf", paper_pdf("On Sparse Graphs", ["Kurt Gödel"], topic="colouring")),
        Page("http://h/2.pdf", paper_pdf("On Dense Graphs", ["Ada Lovelace"], topic="weaving")),
    ]
    with sheaf.init(folder / "lib") as made:
        made.import_([write_warc(folder / "a.warc.gz", pages)])
        made.index()
        yield made


@pytest.mark.parametrize(
    ("words", "titles"),
    [
        ("sparse", ["On Sparse Graphs"]),
        ("title:dense", ["On Dense Graphs"]),
        ("authors:lovelace", ["On Dense Graphs"]),
        ('"dense graphs"', ["On Dense Graphs"]),
        ("weaving", ["On Dense Graphs"]),
        ("COLOURING", ["On Sparse Graphs"]),
        ("godel", ["On Sparse Graphs"]),
        ("sparse weaving", []),
        ("sparse OR weaving", ["On Dense Graphs", "On Sparse Graphs"]),
        ("nowhere", []),
        ("On Dense: Graphs", ["On Dense Graphs"]),
        ("on - dense", ["On Dense Graphs"]),
        ("dense -graphs", []),
        ("", []),
    ],
)
def test_found_by(library, words, titles):
    result = library.search(words)
    assert sorted(hit.title for hit in result.hits) == titles
    assert result.total == len(titles)


@pytest.mark.parametrize(
    ("words", "titles"),
    [
        ("-sparse", ["On Dense Graphs"]),
        ("-graphs", []),
        ("weaving OR -sparse", ["On Dense Graphs"]),
        ("host:h -sparse", ["On Dense Graphs"]),
    ],
)
def test_words_to_leave_out_need_no_other(library, words, titles):
    result = library.search(words)
    assert sorted(hit.title for hit in result.hits) == titles
    assert not result.complaints


@pytest.mark.parametrize(
    "asked", [{"limit": 0}, {"limit": -1}, {"offset": -1}, {"limit": -(10**30)}]
)
def test_a_limit_that_is_none_says_what_to_do(library, asked):
    with pytest.raises(UsageError, match="cannot show") as caught:
        library.search("graphs", **asked)
    assert "1 or more" in caught.value.what_to_do


@pytest.mark.parametrize("huge", [10**9, 2**64, 10**30])
def test_a_limit_beyond_all_documents_shows_all(library, huge):
    assert len(library.search("graphs", limit=huge).hits) == 2
    beyond = library.search("graphs", offset=huge)
    assert (beyond.total, beyond.hits) == (2, ())


def test_a_hit_says_where_it_is(library):
    (hit,) = library.search("weaving").hits
    assert (library.folder / hit.file).read_bytes().startswith(b"%PDF")
    assert "weaving" in hit.snippet
    assert hit.authors == ("Ada Lovelace",)
    assert hit.score > 0


@pytest.mark.parametrize(
    ("words", "titles"),
    [
        ('"sparse', ["On Sparse Graphs"]),
        ("sparse title:", ["On Sparse Graphs"]),
        ("((sparse", ["On Sparse Graphs"]),
        ("*", ["On Dense Graphs", "On Sparse Graphs"]),
        ("title:", []),
        ("((", []),
        ("nofield:x sparse", []),
        ("a AND OR", []),
    ],
)
def test_a_strange_question_is_answered_as_far_as_it_goes(library, words, titles):
    assert sorted(hit.title for hit in library.search(words).hits) == titles


PIECES = (
    *(
        "title:",
        "year:",
        "id:",
        "sha1:",
        "TO",
        "AND",
        "OR",
        "NOT",
        "IN",
        " ",
        "graph",
        "2",
        "é",
        "\x00",
    ),
    *"*?\"'()[]{}-+^~\\/<>=!:.",
    *("99999999999999999999", "1e400", "&&"),
)


@settings(max_examples=rounds(100, 20_000), deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=9).map("".join))
def test_no_question_is_an_error(library, words):
    result = library.search(words)
    assert result.total >= len(result.hits)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("year:soon", "Behind year: comes a number, as in year:2004."),
        ("year:[2000 TO", "A range is not closed; write it as year:[2000 TO 2010]."),
        ("[2000 TO 2010]", "A range needs a field, as in year:[2000 TO 2010]."),
        ("(", "A bracket is not closed."),
        ('"sparse', "A quotation mark is not closed."),
        ("sparse NOT", "Behind NOT a word is missing."),
        ("titel:graphs", "There is no field “titel”"),
        ("url:[a TO z]", "A range is one of years"),
        ("graphs file:>a", "A range is one of years"),
        ('titel:"dense graphs"', "There is no field “titel”"),
        ("spar*se", "“spar*se”: a * stands at the end of a word"),
        ("a*", "“a*”: a * stands at the end of a word"),
        ("year:20*", "“year:20*”: a * stands at the end of a word"),
        ("title:*", "“title:*”: a * stands at the end of a word"),
        ("gra?hs", "“gra?hs”: a ? stands for no letter"),
    ],
)
def test_a_question_half_understood_says_so_in_plain_words(library, words, said):
    (complaint,) = library.search(words).complaints
    assert complaint.startswith(said)


@pytest.mark.parametrize(
    ("words", "titles"),
    [
        ("spar*", ["On Sparse Graphs"]),
        ("SPÁR*", ["On Sparse Graphs"]),
        ("authors:love*", ["On Dense Graphs"]),
        ("title:weav*", []),
        ("weav* graphs", ["On Dense Graphs"]),
        ("spar* OR weav*", ["On Dense Graphs", "On Sparse Graphs"]),
        ("graphs -spar*", ["On Dense Graphs"]),
        ("(title:spar* OR title:dens*) lovelace", ["On Dense Graphs"]),
        ("nowhe*", []),
        ('"dense gra"*', ["On Dense Graphs"]),
    ],
)
def test_found_by_the_beginning_of_a_word(library, words, titles):
    result = library.search(words)
    assert sorted(hit.title for hit in result.hits) == titles
    assert result.complaints == ()


@pytest.mark.parametrize("words", ["/sp.rse/", "title:/s.*e/", "(/s.*rse/)", "+/[s]parse/"])
def test_patterns_are_not_for_strangers(library, words):
    assert library.search(words).total == 0


def test_the_command_says_what_it_did_not_understand(library, sheaf_here, sheaf_json):
    place = ("--library", library.folder)
    told = sheaf_json("search", "(", *place)
    assert told == {
        "total": 0,
        "hits": [],
        "not_understood": ["A bracket is not closed."],
        "index_is_behind": 0,
    }
    assert "Not understood: A bracket is not closed." in sheaf_here("search", "(", *place).stderr


def test_the_command_says_that_all_hits_come_before_the_offset(library, sheaf_here):
    done = sheaf_here("search", "graphs", "--offset", 5000, "--library", library.folder)
    assert done.stdout == "2 found.\n"
    assert "All of them come before --offset 5000." in done.stderr


def test_paging(library):
    everything = library.search("graphs", limit=10).hits
    paged = [library.search("graphs", limit=1, offset=n).hits[0] for n in range(2)]
    assert [hit.id for hit in paged] == [hit.id for hit in everything]


def test_refreshing_does_only_what_is_new_and_rebuilding_gives_the_same(library):
    before = library.search("graphs")
    assert library.index().indexed == 0
    report = library.index(rebuild=True)
    assert report.indexed == 2
    assert library.search("graphs") == before


@pytest.mark.parametrize(("sure", "found"), [(0.13, 0), (0.9, 1)])
def test_a_year_that_is_a_guess_is_neither_found_nor_shown(library, sure, found):
    number = library.search("sparse").hits[0].id
    path = library.catalogue.repository.path(number, "json")
    written = path.read_text()
    try:
        paper = json.loads(written) | {"year": 1987, "confidence": {"year": sure}}
        path.write_text(json.dumps(paper))
        library.index(rebuild=True)
        assert library.search("year:1987").total == found
        assert library.search("sparse").hits[0].year == (1987 if found else None)
    finally:
        path.write_text(written)
        library.index(rebuild=True)


def test_an_index_of_another_form_is_rebuilt(library):
    mark = library.folder / "index" / "sheaf-index.json"
    mark.write_text('{"version": 0, "revision": 99}')
    assert library.search("graphs").total == 0
    assert library.index().rebuilt
    assert library.search("graphs").total == 2
    assert read_mark(library.folder / "index").revision == library.catalogue.revision()


def test_an_empty_library_finds_nothing(tmp_path):
    with sheaf.init(tmp_path / "lib") as made:
        assert made.search("anything").total == 0
        made.index()
        assert made.search("anything").total == 0
