"""The rules that make people of what the models say, on fronts whose labels are given."""

from dataclasses import replace

import pytest

from sheaf.extract.header.authors import read_authors
from sheaf.extract.header.labelling import FrontMatter, LabelledToken, add_author_labels
from sheaf.extract.header.layout import LayoutLine, describe_lines
from sheaf.extract.header.token_features import split_tokens
from sheaf.records import Line, PageShape

SHAPE = PageShape(612.0, 792.0)
SHORT = {"B": "B-author", "I": "I-author", "s": "sep", "o": "other", "a": "affiliation"}


def front(*rows, font="Times", sure=0.9):
    """Rows of text, label of the line and one letter a token; a size of the type may follow."""
    lines, tokens = [], []
    for at, (text, _, letters, *size) in enumerate(rows):
        high = size[0] if size else 10.0
        lines.append(
            Line(text, 0, 100.0, 100.0 + 40 * at, 300.0, 100.0 + 40 * at + high, high, font=font)
        )
        told = [*split_tokens(text)] if letters else []
        assert len(told) == len(letters)
        tokens += [
            LabelledToken(at, token, SHORT[letter], 0.9)
            for token, letter in zip(told, letters, strict=True)
        ]
    return FrontMatter(
        tuple(lines), tuple(range(len(lines))), tuple(describe_lines(lines, [SHAPE])),
        tuple(row[1] for row in rows), (sure,) * len(rows), tuple(tokens),
    )  # fmt: skip


TITLE = ("How Stones Roll Down a Slope", "title", "", 17.0)


def names(*rows, **how):
    return [one.person.name for one in read_authors(front(TITLE, *rows, **how), [0])]


def test_a_name_does_not_end_with_an_initial():
    assert names(("Chantal B. F. Vogels 2 , Ann Lee", "author", "BIBIssBI")) == [
        "Chantal B. F. Vogels",
        "Ann Lee",
    ]


def test_a_name_goes_on_in_the_next_line():
    rows = (("Ann Lee , Deborah A.", "author", "BIsBI"), ("Nickerson 2", "author", "Bs"))
    assert names(*rows) == ["Ann Lee", "Deborah A. Nickerson"]


def test_a_name_does_not_go_on_in_another_type_or_in_a_workplace_in_capitals():
    smaller = (("Ann Lee", "author", "BI"), ("Mining", "venue", "I", 7.0))
    assert names(*smaller) == ["Ann Lee"]
    assert names(("Maurizio Pierini", "author", "BI"), ("CERN", "author", "I")) == [
        "Maurizio Pierini"
    ]


def test_what_stands_above_the_title_begins_no_name_below_it():
    page = front(("CORONAVIRUS", "other", "B"), TITLE, ("Nicola F. Berg", "author", "III"))
    assert [one.person.name for one in read_authors(page, [1])] == ["Nicola F. Berg"]


def test_the_last_words_of_a_name_that_were_missed():
    assert names(("J. Raymundo Marcial-Romero", "author", "BIs")) == ["J. Raymundo Marcial-Romero"]


def test_an_initial_glued_to_the_family_name():
    (one,) = read_authors(front(TITLE, ("Joseph L.Austerweil", "author", "BII")), [0])
    assert (one.person.given, one.person.family) == ("Joseph L.", "Austerweil")


def test_the_stroke_of_a_polish_letter_in_old_fonts_of_tex():
    row = ("Wojciech Kot lowski", "author", "BII")
    assert names(row, font="CMBX10") == ["Wojciech Kotłowski"]
    assert names(row, font="Times") == ["Wojciech Kot lowski"]


@pytest.mark.parametrize(
    ("printed", "family"), [("Kwang-Sung Jun", "Jun"), ("XIUMIN MA", "Ma"), ("LI WEI HO", "Ho")]
)
def test_short_family_names_are_no_degrees(printed, family):
    letters = "B" + "I" * printed.count(" ")
    (one,) = read_authors(front(TITLE, (printed, "author", letters)), [0])
    assert one.person.family == family


@pytest.mark.parametrize(
    "text", ["TU Berlin", "Redmond WA", "Virginia Tech", "South Asia", "K.U. Leuven"]
)
def test_places_are_no_people(text):
    assert names(("Ann Lee", "author", "BI"), (text, "author", "BI")) == ["Ann Lee"]


