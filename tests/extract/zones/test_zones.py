"""Zones of documents: what is found where, and what is not fallen for."""

import time

import pytest
from support.printed import BY_NAME, NUMBERED, PROSE, Printer, paper

from sheaf.extract.zones.document import Zone
from sheaf.extract.zones.text_lines import lines_without_layout, locate_lines
from sheaf.extract.zones.zoning import find_zones
from sheaf.records import Line, Text


def zones_by_text(printer):
    return {
        line.text: zone for line, zone in zip(printer.lines, find_zones(printer.lines), strict=True)
    }


def test_a_paper_has_front_headings_body_and_references():
    printer = paper(NUMBERED)
    zones = zones_by_text(printer)
    assert zones["Clear Water in Nine Rivers"] is Zone.FRONT
    assert zones["Ada Ferrow and Bent Okoro"] is Zone.FRONT
    assert zones["1 Introduction"] is Zone.HEADING
    assert zones["References"] is Zone.HEADING
    assert all(zones[part] is Zone.REFERENCE for entry in NUMBERED for part in entry)
    assert zones[PROSE[3]] is Zone.BODY


@pytest.mark.parametrize(
    "heading",
    ["REFERENCES", "Bibliography", "7. References", "Literaturverzeichnis", "Références",
     "Referencias bibliográficas", "Riferimenti bibliografici", "Referências", "Literatuur",
     "Список литературы", "参考文献", "R E F E R E N C E S"],
)  # fmt: skip
def test_the_references_are_known_by_their_heading_in_many_languages(heading):
    printer = paper(NUMBERED, heading=heading)
    zones = zones_by_text(printer)
    assert zones[heading] is Zone.HEADING
    assert zones[NUMBERED[0][0]] is Zone.REFERENCE


def test_a_list_without_a_heading_is_found():
    printer = paper(NUMBERED + BY_NAME, heading="")
    zones = zones_by_text(printer)
    found = [
        part for entry in NUMBERED + BY_NAME for part in entry if zones[part] is Zone.REFERENCE
    ]
    assert len(found) >= 15


def test_references_end_where_an_appendix_begins():
    def appendix(printer):
        printer.heading("A Proofs").prose(
            *PROSE, *[f"Step {n} of the proof is plain." for n in range(9)]
        )

    printer = paper(NUMBERED, after=[appendix])
    zones = zones_by_text(printer)
    assert zones[NUMBERED[-1][-1]] is Zone.REFERENCE
    assert zones["A Proofs"] is Zone.HEADING
    assert zones["Step 3 of the proof is plain."] is Zone.APPENDIX


def test_a_table_of_contents_is_no_list_of_references():
    printer = Printer()
    printer.line("Rivers", size=17.0, bold=True)
    printer.heading("Contents")
    for number, name in enumerate(["Introduction", "Method", "Results", "References"]):
        printer.line(f"{name} . . . . . . . . . . . . . . . . . . . . . . . {3 + 9 * number}")
    printer.page().heading("1 Introduction").prose(*PROSE, *PROSE)
    zones = find_zones(printer.lines)
    assert Zone.REFERENCE not in zones
    assert zones.count(Zone.FURNITURE) == 5


def test_a_running_head_that_says_references_heads_nothing():
    printer = paper(())
    printer.lines.pop()  # the heading
    for _ in range(3):
        printer.page().line("References", running=True).prose(*PROSE, *PROSE)
    assert Zone.REFERENCE not in find_zones(printer.lines)


