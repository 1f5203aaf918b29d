from evaluation.world_story import Story, WorldStory, score
from sheaf.records import Outcome

AUTHORS = [{"name": "Ada Byron", "family": "Byron"}, {"name": "Lu Wei", "family": "Wei"}]


def paper(url, number, copy_of=None, near_copy=False, kind="paper"):
    return {
        "url": url,
        "kind": kind,
        "paper_id": number,
        "title": f"Paper {number}",
        "authors": AUTHORS,
        "copy_of": copy_of,
        "near_copy": near_copy,
        "references": [2] if number == 1 else [],
    }


def read(title, *authors):
    return {"title": title, "authors": [{"name": name} for name in authors]}


TRUTH = [
    paper("first", 1),
    paper("copy", 1, copy_of="first"),
    paper("near", 1, copy_of="first", near_copy=True),
    paper("second", 2),
    paper("half", 2, kind="damaged"),
    {"url": "cv", "kind": "cv"},
    {"url": "home", "kind": "page"},
]
PERFECT = Story(
    outcomes={
        "first": Outcome.NEW,
        "copy": Outcome.DUPLICATE_CONTENT,
        "near": Outcome.NEW,
        "second": Outcome.NEW,
        "half": Outcome.DAMAGED,
        "cv": Outcome.NOT_ACADEMIC,
        "home": Outcome.UNWANTED_TYPE,
    },
    papers={
        "first": read("Paper 1", "Ada Byron", "Lu Wei"),
        "near": read("PAPER 1", "A. Byron", "L. Wei"),
        "second": read("Paper 2", "Ada Byron", "Lu Wei"),
    },
    found_first={1: 1, 2: 2},
    cites={"first": [{"second"}], "near": [{"second"}], "second": []},
)


def values(**changed):
    kept = {name: getattr(PERFECT, name) | changed.get(name, {}) for name in Story.__slots__}
    return {one.name: one.value for one in score(TRUTH, Story(**kept)).measures}


def test_a_perfect_story_has_a_full_score():
    assert set(values().values()) == {1.0}
    assert score(TRUTH, PERFECT).misses == ()


def test_which_of_two_copies_comes_first_does_not_matter():
    turned = {"first": Outcome.DUPLICATE_CONTENT, "copy": Outcome.NEW}
    assert set(values(outcomes=turned).values()) == {1.0}


def test_a_copy_kept_twice_is_missed():
    assert values(outcomes={"copy": Outcome.NEW})["exact_copies"] == 0.0


def test_a_near_copy_is_no_exact_copy():
    found = values(outcomes={"near": Outcome.DUPLICATE_CONTENT, "copy": Outcome.NEW})
    assert found["exact_copies"] == 0.0


def test_what_is_kept_wrongly_costs_precision_and_what_is_lost_recall():
    found = values(outcomes={"cv": Outcome.NEW})
    assert (found["kept_precision"], found["kept_recall"]) == (0.8, 1.0)
    found = values(outcomes={"second": Outcome.TIMED_OUT})
    assert (found["kept_precision"], found["kept_recall"]) == (1.0, 0.75)


def test_a_damaged_copy_counts_neither_way():
    assert set(values(outcomes={"half": Outcome.NEW}).values()) == {1.0}


def test_headers_are_scored_on_what_was_kept():
    found = values(papers={"second": read("Paper 3", "Ada Byron")})
    assert found["title_exact"] == found["authors_exact"] == 2 / 3
    assert (found["authors_precision"], found["authors_recall"]) == (1.0, 5 / 6)


def test_a_paper_that_was_lost_is_not_found():
    assert values(found_first={2: None})["found_first_by_title"] == 0.5
    assert values(found_first={2: 1})["found_first_by_title"] == 0.5


def test_the_digest_is_of_the_world():
    one, same, other = (WorldStory("w", seed, 30).corpus() for seed in (1, 1, 2))
    assert one == same != other


def test_a_citation_that_leads_astray_costs_precision_and_one_that_is_lost_recall():
    astray = values(cites={"second": [{"first", "near"}]})
    assert (astray["citations_precision"], astray["citations_recall"]) == (2 / 3, 1)
    lost = values(cites={"near": []})
    assert (lost["citations_precision"], lost["citations_recall"]) == (1, 0.5)
