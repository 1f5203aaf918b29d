"""Who works where and has which address, on fronts whose labels are given."""

from sheaf.extract.header.affiliations import (
    assign_workplaces,
    detach_glued_marks,
    find_workplaces,
)
from sheaf.extract.header.authors import read_authors
from sheaf.extract.header.emails import assign_emails
from sheaf.extract.header.labelling import FrontMatter, LabelledToken
from sheaf.extract.header.layout import describe_lines
from sheaf.extract.header.token_features import split_tokens
from sheaf.records import Line, PageShape

SHORT = {"B": "B-author", "I": "I-author", "s": "sep", "o": "other", "a": "affiliation",
         "d": "address"}  # fmt: skip
TITLE = ("How Stones Roll Down a Slope", "title", "")


def front(*rows):
    """Rows of text, label of the line and one letter a token, or one for all of them."""
    lines, tokens = [], []
    for at, (text, _, letters) in enumerate((TITLE, *rows)):
        lines.append(Line(text, 0, 100.0, 100.0 + 14 * at, 300.0, 110.0 + 14 * at, 10.0))
        told = list(split_tokens(text)) if letters else []
        tokens += [
            LabelledToken(at, token, SHORT[letter], 0.9)
            for token, letter in zip(told, letters * len(told), strict=False)
        ]
    labels = ("title", *(label for _, label, _ in rows))
    return FrontMatter(
        tuple(lines), tuple(range(len(lines))),
        tuple(describe_lines(lines, [PageShape(612.0, 792.0)])),
        labels, (0.9,) * len(lines), tuple(tokens),
    )  # fmt: skip


def linked(*rows):
    seen = front(*rows)
    people = detach_glued_marks(seen, read_authors(seen, [0]))
    places = [[one.names for one in own] for own in assign_workplaces(seen, people)]
    return list(zip((one.person.name for one in people), places, strict=True))


def mailed(*rows):
    seen = front(*rows)
    return assign_emails(seen, read_authors(seen, [0]))


def test_marks_are_found_behind_degrees():
    assert linked(
        ("Ann Lee, MD, MPH1, Tom Hall (Ph.D., MD)2", "author", "BIssssssBIssssssss"),
        ("1 University of Leeds", "affiliation", "a"),
        ("2 University of Bern", "affiliation", "a"),
    ) == [("Ann Lee", ["University of Leeds"]), ("Tom Hall", ["University of Bern"])]


def test_a_letter_glued_to_a_name_or_to_a_workplace_is_a_mark():
    assert linked(
        ("Ann Leea, Tom Hallb", "author", "BIsBI"),
        ("aUniversity of Leeds", "affiliation", "a"),
        ("bUniversity of Bern", "affiliation", "a"),
    ) == [("Ann Lee", ["University of Leeds"]), ("Tom Hall", ["University of Bern"])]


def test_numbers_in_a_row_are_marks_and_those_of_houses_are_none():
    assert linked(
        ("Ann Lee 1 , Tom Hall 2", "author", "BIssBIs"),
        ("1 University of Leeds 2 Stones Institute", "affiliation", "a"),
    ) == [("Ann Lee", ["University of Leeds"]), ("Tom Hall", ["Stones Institute"])]
    seen = front(("Ann Lee", "author", "BI"), ("77 Stone Avenue, Leeds", "address", "d"))
    (place,) = find_workplaces(seen, read_authors(seen, [0]))
    assert (place.mark, place.where) == (None, "77 Stone Avenue, Leeds")


def test_an_editor_and_an_address_of_the_web_are_no_workplace():
    rows = (("Ann Lee", "author", "BI"), ("University of Leeds ann@x.example", "affiliation", "a"))
    assert linked(*rows, ("Editor: Tom Hall", "affiliation", "a")) == [
        ("Ann Lee", ["University of Leeds"])
    ]


def test_institutions_in_lines_of_their_own_are_told_apart():
    rows = (("Ann Lee", "author", "BI"), ("Department of Stones", "affiliation", "a"))
    assert linked(*rows, ("University of Leeds", "affiliation", "a")) == [
        ("Ann Lee", ["Department of Stones, University of Leeds"])
    ]
    assert linked(*rows, ("and Slopes", "affiliation", "a")) == [
        ("Ann Lee", ["Department of Stones and Slopes"])
    ]
    broken = ("Centre for Stones, National", "affiliation", "a")
    assert linked(rows[0], broken, ("University, Leeds", "affiliation", "a")) == [
        ("Ann Lee", ["Centre for Stones, National University, Leeds"])
    ]


def test_of_two_addresses_alike_each_goes_to_the_nearer_name():
    assert mailed(
        ("Raj Dandekar", "author", "BI"),
        ("raj@stones.example.org", "email", "o"),
        ("Rajat Dandekar", "author", "BI"),
        ("rajatdandekar@stones.example.org", "email", "o"),
    ) == ["raj@stones.example.org", "rajatdandekar@stones.example.org"]


def test_an_address_like_no_name_is_that_of_the_author_alone_before_it():
    assert mailed(
        ("Ann Lee", "author", "BI"),
        ("1155092@stones.example.org", "email", "o"),
        ("Tom Hall, Eve Berg", "author", "BIsBI"),
    ) == ["1155092@stones.example.org", None, None]


def test_an_address_in_a_footnote_taken_for_text_must_be_like_the_name():
    note = "∗University of Leeds, {}@leeds.example.org. Thanks to all who threw stones"
    people = ("Ann Lee and Tom Hall", "author", "BIsBI")
    assert mailed(people, (note.format("thall"), "body", "")) == [None, "thall@leeds.example.org"]
    assert mailed(people, (note.format("office"), "body", "")) == [None, None]


def test_a_name_in_brackets_says_whose_an_address_is():
    assert mailed(
        ("Ann Lee and Tom Hall", "author", "BIsBI"),
        ("E-mail addresses: x77@x.example (T. Hall), x78@x.example (A. Lee).", "email", "o"),
    ) == ["x78@x.example", "x77@x.example"]
