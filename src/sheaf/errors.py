"""Everything Sheaf raises on purpose, with its exit code and what to do about it.

    SheafError                      1
      UsageError                    2   wrong words on the command line
        UnknownSettingError         2   a name in sheaf.toml or SHEAF_* that does not exist
        BadSettingError             2   a value that does not fit its setting
        BadParametersError          2   parameters of a job that do not fit its kind
        ChangedMeanwhileError       2   somebody else has changed it since it was looked at
      MissingPartError              3   a program, server or package that is not installed
      LibraryBusyError              4   another run is writing to this library
      NotALibraryError              5   no sheaf.toml where one was expected
      SourceError                   6   a source that is missing, unreadable or of no known kind
      StorageError                  7   the disk is full, or the library cannot be written
      DatabaseError                 8   the catalogue cannot be reached or is of another version
      FetchRefusedError             9   a crawl that may not start (no contact, private address)
      CannotUndoError              10   a run that cannot be taken back any more
      WorkersError                 11   worker processes that cannot be started

A document never raises out of a run: it ends in an outcome (`records.Outcome`). These errors
are for what stops a command. Each message says what happened; `what_to_do` says what comes next.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SEE_SETTINGS = "`sheaf settings` shows every setting, what it is for, and which are wrong."


class SheafError(Exception):
    """The root: catch this to catch all of ours."""

    exit_code = 1
    what_to_do = ""

    def __init__(self, message: str, what_to_do: str | None = None) -> None:
        super().__init__(message)
        if what_to_do is not None:
            self.what_to_do = what_to_do


class UsageError(SheafError):
    exit_code = 2


class UnknownSettingError(UsageError):
    what_to_do = SEE_SETTINGS


class BadSettingError(UsageError):
    what_to_do = SEE_SETTINGS


class BadParametersError(UsageError):
    """`faults` says of each parameter what is wrong with it."""

    what_to_do = "`sheaf jobs kinds KIND` shows the parameters of a kind."

    def __init__(self, faults: dict[str, str]) -> None:
        super().__init__("; ".join(f"{name}: {words}" for name, words in faults.items()) + ".")
        self.faults = faults


class ChangedMeanwhileError(UsageError):
    what_to_do = "Look at it again, and change it then."


class MissingPartError(SheafError):
    exit_code = 3


class LibraryBusyError(SheafError):
    exit_code = 4
    what_to_do = "Wait for it to end, or run again with --wait."


class NotALibraryError(SheafError):
    exit_code = 5
    what_to_do = "Make one with `sheaf init DIR`, or name one with --library DIR."


class SourceError(SheafError):
    exit_code = 6
    what_to_do = "Check the path and its permissions."


class StorageError(SheafError):
    exit_code = 7
    what_to_do = (
        "Nothing that was kept is damaged. Free some space or make the library writable, "
        "then run the same command again: it goes on where it stopped."
    )


class DatabaseError(SheafError):
    exit_code = 8
    what_to_do = "Check [deposit] database in sheaf.toml and that the server is running."


class FetchRefusedError(SheafError):
    exit_code = 9


class CannotUndoError(SheafError):
    exit_code = 10


class WorkersError(SheafError):
    exit_code = 11
    what_to_do = (
        "Check that this Python can run `python -m sheaf.workers.worker_main`; the run goes on "
        "with the same command."
    )


@contextmanager
def disk_errors(path: Path, what_to_do: str | None = None) -> Iterator[None]:
    """A full or read-only disk under our own name. It is no fault of a document, and the next
    would fare no better: it ends the command."""
    try:
        yield
    except OSError as problem:
        reason = problem.strerror or problem
        raise StorageError(f"{path} cannot be written: {reason}.", what_to_do) from problem
