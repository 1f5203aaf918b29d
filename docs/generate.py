"""Makes docs/reference from the code: settings, commands, and the Python side.

    python docs/generate.py           write the pages
    python docs/generate.py --check   say which pages are out of date, and end with 1

The same code gives the same bytes, whatever the terminal is like.
"""

from __future__ import annotations

import dataclasses
import inspect
import sys
import types
import typing
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any

import typer

import sheaf
from sheaf import app, cli, settings
from sheaf.acquire.crawl.control.crawls import Crawls
from sheaf.acquire.crawl.control.removal import Removed
from sheaf.acquire.crawl.crawler import CrawlReport
from sheaf.acquire.crawl.frontier.status import CrawlStatus
from sheaf.acquire.crawl.options import CrawlOptions
from sheaf.acquire.crawl.profiles import with_default_profile
from sheaf.deposit.by_hand.versions import Versions
from sheaf.deposit.jobs.contract import JobInfo, LogLine, ScheduleInfo
from sheaf.deposit.retrieval.retrieval import Retrieval
from sheaf.deposit.retrieval.selection import MatchCount
from sheaf.deposit.rights.contract import HistoryEntry, KeyInfo, KeyUse, NewKey
from sheaf.deposit.rights.history import History
from sheaf.deposit.rights.keys import ApiKeys
from sheaf.deposit.rights.users import UserInfo
from sheaf.deposit.runs import CaptureInfo, RunInfo
from sheaf.deposit.undo import UndoReport
from sheaf.deposit.verify import Fault, Repair
from sheaf.graph.contract import (
    AuthorInfo,
    CitingPaper,
    GraphReport,
    MatchedReference,
    RelatedPaper,
    VenueInfo,
    WorkInfo,
)
from sheaf.graph.graph import Graph
from sheaf.records import Document, Reference
from sheaf.search.contract import (
    FacetValue,
    Hit,
    PastedText,
    SearchRequest,
    SearchResult,
    SimilarPaper,
    Suggestion,
)
from sheaf.search.indexer import IndexReport
from sheaf.workers.jobs.jobs import Jobs
from sheaf.workers.jobs.schedules import Schedules

FOLDER = Path(__file__).resolve().parent / "reference"
NOTE = "<!-- Made by docs/generate.py from the code. Change the code, then run scripts/docs. -->"
OTHER_VARIABLES = {
    "SHEAF_LIBRARY": "The library that commands use where no `--library` is given.",
    "SHEAF_REQUIRE_PARTS": "For [tests](../../CONTRIBUTING.md): `1` lets none be skipped.",
    "SHEAF_SET": "the names of what `--set` gave; written by the command for its own processes",
}
VALUES = {int: "NUMBER", float: "NUMBER", Path: "PATH", str: "TEXT"}
RESULTS = (
    app.ImportSummary, CrawlOptions, CrawlReport, CrawlStatus, Removed, IndexReport, SearchRequest,
    SearchResult, Hit, FacetValue, Suggestion, PastedText, SimilarPaper, app.VerifyReport, Fault,
    Repair,
    RunInfo, CaptureInfo, UndoReport,
    Document, app.RereadReport, Reference, UserInfo, HistoryEntry, KeyInfo,
    NewKey, KeyUse, WorkInfo, MatchedReference,
    CitingPaper,
    RelatedPaper, AuthorInfo, VenueInfo, GraphReport, MatchCount, JobInfo, LogLine,
    ScheduleInfo,
)  # fmt: skip

# What a library has rooms of its own for.
FACADES = (
    ("The graph of a library", "graph", Graph),
    ("Versions in a library", "versions", Versions),
    ("Samples of a library", "retrieval", Retrieval),
    ("The history of a library", "history", History),
    ("The API keys of a library", "keys", ApiKeys),
    ("Jobs of a library", "jobs", Jobs),
    ("Schedules of a library", "schedules", Schedules),
)


def pages() -> dict[str, str]:
    made = {
        "settings.md": settings_page(),
        "commands.md": commands_page(),
        "python.md": python_page(),
    }
    return {name: "\n".join([NOTE, *lines]).rstrip() + "\n" for name, lines in made.items()}


# -- settings --------------------------------------------------------------------------------------


