"""The first look: only a clear no, and only where it saves reading."""

import pytest
from support.samples import drawing_pdf, paper_pdf, slides_pdf

from sheaf.curate.filter.early_rejection import early_check, reject_early
from sheaf.curate.mime_type import PDF
from sheaf.curate.text.pdf import LONG
from sheaf.curate.text.readers import TextStage
from sheaf.records import Candidate, Capture, Dropped, Location, Outcome, Text
from sheaf.settings import Curate
from sheaf.world.sheet import Layout, Sheet


@pytest.fixture
def looked_at(moment):
    def looked_at(data, mime_type=PDF, **settings):
        """The answer of the text reader, which takes the look."""
        chosen = Curate(**settings)
        capture = Capture("http://x.edu/a.pdf", moment, Location("s", "0"))
        reader = TextStage(chosen, required=True, check_front=early_check(chosen))
        return reader(Candidate(capture, data, mime_type))

    return looked_at


def long_slides(pages=40):
    layout = Layout(page=(720, 405), margin=48, size=22, family="Helvetica", numbered_pages=False)
    sheet = Sheet(layout, "A talk")
    for number in range(pages):
        sheet.paragraph(f"Outline of part {number}", layout.type("bold", 1.3), justify=False)
        for _ in range(4):
            sheet.paragraph("•  a short point about nothing", layout.type(), justify=False)
        sheet.break_page()
    return sheet.finish()


def test_long_slides_are_turned_down_by_their_first_pages(looked_at):
    dropped = looked_at(long_slides())
    assert isinstance(dropped, Dropped)
    assert dropped.outcome is Outcome.NOT_ACADEMIC
    assert "at first sight" in dropped.reason
    assert dropped.verdict.kind == "slides"
    assert dropped.verdict.reasons[0] == "- decided by its first pages"


@pytest.mark.parametrize(
    "data", [paper_pdf(pages=30), long_slides(LONG - 2)], ids=["a long paper", "short"]
)
def test_everything_else_is_read_whole(looked_at, data):
    answer = looked_at(data)
    assert isinstance(answer, Candidate)
    assert answer.text.content.count("\f") == answer.text.pages - 1


@pytest.mark.parametrize(
    ("data", "outcome"),
    [(slides_pdf()[:400], "damaged"), (drawing_pdf(), "unreadable_text"),
     (paper_pdf(password="x"), "encrypted"), (b"%PDF-1.4\n", "damaged")],
)  # fmt: skip
def test_what_cannot_be_read_ends_as_ever(looked_at, data, outcome):
    assert looked_at(data).outcome == outcome


@pytest.mark.parametrize(
    "settings",
    [{"judge": "extractor-regex"}, {"academic_kinds": ("slides",)}, {"threshold": 0},
     {"filter": False}],
)  # fmt: skip
def test_who_wants_slides_or_another_judge_gets_them_read(looked_at, settings):
    assert isinstance(looked_at(long_slides(), **settings), Candidate)


def test_pages_that_say_nothing_decide_nothing():
    assert reject_early(Text("Cover", 90, "x"), Curate()) is None
