"""How commands talk to people: messages and progress on stderr, answers on stdout.

Colour and progress bars only on a terminal; elsewhere a plain line now and then.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from enum import StrEnum
from functools import wraps
from inspect import Parameter, signature
from itertools import count
from pathlib import Path
from typing import Annotated, Any, Protocol, TypeVar

import typer
from rich.console import Console
from rich.live import Live
from rich.table import Table
from typer.core import TyperCommand, TyperGroup

from sheaf import programs
from sheaf.errors import NotALibraryError, UsageError
from sheaf.urls import SURROGATE

INDEXED_QUICKLY = 500  # documents: a few seconds
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
# What would begin another line, or turn the direction of the rest of this one.
LINE_BREAKING = re.compile(r"[\t\n\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    """Text from strangers (URLs, titles, file names) without what a terminal would obey."""
    return CONTROL.sub("�", text)


def one_line(text: str) -> str:
    """The same, for what must stay within its line or its cell of a table."""
    return LINE_BREAKING.sub("�", printable(text))


class PlainConsole(Console):
    """A console that takes text as text: no markup, no emoji, no control characters."""

    def __init__(self, *, stderr: bool) -> None:
        stream = sys.stderr if stderr else sys.stdout
        super().__init__(
            stderr=stderr,
            soft_wrap=True,
            markup=False,
            emoji=False,
            highlight=False,
            # Lines for grep are not broken where a screen would end.
            width=None if stream.isatty() else 200,
        )

    def print(self, *objects: Any, **more: Any) -> None:
        super().print(
            *(printable(item) if isinstance(item, str) else item for item in objects), **more
        )


answers = PlainConsole(stderr=False)
messages = PlainConsole(stderr=True)
WIDE_ENOUGH = 60  # columns, for words beside numbers
SHORT_WAIT = 0.5  # seconds in which nobody wonders
Item = TypeVar("Item")
LOG_EVERY = 10.0  # seconds between lines where there is no terminal


class ListGroup(TyperGroup):
    """Commands whose name alone is short for their `list`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        # What is neither a command nor an option is a slip, and told as one.
        if not args or (args[0].startswith("-") and args[0] not in ctx.help_option_names):
            args = ["list", *args]
        return super().parse_args(ctx, args)


LibraryOption = Annotated[
    Path | None,
    typer.Option(
        "--library",
        "-L",
        help="The library's folder. Default: $SHEAF_LIBRARY, or the nearest one upward from here.",
        show_default=False,
    ),
]
JsonOption = Annotated[
    bool,
    typer.Option("--json", help="Write the answer as JSON; a list as one object a line."),
]
CsvOption = Annotated[bool, typer.Option("--csv", help="Write the summary as CSV.")]


FilterOption = Annotated[
    list[str] | None,
    typer.Option(
        "--filter",
        metavar="NAME=VALUE",
        help="Only what has this value of a facet (language=en); repeat for several.",
    ),
]


def read_filters(given: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """NAME=VALUE, several of a name together."""
    filters: dict[str, tuple[str, ...]] = {}
    for one in given:
        name, sign, value = one.partition("=")
        if not sign or not value:
            raise UsageError(f"{one!r} is no filter.", "Write NAME=VALUE, as in language=en.")
        filters[name] = (*filters.get(name, ()), value)
    return filters


def one_of(**chosen: bool) -> str:
    """The name of the option that was given; empty for none."""
    names = [name for name, is_chosen in chosen.items() if is_chosen]
    if len(names) > 1:
        raise UsageError(f"--{names[0]} and --{names[1]} exclude each other.", "Choose one.")
    return names[0] if names else ""


class Counters(StrEnum):
    """Whose counters a summary is to have beside its own."""

    CDI = "cdi"


CountersOption = Annotated[
    Counters | None,
    typer.Option(
        help="Show the counters of the CDI middleware too (saved_New, filtered_MTF, ...). "
        "JSON always has them.",
        show_default=False,
    ),
]
WaitOption = Annotated[
    bool, typer.Option("--wait", help="Wait for another run on this library to end.")
]
DryRunOption = Annotated[
    bool, typer.Option("--dry-run", help="Say what would be done, and change nothing.")
]

CrawlName = Annotated[str, typer.Argument(help="The crawl's name: that of its file in frontier/.")]


SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="SETTING",
        help="SECTION.NAME=VALUE (curate.threshold=0.4): for this command, whatever sheaf.toml "
        "says; repeatable.",
    ),
]