def settings_page() -> Iterator[str]:
    yield from paragraphs(
        "# Settings",
        "Settings stand in `sheaf.toml`, one section for each step. A new library's file shows "
        "every setting, commented out at its default; take away the `#` to change it. A variable "
        "overrides the file, and `--set SECTION.NAME=VALUE` of a command overrides both "
        "(`--set crawl.politeness.min_delay=2 --set curate.threshold=0.4`). In a variable, and "
        "after `--set`, a list is written with commas. A name that does not exist is an error "
        "(exit code 2) that says where it stands, so a typing error is never taken for a default.",
        "The sections `[crawl.*]` are those of a [crawl profile](../crawling/profiles.md). What is "
        "set there overrides the profile of every crawl; the defaults below are those of the "
        "profile `scholarly`, and say nothing where a crawl has another profile.",
        "`sheaf settings` shows what holds in a library. Variables hold without a library too, for "
        "`sheaf judge` and `sheaf extract`. These variables begin like settings and "
        "are none:",
    )
    yield from table(
        ("variable", "meaning"),
        [(code(name), OTHER_VARIABLES[name]) for name in sorted(settings.NOT_SETTINGS)],
    )
    shown = with_default_profile(settings.Settings())
    for section, model in settings.iterate_sections(shown):
        yield from paragraphs(f"## `[{section}]`", one_line(model.__doc__))
        yield from table(
            ("setting", "default", "meaning", "variable"),
            [
                (
                    code(name),
                    code(settings.as_toml_value(value)) if value is not None else "",
                    one_line(field.description) + limits(field),
                    code(settings.variable_name(section, name)),
                )
                for name, field in type(model).model_fields.items()
                for value in [getattr(model, name)]
            ],
        )


def limits(field: Any) -> str:
    """What pydantic was told about the range of a number."""
    words = {"ge": "at least", "gt": "more than", "le": "at most", "lt": "less than"}
    said = [
        f"{word} {value:,}"
        for rule in field.metadata
        for name, word in words.items()
        if (value := getattr(rule, name, None)) is not None
    ]
    return f" ({', '.join(said)})" if said else ""


# -- commands --------------------------------------------------------------------------------------


def commands_page() -> Iterator[str]:
    group: Any = typer.main.get_command(cli.app)
    yield from paragraphs(
        "# Commands",
        "Every command has `--help`. Commands that work on a library look for it in this order: "
        "`--library`, the variable `SHEAF_LIBRARY`, the folder you are in and those above it. "
        "Answers go to standard output, everything else to standard error. What the exit codes "
        "mean is said in [limits and safety](../operations/limits-and-safety.md).",
    )
    yield from table(
        ("command", "does"),
        [
            (f"[`sheaf {name}`](#sheaf-{name.replace(' ', '-')})", first_line(command.help))
            for name, command in each_command(group)
        ],
    )
    for name, command in each_command(group):
        yield from command_section(name, command)