def test_captions_footnotes_and_thanks_are_told_apart():
    printer = Printer()
    printer.line("Rivers", size=17.0, bold=True).heading("1 Introduction").prose(*PROSE, *PROSE)
    printer.gap().line("Figure 2: The nine rivers and their springs.", size=9.0).gap()
    printer.prose(*PROSE)
    printer.gap(60.0).line("1 This was noted before by those who live there.", size=8.0)
    printer.page().heading("Acknowledgements").prose("We thank the people of the valley.")
    printer.heading("References")
    for entry in NUMBERED:
        printer.prose(*entry)
    zones = zones_by_text(printer)
    assert zones["Figure 2: The nine rivers and their springs."] is Zone.CAPTION
    assert zones["1 This was noted before by those who live there."] is Zone.FOOTNOTE
    assert zones["We thank the people of the valley."] is Zone.ACKNOWLEDGEMENT


def test_text_without_layout_has_zones_too():
    lines = ["Clear Water", "", "1. Introduction", "", *PROSE, "", "References", ""]
    content = "\n".join(lines + [part for entry in NUMBERED for part in entry])
    document = locate_lines(Text(content, 0, "plain"))
    zones = dict(
        zip((line.text for line in document.lines), find_zones(document.lines), strict=True)
    )
    assert zones["1. Introduction"] is Zone.HEADING
    assert zones[NUMBERED[2][0]] is Zone.REFERENCE
    assert zones[PROSE[0]] is Zone.BODY


def hostile():
    plain = Line("x", 0, 0, 0, 5, 10, 10.0)
    yield "nothing", []
    yield "one line", [plain]
    yield "a line of a megabyte", [Line("ab1. " * 200_000, 0, 0, 0, 5, 10, 10.0)]
    yield (
        "only digits",
        [Line(str(n) * 9, 0, 0, 12.0 * n, 50, 12.0 * n + 10, 9.0) for n in range(500)],
    )
    yield "empty lines", [Line("", 0, 0, 0, 0, 0, 0.0)] * 50
    yield "only headings", [Line("References", n, 0, 0, 50, 10, 10.0) for n in range(300)]
    yield "no numbers", [Line("a b", 0, float("nan"), float("inf"), 0, 0, float("nan"))] * 20


@pytest.mark.parametrize(
    ("name", "lines"), list(hostile()), ids=lambda one: one if isinstance(one, str) else ""
)
def test_hostile_lines_get_a_zone_each(name, lines):
    assert len(find_zones(lines)) == len(lines)


def test_fifty_thousand_lines_take_seconds_not_minutes():
    lines = [
        Line(f"{n}. Name, A. ({1900 + n % 120}). A title; 12-19.", n // 50, 72, 12.0 * (n % 50),
             300, 12.0 * (n % 50) + 10, 9.0)
        for n in range(50_000)
    ]  # fmt: skip
    started = time.process_time()
    assert len(find_zones(lines)) == 50_000
    assert time.process_time() - started < 30


def test_lines_of_text_keep_indents_and_gaps():
    first, second = lines_without_layout("one\n\n   two")
    assert (first.text, second.text) == ("one", "two")
    assert second.x0 > first.x0
    assert second.y0 - first.y0 > 1.5 * (first.y1 - first.y0)


def test_every_line_knows_its_place_in_the_text():
    lines = (
        Line("rivers and wa-", 0, 0, 0, 9, 9, 9.0),
        Line("ter-", 0, 0, 12, 9, 21, 9.0),
        Line("falls of the north", 0, 0, 24, 9, 33, 9.0),
        Line("", 0, 0, 30, 9, 33, 9.0),
        Line("and south", 0, 0, 36, 9, 45, 9.0),
        Line("end", 1, 0, 0, 9, 9, 9.0),
    )
    content = "rivers and waterfalls\nof the north\nand south\fend"
    document = locate_lines(Text(content, 2, "pdfium", lines=lines))
    assert [document.words(at) for at in range(6)] == [
        "rivers and waterfalls", "", "of the north", "", "and south", "end",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "place", [("left", 3.0, 300.0), ("top", 140.0, 40.0), ("foot", 140.0, 760.0)]
)
def test_what_is_stamped_on_every_page_is_furniture(place):
    _, left, top = place
    printer = Printer().heading("1 Introduction")
    for number in range(4):
        printer.gap(7.0 * number).prose(*PROSE, *PROSE)
        words = f"Downloaded from https://press.example on {number} May"
        right = left + 20 if left < 10 else left + 200
        printer.lines.append(Line(words, number, left, top, right, top + 10, 9.0, font="Sans"))
        printer.page()
    zones = zones_by_text(printer)
    assert all(
        zone is Zone.FURNITURE for text, zone in zones.items() if text.startswith("Downloaded")
    )
    assert zones[PROSE[0]] is Zone.BODY


