"""Documents that are not papers: CVs, slides, syllabi, homework, exams and forms, as PDF files."""

import random
from collections.abc import Sequence

from sheaf.world import prose
from sheaf.world.chance import dice
from sheaf.world.disciplines import Discipline
from sheaf.world.papers import Card
from sheaf.world.people import Department, Scholar
from sheaf.world.sheet import LETTER, Layout, Sheet

_PLAIN = Layout(size=10.5, numbered_pages=False)
_SANS = Layout(size=10.5, family="Helvetica", page=LETTER)
_WEEKS = 10


def cv_pdf(seed: int, person: Scholar, cards: Sequence[Card]) -> bytes:
    rng = dice(seed, "cv", person.number)
    sheet = Sheet(rng.choice((_PLAIN, _SANS)), f"Curriculum Vitae, {person.name.full}")
    text, bold = sheet.layout.type(), sheet.layout.type("bold", 1.1)
    sheet.across("Curriculum Vitae", sheet.layout.type("bold", 1.6), after=6)
    for line in (person.name.full, person.department.affiliation, person.email):
        sheet.across(line, text)
    sheet.heading("Education", bold)
    born = rng.randrange(1955, 1990)
    for age, degree in ((22, "B.A."), (24, "M.A."), (29, "Ph.D.")):
        line = f"{born + age}  {degree}, {person.department.discipline.name}"
        sheet.paragraph(f"{line}, {prose.place_name(rng)}", text, justify=False)
    sheet.heading("Appointments", bold)
    sheet.paragraph(f"{born + 33} to present  {person.rank}", text, justify=False)
    sheet.paragraph(f"{born + 29} to {born + 33}  Postdoctoral Fellow", text, justify=False)
    sheet.heading("Publications", bold)
    for card in cards:
        entry = f"{card.title}. {card.volume.series.name}, {card.year}."
        sheet.paragraph(entry, text, rest=14, justify=False)
    sheet.heading("Service", bold)
    sheet.paragraph("Library committee; admissions; examiner for external degrees.", text)
    return sheet.finish()


def slides_pdf(seed: int, card: Card) -> bytes:
    """A talk about a paper: landscape, large type, few words."""
    rng = dice(seed, "slides", card.number)
    layout = Layout(page=(720, 405), margin=48, size=22, family="Helvetica", numbered_pages=False)
    sheet = Sheet(layout, card.title)
    big, text = layout.type("bold", 1.3), layout.type()
    sheet.space(60)
    sheet.across(card.title, big, after=20)
    sheet.across(card.authors[0].name.full, text)
    sheet.across(f"{card.volume.series.acronym} {card.year}", text)
    words = card.discipline
    for heading in (
        "Motivation",
        "Question",
        "Approach",
        "What we saw",
        "Open problems",
        "Thank you",
    ):
        sheet.break_page()
        sheet.paragraph(heading, big, justify=False)
        sheet.space(16)
        points = rng.sample(words.objects + words.measures + words.tools, 3)
        for point in points if heading != "Thank you" else [card.authors[0].email]:
            sheet.paragraph(f"•  {point}", text, justify=False)
            sheet.space(8)
    return sheet.finish()


def syllabus_pdf(seed: int, person: Scholar, course: str) -> bytes:
    rng = dice(seed, "syllabus", person.number)
    sheet = _course_sheet(person, course, "Syllabus")
    text, bold = sheet.layout.type(), sheet.layout.type("bold", 1.1)
    sheet.paragraph(f"Instructor: {person.name.full}. Office hours: Tuesday, 2 to 4.", text)
    sheet.heading("Course description", bold)
    topic = prose.research_interest(person.department.discipline, rng)
    sheet.paragraph(f"The course introduces students to {topic}. No prior knowledge needed.", text)
    sheet.heading("Schedule", bold)
    for week in range(1, _WEEKS + 1):
        sheet.row([(0, f"Week {week}"), (70, _topic(person.department.discipline, rng))], text)
    sheet.heading("Grading", bold)
    sheet.paragraph("Homework 40%, midterm 20%, final exam 30%, participation 10%.", text)
    sheet.paragraph("Late work loses ten points a day. Attendance is required.", text)
    return sheet.finish()


def problems_pdf(seed: int, person: Scholar, course: str, name: str) -> bytes:
    """Homework or an exam: numbered questions with points."""
    rng = dice(seed, name, person.number)
    discipline = person.department.discipline
    sheet = _course_sheet(person, course, name)
    text = sheet.layout.type()
    sheet.paragraph("Name: ______________________    Student number: ______________", text)
    sheet.space(10)
    for number in range(1, rng.randrange(6, 10)):
        verb = rng.choice(
            ("Explain", "Define", "Compare two views on", "Give an example of", "Discuss")
        )
        points = rng.choice((5, 10, 15, 20))
        question = f"{number}. ({points} points) {verb} {_topic(discipline, rng).lower()}."
        sheet.paragraph(question, text, rest=16, justify=False)
        sheet.space(26)
    return sheet.finish()


def form_pdf(department: Department) -> bytes:
    sheet = Sheet(_SANS, "Request for Leave")
    text = sheet.layout.type()
    sheet.across(department.affiliation, text)
    sheet.across("Request for Leave of Absence", sheet.layout.type("bold", 1.5), after=20)
    for field in (
        "Last name",
        "First name",
        "Employee number",
        "From",
        "To",
        "Reason",
        "Signature",
    ):
        sheet.row([(0, f"{field}:"), (130, "_" * 40)], text)
        sheet.space(14)
    sheet.paragraph("[ ] approved   [ ] not approved   Date: ____________", text, justify=False)
    return sheet.finish()


def drawing_pdf(seed: int, number: int) -> bytes:
    """Shapes without a single letter, as a scan without recognised text has none."""
    rng = dice(seed, "drawing", number)
    sheet = Sheet(Layout(numbered_pages=False))
    for _ in range(3):
        for _ in range(40):
            left, low = rng.uniform(60, 450), rng.uniform(60, 700)
            sheet.canvas.rect(left, low, rng.uniform(10, 90), rng.uniform(4, 60), fill=0)
        sheet.break_page()
    return sheet.finish()


def _course_sheet(person: Scholar, course: str, name: str) -> Sheet:
    sheet = Sheet(_PLAIN, f"{course}: {name}")
    sheet.across(person.department.affiliation, sheet.layout.type("italic"))
    sheet.across(course, sheet.layout.type("bold", 1.5))
    sheet.across(name, sheet.layout.type("", 1.2), after=14)
    return sheet


def _topic(discipline: Discipline, rng: random.Random) -> str:
    topic = rng.choice((rng.choice(discipline.activities), rng.choice(discipline.objects)))
    return topic[0].upper() + topic[1:]
