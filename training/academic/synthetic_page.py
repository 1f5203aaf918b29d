"""What the makers of made-up documents share: layouts, headings, paragraphs, tables, lists."""

from __future__ import annotations

import random

from sheaf.world.disciplines import DISCIPLINES, Discipline
from sheaf.world.names import any_name
from sheaf.world.sheet import A4, LETTER, Layout, Sheet
from training.academic.synthetic_prose import PLACES, say


def any_layout(rng: random.Random, **fixed: object) -> Layout:
    chosen: dict[str, object] = {
        "page": rng.choice((A4, LETTER)),
        "family": rng.choice(("Times", "Helvetica")),
        "size": rng.choice((9.5, 10, 10.5, 11, 12)),
        "margin": rng.choice((54, 64, 72, 85)),
        "numbered_pages": rng.random() < 0.7,
    }
    return Layout(**{**chosen, **fixed})  # type: ignore[arg-type]


def topics_of(rng: random.Random) -> tuple[str, ...]:
    field: Discipline = rng.choice(DISCIPLINES)
    return tuple(rng.sample(field.activities + field.objects, 6))


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def prose(sheet: Sheet, rng: random.Random, bank: tuple[str, ...], paragraphs: int) -> None:
    topics, text = topics_of(rng), sheet.layout.type()
    first = rng.choice((0, 12))
    for _ in range(paragraphs):
        sheet.paragraph(say(bank, topics, rng, rng.randrange(3, 8)), text, first=first)
        sheet.space(rng.choice((0, 5)))


def head(sheet: Sheet, rng: random.Random, title: str, *below: str) -> None:
    align = rng.choice(("center", "left"))
    sheet.across(title, sheet.layout.type("bold", rng.choice((1.3, 1.6, 2.0))), align, after=6)
    for line in below:
        sheet.across(line, sheet.layout.type(), align)
    sheet.space(8)


def number_table(sheet: Sheet, rng: random.Random) -> None:
    for _ in range(rng.randrange(4, 12)):
        cells: list[tuple[float, str]] = [(0, rng.choice(PLACES))]
        cells += [(80 + 55 * at, f"{rng.uniform(1, 9000):,.2f}") for at in range(4)]
        sheet.row(cells, sheet.layout.type("", 0.9))
    sheet.space(8)


def reference_list(sheet: Sheet, rng: random.Random, heading: str) -> None:
    sheet.heading(heading, sheet.layout.type("bold", 1.2))
    for number in range(1, rng.randrange(8, 30)):
        sheet.paragraph(
            f"[{number}] {any_name(rng).full}. {capital(rng.choice(topics_of(rng)))}."
            f" Journal of Studies {number}, pp. {number}-{number + 9},"
            f" {rng.randrange(1960, 2020)}.",
            sheet.layout.type(),
        )
