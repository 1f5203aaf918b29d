import pytest

from evaluation import lucene, search_peers
from evaluation.known_items import questions
from evaluation.reference_styles import split_name
from evaluation.search import Asked, by_kind, is_unseen, mean, measures, misses, place_of
from evaluation.search_peers import Entry, ask_fts5, fts5_index, load_peers, save_peers

ROW = {
    "file": "papers/a.pdf",
    "sha1": "aa",
    "title": "Efficient Ünions of Finite Möbius Configurations, Revisited",
    "authors": ["A.-M. van der Berg", "Writer, Eve", "Bo Reader"],
    "year": 2004,
    "venue": "Journal of Things.",
    "doi": "10.1000/things.7",
    "abstract": "Short one. We show that unions of finite configurations are what they were said "
    "to be. Nothing else is known about their complements so far.",
    "source": {"repo": "somebody/page"},
}


def asked(*places, group="title", unseen=False):
    question = next(one for one in questions(ROW) if one.group == group)
    return [Asked(question, "papers/a.pdf", place, unseen) for place in places]


def test_the_same_paper_is_always_asked_the_same_and_another_seed_asks_otherwise():
    assert list(questions(ROW)) == list(questions(ROW))
    assert list(questions(ROW)) != list(questions(ROW, seed=2))


def test_a_damaged_title_is_another_one_and_still_like_it():
    damaged = {one.kind: one.words for one in questions(ROW) if one.group == "damaged"}
    assert len(damaged) == 7
    assert ROW["title"] not in damaged.values()
    assert damaged["marks lost"] == "efficient unions of finite mobius configurations revisited"
    assert ROW["title"].startswith(damaged["cut off"])
    assert sorted(damaged["words swapped"].split()) == sorted(ROW["title"].split())
    assert len(damaged["words dropped"].split()) == len(ROW["title"].split()) - 1
    assert "ﬃ" in damaged["from a PDF"]
    assert "-\n" in damaged["from a PDF"]


def test_a_title_of_two_words_loses_none():
    kinds = {one.kind for one in questions(ROW | {"title": "On Things"})}
    assert "words dropped" not in kinds
    assert "cut off" in kinds


def test_references_name_authors_title_and_year_in_the_order_of_their_style():
    written = {one.kind: one.words for one in questions(ROW) if one.group == "reference"}
    assert written["APA"].startswith("van der Berg, A. M., Writer, E., & Reader, B. (2004). Effici")
    assert "A. M. van der Berg, E. Writer and B. Reader, “Efficient" in written["IEEE"]
    assert written["Chicago"].startswith("van der Berg, A.-M., Writer, Eve, and Bo Reader. “")
    assert written["Vancouver"].startswith("van der Berg AM, Writer E, Reader B. Efficient")
    assert all("2004" in words for words in written.values())
    assert any("10.1000/things.7" in words for words in written.values())
    assert not all("10.1000/things.7" in words for words in written.values())
    assert max(len(line) for line in written["from a column"].splitlines()) < 60


def test_a_reference_without_year_venue_and_authors_is_still_one():
    bare = ROW | {"authors": ["山田太郎"], "year": None, "venue": None, "doi": None}
    written = {one.kind: one.words for one in questions(bare) if one.group == "reference"}
    assert written["APA"].startswith(f"山田太郎 (n.d.). {ROW['title']}.")
    assert written["bare"] == f"山田太郎 {ROW['title']}"


def test_names_are_taken_apart():
    assert split_name("van der Berg, Anna-Maria").initials == ("A", "M")
    assert split_name("JH Writer").initials == ("J", "H")
    assert split_name("J. Writer").family == "Writer"


def test_the_subject_is_asked_with_whole_sentences():
    (subject,) = [one.words for one in questions(ROW) if one.group == "subject"]
    assert subject in ROW["abstract"]
    assert subject.endswith(".")
    assert not [one for one in questions(ROW | {"abstract": None}) if one.group == "subject"]


def test_a_copy_and_another_version_count_as_the_paper():
    assert place_of({"aa", "bb"}, [("cc",), ("dd", "bb")]) == 2
    assert place_of({"aa"}, [("cc",)]) == 0


def test_the_score_is_the_mean_of_one_by_the_place():
    assert mean(asked(1, 2, 0)) == pytest.approx(0.5)
    told = {one.name: one for one in measures(asked(1, 2) + asked(4, unseen=True), {})}
    assert told["title"].value == pytest.approx((1 + 1 / 2 + 1 / 4) / 3)
    assert told["unseen_title"].value == 0.25
    assert told["unseen_title"].of == 1
    assert by_kind(asked(1, 0)).rows == (("title", 2, "50.0", 1, 1),)


def test_half_of_the_owners_of_the_second_set_stay_unseen():
    owners = [f"owner{number}" for number in range(20)]
    rows = [{"file": "second/papers/a.pdf", "source": {"repo": f"{one}/x"}} for one in owners]
    assert 0 < sum(map(is_unseen, rows)) < 20
    assert not any(is_unseen(row | {"file": "papers/a.pdf"}) for row in rows)


def test_no_miss_is_told_of_what_stays_unseen():
    assert len(list(misses(asked(1, 3, 0)))) == 2
    assert list(misses(asked(3, 0, unseen=True))) == []


ENTRIES = [
    Entry("aa", ("Unions of things", "Eve Writer", "", "text of one paper")),
    Entry("bb", ("Sections of things", "Bo Reader", "", "text of another paper")),
]
ASKED = ["unions of things, 2004", "sections: a text by Reader", '"']


def test_the_plain_answers_of_fts5():
    database = fts5_index(ENTRIES)
    found = [ask_fts5(database, words) for words in ASKED]
    database.close()
    assert found == [["aa", "bb"], ["bb", "aa"], []]


@pytest.mark.parts("java", "lucene")
def test_the_plain_answers_of_lucene():
    documents = [(one.sha1, *one.fields) for one in ENTRIES]
    found = lucene.answer(search_peers.FIELDS, documents, ASKED, 10)
    assert found == [["aa", "bb"], ["bb", "aa"], []]


def test_scores_of_peers_are_of_one_corpus_only(tmp_path):
    path = tmp_path / "peers.toml"
    assert load_peers("abc", path) == {}
    save_peers("abc", {"FTS5": {"title": 0.5}}, path)
    assert load_peers("abc", path) == {"FTS5": {"title": 0.5}}
    assert load_peers("abd", path) == {}
