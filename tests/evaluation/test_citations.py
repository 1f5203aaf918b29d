from evaluation.citations import Marked, near_misses, read_pairs


def test_pairs_are_scored_by_the_works_they_are_in():
    pairs = [Marked("a", "b", True), Marked("a", "c", False), Marked("c", "d", True),
             Marked("e", "f", False), Marked("a", "lost", True)]  # fmt: skip
    works = {"a": 1, "b": 1, "c": 2, "d": 3, "e": 4, "f": 4}
    scores = {one.name: one.value for one in near_misses(pairs, works)}
    assert scores == {
        "near_misses_precision": 0.5,
        "near_misses_recall": 0.5,
        "near_misses_read": 0.8,
    }


def test_pairs_are_hashes_and_each_stands_once():
    pairs = read_pairs()
    assert len(pairs) > 200
    assert len({frozenset((one.one, one.other)) for one in pairs}) == len(pairs)
    assert all(
        len(name) == 12 and int(name, 16) >= 0 for one in pairs for name in (one.one, one.other)
    )
