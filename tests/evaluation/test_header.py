import pytest

from evaluation.header import Header, score

TRUE = {
    "file": "a.pdf",
    "field": "maths",
    "true_title": "Rank-width and vertex-minors of graphs",
    "true_authors": ("S. Oum", "Geelen, Jim"),
    "true_abstract": None,
}
READ = {
    "title": "RANK-WIDTH AND VERTEX-MINORS OF GRAPHS",
    "authors": ("Sang-il Oum", "Jim Geelen"),
    "abstract": None,
}


def values(*headers):
    result = score([Header(**{**TRUE, **READ, **changed}) for changed in headers])
    return {one.name: one.value for one in result.measures}


def test_case_and_initials_do_not_matter():
    found = values({})
    assert found["title_exact"] == found["title_soft"] == 1.0
    assert found["authors_exact"] == found["authors_f1"] == found["title_and_authors"] == 1.0


def test_a_title_with_a_footnote_mark_is_near():
    found = values({"title": "Rank-width and vertex-minors of graphs 1"})
    assert (found["title_exact"], found["title_soft"]) == (0.0, 1.0)


def test_what_was_not_found_is_wrong():
    found = values({"title": None, "authors": ()})
    assert found["title_soft"] == found["authors_exact"] == found["authors_f1"] == 0.0


def test_authors_in_another_order_are_found_but_not_exact():
    found = values({"authors": ("Jim Geelen", "Sang-il Oum")})
    assert (found["authors_exact"], found["authors_f1"]) == (0.0, 1.0)


def test_precision_and_recall_are_counted_over_all_papers():
    found = values({"authors": ("Sang-il Oum", "New York")}, {})
    assert found["authors_precision"] == found["authors_recall"] == 0.75
    found = values({"authors": ("Sang-il Oum",)}, {})
    assert found["authors_precision"] == 1.0
    assert found["authors_recall"] == 0.75
    assert found["authors_f1"] == pytest.approx(6 / 7)


def test_abstracts_count_only_where_they_are_printed():
    text = "We show that every large graph has a small surprise in it."
    result = score(
        [
            Header(**{**TRUE, **READ, "abstract": "anything"}),
            Header(**{**TRUE, **READ, "true_abstract": text, "abstract": text.upper()}),
            Header(**{**TRUE, **READ, "true_abstract": text, "abstract": None}),
        ]
    )
    found = {one.name: (one.value, one.of) for one in result.measures}
    assert found["abstract_soft"] == found["abstract_similarity"] == (0.5, 2)


def test_fields_are_told_apart():
    papers = [Header(**TRUE, **READ), Header(**{**TRUE, **READ, "field": "cs", "title": "No"})]
    assert score(papers).tables[0].rows == (
        ("cs", 1, 0, "0.0", "100.0"),
        ("maths", 1, 1, "100.0", "100.0"),
    )


@pytest.mark.parametrize(
    ("printed", "true"),
    [
        ("Rodrigo Vargas-Hernández", "Rodrigo Vargas-Hernandez"),
        ("Nicola F. Müller", "NF Mueller"),
        ("Wojciech Kotłowski", "Wojciech Kotlowski"),
        ("FATMA KILINÇ-KARZAN", "Fatma Kılınç-Karzan"),
        ("Uriel Cohen Priva", "U. Cohen-Priva"),
        ("Elise W. M. Hopman", "E. W, M. Hopman"),
        ("Jürgen Strauß", "J. Strauss"),
        ("Frédéric De Jaeger", "F. DeJaeger"),
    ],
)
def test_spellings_are_set_aside_in_a_measure_of_their_own(printed, true):
    found = values({"authors": (printed,), "true_authors": (true,)})
    assert found["authors_exact_any_spelling"] == 1.0


@pytest.mark.parametrize(
    ("printed", "true"),
    [("Jim Geelen", "Jim Geel"), ("Marta Bucka", "Marta Brucka"), ("Wout Dillen", "Dillen Wout")],
)
def test_another_name_is_no_spelling(printed, true):
    found = values({"authors": (printed,), "true_authors": (true,)})
    assert found["authors_exact_any_spelling"] == found["authors_exact"] == 0.0


def test_an_accent_counts_in_the_strict_measure():
    found = values({"authors": ("Martin Escardo",), "true_authors": ("Martín Escardó",)})
    assert (found["authors_exact"], found["authors_exact_any_spelling"]) == (0.0, 1.0)
