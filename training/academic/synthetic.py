"""Documents of our own making, of kinds that are rare among the real ones.

They are typeset by the simulated web's printer in many shapes. What they say is nonsense; what the
filter learns from them is how such documents are built. They are never scored.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from sheaf.world.chance import dice
from training.academic import synthetic_campus as campus
from training.academic import synthetic_office as office

SEED = 4
COPIES = 14  # of each maker

MAKERS: tuple[tuple[str, Callable[[random.Random], bytes]], ...] = (
    ("other", office.office_report),
    ("other", office.magazine),
    ("other", office.statement),
    ("other", office.data_table),
    ("other", office.flyer),
    ("book", campus.book_chapter),
    ("report", campus.institute_report),
    ("thesis", campus.thesis),
    ("paper", campus.essay),
    ("course", campus.lecture_notes),
    ("exam", campus.exam),
    ("slides", campus.lecture_slides),
    ("poster", campus.poster),
    ("cv", office.curriculum),
    ("form", office.office_form),
    ("form", office.invoice),
    ("form", office.minutes),
    ("manual", office.handbook),
)


def made_up() -> Iterator[tuple[str, str, bytes]]:
    """(kind, name, PDF), the same on every machine."""
    for kind, maker in MAKERS:
        for number in range(COPIES):
            rng = dice(SEED, maker.__name__, number)
            yield kind, f"{maker.__name__}-{number}", maker(rng)
