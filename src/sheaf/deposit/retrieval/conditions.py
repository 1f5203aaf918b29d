"""Which documents are wanted: one typed description, from which the command line, Python, the API
and the form in the browser are made."""

from __future__ import annotations

import datetime
import re
import shlex
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlencode

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)

from sheaf import urls
from sheaf.curate.mime_type import complete_type
from sheaf.deposit.bulk import make_storable
from sheaf.deposit.retrieval.options import MEANINGS
from sheaf.errors import UsageError
from sheaf.settings import Kind

LARGEST_SAMPLE = 1_000_000  # more numbers than that are no sample, and take memory
LARGEST_SEED = 2**63 - 1
LARGEST_NUMBER = 2**31 - 1
LONGEST_TEXT = 2_000
MOST_VALUES = 50
# Names of two conditions that are the ends of a stretch.
ENDS = ("_from", "_until")

State = Literal["not_ingested", "handed_out", "ingested", "failed"]
Part = Literal["title", "abstract", "references", "text"]


def _say_of(name: str) -> str:
    return MEANINGS[name][0]


def _check_text(text: str) -> str:
    if text != make_storable(text):
        raise ValueError("it is no text")
    return text.strip()


def _split(given: Any) -> Any:
    """Texts: their parts, at commas, which no value has in it."""
    texts = [given] if isinstance(given, str) else given
    if isinstance(texts, list | tuple) and all(isinstance(one, str) for one in texts):
        parts = (part.strip() for text in texts for part in text.split(","))
        return tuple(dict.fromkeys(part for part in parts if part))
    return texts


def _check_type(given: str) -> str:
    try:
        return complete_type(given)
    except UsageError as problem:
        raise ValueError(str(problem)) from None


def _check_host(given: str) -> str:
    host = urls.host_of(given) if "//" in given else urls.canonical_host(given.lstrip("."))
    if not host or any(letter in host for letter in "/ \t\n"):
        raise ValueError(f"{given!r} is no host name")
    return host


def _check_url(given: str) -> str:
    try:
        return urls.canonical(given)
    except urls.BadUrl:
        raise ValueError(f"{given!r} is no URL: it begins with http://, say") from None


Text = Annotated[str, Field(max_length=LONGEST_TEXT), AfterValidator(_check_text)]
Host = Annotated[Text, AfterValidator(_check_host)]
Several = BeforeValidator(_split)
Count = Annotated[int | None, Field(ge=0, le=LARGEST_NUMBER)]
Score = Annotated[float | None, Field(ge=0, le=1)]
DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


def _check_day(given: Any) -> Any:
    """Otherwise a number would be taken for seconds."""
    if isinstance(given, datetime.date) or (isinstance(given, str) and DAY.fullmatch(given)):
        return given
    raise ValueError(f"{given!r} is no day; write it as 2024-05-31")


Day = Annotated[datetime.date, BeforeValidator(_check_day)] | None


