"""The form of conditions, made from what they say of themselves."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, get_args

from django.http import QueryDict
from pydantic import ValidationError

from sheaf.deposit.retrieval.conditions import Conditions, Part, State, mistakes
from sheaf.deposit.retrieval.options import DAY, LISTS, MEANINGS, NUMBER, SCORE
from sheaf.settings import Kind

GROUPS = (
    ("How many", ("random", "seed")),
    ("What it is", ("type", "language", "kind", "state")),
    ("Where it came from", ("host", "domain", "parent", "run")),
    (
        "When",
        (
            *("discovered_from", "discovered_until", "updated_from", "updated_until"),
            *("captured_from", "captured_until"),
        ),
    ),
    ("What it says", ("query", "venue", "year_from", "year_until", "has", "has_no")),
    (
        "How it was measured",
        (
            *("academic_from", "academic_until", "size_from", "size_until"),
            *("pages_from", "pages_until"),
        ),
    ),
)
CHOICES: dict[str, tuple[str, ...]] = {
    "kind": get_args(Kind),
    "state": get_args(State),
    "has": get_args(Part),
    "has_no": get_args(Part),
}
INPUTS = {NUMBER: "number", SCORE: "number", DAY: "date"}
LONGEST_VALUE = 10_000


@dataclass(frozen=True, slots=True)
class ConditionField:
    name: str
    help: str
    type: str
    metavar: str
    value: str = ""
    chosen: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    problem: str = ""

    @property
    def label(self) -> str:
        return self.name.replace("_", " ").capitalize()

    @property
    def options(self) -> list[tuple[str, str, bool]]:
        """Value, words, and whether it is chosen."""
        return [(one, one.replace("_", " "), one in self.chosen) for one in self.choices]


@dataclass(frozen=True, slots=True)
class ConditionForm:
    """What was given, as conditions or with what is wrong with it; `general` is about several."""

    given: Mapping[str, Any]
    conditions: Conditions | None
    problems: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def general(self) -> str:
        return self.problems.get("", "")

    @property
    def groups(self) -> list[tuple[str, list[ConditionField], bool]]:
        """Title, fields, and whether something was given in it."""
        return [
            (title, [self._field(name) for name in names], any(n in self.given for n in names))
            for title, names in GROUPS
        ]

    def _field(self, name: str) -> ConditionField:
        words, metavar = MEANINGS[name]
        value = self.given.get(name, "")
        return ConditionField(
            name=name,
            help=f"{words} Several with commas." if name in LISTS - CHOICES.keys() else words,
            type=INPUTS.get(metavar, "text"),
            metavar=metavar,
            value=", ".join(value) if isinstance(value, list) else str(value),
            chosen=tuple(value) if isinstance(value, list) else (),
            choices=CHOICES.get(name, ()),
            problem=self.problems.get(name, ""),
        )


def read_form(data: QueryDict) -> ConditionForm:
    """Out of a form or an address."""
    given: dict[str, Any] = {}
    for name in MEANINGS:
        values = [one[:LONGEST_VALUE].strip() for one in data.getlist(name)]
        values = [one for one in values if one]
        if values:
            given[name] = values if name in LISTS else values[-1]
    try:
        return ConditionForm(given, Conditions.model_validate(given))
    except ValidationError as problem:
        found = {name: f"{words[:1].upper()}{words[1:]}." for name, words in mistakes(problem)}
        return ConditionForm(given, None, found)


def name_for(today: datetime.date) -> str:
    """A name that is offered for a sample."""
    return f"Sample of {today:%Y-%m-%d}"
