"""How words are made: accents, ligatures, LaTeX, hyphens at line ends, scripts without blanks."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.rounds import rounds

from sheaf.search.analysis import analyse_stems, fold, stems_in, title_key, words


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("Kurt GÖDEL", "kurt godel"),
        ("e\u0301tale", "etale"),
        ("Łódź Straße Ærø İstanbul", "lodz strasse aero istanbul"),
        ("ﬁnite eﬀects", "finite effects"),
        ("co\u00adoperate zero\u200bwidth", "cooperate zerowidth"),
        ("algo-\nrithm", "algorithm"),
        ("algo\u00ad\n  rithm", "algorithm"),
        ("state-of-the-\nart", "state of the art"),
        ("Smith-\nJones", "smith jones"),
        ("the 1990-\nyears", "the 1990 years"),
        (r"G{\"o}del and Erd\H{o}s, Erd\H os", "godel and erdos erdos"),
        (r"\'etale caf{\'e} na\"{\i}ve \c{C}elik \v{S}koda", "etale cafe naive celik skoda"),
        (r"S{\o}ren \O rsted {\AA}rhus", "soren orsted aarhus"),
        (r"$\alpha$-stable, $\varepsilon$-net", "alpha stable epsilon net"),
        ("α-stable, 𝛼, μ", "alpha stable alpha mu"),
        (r"an \emph{easy} \textit{H. sapiens}", "an easy h sapiens"),
        ("{E}uclid and {BERT}ology", "euclid and bertology"),
        (r"\frac{a}{b}", "a b"),
        ("計算機科学 in Go", "計算 算機 機科 科学 in go"),
        ("計算\n機", "計算 算機"),
        ("学", "学"),
        ("한국어", "한국 국어"),
        ("がくせい", "がく くせ せい"),
        ("Ελλάδα ΟΔΟΣ οδός", "ελλαδα οδοσ οδοσ"),
        ("Привет ёлка йод", "привет елка йод"),
        ("⑴ and ½…", "1 and 1 2"),
        ("\ud800half", "half"),
        ("x" * 200, ""),
        ("", ""),
    ],
)
def test_words(text, made):
    assert " ".join(words(text)) == made


def test_folding_keeps_words_whole():
    assert fold("Die ÜBERSICHT 計算機") == "die ubersicht 計算機"


@pytest.mark.parametrize(
    ("text", "language", "stems"),
    [
        ("Connected GRAPHS", "en", "connect graph"),
        ("connected graphs", "en-GB", "connect graph"),
        ("Häuser", "de", "haus"),
        ("grafos conexos", "es", "graf conex"),
        ("graphs", None, "graphs"),
        ("graphs", "xx", "graphs"),
        ("計算機", "zh", "計算 算機"),
    ],
)
def test_stems_by_language(text, language, stems):
    assert " ".join(analyse_stems(text, language)) == stems


def test_a_question_has_the_stems_of_every_language_of_the_documents():
    assert stems_in("grafos", ["en", "es", "xx"]) == ("grafo", "graf", "grafos")
    assert stems_in("graphs", []) == ("graphs",)


def test_titles_that_differ_in_signs_have_one_key():
    one = title_key("Gödel's Proof: A Re-Examination?")
    assert one == title_key("godels proof -- a reexamination") == "godelsproofareexamination"


def test_the_engine_folds_plain_letters_as_we_do():
    for code in range(128, 256):
        text = f"a{chr(code)}b"
        assert words(text) == words(fold(text)), text
        assert words(text) == words(f"{text} \u0439")[:-1], text


@settings(max_examples=rounds(200, 20_000), deadline=None)
@given(*[st.text(st.characters(exclude_characters="\\\\{}\r\n"), max_size=40)] * 2)
def test_the_words_of_any_text_depend_on_nothing_around_them(one, other):
    assert words(f"{one} {other}") == words(one) + words(other)