class Conditions(BaseModel):
    """Conditions that a document meets. Of several values of one condition any will do; of
    different conditions all must hold. Days are those of UTC, and both ends of a stretch belong to
    it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    random: int | None = Field(
        None,
        ge=1,
        le=LARGEST_SAMPLE,
        description=_say_of("random"),
    )
    seed: int | None = Field(
        None,
        ge=0,
        le=LARGEST_SEED,
        description=_say_of("seed"),
    )
    query: Text = Field("", description=_say_of("query"))
    type: Annotated[tuple[Annotated[Text, AfterValidator(_check_type)], ...], Several] = Field(
        (), max_length=MOST_VALUES, description=_say_of("type")
    )
    kind: Annotated[tuple[Kind, ...], Several] = Field(
        (), max_length=MOST_VALUES, description=_say_of("kind")
    )
    language: Annotated[tuple[Text, ...], Several] = Field(
        (), max_length=MOST_VALUES, description=_say_of("language")
    )
    state: Annotated[tuple[State, ...], Several] = Field(
        (),
        max_length=MOST_VALUES,
        description=_say_of("state"),
    )
    host: Annotated[tuple[Host, ...], Several] = Field(
        (), max_length=MOST_VALUES, description=_say_of("host")
    )
    domain: Annotated[tuple[Host, ...], Several] = Field(
        (), max_length=MOST_VALUES, description=_say_of("domain")
    )
    parent: Annotated[Text, AfterValidator(lambda given: given and _check_url(given))] = Field(
        "", description=_say_of("parent")
    )
    run: int | None = Field(None, ge=1, le=LARGEST_NUMBER, description=_say_of("run"))
    discovered_from: Day = Field(None, description=_say_of("discovered_from"))
    discovered_until: Day = Field(None, description=_say_of("discovered_until"))
    updated_from: Day = Field(None, description=_say_of("updated_from"))
    updated_until: Day = Field(None, description=_say_of("updated_until"))
    captured_from: Day = Field(None, description=_say_of("captured_from"))
    captured_until: Day = Field(None, description=_say_of("captured_until"))
    academic_from: Score = Field(None, description=_say_of("academic_from"))
    academic_until: Score = Field(None, description=_say_of("academic_until"))
    size_from: Annotated[int | None, Field(ge=0, le=LARGEST_SEED)] = Field(
        None, description=_say_of("size_from")
    )
    size_until: Annotated[int | None, Field(ge=0, le=LARGEST_SEED)] = Field(
        None, description=_say_of("size_until")
    )
    pages_from: Count = Field(None, description=_say_of("pages_from"))
    pages_until: Count = Field(None, description=_say_of("pages_until"))
    year_from: Count = Field(None, description=_say_of("year_from"))
    year_until: Count = Field(None, description=_say_of("year_until"))
    venue: Text = Field("", description=_say_of("venue"))
    has: Annotated[tuple[Part, ...], Several] = Field(
        (), max_length=MOST_VALUES, description=_say_of("has")
    )
    has_no: Annotated[tuple[Part, ...], Several] = Field(
        (), max_length=MOST_VALUES, description=_say_of("has_no")
    )

    @model_validator(mode="after")
    def _check_stretches(self) -> Self:
        for name, value in self:
            end = getattr(self, name.removesuffix(ENDS[0]) + ENDS[1], None)
            if name.endswith(ENDS[0]) and None not in (value, end) and value > end:
                words = name.removesuffix(ENDS[0]).replace("_", " ")
                raise ValueError(f"{words}: it ends ({end}) before it begins ({value})")
        if twice := set(self.has) & set(self.has_no):
            words = ", ".join(sorted(twice))
            raise ValueError(f"has and has_no both name {words}: no document meets that")
        if self.seed is not None and self.random is None:
            raise ValueError("a seed goes with random: say how many documents are to be drawn")
        return self

    def given(self) -> dict[str, Any]:
        """Those that were given, as JSON has them."""
        return self.model_dump(mode="json", exclude_defaults=True)

    def as_options(self) -> str:
        """As `sheaf retrieve` takes them."""
        words = []
        for name, value in self.given().items():
            for each in value if isinstance(value, list) else [value]:
                words += [f"--{name.replace('_', '-')}", shlex.quote(str(each))]
        return " ".join(words)

    def as_query(self) -> str:
        """As a form and an address have them: type=application%2Fpdf&random=5."""
        return urlencode(self.given(), doseq=True)

    @property
    def narrows(self) -> bool:
        """Whether there is any condition beside number and seed."""
        return bool(self.given().keys() - {"random", "seed"})

    def in_words(self) -> list[str]:
        """One line for each that was given."""
        return [f"{name.replace('_', ' ')}: {_say(value)}" for name, value in self.given().items()]


def _say(value: Any) -> str:
    return ", ".join(value) if isinstance(value, list) else str(value)


def read_conditions(given: Mapping[str, Any]) -> Conditions:
    """Conditions out of plain values; what is wrong with them is said in sentences."""
    try:
        return Conditions.model_validate(given)
    except ValidationError as problem:
        words = " ".join(
            f"{name}: {each}." if name else f"{each}." for name, each in mistakes(problem)
        )
        raise UsageError(words, "`sheaf retrieve --help` says what each condition takes.") from None


def mistakes(problem: ValidationError) -> list[tuple[str, str]]:
    """Each with the name of its condition; empty where it is about several."""
    found = []
    for error in problem.errors():
        name = str(error["loc"][0]) if error["loc"] else ""
        found.append((name, error["msg"].removeprefix("Value error, ").rstrip(".")))
    return found