def each_command(group: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    """All commands, those of groups under both words."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from each_command(command, f"{before}{name} ")
        else:
            yield f"{before}{name}", command


def command_section(name: str, command: Any) -> Iterator[str]:
    types_of = typing.get_type_hints(command.callback)
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    options = [one for one in command.params if one.param_type_name == "option"]
    usage = " ".join(["sheaf", name, *map(placeholder, arguments), "[OPTIONS]"])
    yield from paragraphs(f"## `sheaf {name}`", f"    {usage}", *blocks(command.help))
    if arguments:
        yield from table(
            ("argument", "meaning"),
            [(code(placeholder(one)), one_line(one.help)) for one in arguments],
        )
    yield from table(
        ("option", "meaning"),
        [(spelled(one, types_of[one.name]), meaning(one)) for one in options],
    )


def placeholder(argument: Any) -> str:
    word = argument.name.upper() + ("..." if argument.nargs == -1 else "")
    return word if argument.required else f"[{word}]"


def spelled(option: Any, kind: Any) -> str:
    """`--limit NUMBER`, `-n NUMBER`; the other way round of a switch stands beside it."""
    value = "" if option.is_flag else f" {value_of(plain_type(kind))}"
    names = [*option.opts, *option.secondary_opts]
    return ", ".join(code(name + value) for name in names)


def value_of(kind: type) -> str:
    """`NUMBER`; where one of a few words may stand, these: `while|after|never`."""
    return "|".join(kind) if issubclass(kind, StrEnum) else VALUES[kind]


def plain_type(kind: Any) -> type:
    """`int` for `int | None`, `str` for `list[str] | None`."""
    if isinstance(kind, types.UnionType) or typing.get_origin(kind) is typing.Union:
        kind = next(one for one in typing.get_args(kind) if one is not type(None))
    if typing.get_origin(kind) is list:
        kind = typing.get_args(kind)[0]
    assert isinstance(kind, type)
    return kind


def meaning(option: Any) -> str:
    words = one_line(option.help)
    if isinstance(option.show_default, str):
        return f"{words} Default: the setting {code(option.show_default)}."
    if option.is_flag:
        if not option.secondary_opts:
            return words
        default = (
            "off, or as the crawl was told" if option.default is None else code(option.opts[0])
        )
        return f"{words} Default: {default}."
    return words if option.default is None else f"{words} Default: {code(option.default)}."


# -- the Python side -------------------------------------------------------------------------------


def python_page() -> Iterator[str]:
    yield from paragraphs(
        "# Python",
        "What the commands do, a program can do too. `import sheaf` is quick; the rest is loaded "
        "when a library is opened. A script needs no `if __name__` guard: workers are fresh "
        "interpreters and do not run it again. [The tutorial](../tutorial.md) shows it in use.",
        "## The module",
    )
    for name in sheaf.__all__:
        one = getattr(sheaf, name)
        if inspect.isfunction(one):
            yield from paragraphs(*described(f"sheaf.{name}", one))
    for one in (app.judge, app.extract_files, app.parse_references):
        yield from paragraphs(*described(f"sheaf.app.{one.__name__}", one))
    yield from paragraphs("## A library", one_line(app.Library.__doc__))
    for name, one in vars(app.Library).items():
        if not name.startswith("_"):
            inner = one.__func__ if isinstance(one, classmethod) else one
            if inspect.isfunction(inner):
                start = "Library" if isinstance(one, classmethod) else "library"
                yield from paragraphs(*described(f"{start}.{name}", inner))
    yield from paragraphs("## The crawls of a library", one_line(Crawls.__doc__))
    for name, one in vars(Crawls).items():
        if not name.startswith("_"):
            yield from paragraphs(*described(f"library.crawls.{name}", one))
    for title, prefix, facade in FACADES:
        yield from paragraphs(f"## {title}", one_line(facade.__doc__))
        for name, one in vars(facade).items():
            if not name.startswith("_") and inspect.isfunction(one):
                yield from paragraphs(*described(f"library.{prefix}.{name}", one))
    yield from paragraphs("## What comes back")
    for result in RESULTS:
        yield from paragraphs(f"### `{result.__name__}`", *own_words(result))
        yield from table(
            ("field", "type"),
            [(code(one.name), code(one.type)) for one in dataclasses.fields(result)],
        )


def described(name: str, function: Any) -> list[str]:
    words = first_paragraph(inspect.getdoc(function))
    return [f"### `{name}`", f"```text\n{signature(name, function)}\n```", *([words] * bool(words))]


def signature(name: str, function: Any) -> str:
    """One parameter a line where one line is too short for all."""
    given = inspect.signature(function)
    words: list[str] = []
    for one in given.parameters.values():
        if one.name in {"self", "cls"}:
            continue
        if one.kind is one.KEYWORD_ONLY and not any(word.startswith("*") for word in words):
            words.append("*")
        words.append(parameter(one))
    answer = f" -> {given.return_annotation}"
    short = f"{name}({', '.join(words)}){answer}"
    if len(short) <= 90:
        return short
    return "\n".join([f"{name}(", *(f"    {word}," for word in words), f"){answer}"])


def parameter(one: inspect.Parameter) -> str:
    stars = {one.VAR_KEYWORD: "**", one.VAR_POSITIONAL: "*"}.get(one.kind, "")
    text = f"{stars}{one.name}: {one.annotation}"
    if one.default is one.empty:
        return text
    return f"{text} = {'...' if callable(one.default) else repr(one.default)}"


def own_words(result: type) -> list[str]:
    """A docstring that somebody wrote, not the one that dataclasses make up."""
    words = inspect.cleandoc(result.__doc__ or "")
    return [] if words.startswith(f"{result.__name__}(") else [first_paragraph(words)]


# -- Markdown --------------------------------------------------------------------------------------


def paragraphs(*texts: str) -> Iterator[str]:
    for text in texts:
        yield from ("", text)


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield ""
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * len(heads)
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"


def code(value: object) -> str:
    return f"`{value}`"


def blocks(text: str | None) -> list[str]:
    return [one_line(block) for block in inspect.cleandoc(text or "").split("\n\n")]


def first_paragraph(text: str | None) -> str:
    return one_line((text or "").split("\n\n")[0])


def first_line(text: str | None) -> str:
    return blocks(text)[0]


def one_line(text: str | None) -> str:
    return " ".join((text or "").split())


def stale() -> list[str]:
    """The pages that are not what the code says now."""
    return [
        name
        for name, text in pages().items()
        if not (FOLDER / name).is_file() or (FOLDER / name).read_text(encoding="utf-8") != text
    ]


def main() -> None:
    out_of_date = stale()
    if sys.argv[1:] == ["--check"]:
        for name in out_of_date:
            sys.stderr.write(f"docs/reference/{name} is out of date: run scripts/docs\n")
        sys.exit(1 if out_of_date else 0)
    if sys.argv[1:]:
        sys.exit(__doc__)
    FOLDER.mkdir(exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