def with_set_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """The command with --set, by which any setting can be given for it."""

    @wraps(command)
    def run(*, assignments: list[str] | None = None, **options: Any) -> Any:
        if assignments:
            from sheaf.settings import set_for_this_command

            for assignment in assignments:
                set_for_this_command(assignment)
        return command(**options)

    more = Parameter("assignments", Parameter.KEYWORD_ONLY, default=None, annotation=SetOption)
    given = signature(command, eval_str=True)
    run.__signature__ = given.replace(  # type: ignore[attr-defined]
        parameters=[*given.parameters.values(), more]
    )
    run.__annotations__ = {name: each.annotation for name, each in given.parameters.items()}
    run.__annotations__["assignments"] = SetOption
    return run


def command_without(former: Mapping[str, str]) -> type[TyperCommand]:
    """A command that has lost options: each by its name, with what to say instead."""

    class CommandWithout(TyperCommand):
        def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
            for word in args[: args.index("--")] if "--" in args else args:
                name = word.partition("=")[0]
                if name in former:
                    raise UsageError(f"{ctx.command_path} has no {name} any more.", former[name])
            return super().parse_args(ctx, args)

    return CommandWithout


def check_text(given: list[str] | None) -> list[str]:
    """What was given, if all of it is text: bytes that are none could be written nowhere."""
    for text in given or ():
        if SURROGATE.search(text):
            raise UsageError(
                f"{text!r} is no text in UTF-8.", "Write such bytes with percent signs: %FF."
            )
    return given or []


def find_library(option: Path | None) -> Path:
    """Where the library is, by option, variable, or the folders above this one."""
    if option is not None:
        return option
    if variable := os.environ.get("SHEAF_LIBRARY"):  # empty means unset, as in every shell
        return Path(variable)
    # Here, not above: settings take a third of the time that `sheaf --help` has.
    from sheaf.settings import FILE_NAME

    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / FILE_NAME).is_file():
            _check_owner(folder, (folder / FILE_NAME).stat().st_uid)
            return folder
    raise NotALibraryError(f"There is no library in {here} or above it.")


def _check_owner(folder: Path, owner: int) -> None:
    """Who may write above us, in /tmp for one, must not choose where our documents go."""
    if owner not in (0, os.geteuid()):
        raise UsageError(
            f"The library in {folder}, the nearest from here, is another user's ({owner}).",
            f"If it is the one you mean, name it: --library {shlex.quote(str(folder))}",
        )


def write_json(value: Any) -> None:
    """One line. Where the characters cannot be written as they are, they are written as \\u...."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        text = json.dumps(value, default=str)
    sys.stdout.write(text + "\n")


def table(
    title: str, rows: Mapping[str, Any], *, meanings: Mapping[str, str] | None = None
) -> Table:
    """Names and numbers, with a third column of meanings where there are any and room for it."""
    meanings = meanings if answers.width >= WIDE_ENOUGH else None
    shown = Table(title=title, title_justify="left", box=None, pad_edge=False, show_header=False)
    shown.add_column("name", style="cyan")
    shown.add_column("value", justify="right")
    if meanings:
        shown.add_column("meaning", style="dim")
    for name, value in rows.items():
        extra = [meanings.get(name, "")] if meanings else []
        shown.add_row(name, printable(format_number(value)), *extra)
    return shown


def plural(count: int, noun: str) -> str:
    """1 capture, 1,200 captures."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def format_number(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def say_closed(folder: Path) -> None:
    """That a library of an older Sheaf is no longer open to everybody on this machine."""
    messages.print(
        f"Everybody on this machine could read {folder} or databases in it; now only its owner "
        "can. chmod lets a group in; `private = false` in [deposit] leaves the folder open.",
        style="yellow",
    )


def say_not_noted(problem: str) -> None:
    """That something was done, and the history does not have it."""
    messages.print(f"It was done, and is not in the history: {problem}", style="yellow")


def print_address(address: str, setup_address: str | None) -> None:
    """Where the browser finds us, and how the first user is made."""
    messages.print(f"Serving at {address}  (Ctrl-C stops)")
    if setup_address:
        messages.print(f"No user yet. Create the first one: {setup_address}")


