"""Papers as PDF files: title, byline, abstract, sections and references in many layouts."""

import random
from dataclasses import dataclass, replace

from sheaf.world.byline import put_byline
from sheaf.world.chance import dice
from sheaf.world.figures import put_figure, put_table
from sheaf.world.grammar import Words
from sheaf.world.manuscript import Manuscript, ManuscriptSection, compose
from sheaf.world.papers import SimulatedPaper
from sheaf.world.sheet import A4, LETTER, Layout, Sheet

PREPRINT, PUBLISHED = "preprint", "published"

_LAYOUTS = (
    Layout(page=A4, columns=1, margin=72, size=11),
    Layout(page=LETTER, columns=2, margin=54, size=9.5, hyphenate=True),
    Layout(page=LETTER, columns=1, margin=80, size=10, hyphenate=True),
    Layout(page=A4, columns=2, margin=50, size=9, hyphenate=True, gutter=18),
    Layout(page=A4, columns=1, margin=90, size=10.5, family="Helvetica"),
    Layout(page=LETTER, columns=2, margin=56, size=10, numbered_pages=False),
    Layout(page=LETTER, columns=1, margin=86, size=12, leading=1.55),  # a typescript
)


@dataclass(frozen=True)
class Habits:
    """The small ways in which one paper's typography differs from another's."""

    byline: str
    abstract: str  # "heading", "capitals" or "run-in"
    heading_number: str  # a format for the section's number
    indent: float
    keywords: bool


def paper_pdf(seed: int, paper: SimulatedPaper, words: Words, version: str, key: str = "") -> bytes:
    """The paper as a file; with a key the file is encrypted."""
    rng = dice(seed, "layout", paper.paper_id)
    layout = _layout(paper, version, rng)
    habits = _habits(rng)
    manuscript = compose(seed, paper, words, version == PUBLISHED)
    sheet = Sheet(layout, paper.title, paper.authors[0].name.full, key)
    _put_front(sheet, manuscript, habits)
    shows_figures = next(part for part in manuscript.sections if part.role == "evidence")
    for number, section in enumerate(manuscript.sections, 1):
        _put_section(sheet, section, number, habits)
        if section is shows_figures:
            put_table(sheet, words, rng)
            put_figure(sheet, words, rng)
    _put_back(sheet, manuscript)
    return sheet.finish()


def printed_facts(seed: int, paper: SimulatedPaper, version: str) -> dict[str, bool]:
    """Which of the paper's facts a reader of this version can see."""
    layout = _layout(paper, version, dice(seed, "layout", paper.paper_id))
    lines = layout.first_footer + layout.footer + layout.running_head
    return {
        "venue": paper.venue in lines,
        "year": str(paper.year) in lines,
        "doi": bool(paper.doi) and str(paper.doi) in lines,
    }


def _layout(paper: SimulatedPaper, version: str, rng: random.Random) -> Layout:
    layout = rng.choice(_LAYOUTS)
    head = rng.random() < 0.5
    family = paper.authors[0].name.family
    if version == PREPRINT:
        dated = rng.random() < 0.6
        footer = f"Preprint, {paper.year}" if dated else ""
        return replace(layout, first_footer=footer, running_head=_short(paper) if head else "")
    volume = paper.card.volume
    first, last = volume.pages(paper.card.place)
    series = volume.series
    issue = f"{series.name} {volume.label}" if series.is_journal else series.name
    footer = f"{issue} ({paper.year}), pp. {first}–{last}"
    if paper.doi and rng.random() < 0.7:
        footer += f". doi:{paper.doi}"
    running = f"{family}: {_short(paper)}" if head else ""
    return replace(layout, first_footer=footer, footer=series.acronym, running_head=running)


def _short(paper: SimulatedPaper) -> str:
    return paper.title if len(paper.title) < 60 else paper.title[:56].rsplit(" ", 1)[0] + " ..."


def _habits(rng: random.Random) -> Habits:
    return Habits(
        byline=rng.choice(("stacked", "numbered", "grouped")),
        abstract=rng.choice(("heading", "heading", "capitals", "run-in")),
        heading_number=rng.choice(("{} ", "{}. ", "{}  ", "roman")),
        indent=rng.choice((10, 14, 0)),
        keywords=rng.random() < 0.5,
    )


def _put_front(sheet: Sheet, manuscript: Manuscript, habits: Habits) -> None:
    paper, layout = manuscript.paper, sheet.layout
    sheet.across(paper.title, layout.type("bold", 1.65), after=10)
    put_byline(sheet, paper.authors, habits.byline)
    text = layout.type("", 0.95)
    abstract = paper.abstract
    if habits.abstract == "run-in":
        abstract = f"Abstract. {abstract}"
    else:
        name = "ABSTRACT" if habits.abstract == "capitals" else "Abstract"
        sheet.heading(name, layout.type("bold", 1.05), "center" if layout.columns == 1 else "left")
    sheet.paragraph(abstract, text)
    if habits.keywords:
        sheet.space(4)
        sheet.paragraph("Keywords: " + ", ".join(paper.keywords), text, justify=False)
    sheet.space(6)


def _put_section(sheet: Sheet, section: ManuscriptSection, number: int, habits: Habits) -> None:
    layout = sheet.layout
    body = layout.type()
    sheet.heading(_number_heading(section.heading, number, habits), layout.type("bold", 1.15))
    for place, sentences in enumerate(section.paragraphs):
        sheet.paragraph(" ".join(sentences), body, first=habits.indent if place else 0)
        if not habits.indent:
            sheet.space(body.size * 0.5)


def _number_heading(heading: str, number: int, habits: Habits) -> str:
    if habits.heading_number == "roman":
        numeral = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")[number - 1]
        return f"{numeral}. {heading.upper()}"
    return habits.heading_number.format(number) + heading


def _put_back(sheet: Sheet, manuscript: Manuscript) -> None:
    layout = sheet.layout
    heading, small = layout.type("bold", 1.15), layout.type("", 0.9)
    sheet.heading("Acknowledgements", heading)
    sheet.paragraph(manuscript.acknowledgement, layout.type())
    sheet.heading("References", heading)
    for reference in manuscript.paper.references:
        sheet.paragraph(reference.text, small, rest=14)
        sheet.space(1.5)
