"""Made-up documents of universities: books, theses, notes, exams, slides, posters."""

from __future__ import annotations

import random

from sheaf.world.names import any_name
from sheaf.world.sheet import Sheet
from training.academic.synthetic_page import (
    any_layout,
    capital,
    head,
    prose,
    reference_list,
    topics_of,
)
from training.academic.synthetic_prose import (
    DAYS,
    HOURS,
    PLACES,
    STORY,
    TASKS,
    TEACHING,
    say,
)


def book_chapter(rng: random.Random) -> bytes:
    sheet = Sheet(any_layout(rng, running_head=capital(rng.choice(topics_of(rng)))))
    first = rng.randrange(1, 12)
    for chapter in range(first, first + rng.randrange(1, 6)):
        sheet.across(f"Chapter {chapter}", sheet.layout.type("", 1.4), "left")
        sheet.across(capital(rng.choice(topics_of(rng))), sheet.layout.type("bold", 2), "left", 20)
        for section in range(1, rng.randrange(3, 7)):
            name = capital(rng.choice(topics_of(rng)))
            sheet.heading(f"{chapter}.{section} {name}", sheet.layout.type("bold", 1.2))
            prose(sheet, rng, STORY, rng.randrange(3, 8))
        sheet.heading(
            rng.choice(("Review questions", "Key terms", "Exercises")),
            sheet.layout.type("bold", 1.2),
        )
        for number in range(1, 6):
            sheet.paragraph(f"{number}. {say(TASKS, topics_of(rng), rng, 1)}", sheet.layout.type())
        sheet.break_page()
    return sheet.finish()


def institute_report(rng: random.Random) -> bytes:
    """A technical report: a cover with a number, then what a paper has."""
    sheet = Sheet(any_layout(rng))
    head(
        sheet,
        rng,
        capital(f"{rng.choice(topics_of(rng))} and {rng.choice(topics_of(rng))}"),
        any_name(rng).full,
        f"Technical Report TR-{rng.randrange(10, 400)}",
        f"Institute of {rng.choice(PLACES)}",
        str(rng.randrange(1975, 2023)),
    )
    if rng.random() < 0.6:
        sheet.break_page()
    _scholarly(sheet, rng, sections=rng.randrange(4, 9))
    return sheet.finish()


def thesis(rng: random.Random) -> bytes:
    sheet = Sheet(any_layout(rng, size=rng.choice((11, 12))))
    degree = rng.choice(("Doctor of Philosophy", "Master of Science", "Master of Arts"))
    sheet.space(120)
    head(
        sheet,
        rng,
        capital(f"{rng.choice(topics_of(rng))} and {rng.choice(topics_of(rng))}"),
        "by",
        any_name(rng).full,
        f"A {rng.choice(('thesis', 'dissertation'))} submitted to the"
        f" University of {rng.choice(PLACES)} in partial fulfilment of the requirements for the"
        f" degree of {degree}",
        str(rng.randrange(1980, 2024)),
    )
    sheet.break_page()
    sheet.heading("Contents", sheet.layout.type("bold", 1.5))
    for number in range(1, 20):
        sheet.paragraph(
            f"{number} Chapter {'. ' * 30}{number * 7}", sheet.layout.type(), justify=False
        )
    for chapter in range(1, rng.randrange(4, 7)):
        sheet.break_page()
        sheet.heading(f"Chapter {chapter}", sheet.layout.type("bold", 1.8))
        _scholarly(sheet, rng, sections=8, references=False)
    reference_list(sheet, rng, "Bibliography")
    return sheet.finish()


def essay(rng: random.Random) -> bytes:
    """A paper without abstract and sections: prose, with its sources in notes."""
    sheet = Sheet(any_layout(rng, columns=rng.choice((1, 1, 2))))
    topics = topics_of(rng)
    head(sheet, rng, capital(f"{topics[0]} and {topics[1]}"), any_name(rng).full)
    note = 0
    for _ in range(rng.randrange(10, 40)):
        text = say(STORY, topics, rng, rng.randrange(4, 8))
        if rng.random() < 0.7:
            note += 1
            work = f"{any_name(rng).family} {rng.randrange(1950, 2020)}"
            text += rng.choice((str(note), f" ({work}, {rng.randrange(1, 300)})."))
        sheet.paragraph(text, sheet.layout.type(), first=12)
    sheet.heading(
        rng.choice(("Notes", "Works Cited", "Bibliography", "")), sheet.layout.type("bold")
    )
    for number in range(1, max(note, 8)):
        work = f"{any_name(rng).full}, {capital(rng.choice(topics))} ({rng.choice(PLACES)}:"
        source = f"{work} University Press, {rng.randrange(1900, 2020)}), {rng.randrange(300)}."
        mark = rng.choice((f"{number}. ", f"{number} "))
        sheet.paragraph(
            mark + rng.choice((source, f"Ibid., {number + 20}.", f"See {source}")),
            sheet.layout.type("", 0.9),
        )
    return sheet.finish()


