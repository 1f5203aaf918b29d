"""The commands of the crawler: `sheaf crawl URL...`, and what one may want of a crawl."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from sheaf.acquire.screen import show_summary
from sheaf.acquire.summaries import list_accidents, title_of
from sheaf.errors import UsageError
from sheaf.terminal import (
    JsonOption,
    LibraryOption,
    WaitOption,
    answers,
    counted,
    find_library,
    messages,
    table,
    write_json,
)

if TYPE_CHECKING:
    from sheaf.acquire.crawl.crawler import CrawlReport
    from sheaf.app import ImportSummary, Library

RUN = "run"
# Outcomes that brought a page.
CAME = ("fetched", "too_large", "unchanged")
NAME = Annotated[str, typer.Argument(help="The crawl's name: that of its file in frontier/.")]


class CrawlGroup(TyperGroup):
    """`sheaf crawl URL` is short for `sheaf crawl run URL`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        asks_for_help = args and args[0] in ctx.help_option_names
        if args and args[0] not in self.commands and not asks_for_help:
            args = [RUN, *args]
        return super().parse_args(ctx, args)


crawl = typer.Typer(
    name="crawl",
    cls=CrawlGroup,
    no_args_is_help=True,
    help="Crawl politely from seeds, keep what came as WARC, import it. "
    "`sheaf crawl URL` is short for `sheaf crawl run URL`.",
)
app = typer.Typer()
app.add_typer(crawl)


@crawl.command()
def run(
    seeds: Annotated[
        list[str] | None, typer.Argument(help="Where to start: http or https URLs.")
    ] = None,
    library: LibraryOption = None,
    profile: Annotated[
        str, typer.Option(help="scholarly, wiki, submission, focused, or a file of your own.")
    ] = "scholarly",
    pages: Annotated[int | None, typer.Option(help="Fetch this many URLs at the most.")] = None,
    depth: Annotated[int | None, typer.Option(help="Follow links this far from a seed.")] = None,
    min_delay: Annotated[
        float | None, typer.Option(help="Seconds between two requests to one host.")
    ] = None,
    connections: Annotated[int | None, typer.Option(help="Fetches at once, in all.")] = None,
    host: Annotated[
        list[str] | None,
        typer.Option(help="A host to keep to (*.example.org too); default: those of the seeds."),
    ] = None,
    name: Annotated[
        str | None, typer.Option(help="A name for the crawl; the same name goes on with it.")
    ] = None,
    revisit: Annotated[
        bool, typer.Option("--revisit", help="Visit again what was visited, if it has changed.")
    ] = False,
    contact: Annotated[str | None, typer.Option(help="Web page or e-mail of who crawls.")] = None,
    resolve: Annotated[
        list[str] | None,
        typer.Option(help="HOST=ADDRESS:PORT: where a host (or *) really is; repeatable."),
    ] = None,
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Fetch from private and loopback addresses.")
    ] = False,
    ignore_nofollow: Annotated[
        bool, typer.Option("--ignore-nofollow", help="Follow links marked nofollow.")
    ] = False,
    threads: Annotated[
        int | None, typer.Option("-t", "--numOfThreads", help="For wikis: workers.")
    ] = None,
    wiki_pages: Annotated[
        int | None, typer.Option("-c", "--numOfPages", help="For wikis: --pages.")
    ] = None,
    wiki_depth: Annotated[
        int | None, typer.Option("-d", "--crawlDepth", help="For wikis: --depth.")
    ] = None,
    interval: Annotated[
        int | None,
        typer.Option("-i", "--crawlInterval", help="For wikis: a worker rests so many ms."),
    ] = None,
    entry: Annotated[
        str | None,
        typer.Option("-u", "--entryUrl", help="For wikis: where to begin, again and again."),
    ] = None,
    host_regex: Annotated[
        str | None, typer.Option("-H", "--crawlHostRegex", help="For wikis: the hosts of articles.")
    ] = None,
    path_regex: Annotated[
        str | None, typer.Option("-P", "--crawlPathRegex", help="For wikis: the paths of articles.")
    ] = None,
    store: Annotated[
        str | None, typer.Option("--jdbcUrl", help="For wikis: where articles go.")
    ] = None,
    log_file: Annotated[
        str | None, typer.Option("-l", "--logFile", help="For wikis: a file for the log.")
    ] = None,
    metrics: Annotated[
        Path | None, typer.Option(help="A file for Prometheus, written anew every few seconds.")
    ] = None,
    wait: WaitOption = False,
    as_json: JsonOption = False,
) -> None:
    """Crawl politely from seeds, keep what came as WARC, import it.

    Obeys robots.txt, Crawl-delay and Retry-After. The same seeds again go on with that crawl.
    """
    from sheaf.acquire.crawl.profiles import load_profile
    from sheaf.acquire.crawl.screen import crawl_screen
    from sheaf.acquire.crawl.wiki.options import with_options
    from sheaf.app import Library

    wiki = {"threads": threads, "pages": wiki_pages, "depth": wiki_depth, "interval": interval,
            "entry": entry, "host": host_regex, "path": path_regex, "store": store,
            "log": log_file}  # fmt: skip
    chosen = load_profile(profile)
    if any(value is not None for value in wiki.values()):
        if not chosen.wiki.read:
            raise UsageError("-t, -c, -d, -i, -u, -H, -P and -l are for wikis.",
                             "Add --profile wiki.")  # fmt: skip
        chosen = with_options(chosen, **wiki)  # type: ignore[arg-type]
    if not seeds and not name and not chosen.seeds.urls:
        raise UsageError("There is nothing to crawl.", "Name at least one URL to start from.")
    with Library.open(find_library(library)) as opened:
        with crawl_screen() as screen:
            fetched, summary = opened.crawl(
                seeds or (),
                name=name,
                profile=chosen,
                hosts=host or (),
                revisit=revisit,
                resolve=dict(parse_resolve(one) for one in resolve or ()),
                allow_private=allow_private,
                ignore_nofollow=ignore_nofollow,
                metrics=metrics,
                on_progress=screen.show,
                wait=wait,
                pages=pages,
                depth=depth,
                min_delay=min_delay,
                connections=connections,
                contact=contact,
            )
        opened.index()
        show_end(opened, fetched, summary, as_json=as_json)
    nothing_ever = not any(fetched.outcomes.get(end) for end in CAME)
    raise typer.Exit(1 if summary.accidents or nothing_ever else 0)


