"""Lists of references: found, cut into entries, dashes filled in."""

import time

import pytest
from support.printed import BY_NAME, NUMBERED, Printer, paper

from sheaf.extract.references.footnotes import find_footnote_entries, find_references, is_reference
from sheaf.extract.references.lists import find_lists, replace_author_dash, split_entries
from sheaf.extract.references.markers import find_counting, read_marker
from sheaf.extract.zones.document import Zone
from sheaf.extract.zones.text_lines import locate_lines
from sheaf.extract.zones.zoning import find_zones
from sheaf.records import Line


def entries_of(printer):
    document = locate_lines(printer.text)
    lists = find_lists(document.lines, find_zones(document.lines))
    return [
        split_entries(
            [document.lines[at] for at in one.lines], [document.words(at) for at in one.lines]
        )
        for one in lists
    ]


def test_a_numbered_list_is_cut_at_its_numbers():
    (entries,) = entries_of(paper(NUMBERED))
    assert [entry.marker for entry in entries] == ["[1]", "[2]", "[3]", "[4]"]
    assert entries[1].raw == (
        "C. Lindqvist. Measuring light. In Proceedings of the 3rd Conference on Optics, pages 1-9,"
        " Oslo, 2001."
    )


def test_a_hanging_indent_parts_entries_without_numbers():
    (entries,) = entries_of(paper(BY_NAME))
    assert [entry.raw.partition(" (")[0] for entry in entries] == [
        "Ferrow, A., & Okoro, B.", "Lindqvist, C.", "Lindqvist, C.",
        "Maro, D., Nkemelu, E., & Ostrow, F.", "Petrov, G.",
    ]  # fmt: skip


def test_entries_go_on_over_columns_and_pages():
    printer = Printer()
    printer.heading("References")
    parts = [(part, number) for entry in BY_NAME * 2 for number, part in enumerate(entry)]
    for at, (part, number) in enumerate(parts):
        if at == 4:
            printer.column()
        if at == 9:
            printer.page().line("Clear Water in Nine Rivers", size=8.0, running=True)
        printer.line(part, size=9.0, indent=12.0 if number else 0.0)
    (entries,) = entries_of(printer)
    assert len(entries) == 10
    assert not any("Clear Water" in entry.raw for entry in entries)


def test_a_blank_line_parts_entries_without_indent():
    printer = Printer()
    printer.heading("References")
    for entry in BY_NAME:
        printer.prose(*entry).gap(8.0)
    (entries,) = entries_of(printer)
    assert len(entries) == 5


def test_several_lists_are_several():
    printer = Printer()
    for chapter in (1, 2):
        printer.page().heading(f"{chapter} Rivers of the North").prose(
            *["Water is clear." * 4] * 12
        )
        printer.heading("References")
        for entry in NUMBERED:
            printer.prose(*entry)
    assert [len(entries) for entries in entries_of(printer)] == [4, 4]


def test_works_that_share_a_number_are_entries_of_their_own():
    printer = Printer()
    for number in range(1, 7):
        printer.line(f"[{number}] A. Ferrow, Phys. Rev. D 38, 511 (1988); B. Okoro, Z. Phys. C 42,")
        printer.line("671 (1989).", indent=16.0)
    entries = split_entries(printer.lines)
    assert len(entries) == 12
    assert [entry.marker for entry in entries[:4]] == ["[1]", "[1]", "[2]", "[2]"]
    assert entries[0].raw == "A. Ferrow, Phys. Rev. D 38, 511 (1988);"
    assert entries[1].raw == "B. Okoro, Z. Phys. C 42, 671 (1989)."


def test_authors_that_are_parted_by_semicolons_stay_together():
    printer = Printer()
    for name in ("Adams", "Baker", "Clark", "Davis", "Evans"):
        printer.line(f"{name}, J.; Burch, N.; Johanson, M.; and Tammelin, O. 2015.")
        printer.line("A title about games. Science 347(6218):145-149.", indent=10.0)
    entries = split_entries(printer.lines)
    assert len(entries) == 5
    assert entries[0].raw.startswith(
        "Adams, J.; Burch, N.; Johanson, M.; and Tammelin, O. 2015. A title"
    )


