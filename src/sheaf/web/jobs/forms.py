"""The form of a job of any kind, made from the description of its parameters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict

from sheaf.errors import BadParametersError, SourceError
from sheaf.settings import Settings
from sheaf.web.library import served_library
from sheaf.workers.jobs.contract import JobKind
from sheaf.workers.jobs.parameters import (
    InputForm,
    ParameterField,
    describe,
    read_parameters,
)

PREFIX = "p_"  # before the names of parameters: a form has other fields, too
LONGEST_VALUE = 200_000
LONGEST_SOURCE = 80  # of a source in the title of a job
YES, NO = "true", "false"
BEYOND_MEANING = 2**31 - 1  # a limit of what can be stored says nothing to people
NUMBERS = (InputForm.WHOLE_NUMBER, InputForm.NUMBER)
PLACEHOLDERS = {
    InputForm.HOST: "www.example.edu",
    InputForm.PATTERN: "a regular expression",
    InputForm.DATE: "2024-05-31",
}


@dataclass(frozen=True, slots=True)
class FormField:
    """A parameter as the form shows it. `value` is text; of boxes the list of what is ticked; of a
    tick box whether it is."""

    described: ParameterField
    value: Any
    problem: str = ""
    # What the setting says that holds where nothing is given.
    holds: str = ""

    @property
    def name(self) -> str:
        return PREFIX + self.described.name

    @property
    def control(self) -> str:
        return control_of(self.described)

    @property
    def type(self) -> str:
        return "date" if self.described.form is InputForm.DATE else "text"

    @property
    def input_mode(self) -> str:
        """Which keys a phone shows; a field of type number would lose what is no number."""
        modes = {InputForm.WHOLE_NUMBER: "numeric", InputForm.NUMBER: "decimal"}
        return modes.get(self.described.form, "")

    @property
    def placeholder(self) -> str:
        return PLACEHOLDERS.get(self.described.form, "")

    @property
    def is_typed_by_line(self) -> bool:
        return self.control in ("lines", "sources") and self.described.is_list

    @property
    def limits(self) -> str:
        """In words: from 1 to 50."""
        least, most = self.described.least, self.described.most
        if most is not None and most >= BEYOND_MEANING:
            most = None
        if self.described.form not in NUMBERS or (least is None and most is None):
            return ""
        if most is None:
            return f"At least {_number(least)}."
        return (
            f"At most {_number(most)}."
            if least is None
            else (f"From {_number(least)} to {_number(most)}.")
        )

    @property
    def options(self) -> list[tuple[str, str]]:
        """What a list to choose from offers, as (value, words)."""
        if self.described.form is InputForm.FLAG:
            chosen = [(YES, "yes"), (NO, "no")]
        else:
            chosen = [(one, one.replace("_", " ")) for one in self.described.choices]
        return [("", self.if_empty), *chosen] if self.may_stay_open else chosen

    @property
    def may_stay_open(self) -> bool:
        return self.described.default is None and self.control == "select"

    @property
    def if_empty(self) -> str:
        if self.described.setting:
            return f"as the settings say: {self.holds}" if self.holds else "as the settings say"
        return "choose one" if self.described.is_required else "not chosen"

    @property
    def is_changed(self) -> bool:
        return bool(self.value != as_text(self.described, self.described.default))


def control_of(described: ParameterField) -> str:
    """Which control of a page a parameter has."""
    form, is_list = described.form, described.is_list
    if form is InputForm.FLAG:
        return "select" if described.may_be_empty else "tick"
    if form is InputForm.CHOICE:
        return "boxes" if is_list else "select"
    if form is InputForm.SOURCES:
        return "sources"
    return "lines" if is_list or form is InputForm.LONG_TEXT else "input"


def as_text(described: ParameterField, value: Any) -> Any:
    """A value of a parameter, as its control has it."""
    control = control_of(described)
    if control == "tick":
        return value is True or value == YES
    if control == "boxes":
        return [str(one) for one in value or ()]
    if isinstance(value, list | tuple):
        return "\n".join(str(one) for one in value)
    if isinstance(value, bool):
        return YES if value else NO
    return "" if value is None else str(value)


@dataclass(slots=True)
class JobForm:
    """What was typed, whether it is right or not. `faults` says what is wrong by parameter; what
    is about none of them stands under an empty name."""

    kind: JobKind
    values: dict[str, Any]
    title: str = ""
    faults: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, kind: JobKind, parameters: Mapping[str, Any], title: str = "") -> JobForm:
        """The form of a job as it is kept, or of a new one."""
        values = {
            one.name: as_text(one, parameters.get(one.name, one.default))
            for one in form_fields(kind)
        }
        form = cls(kind, values)
        # A name that nobody gave follows what it is made of.
        form.title = "" if title in (form.name_of_job, kind.title) else title
        return form

    @classmethod
    def asked(cls, kind: JobKind, query: QueryDict) -> JobForm:
        """A new one, filled with what an address says: ?p_sources=..."""
        form = cls.of(kind, {})
        for one in form_fields(kind):
            if PREFIX + one.name in query:
                form.values[one.name] = _read(one, query)
        return form

    @classmethod
    def sent(cls, kind: JobKind, post: QueryDict) -> JobForm:
        values = {one.name: _read(one, post) for one in form_fields(kind)}
        return cls(kind, values, _clean(post.get("title", "")).strip()[:200])

    @property
    def given(self) -> dict[str, Any]:
        """For `library.jobs`: text, lists of lines or of what is ticked, truth values. A box left
        empty gives nothing."""
        return {
            name: _lines(value) if name in self._in_lines else value
            for name, value in self.values.items()
            if value != ""
        }

    @property
    def name_of_job(self) -> str:
        """Its title: what was typed, or the kind with the first of its sources."""
        sources = [one for name in source_names(self.kind) for one in _lines(self.values[name])]
        if self.title or not sources:
            return self.title
        first = sources[0].rstrip("/").rpartition("/")[2] or sources[0]
        more = f" and {len(sources) - 1} more" if len(sources) > 1 else ""
        return f"{self.kind.title}: {first[:LONGEST_SOURCE]}{more}"

    @property
    def _in_lines(self) -> set[str]:
        fields = form_fields(self.kind)
        return {one.name for one in fields if one.is_list and control_of(one) != "boxes"}

    @property
    def fields(self) -> list[FormField]:
        settings = served_library().settings
        return [
            FormField(
                one,
                self.values[one.name],
                self.faults.get(one.name, ""),
                setting_in_words(settings, one.setting),
            )
            for one in form_fields(self.kind)
        ]

    @property
    def first_fields(self) -> list[FormField]:
        return [one for one in self.fields if not self._is_rare(one.described)]

    @property
    def rare_fields(self) -> list[FormField]:
        return [one for one in self.fields if self._is_rare(one.described)]

    def _is_rare(self, one: ParameterField) -> bool:
        """Whether it is folded away: a setting or a default will do."""
        if self.kind.shown_first:
            return one.name not in self.kind.shown_first
        return bool(one.setting) or one.is_rare

    @property
    def opens_rare_fields(self) -> bool:
        """Where something is to be seen there, or nothing elsewhere."""
        rare = self.rare_fields
        return not self.first_fields or any(one.problem or one.is_changed for one in rare)

    @property
    def other_faults(self) -> list[str]:
        """What is wrong with none of the fields that are shown."""
        return [words for name, words in self.faults.items() if name not in self.values]

    def check(self) -> bool:
        """Whether it can be taken. Each source is then where it really is."""
        self.faults, given = {}, self.given
        try:
            read_parameters(self.kind.parameters, given)
        except BadParametersError as problem:
            self.faults |= problem.faults
        for name in source_names(self.kind):
            try:
                found = check_sources(given.get(name))
                self.values[name] = "\n".join(found)
            except SourceError as problem:
                self.faults.setdefault(name, f"{problem} {problem.what_to_do}".strip())
        return not self.faults


def form_fields(kind: JobKind) -> list[ParameterField]:
    """What pages offer of a kind."""
    return [one for one in describe(kind.parameters) if not one.is_machine_only]


def said_on_the_machine(kind: JobKind, parameters: Mapping[str, Any]) -> str:
    """What a form would lose, in words: only a command or Python can say it."""
    titles = {one.name: one.title for one in describe(kind.parameters) if one.is_machine_only}
    lost = [titles[name] for name, value in parameters.items() if name in titles and value]
    if not lost:
        return ""
    return f"{', '.join(lost)}: only a command on the machine itself can say this, and change it."


def source_names(kind: JobKind) -> list[str]:
    return [one.name for one in form_fields(kind) if one.form is InputForm.SOURCES]


def check_sources(given: Any) -> list[str]:
    """Who works in a browser may name URLs, and what lies in the folders that may be looked
    through; SourceError for anything else."""
    sources = [given] if isinstance(given, str) else list(given or ())
    return served_library().source_folders.check(sources)


def setting_in_words(settings: Settings, name: str) -> str:
    """The value of curate.filter, say; empty where there is none."""
    value: Any = settings
    for part in name.split(".") if name else ():
        value = getattr(value, part, None)
    if not name or value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    is_list = isinstance(value, list | tuple | set | frozenset)
    return ", ".join(map(str, value)) if is_list else str(value)


def differences(
    kind: JobKind, ours: Mapping[str, Any], theirs: Mapping[str, Any]
) -> Iterator[tuple[str, str, str]]:
    """Title, ours and theirs of each parameter that two people have given differently."""
    for one in form_fields(kind):
        mine, other = (as_text(one, each.get(one.name, one.default)) for each in (ours, theirs))
        if mine != other:
            yield one.title, _shown(mine), _shown(other)


def _number(value: float | None) -> str:
    return f"{value:,.0f}" if value == int(value or 0) else f"{value:g}"


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(value) if isinstance(value, list) else value


def _read(described: ParameterField, post: QueryDict) -> Any:
    name = PREFIX + described.name
    control = control_of(described)
    if control == "tick":
        return name in post
    if control == "boxes":
        return [_clean(one) for one in post.getlist(name)]
    return _clean("\n".join(post.getlist(name)))  # several where lines were ticked on a page


def _clean(text: str) -> str:
    """What no database would take is not text; line ends are those of here."""
    return text[:LONGEST_VALUE].replace("\0", "").replace("\r\n", "\n")