def test_two_names_without_a_sign_between_them():
    row = ("Abhijith Gandrakota Jennifer Ngadiuba", "author", "BIII")
    assert names(row) == ["Abhijith Gandrakota", "Jennifer Ngadiuba"]
    row = ("Ricardo Luna Gutierrez Perez", "author", "BIII")
    assert names(row) == ["Ricardo Luna Gutierrez Perez"]


def test_referees_below_each_other_are_no_authors():
    printed = (
        "Alexander Weinert",
        "1. Gutachter: Prof. Dr. Thomas Noll",
        "Prof. Gerhard Lakemeyer, Ph.D.",
    )
    assert names(*((text, "author", letters_of(text)) for text in printed)) == ["Alexander Weinert"]


def letters_of(text):
    """One a token; what stands around the name is "s"."""
    found = [*split_tokens(text)]
    family = next(
        at for at, one in enumerate(found) if one.text in ("Weinert", "Noll", "Lakemeyer")
    )
    return "s" * (family - 1) + "BI" + "s" * (len(found) - family - 1)


def test_those_who_are_thanked_below_the_abstract_are_no_authors():
    prose = ("We look at stones.", "abstract", "")
    thanked = ("Andy Atkeson, David Backus", "author", "BIsBI")
    assert names(("Ann Lee", "author", "BI"), *[prose] * 3, thanked) == ["Ann Lee"]
    assert names(*[prose] * 3, thanked) == ["Andy Atkeson", "David Backus"]


def blocks(sure):
    return front(
        TITLE,
        ("Maria Chudnovsky 1", "author", "BIs", 12.0),
        ("Columbia University, New York", "affiliation", "aaaaa", 10.0),
        ("Sang-Il Oum 2", "address", "aaa", 12.0),
        ("KAIST, Daejeon", "address", "aaa", 10.0),
        sure=sure,
    )


def test_a_name_set_as_the_other_authors_is_one():
    assert [one.person.family for one in read_authors(blocks(0.8), [0])] == ["Chudnovsky", "Oum"]


def test_where_the_model_is_sure_it_is_believed():
    assert [one.person.family for one in read_authors(blocks(0.99), [0])] == ["Chudnovsky"]


# -- lines that the model took for something else ------------------------------------------------


def lines_of(*rows):
    return [LayoutLine(text, size_step="same", gap=gap) for text, gap in rows]


def test_a_list_goes_on_where_the_model_lost_it():
    layout = lines_of(
        ("Garrett A. Perchetti 1 |", "apart"),
        ("Haiying Zhu 1 | Margaret G. Mills 1 | Lasata Shrestha 1 |", "beside"),
        ("| |", "near"),
        ("Trevor Bedford 2 | Jover Lee 1", "near"),
        ("1 University of Washington, Seattle", "near"),
    )
    told = ["author", "venue", "venue", "venue", "affiliation"]
    assert add_author_labels(layout, told) == ["author", "author", "venue", "author", "affiliation"]


def test_workplaces_do_not_go_on_with_a_list():
    layout = lines_of(("Ann Lee, Peter Park,", "apart"), ("Columbia University, New York,", "near"))
    assert add_author_labels(layout, ["author", "affiliation"]) == ["author", "affiliation"]


def test_a_list_of_names_is_found_where_no_line_was_taken_for_one():
    layout = lines_of(
        ("Technical Report", "apart"),
        ("David C. Anastasiu, Jeremy Iverson, Shaden Smith, and George", "apart"),
        ("Karypis", "near"),
    )
    assert add_author_labels(layout, ["doctype", "venue", "venue"])[1:] == ["author", "author"]


def test_the_name_below_by_on_the_title_page_of_a_thesis():
    between = [("in candidacy for the degree of stones", "apart")] * 9
    layout = lines_of(
        ("Algebraic Slope Structures", "apart"), *between, ("BY", "apart"), ("EMILY BERG", "apart")
    )
    told = ["title", *["venue"] * 11]
    assert add_author_labels(layout, told) == [*told[:-1], "author"]


def test_an_author_in_the_type_of_the_title():
    layout = lines_of(
        ("Amirhossein Akbar Tabatabai", "apart"),
        ("In the Light of Intuitionism:", "apart"),
        ("Two Investigations in Proof Theory", "near"),
    )
    assert add_author_labels(layout, ["title"] * 3) == ["author", "title", "title"]


