from random import Random

from evaluation import damaged_texts as damage
from evaluation.near_copies import Asked, counts, measures

TEXT = "The first sentence of a text. Another one follows it, with Many Words and 17 numbers. " * 40


def test_pairs_and_copies_are_counted():
    same = [frozenset({0, 1}), frozenset({0, 1}), frozenset({2})]
    asked = [
        Asked(0, "cut", False, frozenset({0, 1})),  # its own, and another version of it
        Asked(2, "cut", False, frozenset({0})),  # another one instead of its own
        Asked(1, "cut", False, frozenset()),
        Asked(2, "translated", True, frozenset({2})),  # a translation is to find nothing
    ]
    assert counts(asked, same) == (2, 4, 1, 3)
    values = {measure.name: measure.value for measure in measures("unseen_", asked, same)}
    assert values == {"unseen_precision": 0.5, "unseen_recall": 1 / 3}


def test_damage_is_always_the_same_and_of_the_kind_it_says():
    anew = damage.set_anew(TEXT, Random(1))
    assert anew == damage.set_anew(TEXT, Random(1)) != TEXT
    assert anew.count("\f") > 0
    assert damage.misread(TEXT, Random(1), 0.0) == anew
    read = damage.misread(TEXT, Random(1), 0.01)
    assert read != anew
    assert abs(len(read) - len(anew)) < len(anew) / 50
    assert damage.with_cover(TEXT, Random(1)).endswith("\f" + TEXT)
    assert len(damage.cut(TEXT, 0.5)) == len(TEXT) // 2
    assert set(damage.edited(TEXT, Random(1), 1.0, ["x"])) == {"x", " "}


def test_a_translation_keeps_names_and_numbers_and_nothing_else():
    translated = damage.translated("The word Many stands beside a word and 17.")
    assert translated.startswith("The ")
    assert " Many " in translated
    assert translated.endswith(" 17.")
    assert "word" not in translated
    assert damage.translated("\u6587\u672c") != "\u6587\u672c"
