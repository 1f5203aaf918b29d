"""After a change by hand: a job brings index and citation graph up to date, where there are any."""

from __future__ import annotations

from sheaf.errors import SheafError
from sheaf.web.library import served_library

INDEX = "index"
LATER = "Search follows when the index is next brought up to date."
SOON = "Search follows soon: a job brings the index up to date."


def follow() -> str:
    """What is to be said of it. One job that waits does for many changes."""
    library = served_library()
    try:
        if not library.is_indexed:
            return LATER
        if not library.jobs.list(state="waiting", kind=INDEX, limit=1):
            library.jobs.add(INDEX, {}, title="After a correction")
    except SheafError:  # the change itself is kept
        return LATER
    return SOON
