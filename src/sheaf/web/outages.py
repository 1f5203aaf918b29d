"""A catalogue that cannot be reached or written is no fault of a page: it is said in a sentence,
and logged in a line.

What the database says in full stands in the log only: it names servers and users.
"""

from __future__ import annotations

import logging

from django import db

from sheaf.errors import DatabaseError, SheafError

# These mean that a question of ours was wrong; everything else that the database is not well.
OUR_FAULTS = (db.ProgrammingError, db.DataError, db.IntegrityError, db.NotSupportedError)
READ_ONLY = ("readonly", "read-only")


def as_our_error(error: BaseException | None) -> SheafError | None:
    """The error as one of ours; None where it is a fault to be looked into."""
    if isinstance(error, SheafError):
        return error
    if not isinstance(error, db.Error) or isinstance(error, OUR_FAULTS):
        return None
    if any(word in str(error) for word in READ_ONLY):
        return DatabaseError(
            f"The library cannot be written: {error}.", "It can be read and searched all the same."
        )
    return DatabaseError(
        "The catalogue cannot be asked just now.",
        "Try again in a while. The terminal in which sheaf serve runs says more.",
    )


class OneLine(logging.Filter):
    """Writes down what the database said, without the way through our code to it."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and as_our_error(error) is not None:
            message = " ".join(str(error).split())
            record.msg, record.args = "%s: %s", (record.getMessage(), message)
            record.exc_info = record.exc_text = None
        return True


def shorten_log() -> None:
    """From now on; calling it again changes nothing."""
    logger = logging.getLogger("django.request")
    if not any(isinstance(one, OneLine) for one in logger.filters):
        logger.addFilter(OneLine())
