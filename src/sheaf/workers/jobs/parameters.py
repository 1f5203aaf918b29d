"""The parameters of a job: one description of them serves forms, command line, API and checks.

A kind of job describes its parameters as settings are described: a field each, with default,
limits and description. What is chosen in a particular way has a type of its own here (Sources,
LongText, Pattern, HostName), so that a form can offer that way.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError
from pydantic.fields import FieldInfo

from sheaf import patterns
from sheaf.errors import BadParametersError, SheafError
from sheaf.setting_checks import describe_error, did_you_mean

HOST = re.compile(r"(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|[0-9a-f:.]+", re.IGNORECASE)


ONLY_THERE = "only a command on the machine itself can say this"


class InputForm(StrEnum):
    """How a value is given: what a page shows for it."""

    TEXT = "text"
    LONG_TEXT = "long-text"
    PATTERN = "pattern"
    HOST = "host"
    SOURCES = "sources"  # files, folders and URLs, picked by browsing, by upload, or typed
    WHOLE_NUMBER = "whole-number"
    NUMBER = "number"
    FLAG = "flag"
    CHOICE = "choice"
    DATE = "date"


class ParameterMark(StrEnum):
    """What else is said of a parameter."""

    # Only who works on the machine itself may give it: by command, or from Python.
    MACHINE_ONLY = "machine-only"


def _check_pattern(value: str) -> str:
    if value:
        try:
            patterns.Pattern(value)
        except patterns.BadPattern as problem:
            raise ValueError(str(problem)) from None
    return value


def _check_host(value: str) -> str:
    if value and not HOST.fullmatch(value):
        raise ValueError(f"{value!r} is no name of a host; write it as www.example.edu")
    return value.lower()


Sources = Annotated[tuple[str, ...], InputForm.SOURCES]
LongText = Annotated[str, InputForm.LONG_TEXT]
Pattern = Annotated[str, AfterValidator(_check_pattern), InputForm.PATTERN]
HostName = Annotated[str, AfterValidator(_check_host), InputForm.HOST]
MachineFlag = Annotated[bool, InputForm.FLAG, ParameterMark.MACHINE_ONLY]


class Parameters(BaseModel):
    """What every description of parameters is: frozen, and without names that nobody knows."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check before submitting has found; a problem stands in the way of the job, and has
    the exit code with which a command would end."""

    is_problem: bool
    words: str
    exit_code: int = 0

    @classmethod
    def of(cls, problem: SheafError) -> Finding:
        words = f"{problem} {problem.what_to_do}".strip()
        return cls(is_problem=True, words=words, exit_code=problem.exit_code)


@dataclass(frozen=True, slots=True)
class ParameterField:
    """A parameter as forms, options and documents of an API show it."""

    name: str
    title: str
    form: InputForm
    help: str
    # As JSON has it; None where one must be given, and where None is the default.
    default: Any
    is_required: bool
    is_list: bool
    may_be_empty: bool
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    # The setting that holds where nothing is given: curate.filter, say.
    setting: str = ""
    # Whether forms fold it away: few will ever change it.
    is_rare: bool = False
    # Pages do not offer it, and neither they nor the API take it.
    is_machine_only: bool = False

    @property
    def option(self) -> str:
        return f"--{self.name.replace('_', '-')}"


def describe(model: type[Parameters]) -> Iterator[ParameterField]:
    """The parameters of a kind in their order."""
    for name, field in model.model_fields.items():
        kinds, marks, may_be_empty = _look_into(field.annotation, list(field.metadata))
        is_list = tuple in kinds
        required = field.is_required()
        extra = field.json_schema_extra if isinstance(field.json_schema_extra, dict) else {}
        yield ParameterField(
            name=name,
            title=field.title or name.replace("_", " ").capitalize(),
            form=_form(kinds, marks),
            help=field.description or "",
            default=None if required else _plain(field.get_default(call_default_factory=True)),
            is_required=required,
            is_list=is_list,
            may_be_empty=may_be_empty,
            choices=tuple(str(choice) for choice in kinds if isinstance(choice, str)),
            least=_bound(field, "ge", "gt"),
            most=_bound(field, "le", "lt"),
            setting=str(extra.get("setting", "")),
            is_rare=bool(extra.get("setting") or extra.get("rare")),
            is_machine_only=ParameterMark.MACHINE_ONLY in marks,
        )


def setting_of(name: str) -> dict[str, Any]:
    """For `json_schema_extra` of a field: the setting that holds where nothing is given."""
    return {"setting": name}


def rarely_used() -> dict[str, Any]:
    """For `json_schema_extra` of a field: forms fold it away."""
    return {"rare": True}


def read_parameters(
    model: type[Parameters], given: Mapping[str, Any], *, from_machine: bool = False
) -> Parameters:
    """What was given by a page, a command or a program: text will do for numbers, dates and flags,
    and lines of a text for a list. What was left empty is not given. Raises BadParametersError,
    which says of each parameter what is wrong. `from_machine` is for what was kept of a job, and
    for who works on the machine itself: they may give all there is."""
    fields = {field.name: field for field in describe(model)}
    if not from_machine:
        forbidden = [name for name in given if name in fields and fields[name].is_machine_only]
        if forbidden:
            raise BadParametersError(dict.fromkeys(forbidden, ONLY_THERE))
    values = {
        name: _read_lines(value) if name in fields and fields[name].is_list else value
        for name, value in given.items()
        if name not in fields or not _is_left_empty(fields[name], value)
    }
    try:
        return model.model_validate(values)
    except ValidationError as problem:
        raise BadParametersError(_faults(problem, list(fields))) from None


def read_given(
    model: type[Parameters],
    given: Mapping[str, Any] | Parameters,
    *,
    from_machine: bool = False,
) -> Parameters:
    """The same, where they may have been read already, as another kind's too."""
    if isinstance(given, Parameters):
        return read_parameters(model, given.model_dump(), from_machine=True)
    return read_parameters(model, given, from_machine=from_machine)


