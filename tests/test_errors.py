"""Errors: the tree in the docstring is the tree there is, with its exit codes."""

import inspect
import re

from sheaf import errors
from sheaf.records import OUTCOME_MEANINGS, Outcome


def drawn():
    rows = re.findall(r"^ {4}( *)(\w+Error) +(\d+)", errors.__doc__, re.MULTILINE)
    return {name: (len(indent) // 2, int(code)) for indent, name, code in rows}


def test_the_drawn_tree_is_true():
    classes = {
        name: (len(cls.__mro__) - len(errors.SheafError.__mro__), cls.exit_code)
        for name, cls in inspect.getmembers(errors, inspect.isclass)
    }
    assert drawn() == classes


def test_every_outcome_has_a_meaning():
    assert set(OUTCOME_MEANINGS) == set(Outcome)