def test_what_stands_between_others_on_every_page_is_no_stamp():
    printer = Printer().heading("1 Introduction")
    for number in range(4):
        printer.gap(7.0 * number).prose(*PROSE)
        printer.top = 200.0
        printer.prose(f"The river of page {number} is clear.")
        printer.gap(7.0 * number).prose(*PROSE).page()
    zones = zones_by_text(printer)
    assert all(zones[f"The river of page {number} is clear."] is Zone.BODY for number in range(4))


def test_pages_that_are_printed_again_and_again_are_no_stamps():
    printer = Printer().heading("1 Introduction")
    for _ in range(4):
        printer.prose(*PROSE, *PROSE).page()
    printer.prose("Here the river ends.")
    assert zones_by_text(printer)[PROSE[0]] is Zone.BODY


def test_chapters_that_begin_at_one_height_are_no_stamps():
    printer = Printer()
    for number in range(1, 5):
        printer.line(f"Chapter {number}", size=20.0, bold=True).gap().prose(*PROSE, *PROSE).page()
    zones = zones_by_text(printer)
    assert all(zones[f"Chapter {number}"] is not Zone.FURNITURE for number in range(1, 5))


def test_notes_that_cite_one_work_on_every_page_are_no_stamps():
    printer = Printer().heading("1 Introduction")
    for number in range(1, 5):
        printer.gap(7.0 * number).prose(*PROSE, *PROSE, *PROSE)
        printer.top = 700.0
        printer.line(f"{number}) Ferrow, Rivers: v. {number}.", size=8.0).page()
    zones = zones_by_text(printer)
    assert all(
        zones[f"{number}) Ferrow, Rivers: v. {number}."] is Zone.FOOTNOTE for number in range(1, 5)
    )


@pytest.mark.parametrize(
    "text",
    ["Theorem 6.", "Proof.", "Proposition 4.18 (Okoro [13]).", "Definition 3 (Clear) There is",
     "7: H ← K", "Require: a river"],
)  # fmt: skip
def test_what_begins_a_statement_or_an_algorithm_heads_no_section(text):
    printer = Printer().heading("1 Introduction").prose(*PROSE)
    printer.gap().line(text, bold=True).gap().prose(*PROSE)
    assert zones_by_text(printer)[text] is Zone.BODY


@pytest.mark.parametrize("text", ["Proof of Theorem 2", "Examples", "Remarks and proofs"])
def test_a_section_may_be_about_a_proof(text):
    printer = Printer().heading("1 Introduction").prose(*PROSE)
    printer.heading(text).prose(*PROSE)
    assert zones_by_text(printer)[text] is Zone.HEADING


@pytest.mark.parametrize(
    ("style", "shouts"),
    [({"size": 9.0, "bold": True}, False), ({"font": "cmcsc10"}, False), ({"font": "AdvPB"}, False),
     ({"size": 8.0}, True)],
)  # fmt: skip
def test_a_numbered_line_that_is_set_like_the_introduction_is_a_heading(style, shouts):
    names = ["1. Introduction", "2. Rivers of the north", "3. Springs and wells"]
    names = [name.upper() if shouts else name for name in names]
    printer = Printer().line("Clear Water", size=17.0, bold=True)
    for name in names:
        printer.gap().line(name, **style).gap().prose(*PROSE, *PROSE)
    zones = zones_by_text(printer)
    assert [zones[name] for name in names] == [Zone.HEADING] * 3