@pytest.mark.parametrize(
    ("raw", "filled"),
    [
        ("———. 2004. Shade. Oslo: Nordic Press.", "Ferrow, Ada. 2004. Shade. Oslo: Nordic Press."),
        ("--- (2004). Shade.", "Ferrow, Ada (2004). Shade."),
        ("— and Okoro, B. 2004. Shade.", "Ferrow, Ada and Okoro, B. 2004. Shade."),
        (", Bent Okoro, “Shade,” 2004.", "Ferrow, Ada, Bent Okoro, “Shade,” 2004."),
        ("Okoro, B. 2004. Shade.", "Okoro, B. 2004. Shade."),
    ],
)
def test_a_dash_stands_for_the_authors_before(raw, filled):
    assert replace_author_dash(raw, "Ferrow, Ada") == filled


def test_dashes_are_filled_in_a_list():
    printer = Printer()
    rows = [
        ("Ferrow, Ada. 1998. On the clarity of rivers. Journal of Waters 12:45-67.",),
        ("———. 2004. On shade. Journal of Waters 18:1-9.",),
        ("Lindqvist, Carl. 2001. Measuring light. Optics 4:12-19.",),
        ("———. 2003. Measuring more light. Optics 6:1-19.",),
        ("Petrov, Gleb. 1987. A history of springs. Annals of Hydrology 7:101-130.",),
    ]
    for row in rows:
        printer.line(row[0])
    raws = [entry.raw for entry in split_entries(printer.lines)]
    assert raws[1].startswith("Ferrow, Ada. 2004. On shade")
    assert raws[3].startswith("Lindqvist, Carl. 2003. Measuring more")


def test_broken_words_are_made_whole_in_an_entry():
    printer = Printer()
    for number in range(1, 5):
        printer.line(f"[{number}] A. Ferrow. On instru-").line(
            "ments. Waters 12:45-67, 1998.", indent=16.0
        )
    assert (
        split_entries(printer.lines)[0].raw == "A. Ferrow. On instruments. Waters 12:45-67, 1998."
    )


def test_numbers_that_count_up_are_markers_and_volumes_are_not():
    lines = ["1. Ferrow", "12. p. 4", "2. Okoro", "3. Maro", "998. x", "4. Petrov"]
    assert find_counting([read_marker(line) for line in lines]) == {0, 2, 3, 5}


@pytest.mark.parametrize(
    ("text", "kind", "marker"),
    [("[12] A", "square", "[12]"), ("12. A", "dot", "12."), ("(12) A", "round", "(12)"),
     ("[Smi98] A", "label", "[Smi98]"), ("FW09. Leo", "label", "FW09."), ("b) A", "letter", "b)"),
     ("Smith", "", ""), ("1998. Foo", "", "")],
)  # fmt: skip
def test_markers_are_known(text, kind, marker):
    assert read_marker(text)[::2] == (kind, marker)


def test_footnotes_hold_references_where_there_is_no_list():
    printer = Printer()
    printer.heading("1 Rivers").prose(*["The water of the north was clear then.1"] * 9)
    printer.gap(60.0)
    printer.line(
        "1 See Ada Ferrow, On Clear Water (Oslo: Nordic Press, 1998), pp. 4-9; Bent Okoro,",
        size=8.0,
    )
    printer.line("Shade and Light (Bergen: Harbour, 2004), p. 12.", size=8.0)
    printer.line("2 Ibid., p. 14.", size=8.0)
    printer.line("3 The people there say otherwise, and nobody has asked them why.", size=8.0)
    document = locate_lines(printer.text)
    entries = find_footnote_entries(document, find_zones(document.lines))
    assert [entry.raw for entry in entries] == [
        "Ada Ferrow, On Clear Water (Oslo: Nordic Press, 1998), pp. 4-9",
        "Bent Okoro, Shade and Light (Bergen: Harbour, 2004), p. 12.",
    ]
    assert {entry.marker for entry in entries} == {"1"}


def test_a_remark_is_no_reference():
    assert not is_reference("The war of 1914 changed what people thought of the river there.")


@pytest.mark.parametrize(
    "note",
    [
        (
            "Keśavdās's poetry is famously difficult. Modern critics who wrote in 1958 (p. 12)"
            " have not always admired it, and they say so."
        ),
        "This verse was added in the edition of 1954, which is not the best of those we have.",
        "Sultan Adil Shah (r. 1557-1579).",
        "Examples abound. The ruler (1628-1652) had many poets, and this one is the best of them.",
    ],
)
def test_a_note_of_prose_holds_no_reference(note):
    assert list(find_references(note)) == []


