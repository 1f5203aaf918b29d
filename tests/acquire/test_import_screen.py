"""What an import shows: the table on a real (pseudo-)terminal, the lines, the summary."""

import csv
import io
import json
import re
from collections import Counter

import pytest
from support.glass import Glass, watch
from support.samples import (
    MIXED_OUTCOMES,
    Page,
    mixed_pages,
    paper_pdf,
    pdf_that_spins,
    write_warc,
)

import sheaf
from sheaf.acquire.import_screen import ImportScreen, ImportState, Pace, capture_line, rows_that_fit
from sheaf.records import FAILED, Outcome
from sheaf.world import World
from sheaf.world import write_warc as write_world

# Batches so small that the table has something new to show a few times a second.
SMALL_BATCHES = {"SHEAF_DEPOSIT_BATCH": "5", "SHEAF_DEPOSIT_BATCH_SECONDS": "0.2"}
COLOURS = {"31", "32", "33", "34"}
TOP_OF_TABLE = re.compile(r"^reading  ", re.MULTILINE)


@pytest.fixture
def sources(tmp_path):
    """A library and two archives in a folder."""
    sheaf.init(tmp_path / "lib").close()
    write_world(World(3, pages=40), tmp_path / "world.warc.gz")
    write_warc(tmp_path / "mixed.warc.gz", mixed_pages())
    return tmp_path


def counts_in(frame):
    """The rows of the table whose name is that of an outcome."""
    rows = re.findall(r"^(\w+) +([\d,]+)$", frame, re.MULTILINE)
    return {name: int(n.replace(",", "")) for name, n in rows if name in {*map(str, Outcome)}}


def tables_of(seen):
    """The frames with the table in them; in none is it there twice."""
    found = [(frame, len(TOP_OF_TABLE.findall(frame))) for _, frame in seen.frames]
    assert {tops for _, tops in found} <= {0, 1}
    return [frame for frame, tops in found if tops]


def test_a_table_is_kept_up_to_date_and_gives_way_to_the_summary(sources):
    seen = watch("import", "world.warc.gz", "mixed.warc.gz", "-L", "lib", folder=sources,
                 **SMALL_BATCHES)  # fmt: skip
    assert seen.code == 1  # some captures are damaged
    assert seen.glass.unknown == set()
    assert seen.glass.styles >= COLOURS
    tables = tables_of(seen)
    assert len(set(tables)) >= 3
    assert any("(1 of 2) world.warc.gz" in frame for frame in tables)
    assert any(re.search(r"^read +\d+%$", frame, re.MULTILINE) for frame in tables)
    for frame in tables:
        if "damaged" in frame and "others" not in frame:
            captures = int(re.search(r"^captures +(\d+)", frame, re.MULTILINE)[1])
            assert sum(counts_in(frame).values()) == captures
    assert not TOP_OF_TABLE.search(seen.glass.text)
    assert re.search(r"^kept +\d+  documents that were", seen.glass.text, re.MULTILINE)
    assert "saved_New" not in seen.glass.text


def test_the_clock_ticks_while_one_slow_document_is_read(tmp_path):
    sheaf.init(tmp_path / "lib").close()
    pages = [Page("http://h/1.pdf", paper_pdf()), Page("http://h/slow.pdf", pdf_that_spins())]
    write_warc(tmp_path / "slow.warc.gz", pages)
    seen = watch("import", "slow.warc.gz", "-L", "lib", "--jobs", "1", folder=tmp_path,
                 SHEAF_WORKERS_SECONDS="3", **SMALL_BATCHES)  # fmt: skip
    waiting = [frame for frame in tables_of(seen) if "timed_out" not in frame]
    clocks = {one for frame in waiting for one in re.findall(r"^time +(\d:\d\d)", frame, re.M)}
    assert len(clocks) >= 3
    assert "timed_out" in seen.glass.text


def test_verbose_lines_stand_above_the_table_each_once(sources):
    seen = watch("import", "mixed.warc.gz", "-L", "lib", "-v", folder=sources, columns=200,
                 **SMALL_BATCHES)  # fmt: skip
    lines = seen.glass.text.split("\nRun 1\n")[0].splitlines()
    told = Counter(line.split()[0] for line in lines)
    assert told == MIXED_OUTCOMES, seen.glass.text
    frame = tables_of(seen)[-1]
    assert 0 < frame.rindex("http://") < TOP_OF_TABLE.search(frame).start()


@pytest.mark.parametrize(("columns", "rows"), [(40, 40), (20, 12)])
def test_a_small_terminal_is_never_overrun(sources, columns, rows):
    seen = watch("import", "mixed.warc.gz", "-L", "lib", folder=sources, columns=columns, rows=rows,
                 **SMALL_BATCHES)  # fmt: skip
    assert "in all" in seen.glass.text
    tables = tables_of(seen)
    assert tables
    assert max(len(frame.splitlines()) for frame in tables) < rows
    assert not TOP_OF_TABLE.search(seen.glass.text)


