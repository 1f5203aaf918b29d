"""Conditions in words: what each says, and the options that `sheaf retrieve` has for them.

Apart from the conditions themselves, whose checks take as long to load as `sheaf --help` may take.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from typing import Annotated, Any

import typer

LISTS = frozenset({"type", "kind", "language", "state", "host", "domain", "has", "has_no"})
NUMBER, DAY, SCORE = "NUMBER", "YYYY-MM-DD", "0..1"
# What each condition says, and what is written for a value.
MEANINGS: dict[str, tuple[str, str]] = {
    "random": ("So many of them, drawn at random; without it, all.", NUMBER),
    "seed": ("The same seed draws the same again; without it, a new one is made.", NUMBER),
    "query": ("What a search finds, in the words of sheaf search.", "WORDS"),
    "type": ("A type of file: application/pdf, or pdf.", "TYPE"),
    "kind": ("What kind of document it was judged to be.", "KIND"),
    "language": ("The code of its language: en.", "CODE"),
    "state": ("Whether the search engine behind the library took it.", "STATE"),
    "host": ("The host it came from, and no other.", "HOST"),
    "domain": ("A host or domain, and all below it: example.edu.", "DOMAIN"),
    "parent": ("The URL of the page that linked to it.", "URL"),
    "run": ("The run that brought it as it is now.", NUMBER),
    "discovered_from": ("First captured on this day or later.", DAY),
    "discovered_until": ("First captured on this day or before.", DAY),
    "updated_from": ("Last renewed on this day or later.", DAY),
    "updated_until": ("Last renewed on this day or before.", DAY),
    "captured_from": ("The capture it was kept from is of this day or later.", DAY),
    "captured_until": ("The capture it was kept from is of this day or before.", DAY),
    "academic_from": ("Its academic score is this or higher.", SCORE),
    "academic_until": ("Its academic score is this or lower.", SCORE),
    "size_from": ("It has so many bytes or more.", NUMBER),
    "size_until": ("It has so many bytes or fewer.", NUMBER),
    "pages_from": ("It has so many pages or more.", NUMBER),
    "pages_until": ("It has so many pages or fewer.", NUMBER),
    "year_from": ("It is of this year or later.", NUMBER),
    "year_until": ("It is of this year or before.", NUMBER),
    "venue": ("These letters stand in the name of its journal or venue.", "WORDS"),
    "has": ("All of these were read out of it: title, abstract, references, text.", "PART"),
    "has_no": ("None of these was read out of it: title, abstract, references, text.", "PART"),
}


def with_conditions(command: Callable[..., Any]) -> Callable[..., Any]:
    """The command with an option for each condition; it is called with `given`, those that were
    given."""

    @wraps(command)
    def run(**options: Any) -> Any:
        given = {name: value for name in MEANINGS if (value := options.pop(name)) not in (None, [])}
        return command(given=given, **options)

    own = signature(command, eval_str=True)
    kept = [each for name, each in own.parameters.items() if name != "given"]
    parameters = [*kept, *map(_option, MEANINGS)]
    run.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in parameters}
    return run


def _option(name: str) -> Parameter:
    words, metavar = MEANINGS[name]
    annotation: Any = list[str] | None if name in LISTS else str | None
    option = typer.Option(
        f"--{name.replace('_', '-')}",
        metavar=metavar,
        help=f"{words} Repeatable." if name in LISTS else words,
        rich_help_panel="Conditions",
    )
    return Parameter(
        name, Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[annotation, option]
    )