def _read_lines(value: Any) -> Any:
    lines = value.splitlines() if isinstance(value, str) else value
    if not isinstance(lines, list | tuple):
        return value
    return tuple(line for line in lines if not isinstance(line, str) or line.strip())


def as_json(parameters: Parameters) -> dict[str, Any]:
    """The parameters that differ from the defaults, as they are kept."""
    return parameters.model_dump(mode="json", exclude_defaults=True)


def _look_into(annotation: Any, marks: list[Any]) -> tuple[list[Any], list[Any], bool]:
    """The types within an annotation (of a Literal its values), its marks, and whether None is
    among them."""
    if annotation is type(None):
        return [], marks, True
    if get_origin(annotation) is Annotated:
        inner, *more = get_args(annotation)
        return _look_into(inner, [*marks, *more])
    if get_origin(annotation) is Literal:
        return list(get_args(annotation)), marks, False
    if get_origin(annotation) in (Union, UnionType, tuple):
        kinds: list[Any] = [tuple] if get_origin(annotation) is tuple else []
        may_be_empty = False
        for each in get_args(annotation):
            if each is not Ellipsis:
                inner_kinds, marks, has_none = _look_into(each, marks)
                kinds += inner_kinds
                may_be_empty = may_be_empty or has_none
        return kinds, marks, may_be_empty
    return [annotation], marks, False


FORMS = {
    bool: InputForm.FLAG,
    int: InputForm.WHOLE_NUMBER,
    float: InputForm.NUMBER,
    datetime.date: InputForm.DATE,
}


def _form(kinds: list[Any], marks: list[Any]) -> InputForm:
    marked = [mark for mark in marks if isinstance(mark, InputForm)]
    if marked:
        return marked[0]
    if any(isinstance(kind, str) for kind in kinds):
        return InputForm.CHOICE
    return next((FORMS[kind] for kind in kinds if kind in FORMS), InputForm.TEXT)


def _bound(field: FieldInfo, *names: str) -> float | None:
    for mark in field.metadata:
        for name in names:
            if (bound := getattr(mark, name, None)) is not None:
                return float(bound)
    return None


def _plain(default: Any) -> Any:
    if isinstance(default, datetime.date):
        return default.isoformat()
    return list(default) if isinstance(default, tuple) else default


def _is_left_empty(field: ParameterField, value: Any) -> bool:
    return value is None or (value == "" and (field.is_list or field.form is not InputForm.TEXT))


def _faults(problem: ValidationError, known: list[str]) -> dict[str, str]:
    """What is wrong with each parameter; the first word about each."""
    faults: dict[str, str] = {}
    for error in problem.errors():
        name = str(error["loc"][0]) if error["loc"] else ""
        if error["type"] == "extra_forbidden":
            words = f"there is no such parameter{did_you_mean(name, known)}"
        elif error["type"] == "missing":
            words = "it must be given"
        elif error["type"].startswith("date"):
            words = "a date is expected, like 2024-05-31"
        else:
            words = describe_error(error)
        faults.setdefault(name, words)
    return faults
