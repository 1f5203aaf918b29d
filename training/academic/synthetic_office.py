"""Made-up documents of offices, companies and people: reports, forms, manuals, CVs."""

from __future__ import annotations

import random

from sheaf.world.names import any_name
from sheaf.world.sheet import A4, LETTER, Sheet
from training.academic.synthetic_page import (
    any_layout,
    capital,
    head,
    number_table,
    prose,
    topics_of,
)
from training.academic.synthetic_prose import (
    ADMIN,
    DAYS,
    HOURS,
    MANUAL,
    PARTS,
    PERSONAL,
    PLACES,
    STORY,
    say,
)


def office_report(rng: random.Random) -> bytes:
    """A report of an administration or a company: sections and figures, nothing cited."""
    sheet = Sheet(any_layout(rng, running_head=rng.choice(("", "Annual Summary"))))
    head(
        sheet,
        rng,
        rng.choice(("Annual Report", "Summary of the Act", "Progress Report")),
        f"{rng.choice(PLACES)} Office, {rng.choice(DAYS)} {rng.randrange(1990, 2024)}",
    )
    if rng.random() < 0.4:
        sheet.heading("Contents", sheet.layout.type("bold"))
        for number in range(1, 7):
            sheet.paragraph(
                f"{number} Section {'. ' * 30}{number * 3}", sheet.layout.type(), justify=False
            )
    for number in range(1, rng.randrange(4, 10)):
        name = rng.choice(("Introduction", "Background", "Overview", "Budget", "Title", "Staff"))
        mark = rng.choice((f"{number} ", f"{number}. ", ""))
        sheet.heading(f"{mark}{name}", sheet.layout.type("bold", 1.15))
        prose(sheet, rng, ADMIN, rng.randrange(2, 6))
        if rng.random() < 0.4:
            number_table(sheet, rng)
    return sheet.finish()


def magazine(rng: random.Random) -> bytes:
    sheet = Sheet(any_layout(rng, columns=rng.choice((1, 2, 3)), size=rng.choice((9, 10))))
    head(
        sheet,
        rng,
        rng.choice(("Newsletter", "The Bridge at Alder", "Life on the Canal")),
        f"by {any_name(rng).full}",
    )
    for _ in range(rng.randrange(2, 6)):
        sheet.heading(capital(rng.choice(topics_of(rng))), sheet.layout.type("bold", 1.2))
        prose(sheet, rng, STORY, rng.randrange(2, 7))
    return sheet.finish()


def statement(rng: random.Random) -> bytes:
    """What people write about themselves when they apply."""
    sheet = Sheet(any_layout(rng))
    head(
        sheet,
        rng,
        rng.choice(
            (
                "Teaching Statement",
                "Research Statement",
                "Cover Letter",
                capital(rng.choice(topics_of(rng))),
            )
        ),
        any_name(rng).full,
    )
    for _ in range(rng.randrange(2, 5)):
        sheet.heading(capital(rng.choice(topics_of(rng))), sheet.layout.type("bold"))
        prose(sheet, rng, PERSONAL, rng.randrange(2, 5))
    return sheet.finish()


def data_table(rng: random.Random) -> bytes:
    page = rng.choice((A4, (842.0, 595.0), LETTER))
    sheet = Sheet(any_layout(rng, page=page, size=rng.choice((7, 8, 9)), margin=40))
    head(sheet, rng, rng.choice(("Results by District", "Statement of Accounts", "Rates")))
    for _ in range(rng.randrange(1, 4)):
        for _ in range(4):
            number_table(sheet, rng)
    return sheet.finish()


def flyer(rng: random.Random) -> bytes:
    sheet = Sheet(any_layout(rng))
    topics = topics_of(rng)
    head(
        sheet,
        rng,
        rng.choice(("Call for Papers", "Workshop Programme", "Summer School")),
        f"{rng.choice(PLACES)}, {rng.choice(DAYS)}",
        "http://www.example.test/",
    )
    prose(sheet, rng, ADMIN, 1)
    sheet.heading(
        rng.choice(("Topics of interest", "Programme", "Speakers")), sheet.layout.type("bold")
    )
    for _ in range(rng.randrange(6, 16)):
        mark = rng.choice(("•", f"{rng.choice(HOURS)}"))
        sheet.paragraph(f"{mark} {rng.choice(topics)}", sheet.layout.type(), justify=False)
    sheet.heading("Important dates", sheet.layout.type("bold"))
    for what in ("Submission deadline", "Notification of acceptance", "Registration"):
        sheet.paragraph(f"{what}: {rng.choice(DAYS)}", sheet.layout.type(), justify=False)
    return sheet.finish()


CV_HEADINGS = (
    ("Education", "Employment", "Awards", "Teaching", "Publications", "Talks", "Service"),
    ("Education", "Experience", "Skills", "Projects", "Publications", "Languages"),
    ("Ausbildung", "Berufserfahrung", "Auszeichnungen", "Veröffentlichungen", "Sprachen"),
    ("Formation", "Expérience professionnelle", "Distinctions", "Publications", "Langues"),
    ("Formación académica", "Experiencia profesional", "Publicaciones", "Idiomas"),
)