def test_an_item_of_a_list_is_no_heading_though_it_is_numbered():
    printer = Printer().line("Clear Water", size=17.0, bold=True)
    printer.gap().line("1. Introduction", font="cmcsc10").gap().prose(*PROSE)
    printer.gap().line("2. Rivers of the north").gap().prose(*PROSE)
    assert zones_by_text(printer)["2. Rivers of the north"] is Zone.BODY


def test_numbers_at_the_foot_of_a_page_are_no_footnote():
    printer = Printer().heading("1 Introduction").prose(*PROSE * 5).gap(80.0)
    printer.line("1 10 100", size=8.0).line("2", size=8.0)
    zones = zones_by_text(printer)
    assert Zone.FOOTNOTE not in (zones["1 10 100"], zones["2"])


def test_a_caption_may_follow_the_last_row_of_its_table():
    printer = Printer().heading("1 Introduction").prose(*PROSE, *PROSE)
    printer.gap().line("80 32 6 121.33 8").line("90 41 7 133.20 9")
    printer.line("Table 1: Rivers and how clear they are").gap().prose(*PROSE)
    zones = zones_by_text(printer)
    assert zones["Table 1: Rivers and how clear they are"] is Zone.CAPTION


@pytest.mark.parametrize(
    ("above", "text"),
    [
        ("The proofs of the lemmas can be found in [RIV11,", "Appendix C]."),
        ("We discuss how the wells were dug and what it cost in", "Appendix C."),
    ],
)
def test_a_sentence_that_ends_with_an_appendix_begins_none(above, text):
    printer = Printer().heading("1 Introduction").prose(*PROSE, *PROSE, above, text)
    printer.heading("2 Method").prose(*PROSE)
    zones = zones_by_text(printer)
    assert zones[text] is Zone.BODY
    assert Zone.APPENDIX not in zones.values()


def test_a_chapter_that_counts_on_ends_an_appendix():
    printer = Printer().line("Clear Water", size=17.0, bold=True)
    for name in ("1 Introduction", "2 Rivers", "Appendix", "3 Springs"):
        printer.heading(name).prose(f"What is said of {name} is said here.", *PROSE)
    zones = zones_by_text(printer)
    assert zones["What is said of Appendix is said here."] is Zone.APPENDIX
    assert zones["What is said of 3 Springs is said here."] is Zone.BODY


def test_a_letter_behind_the_last_chapter_begins_the_appendices():
    printer = Printer().line("Clear Water", size=17.0, bold=True)
    for name in (
        "1 Introduction",
        "2 Rivers",
        "3 Conclusion",
        "A Proof of the theorem",
        "B Numbers",
    ):
        printer.heading(name).prose(f"What is said of {name} is said here.", *PROSE)
    zones = zones_by_text(printer)
    assert zones["What is said of 3 Conclusion is said here."] is Zone.BODY
    assert zones["What is said of A Proof of the theorem is said here."] is Zone.APPENDIX
    assert zones["What is said of B Numbers is said here."] is Zone.APPENDIX


@pytest.mark.parametrize(
    "text", ["I S L", "S L S L", "0.5 Ratio", "0 Σ(A −1", "R T −1", "Γ + ¬⊥ ∧ A", "Ap1 ∗ Âp1"]
)
def test_formulas_and_nodes_of_graphs_head_nothing(text):
    printer = Printer().heading("1 Introduction").prose(*PROSE)
    printer.heading(text, size=15.0).prose(*PROSE)
    assert zones_by_text(printer)[text] is not Zone.HEADING


