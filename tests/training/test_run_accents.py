import pytest

from corpora.headers.run_accents import on_their_letters, with_accents
from corpora.headers.runs import text_of_runs


@pytest.mark.parametrize(
    ("told", "meant"),
    [
        ("Mart´ın Escard´o", "Martín Escardó"),
        ("Nicola F Mu¨ ller", "Nicola F Müller"),
        ("Nicola F. Mu¨ller, Daniel Wu¨thrich", "Nicola F. Müller, Daniel Wüthrich"),
        ("Carreira-Perpin˜´an", "Carreira-Perpiñán"),
        ("Jose´ and Rene´ de Vries", "José and René de Vries"),
        ("Ana¨ıs Galdin", "Anaïs Galdin"),
        ("Thomas Fujiwara ˚", "Thomas Fujiwara ˚"),
        ("x ˜ is a vector", "x ˜ is a vector"),
        ("no accents", "no accents"),
    ],
)
def test_accents_beside_their_letters(told, meant):
    assert with_accents(told) == meant


def run(text, x0, x1, y0=280.0, y1=286.6, size=9.0):
    return [text, x0, y0, x1, y1, size, "cmr9", False, False]


def lines_of(*runs):
    text = text_of_runs([{"width": 600, "height": 800, "runs": list(runs)}], 1)
    return [line.text for line in text.lines]


def test_accents_in_runs_of_their_own_stand_over_letters():
    assert lines_of(
        run("MART", 190.9, 218.4),
        run("´", 219.9, 221.7, 277.8, 279.5),
        run("IN ESCARDO AND REINHOLD HECKMANN", 218.9, 414.0),
        run("´", 273.9, 275.7, 277.8, 279.5),
    ) == ["MARTÍN ESCARDÓ AND REINHOLD HECKMANN"]


def test_an_accent_before_a_run_may_be_that_of_the_run_before():
    assert lines_of(
        run("Miguel A.", 198.9, 248.0, 165.3, 174.3, 10.0),
        run("´ Carreira-Perpin˜´an", 240.8, 343.4, 162.9, 174.2, 10.0),
    ) == ["Miguel Á. Carreira-Perpiñán"]


def test_an_accent_over_no_letter_stays():
    runs = [run("Eduardo Morales", 255.8, 359.9), run("˚", 361.2, 364.8, 279.5, 283.4)]
    assert [one[0] for one in on_their_letters(runs)] == ["Eduardo Morales", "˚"]


def test_signs_and_ligatures_in_fonts_of_their_own_part_no_words():
    assert lines_of(
        run("Cécile Tran", 36.5, 72.4, 128.2, 134.1, 7.5),
        run("-", 73.3, 75.2, 132.1, 132.5, 7.5),
        run("Kiem", 76.3, 91.7, 128.6, 134.1, 7.5),
    ) == ["Cécile Tran-Kiem"]
    assert lines_of(
        run(", James Had", 277.1, 338.9, 220.3, 229.1, 11.0),
        run("fi", 340.0, 345.2, 220.2, 228.0, 11.0),
        run("eld and Ann", 346.4, 400.6, 220.3, 228.1, 11.0),
    ) == [", James Hadfield and Ann"]