def _scholarly(sheet: Sheet, rng: random.Random, sections: int, references: bool = True) -> None:
    topics, text = topics_of(rng), sheet.layout.type()
    if references:
        sheet.heading("Abstract", sheet.layout.type("bold"))
        sheet.paragraph(
            f"In this report we study {topics[0]}. We show how {topics[1]} differs"
            f" from {topics[2]} and compare our results with earlier work.",
            text,
        )
    for number in range(1, sections):
        name = "Introduction" if number == 1 else capital(rng.choice(topics))
        sheet.heading(f"{number} {name}", sheet.layout.type("bold", 1.2))
        for _ in range(rng.randrange(3, 6)):
            cited = rng.choice((f" [{rng.randrange(1, 20)}].", f" ({any_name(rng).family} 2004)."))
            sheet.paragraph(
                f"We consider {rng.choice(topics)} as in earlier work{cited} "
                + say(STORY, topics, rng, 4),
                text,
            )
    if references:
        reference_list(sheet, rng, "References")


def lecture_notes(rng: random.Random) -> bytes:
    """Set like a paper, but it says what it is."""
    sheet = Sheet(any_layout(rng))
    topic, number = capital(rng.choice(topics_of(rng))), rng.randrange(1, 20)
    course = f"{rng.choice(('CS', 'STAT', 'HIST', 'BIO', 'PHYS'))} {rng.randrange(100, 700)}"
    person = any_name(rng).full
    head(
        sheet,
        rng,
        rng.choice(
            (f"Lecture {number}: {topic}", f"{course}: {topic}", f"Lecture Notes on {topic}", topic)
        ),
        rng.choice(
            (
                f"Instructor: {person}",
                f"Lecturer: {person}. Scribe: {any_name(rng).full}",
                f"{person}, {rng.choice(('Fall', 'Spring', 'Winter'))} 2019",
            )
        ),
    )
    for section in range(1, rng.randrange(4, 8)):
        name = "Introduction" if section == 1 else capital(rng.choice(topics_of(rng)))
        sheet.heading(f"{section} {name}", sheet.layout.type("bold", 1.2))
        prose(sheet, rng, TEACHING, rng.randrange(2, 5))
        if rng.random() < 0.5:
            label = rng.choice(("Theorem", "Definition", "Example"))
            sheet.paragraph(
                f"{label} {section}. {say(TEACHING, topics_of(rng), rng, 2)}",
                sheet.layout.type("italic"),
            )
    if rng.random() < 0.3:
        reference_list(sheet, rng, "References")
    return sheet.finish()


def exam(rng: random.Random) -> bytes:
    sheet = Sheet(any_layout(rng))
    number = rng.randrange(1, 9)
    head(
        sheet,
        rng,
        rng.choice(
            (
                f"Homework {number}",
                f"Problem Set {number}",
                "Final Exam",
                f"Assignment {number}",
                "Midterm",
                f"Exercise Sheet {number}",
            )
        ),
        f"Due {rng.choice(DAYS)}, {rng.choice(HOURS)}",
    )
    for at in range(1, rng.randrange(4, 12)):
        mark = rng.choice((f"Problem {at}.", f"{at}.", f"Question {at}", f"Exercise {at}"))
        points = rng.choice((f" ({rng.randrange(2, 25)} points)", ""))
        sheet.paragraph(
            f"{mark}{points} {say(TASKS, topics_of(rng), rng, 2)}",
            sheet.layout.type(),
            justify=False,
        )
        for letter in "abcd"[: rng.randrange(0, 4)]:
            sheet.paragraph(
                f"({letter}) {say(TASKS, topics_of(rng), rng, 1)}",
                sheet.layout.type(),
                first=14,
                rest=14,
            )
        sheet.space(rng.choice((4, 40)))
    return sheet.finish()


def lecture_slides(rng: random.Random) -> bytes:
    page = rng.choice(((720, 405), (720, 540), (362.8, 272.1), (792, 612)))
    size = page[1] / rng.choice((20, 24))
    layout = any_layout(rng, page=page, size=size, margin=size * 2)
    sheet = Sheet(layout)
    head(sheet, rng, capital(rng.choice(topics_of(rng))), any_name(rng).full, rng.choice(DAYS))
    for _ in range(rng.randrange(6, 30)):
        sheet.break_page()
        sheet.paragraph(
            capital(rng.choice(topics_of(rng))), layout.type("bold", 1.3), justify=False
        )
        for _ in range(rng.randrange(2, 6)):
            mark, topics = rng.choice(("• ", "- ", "", "– ")), topics_of(rng)
            point = rng.choice((topics[0], say(TEACHING, topics, rng, 1)))
            sheet.paragraph(f"{mark}{point}", layout.type(), justify=False)
    return sheet.finish()


def poster(rng: random.Random) -> bytes:
    page = rng.choice(((2384, 3370), (3370, 2384), (1684, 2384), (2592, 3456)))
    layout = any_layout(rng, page=page, size=page[0] / 90, margin=100, gutter=60, columns=3)
    sheet = Sheet(layout)
    head(
        sheet,
        rng,
        capital(rng.choice(topics_of(rng))),
        any_name(rng).full,
        f"University of {rng.choice(PLACES)}",
    )
    for name in rng.sample(("Overview", "Motivation", "Method", "Results", "Conclusions"), 4):
        sheet.heading(name, layout.type("bold", 1.4))
        prose(sheet, rng, TEACHING, rng.randrange(1, 3))
        for _ in range(rng.randrange(0, 4)):
            sheet.paragraph(f"• {rng.choice(topics_of(rng))}", layout.type(), justify=False)
    if rng.random() < 0.6:
        reference_list(sheet, rng, "References")
    return sheet.finish()
