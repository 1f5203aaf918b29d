"""Reads the words behind `sheaf jobs submit KIND` as parameters, by the description of the kind."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from sheaf.errors import UsageError
from sheaf.setting_checks import did_you_mean
from sheaf.workers.jobs.kind import JobKind
from sheaf.workers.jobs.parameters import InputForm, ParameterField, describe

# Who gives commands reads whatever the user of the library reads.
ANY_PLACE = "any_place"


def read_arguments(kind: JobKind, words: Sequence[str]) -> dict[str, Any]:
    """--name VALUE, --name=VALUE, --flag, --no-flag; a list is given by repeating its option. What
    stands without a name goes to the kind's `positional`."""
    fields = {field.option: field for field in describe(kind.parameters)}
    given: dict[str, Any] = {}
    rest, only_values = list(words), False
    while rest:
        word = rest.pop(0)
        if word == "--" and not only_values:
            only_values = True
        elif only_values or not word.startswith("--"):
            _put(given, _positional(kind, fields, word), word)
        else:
            _read_option(kind, fields, word, rest, given)
    if ANY_PLACE in {field.name for field in fields.values()}:
        given.setdefault(ANY_PLACE, True)
    return given


def _positional(kind: JobKind, fields: dict[str, ParameterField], word: str) -> ParameterField:
    for field in fields.values():
        if field.name == kind.positional:
            return field
    raise UsageError(f"A job of the kind {kind.name} takes no {word!r}.", _see(kind))


def _read_option(
    kind: JobKind,
    fields: dict[str, ParameterField],
    word: str,
    rest: list[str],
    given: dict[str, Any],
) -> None:
    name, equals, value = word.partition("=")
    if name not in fields and fields.get(f"--{name[5:]}") and name.startswith("--no-"):
        field = fields[f"--{name[5:]}"]
        if field.form is InputForm.FLAG and not equals:
            given[field.name] = False
            return
    if name not in fields:
        guess = did_you_mean(name, list(fields))
        raise UsageError(f"A job of the kind {kind.name} has no {name}{guess}.", _see(kind))
    field = fields[name]
    if field.form is InputForm.FLAG and not equals:
        given[field.name] = True
        return
    if not equals:
        if not rest:
            raise UsageError(f"{name} needs a value.", _see(kind))
        value = rest.pop(0)
    _put(given, field, value)


def _put(given: dict[str, Any], field: ParameterField, value: str) -> None:
    if field.form is InputForm.SOURCES and "://" not in value:
        value = os.path.abspath(value)  # a worker is in another folder
    if field.is_list:
        given.setdefault(field.name, []).append(value)
    elif field.name in given:
        raise UsageError(f"{field.option} is given twice.", "It takes one value.")
    else:
        given[field.name] = value


def _see(kind: JobKind) -> str:
    return f"`sheaf jobs kinds {kind.name}` shows what it takes."