@pytest.mark.parametrize(
    ("note", "found"),
    [
        (
            ("A helpful introduction to the genre is A.K. Ramanujan, ‘City Images’, in Urban India,"
            " ed. by R. Fox (Durham: Duke University, 1970). How it was used is not known."),
            [("A.K. Ramanujan, ‘City Images’, in Urban India, ed. by R. Fox (Durham: Duke"
             " University, 1970).")],
        ),
        (
            ("On wells, see Ada Ferrow, On Wells (Oslo: Nordic Press, 1998), pp. 4-9; Bent Okoro,"
            " ‘Shade’, Journal of Light 3.2 (2004), 12-19. I have changed the spelling."),
            ["Ada Ferrow, On Wells (Oslo: Nordic Press, 1998), pp. 4-9",
             "Bent Okoro, ‘Shade’, Journal of Light 3.2 (2004), 12-19."],
        ),
        ("Hayden White, The Form, Baltimore, 1987.", ["Hayden White, The Form, Baltimore, 1987."]),
        ("Ibid., p. 14 (1998).", []),
        (
            "N. B. Dirks, The Crown, Cambridge, 1987 and P. Wagoner, The King, Honolulu, 1993.",
            [
                "N. B. Dirks, The Crown, Cambridge, 1987",
                "P. Wagoner, The King, Honolulu, 1993.",
            ],
        ),
    ],
)  # fmt: skip
def test_a_reference_is_found_among_the_words_of_a_note(note, found):
    assert list(find_references(note)) == found


@pytest.mark.parametrize(
    "note",
    ["A. " * 100_000, "See A B and " * 20_000, "Aaa-" * 50_000, "(" * 100_000, "x. Y; Z " * 30_000],
)
def test_hostile_notes_end(note):
    start = time.perf_counter()
    assert len(list(find_references(note))) < 100_000
    assert time.perf_counter() - start < 5


@pytest.mark.parametrize(
    "lines",
    [
        [],
        [Line("", 0, 0, 0, 0, 0, 0.0)] * 3,
        [Line("; A) " * 200_000, 0, 0, 0, 5, 10, 10.0)],
        [Line("9" * 1_000_000, 0, 0, 0, 5, 10, 10.0)],
        [Line("- " * 500_000, 0, 0, 0, 5, 10, 10.0)],
    ],
)
def test_hostile_lists_end(lines):
    assert sum(len(entry.raw) for entry in split_entries(lines)) <= 2_000_000


def test_a_long_list_takes_its_time_in_proportion():
    lines = [Line(f"[{n}] A. Name. Title {n}. 1999.", 0, 72, 12.0 * n, 300, 12.0 * n + 10, 9.0)
             for n in range(1, 9_001)]  # fmt: skip
    started = time.process_time()
    assert len(split_entries(lines)) == 9_000
    assert time.process_time() - started < 30


def test_a_list_knows_its_heading():
    printer = paper(NUMBERED)
    zones = find_zones(printer.lines)
    (found,) = find_lists(printer.lines, zones)
    assert printer.lines[found.heading].text == "References"
    assert all(zones[at] is Zone.REFERENCE for at in found.lines)


def test_a_list_of_one_entry_is_a_list():
    lines = [Line("[1] P. Turán. On an extremal problem. 1941.", 0, 72, 500, 400, 510, 10.0)]
    assert [(one.marker, one.raw) for one in split_entries(lines)] == [
        ("[1]", "P. Turán. On an extremal problem. 1941.")
    ]


def test_a_letter_in_parentheses_within_an_entry_stays():
    lines = [
        Line(f"[{n}] A. Ferrow. On clarity (part b) of rivers. Waters, {n}, 199{n}.",
             0, 72.0, 72.0 + 12 * n, 400.0, 82.0 + 12 * n, 9.0)
        for n in range(1, 6)
    ]  # fmt: skip
    assert [entry.raw for entry in split_entries(lines)] == [
        f"A. Ferrow. On clarity (part b) of rivers. Waters, {n}, 199{n}." for n in range(1, 6)
    ]
