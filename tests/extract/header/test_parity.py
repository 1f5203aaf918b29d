"""The same page gives the same flags, whichever source its layout comes from."""

import pytest
from support.title_pages import SHAPE, line

from corpora.headers import iesl, papers
from corpora.headers.grobid import layout_of_rows
from corpora.headers.runs import text_of_runs
from corpora.shared import absent
from sheaf.extract.header.layout import describe_lines

TOLD_BY_ALL = ("is_indented", "size_step", "is_largest", "begins_block")
TOLD_BY_RUNS = (
    "begins_block", "is_indented", "font", "size_step", "is_bold", "is_italic", "is_largest",
    "relative_size", "place", "alignment",
)  # fmt: skip
PAGE = (
    line("How Stones Roll", 90, 17.0, x=90, bold=True),
    line("Down a Slope", 109, 17.0, x=90, bold=True),
    line("Maria Delgado", 150, 12.0, x=120),
    line("University of Leeds", 164, 12.0, x=120),
    line("Abstract", 200, 12.0, x=90, bold=True),
    line("We look at how stones fall down a slope and why some stop.", 214, 10.0, x=110),
    line("The model that we use is simple enough to be solved by hand.", 225, 10.0, x=90),
    line("Our results show that the size of a stone matters less.", 236, 10.0, x=90),
)


def flags(layout, names):
    return [tuple(getattr(one, name) for name in names) for one in layout]


def as_runs():
    runs = []
    for one in PAGE:
        first, _, rest = one.text.partition(" ")
        cut = one.x0 + (one.x1 - one.x0) * len(first) / len(one.text)
        base = one.y1 - 0.2 * one.size
        for text, x0, x1 in ((f"{first} ", one.x0, cut), (rest, cut + 1, one.x1)):
            low = base + (0.2 * one.size if any(c in "gjpqy" for c in text) else 0)
            if text:
                runs.append([text, x0, low - 0.7 * one.size, x1, low, one.size, one.font,
                             int(one.is_bold), int(one.is_italic)])  # fmt: skip
    return [{"width": SHAPE.width, "height": SHAPE.height, "runs": runs}]


def as_iesl():
    return [
        ["I-x", word, str(int(10 * one.x0)), str(int(10 * (792 - one.y1))), str(int(10 * one.size))]
        for one in PAGE
        for word in one.text.split()
    ]


def as_grobid():
    told = describe_lines(PAGE, (SHAPE,))
    rows = []
    for one in told:
        for at, word in enumerate(one.text.split()):
            row = [word] + ["-"] * 31
            row[10] = "BLOCKSTART" if one.begins_block == "1" and not at else "BLOCKIN"
            row[11] = "LINEIN" if at else "LINESTART"
            row[12] = "LINEINDENT" if one.is_indented == "1" else "ALIGNEDLEFT"
            row[13] = "NEWFONT" if one.font == "new" and not at else "SAMEFONT"
            row[14] = {"higher": "HIGHERFONT", "lower": "LOWERFONT"}.get(
                one.size_step if not at else "same", "SAMEFONTSIZE"
            )
            row[15], row[16], row[28] = one.is_bold, one.is_italic, one.is_largest
            rows.append(row)
    return rows


def test_one_page_in_four_forms():
    ours = describe_lines(PAGE, (SHAPE,))
    runs = text_of_runs(as_runs(), 1)
    assert [one.text for one in runs.lines] == [one.text for one in PAGE]
    names = [name for name in TOLD_BY_RUNS if name != "alignment"]
    assert flags(describe_lines(runs.lines, runs.shapes), names) == flags(ours, names)
    assert flags(describe_lines(list(iesl.lines_of(as_iesl())), ()), TOLD_BY_ALL) == flags(
        ours, TOLD_BY_ALL
    )
    grobid = list(layout_of_rows(as_grobid()))
    names = [*TOLD_BY_ALL, "font", "is_bold", "is_italic"]
    assert flags(grobid, names) == flags(ours, names)


@pytest.mark.skipif(absent() is not None, reason=absent() or "")
def test_real_papers_have_the_same_flags_in_both_forms():
    files = {one.sha1: one for one in papers.whole_papers()}
    same = dict.fromkeys(TOLD_BY_RUNS, 0)
    of = 0
    for paper in papers.first_pages():
        if paper.sha1 in files:
            ours = _front(files[paper.sha1].text)
            theirs = {one.text.replace(" ", ""): one for one in _front(paper.text)}
            for one in ours:
                if (other := theirs.get(one.text.replace(" ", ""))) is not None:
                    of += 1
                    for name in same:
                        same[name] += getattr(one, name) == getattr(other, name)
    assert of > 1500
    shares = {name: count / of for name, count in same.items()}
    assert {name: share for name, share in shares.items() if share < 0.88} == {}


def _front(text):
    lines = [one for one in text.lines if one.page == 0][:25]
    return describe_lines(lines, text.shapes)
