"""Errors: the tree in the docstring is the tree there is, with its exit codes."""

import inspect
import re
from pathlib import Path

import pytest

from sheaf import errors
from sheaf.records import OUTCOME_MEANINGS, Outcome


def drawn():
    rows = re.findall(r"^ {4}( *)(\w+Error) +(\d+)", errors.__doc__, re.MULTILINE)
    return {name: (len(indent) // 2, int(code)) for indent, name, code in rows}


def test_the_drawn_tree_is_true():
    classes = {
        name: (len(cls.__mro__) - len(errors.SheafError.__mro__), cls.exit_code)
        for name, cls in inspect.getmembers(errors, inspect.isclass)
        if issubclass(cls, errors.SheafError)
    }
    assert drawn() == classes


def test_every_outcome_has_a_meaning():
    assert set(OUTCOME_MEANINGS) == set(Outcome)


@pytest.mark.parametrize("problem", [OSError(28, "No space left"), OSError("No space left")])
def test_a_full_disk_is_told_by_name_and_reason(problem):
    with (
        pytest.raises(errors.StorageError, match=r"^here cannot be written: No space left\.$"),
        errors.disk_errors(Path("here")),
    ):
        raise problem