def test_without_colour_there_is_none(sources):
    seen = watch("import", "mixed.warc.gz", "-L", "lib", "-v", folder=sources, NO_COLOR="1")
    assert tables_of(seen)
    assert "in all" in seen.glass.text
    assert not {one for style in seen.glass.styles for one in style.split(";") if int(one) >= 30}


def test_a_dumb_terminal_gets_lines(sources):
    seen = watch("import", "mixed.warc.gz", "-L", "lib", folder=sources, TERM="dumb")
    assert not tables_of(seen)
    assert "in all" in seen.glass.text


def test_nothing_hostile_reaches_the_terminal(tmp_path):
    sheaf.init(tmp_path / "lib").close()
    folder = tmp_path / "loot"
    folder.mkdir()
    (folder / "a\x1b]0;owned\x07\x1b[2J\r\nnew  b\u202e.pdf").write_bytes(b"no PDF")
    archive = tmp_path / "x\x1b[31m\n.warc.gz"
    write_warc(archive, [Page("http://h/\x1b[2J\x9b31m\u202e/a.pdf", b"x" * 900)])
    seen = watch("import", folder, archive, "-L", "lib", "-v", folder=tmp_path, columns=300,
                 **SMALL_BATCHES)  # fmt: skip
    assert "2 captures and 0 other records" in seen.glass.text
    assert seen.glass.unknown == set()
    assert not any("\u202e" in frame for _, frame in seen.frames)
    assert tables_of(seen)


def test_a_line_is_one_line():
    text = capture_line(Outcome.NEW, "http://h/a\nnew  http://h/b\u2028c\x1b[2J", "why\nnot").plain
    assert text.count("\n") == 0
    assert "\x1b" not in text
    assert "\u2028" not in text


def test_the_glass_shows_what_a_terminal_would():
    glass = Glass(10)
    glass.feed("one\r\ntwo\r\x1b[1A\x1b[2K\x1b[32mONE\x1b[0m\r\n\x1b[2Kabcdefghijkl\x1b[2J")
    assert glass.text == "ONE\nabcdefghij\nkl"
    assert glass.unknown == {"2J"}


# -- the numbers in it -----------------------------------------------------------------------------


def state(captures, share=None, skipped=0):
    return ImportState({"new": captures}, share=share, skipped=skipped)


def test_the_recent_rate_is_that_of_the_last_seconds():
    pace = Pace(0.0)
    for second in range(1, 101):  # ten a second, then a hundred a second
        pace.note(second, state(second * 10 if second <= 50 else 500 + (second - 50) * 100))
    assert pace.overall_rate(100) == pytest.approx(55)
    assert pace.recent_rate(100) == pytest.approx(100)
    assert pace.recent_rate(110) == pytest.approx(50, rel=0.1)  # nothing came for ten seconds
    assert len(pace.samples) < 30


def test_the_time_left_runs_down_between_reports():
    pace = Pace(0.0)
    assert pace.seconds_left(0.0) is None
    pace.note(10.0, state(100, share=0.25))
    assert pace.seconds_left(10.0) == pytest.approx(30)
    assert pace.seconds_left(25.0) == pytest.approx(15)
    assert pace.seconds_left(99.0) == 0


def test_what_a_resumed_run_skips_is_no_work():
    pace = Pace(0.0)
    pace.note(2.0, state(10, share=0.8, skipped=1000))
    assert pace.seconds_left(2.0) is None
    pace.note(12.0, state(20, share=0.9, skipped=1000))
    assert pace.seconds_left(12.0) == pytest.approx(10)


def test_on_a_low_screen_rare_outcomes_share_a_row():
    outcomes = {one.value: number for number, one in enumerate(Outcome, 1)}
    assert len(rows_that_fit(outcomes, 30)) == len(Outcome)
    rows = rows_that_fit(outcomes, 6)
    assert len(rows) == 6
    assert rows[-1][0] == "others"
    assert sum(count for _, count, _ in rows) == sum(outcomes.values())
    assert rows_that_fit({}, 6) == []


def test_the_source_is_told_by_its_place_among_those_given(tmp_path):
    screen = ImportScreen([f"{tmp_path}/a.warc", f"{tmp_path}/more"])
    assert screen.place(f"{tmp_path}/more/b.warc.gz") == "(2 of 2) b.warc.gz"
    assert screen.place("warc/crawl/c.warc.gz") == "c.warc.gz"
    assert ImportScreen([f"{tmp_path}/a.warc"]).place(f"{tmp_path}/a.warc") == "a.warc"


# -- the summary -----------------------------------------------------------------------------------