def test_what_is_printed_tiny_or_upwards_heads_nothing():
    printer = Printer().heading("1 Introduction").prose(*PROSE)
    printer.gap().line("DATA", size=4.0, bold=True).gap().prose(*PROSE)
    upward = Line("5 Frequency", 0, 60.0, 300.0, 72.0, 360.0, 12.0, True, font="Serif-Bold")
    printer.lines.append(upward)
    zones = zones_by_text(printer)
    assert zones["DATA"] is not Zone.HEADING
    assert zones["5 Frequency"] is not Zone.HEADING


def chapters(running):
    """Pages with a chapter each; `running` gives the running head of a page."""
    printer = Printer().line("Clear Water", size=17.0, bold=True)
    for number, name in enumerate(["Introduction", "Rivers", "Springs", "Wells", "Lakes"], 1):
        printer.heading(f"{number} {name}", size=14.0).prose(*PROSE * 2).page()
        printer.line(running(number, name), italic=True, font="Serif-Italic").gap(20.0)
        printer.prose(f"Of {name.lower()} there is more to be said.").gap(number).prose(*PROSE)
    return printer


@pytest.mark.parametrize(
    "running",
    [
        lambda number, name: f"{number} {name}",
        lambda number, name: f"{number}. {name.upper()}",
        lambda number, _: f"{number} ON THE WATERS OF THE {'N' * number}ORTH {number}",
    ],
    ids=["said elsewhere", "shouted", "counting"],
)
def test_a_running_head_of_one_page_heads_no_section(running):
    printer = chapters(running)
    zones = find_zones(printer.lines)
    heads = [
        line.text for line, zone in zip(printer.lines, zones, strict=True) if zone is Zone.HEADING
    ]
    assert heads == ["1 Introduction", "2 Rivers", "3 Springs", "4 Wells", "5 Lakes"]
    tops = [at for at, line in enumerate(printer.lines) if line.is_italic]
    assert {zones[at] for at in tops} == {Zone.FURNITURE}


def test_a_chapter_at_the_top_of_a_page_is_no_running_head():
    printer = Printer().line("Clear Water", size=17.0, bold=True)
    names = ["1 Introduction", "2 Rivers", "3 Springs", "4 Conclusion"]
    for name in names:
        printer.line(name, size=14.0, bold=True).gap().prose(*PROSE * 3).page()
    zones = zones_by_text(printer)
    assert [zones[name] for name in names[1:]] == [Zone.HEADING] * 3


def test_an_outline_of_the_chapters_gives_no_sections():
    names = ["1. Introduction", "2. Rivers of the north", "3. Springs", "4. Conclusion"]
    printer = Printer().line("Clear Water", size=17.0, bold=True)
    printer.heading("1 Introduction", size=14.0).prose(*PROSE)
    printer.heading("1.1 Contents", size=11.0).prose(*PROSE)
    for name in names:
        printer.gap().line(name, size=10.5, bold=True)
    printer.gap().prose(*PROSE)
    for name in names[1:]:
        printer.heading(name.replace(".", ""), size=14.0).prose(*PROSE)
    zones = zones_by_text(printer)
    assert not [name for name in names if zones[name] is Zone.HEADING]
    assert zones["3 Springs"] is Zone.HEADING


def test_contents_with_their_page_numbers_apart_give_no_sections():
    printer = Printer().line("Rivers", size=17.0, bold=True).page().heading("Contents")
    names = ["Preface", "1 Introduction", "2 Rivers", "3 Springs of the north", "4 Conclusion"]
    for name, page in zip(names, ["vii", "1", "12", "30", "41"], strict=True):
        printer.gap().line(name, bold=True)
        printer.lines.append(Line(page, 1, 500.0, printer.top - 12.0, 510.0, printer.top, 10.0))
    printer.page().heading("1 Introduction", size=14.0).prose(*PROSE, *PROSE)
    zones = find_zones(printer.lines)
    heads = [
        (line.page, line.text)
        for line, zone in zip(printer.lines, zones, strict=True)
        if zone is Zone.HEADING
    ]
    assert heads == [(2, "1 Introduction")]
