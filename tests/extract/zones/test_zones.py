"""Zones of documents: what is found where, and what is not fallen for."""

import time

import pytest
from support.printed import BY_NAME, NUMBERED, PROSE, Printer, paper

from sheaf.extract.zones.labels import Zone
from sheaf.extract.zones.placed import lines_of_text, placed
from sheaf.extract.zones.zoning import zones_of
from sheaf.records import Line, Text


def zones_by_text(printer):
    return {
        line.text: zone for line, zone in zip(printer.lines, zones_of(printer.lines), strict=True)
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
    zones = zones_of(printer.lines)
    assert Zone.REFERENCE not in zones
    assert zones.count(Zone.FURNITURE) == 5


def test_a_running_head_that_says_references_heads_nothing():
    printer = paper(())
    printer.lines.pop()  # the heading
    for _ in range(3):
        printer.page().line("References", running=True).prose(*PROSE, *PROSE)
    assert Zone.REFERENCE not in zones_of(printer.lines)


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
    document = placed(Text(content, 0, "plain"))
    zones = dict(zip((line.text for line in document.lines), zones_of(document.lines), strict=True))
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
    assert len(zones_of(lines)) == len(lines)


def test_fifty_thousand_lines_take_seconds_not_minutes():
    lines = [
        Line(f"{n}. Name, A. ({1900 + n % 120}). A title; 12-19.", n // 50, 72, 12.0 * (n % 50),
             300, 12.0 * (n % 50) + 10, 9.0)
        for n in range(50_000)
    ]  # fmt: skip
    started = time.process_time()
    assert len(zones_of(lines)) == 50_000
    assert time.process_time() - started < 30


def test_lines_of_text_keep_indents_and_gaps():
    first, second = lines_of_text("one\n\n   two")
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
    document = placed(Text(content, 2, "pdfium", lines=lines))
    assert [document.words(at) for at in range(6)] == [
        "rivers and waterfalls", "", "of the north", "", "and south", "end",
    ]  # fmt: skip