def described(*rows):
    """Rows of text and size, one below the other."""
    lines = [
        Line(text, 0, 100.0, 100.0 + 20 * at, 300.0, 100.0 + 20 * at + size, size, font="Times")
        for at, (text, size) in enumerate(rows)
    ]
    return describe_lines(lines, [SHAPE])


def test_a_title_that_breaks_off_goes_on_with_what_looks_like_a_name():
    names = ("Ann Lee, University of Leeds", 10.0)
    broken = described(
        ("Wages of Indigenous and", 15.0), ("Non-Indigenous Australians", 15.0), names
    )
    assert add_author_labels(broken, ["title", "author", "affiliation"]) == [
        "title",
        "title",
        "author",
    ]
    whole = described(("Wages of Indigenous", 15.0), ("Ann Lee", 15.0), names)
    assert add_author_labels(whole, ["title", "author", "affiliation"])[1] == "author"


def test_names_with_marks_in_a_row_are_all_authors():
    rows = ("Ann Lee (Ph.D.) 1", "Tom Hall (Ph.D., MD, MAS) 2", "Eve V Berg (Sc.D.) 3 *")
    layout = described(*((text, 11.0) for text in rows))
    assert add_author_labels(layout, ["author", "venue", "venue"]) == ["author"] * 3
    layout = described((rows[0], 11.0), ("Room for Stones 2", 11.0))
    assert add_author_labels(layout, ["author", "venue"]) == ["author", "venue"]


def test_a_name_that_the_model_is_not_sure_of_has_an_address_elsewhere():
    rows = (
        ("Ann Lee 1", "author", "BIs"),
        ("Mathew V Kiang 2", "author", "ooas"),
        ("2 mkiang@stones.example.org", "email", "oo"),
    )
    assert names(*rows, sure=0.5) == ["Ann Lee", "Mathew V Kiang"]
    assert names(*rows[:2], sure=0.5) == ["Ann Lee"]


def test_what_stands_before_the_sign_of_an_address_is_no_name():
    group = ("{a.lee|b.kappen}@x.example", "author", "ssssBIssss")
    assert names(("Ann Lee", "author", "BI"), group) == ["Ann Lee"]


def test_a_name_of_which_only_its_end_was_seen_or_that_was_cut_at_a_particle():
    assert names(("Ann Lee , and Daniel L. Hartl *", "author", "BIssssIs")) == [
        "Ann Lee",
        "Daniel L. Hartl",
    ]
    assert names(("Gilles Orban de Xivry", "author", "BIBI")) == ["Gilles Orban de Xivry"]


def test_a_missed_name_goes_on_in_the_next_line():
    rows = (
        ("Ann Lee 1 , Tom Hall 2 , John S. J.", "author", "BIssBIsssss"),
        ("Anderson 1 , Eve Berg", "author", "BssBI"),
    )
    assert names(*rows) == ["Ann Lee", "Tom Hall", "John S. J. Anderson", "Eve Berg"]


def test_a_list_that_no_model_saw_goes_on_in_the_next_line():
    layout = lines_of(
        ("Eight Challenges in Stones", "apart"),
        ("Ann Lee a , Tom Hall b, Eve Berg c,", "apart"),
        ("John Foster d, Anna Maier e", "near"),
    )
    assert add_author_labels(layout, ["venue"] * 3)[1:] == ["author", "author"]


@pytest.mark.parametrize("role", ["Supervisor", "External Examiner", "Betreuer", "Thesis Advisor"])
def test_who_has_another_role_below_the_name_is_no_author(role):
    told = front(
        TITLE,
        ("Maria Delgado", "author", "BI"),
        ("Dr. Peter Hoffmann", "author", "ssBI"),
        (role, "other", ""),
        ("Leeds", "address", ""),
    )
    layout = [*told.layout]
    layout[3] = replace(layout[3], gap="near")
    told = replace(told, layout=tuple(layout))
    assert [one.person.name for one in read_authors(told, [0])] == ["Maria Delgado"]


def test_a_role_with_a_colon_is_of_the_next_name():
    rows = (
        ("Maria Delgado", "author", "BI"),
        ("Supervisor:", "other", ""),
        ("Peter Hoffmann", "author", "BI"),
    )
    assert names(*rows) == ["Maria Delgado"]