def show_end(
    library: Library, fetched: CrawlReport, summary: ImportSummary, *, as_json: bool
) -> None:
    if as_json:
        write_json({"crawl": {**fetched.outcomes}, "fetched": fetched.fetched,
                    **summary.as_json()})  # fmt: skip
    else:
        answers.print(table("Crawl", fetched.outcomes))
        rows = (row for row in summary.rows() if row.kind != "counter")
        show_summary(title_of(summary), rows)
        list_accidents(library.run_log, summary)
    if not fetched.fetched:
        messages.print(
            "Nothing was fetched this time: see the outcomes above. A crawl that is finished stays "
            "finished; --revisit looks for what has changed, another --name crawls anew.",
            style="yellow",
        )


def parse_resolve(text: str) -> tuple[str, tuple[str, int]]:
    """HOST=ADDRESS:PORT, where the address may be [an IPv6 one]."""
    host, _, target = text.partition("=")
    address, _, port = target.rpartition(":")
    if not host or not address or not port.isdigit():
        raise UsageError(f"--resolve {text}: write it as HOST=ADDRESS:PORT.")
    return host.lower(), (address.strip("[]"), int(port))


def frontier_of(library: Path | None, name: str) -> Path:
    folder = find_library(library) / "frontier"
    if Path(name).name != name:
        raise UsageError(f"{name!r} cannot be the name of a crawl.")
    return folder / f"{name.removesuffix('.db')}.db"


@crawl.command()
def status(
    name: Annotated[str | None, typer.Argument(help="The crawl's name; without it: all.")] = None,
    library: LibraryOption = None,
    hosts: Annotated[int, typer.Option(help="Show this many hosts.")] = 20,
    prometheus: Annotated[
        bool, typer.Option("--prometheus", help="Write metrics for Prometheus on stdout.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """How a crawl stands, by outcome and by host, while it runs or after."""
    from sheaf.acquire.crawl.screen import show_status
    from sheaf.acquire.crawl.status import as_prometheus, read_status

    folder = find_library(library) / "frontier"
    paths = [frontier_of(library, name)] if name else sorted(folder.glob("*.db"))
    if not paths:
        messages.print("There is no crawl in this library yet.")
    for path in paths:
        told = read_status(path)
        if as_json:
            write_json(told.as_json())
        elif prometheus:
            answers.file.write("\n".join(as_prometheus(told)) + "\n")
        else:
            show_status(told, hosts)


@crawl.command()
def add(
    name: NAME,
    seeds: Annotated[list[str], typer.Argument(help="http or https URLs.")],
    library: LibraryOption = None,
) -> None:
    """Give a crawl more seeds, while it runs or for its next run."""
    from sheaf.acquire.crawl.orders import add_seeds

    given = add_seeds(frontier_of(library, name), seeds)
    messages.print(f"{counted(given, 'seed')} given to {name}.")


@crawl.command()
def pause(name: NAME, library: LibraryOption = None) -> None:
    """Let a crawl finish what is under way, and fetch nothing more until it is resumed."""
    _order(library, name, "pause")


@crawl.command()
def resume(name: NAME, library: LibraryOption = None) -> None:
    """Let a paused crawl go on."""
    _order(library, name, "resume")


@crawl.command()
def stop(name: NAME, library: LibraryOption = None) -> None:
    """End the run of a crawl in good order; the next run goes on with it."""
    from sheaf.acquire.crawl.status import is_held

    path = frontier_of(library, name)
    if not is_held(path):
        raise UsageError(f"The crawl {name} is not running.")
    _order(library, name, "stop")


def _order(library: Path | None, name: str, word: Any) -> None:
    from sheaf.acquire.crawl.orders import give_order
    from sheaf.acquire.crawl.status import is_held

    path = frontier_of(library, name)
    give_order(path, word)
    when = "within a second or two" if is_held(path) else "when it is run again"
    messages.print(f"{name}: {word}, {when}.")


@crawl.command()
def explain(
    url: Annotated[str, typer.Argument(help="The URL that the rules are asked about.")],
    profile: Annotated[str, typer.Option(help="Whose rules.")] = "scholarly",
    seed: Annotated[list[str] | None, typer.Option(help="A seed of the crawl.")] = None,
    host: Annotated[list[str] | None, typer.Option(help="A host of the crawl.")] = None,
    depth: Annotated[int, typer.Option(help="How far from a seed it was found.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Which rule of a profile lets a URL in, or keeps it out."""
    from sheaf.acquire.crawl import explaining
    from sheaf.acquire.crawl.profiles import load_profile

    told = explaining.explain(
        url, load_profile(profile), seeds=seed or (), hosts=host or (), depth=depth
    )
    if as_json:
        write_json(explaining.as_json(told))
    else:
        for line in explaining.as_lines(told):
            answers.print(line)
    raise typer.Exit(0 if told.accepted else 1)