def test_the_summary_goes_where_it_is_wanted(sheaf_here, sheaf_json, sources):
    for ending in ("json", "csv", "txt"):
        sheaf_here("import", "mixed.warc.gz", "-L", "lib", "--summary", f"s.{ending}",
                      "--counters", "cdi", check=1)  # fmt: skip
    counters = json.loads((sources / "s.json").read_text())["counters"]
    assert counters["all"] == sum(MIXED_OUTCOMES.values())
    rows = list(csv.reader((sources / "s.csv").read_text().splitlines()))
    assert ["counter", "all", str(counters["all"])] in [row[:3] for row in rows]
    assert (sources / "s.txt").read_text().split()[:4] == [
        "Counter", "Value", "all", str(counters["all"]),
    ]  # fmt: skip

    done = sheaf_here("import", "mixed.warc.gz", "-L", "lib", "--csv", check=1)
    printed = list(csv.DictReader(io.StringIO(done.stdout)))
    assert {row["kind"] for row in printed} == {"run", "group", "outcome"}

    # And again later, from what is on record.
    assert sheaf_here("runs", "4", "-L", "lib", "--csv", check=0).stdout == done.stdout
    again = sheaf_json("runs", "1", "-L", "lib", "--summary")
    assert again == json.loads((sources / "s.json").read_text())
    shown = sheaf_here("runs", "1", "-L", "lib", "--summary", check=0).stdout
    assert re.search(r"^kept +13  ", shown, re.MULTILINE)
    assert "saved_New" not in shown
    shown = sheaf_here("runs", "1", "-L", "lib", "--counters", "cdi", check=0).stdout
    assert re.search(r"^saved_New +12  ", shown, re.MULTILINE)


def test_what_failed_is_one_number_everywhere(sheaf_here, sheaf_json, sources):
    failed = sum(MIXED_OUTCOMES.get(one, 0) for one in FAILED)
    unusable = {"encrypted", "unreadable_text", "empty", "bomb"} & {*MIXED_OUTCOMES}
    assert failed
    assert unusable  # which the counters of the CDI middleware add to `failed`
    done = sheaf_here("import", "mixed.warc.gz", "-L", "lib", check=1)
    assert re.search(rf"^failed +{failed}  ", done.stdout, re.MULTILINE)
    assert f"{failed} capture" in done.stderr
    listed = [line for line in done.stderr.splitlines() if line.startswith("  ")]
    assert len(listed) == failed
    for option in (["--failed"], ["--outcome", "failed"]):
        captures = sheaf_here("runs", "1", "-L", "lib", *option, check=0).stdout
        assert len(captures.splitlines()) == failed
    assert f"{failed} failed" in sheaf_here("runs", "-L", "lib", check=0).stdout
    assert sheaf_json("runs", "1", "-L", "lib", "--summary")["groups"]["failed"] == failed
    assert sheaf_json("status", "-L", "lib")["groups"]["failed"] == failed
    aside = sheaf_here("import", "mixed.warc.gz", "-L", "lib", "--no-database", "--output",
                          "apart", check=1)  # fmt: skip
    assert len([line for line in aside.stderr.splitlines() if line.startswith("  ")]) == failed


def test_a_run_that_failed_nowhere_lists_nothing_and_ends_with_0(sheaf_here, tmp_path):
    sheaf.init(tmp_path / "lib").close()
    write_warc(tmp_path / "a.warc.gz", [Page("http://h/1.pdf", b""), Page("http://h/2", b"hello")])
    done = sheaf_here("import", "a.warc.gz", "-L", "lib", check=0)
    assert "failed" not in done.stdout + done.stderr
    assert "unusable" in done.stdout


@pytest.mark.parametrize(
    "options",
    [
        ("--summary", "s.xml"),
        ("--summary", "nowhere/s.csv"),
        ("--summary", "folder.csv"),
        ("--json", "--csv"),
    ],
)
def test_a_summary_that_cannot_be_is_refused_before_the_run(sheaf_here, sources, options):
    (sources / "folder.csv").mkdir()
    sheaf_here("import", "mixed.warc.gz", "-L", "lib", *options, check=2)
    assert "No runs yet." in sheaf_here("runs", "-L", "lib", check=0).stdout


@pytest.mark.parametrize("words", [("9", "--summary"), ("--summary",), ("1", "--json", "--csv")])
def test_a_summary_is_of_one_run_in_one_form(sheaf_here, sources, words):
    sheaf_here("runs", *words, "-L", "lib", check=2)


def test_elsewhere_there_is_no_table(sheaf_command, sources):
    done = sheaf_command("import", "mixed.warc.gz", "-L", "lib", check=1)
    assert "a second" not in done.stdout + done.stderr
    assert "\x1b" not in done.stdout + done.stderr


@pytest.mark.parametrize("command", [("runs", "1"), ("status",)])
def test_json_is_plain_on_a_terminal_too(tmp_path, command):
    with sheaf.init(tmp_path / "lib") as library:
        library.import_(write_warc(tmp_path / "a.warc.gz", [Page("http://h/[red]x", b"hello")]))
    seen = watch(*command, "--json", "-L", "lib", folder=tmp_path, columns=60000,
                 FORCE_COLOR="1")  # fmt: skip
    assert seen.glass.styles == set()
    assert all(json.loads(line) for line in seen.glass.text.splitlines())