def curriculum(rng: random.Random) -> bytes:
    sheet = Sheet(any_layout(rng))
    name = any_name(rng).full
    top = rng.choice((("Curriculum Vitae", name), (name,), (name, "Curriculum Vitae")))
    head(sheet, rng, *top, "name@example.test", f"http://www.example.test/{rng.randrange(99)}")
    for heading in rng.choice(CV_HEADINGS):
        sheet.heading(heading, sheet.layout.type("bold", 1.15))
        for _ in range(rng.randrange(2, 12)):
            start = rng.randrange(1980, 2022)
            what = f"{capital(rng.choice(topics_of(rng)))}, University of {rng.choice(PLACES)}"
            when = rng.choice((f"{start}", f"{start}–{start + 3}", f"{start} – present"))
            line = rng.choice((f"{when} {what}", f"{what}, {when}", f"• {what} ({when})"))
            sheet.paragraph(line, sheet.layout.type(), rest=14, justify=False)
    return sheet.finish()


def office_form(rng: random.Random) -> bytes:
    sheet = Sheet(any_layout(rng))
    head(sheet, rng, rng.choice(("Application Form", "Registration", "Request for Leave")))
    prose(sheet, rng, ADMIN, rng.randrange(0, 2))
    for field in rng.sample(
        (
            "Last name",
            "First name",
            "Address",
            "Date of birth",
            "Phone number",
            "E-mail",
            "Reason",
            "Signature",
            "Date",
            "Student number",
        ),
        8,
    ):
        sheet.row([(0, f"{field}:"), (130, "_" * rng.randrange(20, 45))], sheet.layout.type())
        sheet.space(rng.choice((6, 14)))
    sheet.paragraph("[ ] yes   [ ] no   Please sign and return.", sheet.layout.type())
    return sheet.finish()


def invoice(rng: random.Random) -> bytes:
    sheet = Sheet(any_layout(rng))
    word, due = rng.choice(
        (
            ("Invoice", "Amount due"),
            ("Rechnung", "Gesamtbetrag"),
            ("Facture", "Montant total"),
            ("Receipt", "Total"),
        )
    )
    head(
        sheet,
        rng,
        f"{word} {rng.randrange(1000, 99999)}",
        f"{any_name(rng).full}",
        f"{rng.randrange(1, 99)} Main Street, {rng.choice(PLACES)}",
        f"Date: {rng.randrange(1, 28)}/{rng.randrange(1, 12)}/2021",
    )
    for _ in range(rng.randrange(2, 12)):
        sheet.row(
            [
                (0, f"{rng.choice(PARTS)} kit"),
                (200, str(rng.randrange(1, 9))),
                (280, f"${rng.uniform(1, 500):.2f}"),
            ],
            sheet.layout.type(),
        )
    sheet.row([(200, f"{due}:"), (280, f"${rng.uniform(50, 5000):.2f}")], sheet.layout.type("bold"))
    return sheet.finish()


def minutes(rng: random.Random) -> bytes:
    sheet = Sheet(any_layout(rng))
    head(
        sheet,
        rng,
        rng.choice(("Minutes of the Meeting", "Agenda", "Protokoll")),
        f"{rng.choice(PLACES)} Council, {rng.choice(DAYS)}, {rng.choice(HOURS)}",
    )
    present = ", ".join(any_name(rng).full for _ in range(rng.randrange(3, 9)))
    sheet.paragraph(f"Present: {present}", sheet.layout.type())
    for number in range(1, rng.randrange(5, 12)):
        name = rng.choice(("Call to order", "Public comments", "Budget", "Reports", "Adjournment"))
        sheet.heading(f"{number}. {name}", sheet.layout.type("bold"))
        sheet.paragraph(say(ADMIN, topics_of(rng), rng, rng.randrange(1, 4)), sheet.layout.type())
    return sheet.finish()


def handbook(rng: random.Random) -> bytes:
    sheet = Sheet(any_layout(rng))
    head(
        sheet,
        rng,
        rng.choice(("User Guide", "Installation Manual", "Data Sheet", "Getting Started")),
        f"Version {rng.randrange(1, 9)}.0",
    )
    for name in rng.sample(
        (
            "Installation",
            "Safety",
            "Features",
            "Specifications",
            "Troubleshooting",
            "Maintenance",
            "Configuration",
        ),
        5,
    ):
        sheet.heading(name, sheet.layout.type("bold", 1.2))
        prose(sheet, rng, MANUAL, rng.randrange(0, 3))
        for step in range(1, rng.randrange(2, 9)):
            mark = rng.choice((f"{step}.", "•", f"Step {step}"))
            sheet.paragraph(
                f"{mark} {say(MANUAL, topics_of(rng), rng, 1)}",
                sheet.layout.type(),
                rest=14,
                justify=False,
            )
        if rng.random() < 0.4:
            number_table(sheet, rng)
    return sheet.finish()
