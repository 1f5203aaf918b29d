"""Which documents are wanted: one typed description, from which the command line, Python, the API
and the form in the browser are made."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

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
from sheaf.errors import UsageError
from sheaf.settings import Kind

LARGEST_SAMPLE = 1_000_000  # more numbers than that are no sample, and take memory
LARGEST_SEED = 2**63 - 1
LARGEST_NUMBER = 2**31 - 1
LONGEST_TEXT = 2_000
MOST_VALUES = 50
DATE = "YYYY-MM-DD"
# Names of two conditions that are the ends of a stretch.
ENDS = ("_from", "_until")

State = Literal["not_ingested", "handed_out", "ingested", "failed"]
Part = Literal["title", "abstract", "references", "text"]


def _check_text(text: str) -> str:
    if text != make_storable(text):
        raise ValueError("it is no text")
    return text.strip()


def _split(given: Any) -> Any:
    """What came as one text: its parts, at commas."""
    if isinstance(given, str):
        return tuple(part for each in given.split(",") if (part := each.strip()))
    return tuple(given) if isinstance(given, list) else given


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
Day = datetime.date | None


class Conditions(BaseModel):
    """Conditions that a document meets. Of several values of one condition any will do; of
    different conditions all must hold. Days are those of UTC, and both ends of a stretch belong to
    it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    random: int | None = Field(
        None,
        ge=1,
        le=LARGEST_SAMPLE,
        description="So many of them, drawn at random; without it, all.",
    )
    seed: int | None = Field(
        None,
        ge=0,
        le=LARGEST_SEED,
        description="The same seed draws the same documents again; without it, a new one is made.",
    )
    query: Text = Field("", description="What a search finds, in the words of sheaf search.")
    type: Annotated[tuple[Annotated[Text, AfterValidator(_check_type)], ...], Several] = Field(
        (), max_length=MOST_VALUES, description="A type of file: application/pdf, or pdf."
    )
    kind: Annotated[tuple[Kind, ...], Several] = Field(
        (), max_length=MOST_VALUES, description="What kind of document it was judged to be."
    )
    language: Annotated[tuple[Text, ...], Several] = Field(
        (), max_length=MOST_VALUES, description="The code of its language: en."
    )
    state: Annotated[tuple[State, ...], Several] = Field(
        (),
        max_length=MOST_VALUES,
        description="Whether the search engine behind the library took it.",
    )
    host: Annotated[tuple[Host, ...], Several] = Field(
        (), max_length=MOST_VALUES, description="The host it came from, and no other."
    )
    domain: Annotated[tuple[Host, ...], Several] = Field(
        (), max_length=MOST_VALUES, description="A host or domain, and all below it: example.edu."
    )
    parent: Annotated[Text, AfterValidator(lambda given: given and _check_url(given))] = Field(
        "", description="The URL of the page that linked to it."
    )
    run: int | None = Field(
        None, ge=1, le=LARGEST_NUMBER, description="The run that brought it as it is now."
    )
    discovered_from: Day = Field(None, description="First captured on this day or later.")
    discovered_until: Day = Field(None, description="First captured on this day or before.")
    updated_from: Day = Field(None, description="Last renewed on this day or later.")
    updated_until: Day = Field(None, description="Last renewed on this day or before.")
    captured_from: Day = Field(
        None, description="The capture it was kept from is of this day or later."
    )
    captured_until: Day = Field(
        None, description="The capture it was kept from is of this day or before."
    )
    academic_from: Score = Field(None, description="Its academic score is this or higher.")
    academic_until: Score = Field(None, description="Its academic score is this or lower.")
    size_from: Annotated[int | None, Field(ge=0, le=LARGEST_SEED)] = Field(
        None, description="It has so many bytes or more."
    )
    size_until: Annotated[int | None, Field(ge=0, le=LARGEST_SEED)] = Field(
        None, description="It has so many bytes or fewer."
    )
    pages_from: Count = Field(None, description="It has so many pages or more.")
    pages_until: Count = Field(None, description="It has so many pages or fewer.")
    year_from: Count = Field(None, description="It is of this year or later.")
    year_until: Count = Field(None, description="It is of this year or before.")
    venue: Text = Field("", description="These letters stand in the name of its journal or venue.")
    has: Annotated[tuple[Part, ...], Several] = Field(
        (), max_length=MOST_VALUES, description="All of these were read out of it."
    )
    has_no: Annotated[tuple[Part, ...], Several] = Field(
        (), max_length=MOST_VALUES, description="None of these was read out of it."
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