def print_mcp_address(address: str) -> None:
    """Where assistants find us."""
    messages.print(f"Serving assistants at {address}  (Ctrl-C stops)")


class IndexedLibrary(Protocol):
    """As much of a library as `index_after_interrupt` needs."""

    def index_is_behind(self) -> int: ...
    def index(self) -> Any: ...


@contextmanager
def index_after_interrupt(library: IndexedLibrary, *, is_wanted: bool = True) -> Iterator[None]:
    """After Ctrl-C what was kept can be found all the same where that is quick; where it is not, or
    at a second Ctrl-C, it is said how to catch up. Not where the command does without the index."""
    try:
        yield
    except KeyboardInterrupt:
        if is_wanted:
            try:
                _index_where_quick(library)
            except Exception as problem:  # noqa: BLE001 - it ends by Ctrl-C, whatever goes wrong now
                messages.print(f"The index was not brought up to date: {problem}", style="yellow")
        raise


def _index_where_quick(library: IndexedLibrary) -> None:
    try:
        if 0 < library.index_is_behind() <= INDEXED_QUICKLY:
            messages.print("Bringing the index up to date. Ctrl-C again ends at once.")
            library.index()
    finally:
        say_index_is_behind(library.index_is_behind())


def say_index_is_behind(documents: int) -> None:
    if documents:
        words = f"The index is behind by {plural(documents, 'document')}"
        messages.print(f"{words}: `sheaf index` catches up.", style="yellow")


def say_what_was_searched(library: Any, words: str, filters: Mapping[str, Sequence[str]]) -> None:
    """What of a question whose results are written was not understood, or is not indexed yet."""
    result = library.search(words, limit=1, filters=filters)
    for complaint in result.complaints:
        messages.print(f"Not understood: {complaint}", style="yellow")
    if not library.is_indexed:
        messages.print("There is no index to search in: `sheaf index` makes it.", style="yellow")
    say_index_is_behind(library.index_is_behind())


class ProgressLine:
    """A line that is kept up to date on a terminal, and said now and then elsewhere."""

    def __init__(self, live: Live | None) -> None:
        self.live = live
        self.started = time.monotonic()
        self.said = self.started

    def say(self, done: int, what: str, details: str = "", share: float | None = None) -> None:
        now = time.monotonic()
        rate = done / max(now - self.started, 0.001)
        line = f"{done:,} {what}, {rate:,.1f} a second. {details}"
        if share:
            line += f" {share:.0%}, {time_left(now - self.started, share)} left."
        if self.live is not None:
            self.live.update(line)
        elif now - self.said >= LOG_EVERY:
            messages.print(line)
            self.said = now


class Waiting:
    """A line that says how long the next answer has been awaited, and whether OCR is at work."""

    def __init__(self, done: int, what: str) -> None:
        self.words = f"{done:,} {what}. Working on the next"
        self.started = time.monotonic()

    def __rich__(self) -> str:
        seconds = time.monotonic() - self.started
        if seconds < SHORT_WAIT:
            return ""
        return f"{self.words}, {format_clock(seconds)}{ocr_words()}"


def ocr_words() -> str:
    return " (OCR is at work)" if "tesseract" in programs.find_running() else ""


def show_waiting(answered: Iterable[Item], what: str) -> Iterator[Item]:
    """The answers as they come; on a terminal, a line while the next one is awaited. It is gone
    before an answer is given, which may be printed."""
    coming = iter(answered)
    for done in count():
        waiting = Waiting(done, what)
        with (
            Live(waiting, console=messages, transient=True, refresh_per_second=2)
            if can_redraw()
            else nullcontext()
        ):
            try:
                answer = next(coming)
            except StopIteration:
                return
        yield answer


def time_left(elapsed: float, share: float) -> str:
    """How long the rest takes, if it goes on as it went."""
    return format_clock(elapsed * (1 - share) / share)


def format_clock(seconds: float) -> str:
    """0:07, 12:34, 1:02:03."""
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def can_redraw() -> bool:
    """Whether messages go to a screen on which a line can be written anew."""
    return messages.is_terminal and not messages.is_dumb_terminal


@contextmanager
def progress_line() -> Iterator[ProgressLine]:
    if not can_redraw():
        yield ProgressLine(None)
        return
    with Live("", console=messages, transient=True, refresh_per_second=8) as live:
        yield ProgressLine(live)
