"""The commands of the crawler: `sheaf crawl URL...`, and what one may want of a crawl."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from sheaf.acquire.crawl import places
from sheaf.acquire.crawl.places import Importing
from sheaf.acquire.crawl.whitelists import check_seeds, newest_whitelist, read_seeds
from sheaf.acquire.import_screen import list_failed, show_summary, summary_title
from sheaf.terminal import (
    Counters,
    CountersOption,
    CrawlName,
    JsonOption,
    LibraryOption,
    WaitOption,
    answers,
    check_text,
    command_without,
    find_library,
    index_after_interrupt,
    messages,
    plural,
    table,
    write_json,
)

if TYPE_CHECKING:
    from sheaf.acquire.crawl.crawler import CrawlReport
    from sheaf.acquire.crawl.options import CrawlOptions
    from sheaf.acquire.crawl.profiles import Profile
    from sheaf.acquire.crawl.wiki.options import WikiOptions
    from sheaf.app import ImportSummary, Library

RUN = "run"
# Outcomes that brought a page.
CAME = ("fetched", "too_large", "unchanged")
# Those of URLs that another run may come to.
WAITING = ("waiting", "page_limit", "host_limit")
# What is said at the first Ctrl-C.
STOPPING = {
    Importing.WHILE: "Stopping: what is under way is finished and imported; "
    "Ctrl-C again ends at once.",
    Importing.AFTER: "Stopping: what has come is written down; Ctrl-C again ends at once.",
    Importing.NEVER: "Stopping: what has come is written down; Ctrl-C again ends at once.",
}


@dataclass(frozen=True, slots=True)
class ShownAs:
    """How the end of a crawl is shown."""

    as_json: bool
    counters: Counters | None


# The options of the crawler of 2018 had no command of their own once.
MOVED_TO_WIKI = dict.fromkeys(
    ("-t", "--numOfThreads", "-c", "--numOfPages", "-d", "--crawlDepth", "-i", "--crawlInterval",
     "-u", "--entryUrl", "-H", "--crawlHostRegex", "-P", "--crawlPathRegex", "--jdbcUrl",
     "-l", "--logFile"),
    "Say sheaf crawl wiki, without --profile wiki: it has the options of the wiki crawler.",
)  # fmt: skip


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


# Options in groups, and with short words for their values: each group has columns of its own, so
# that on 80 of them there is room for what an option means.
SCOPE = "What is fetched"
MANNERS = "How"
PLACES = "Where hosts are, and which links count"
RESULT = "What comes of it"

ProfileOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME|FILE",
        rich_help_panel=SCOPE,
        help="scholarly, wiki, submission, focused, or a file of your own: TOML, or the order.xml "
        "of a Heritrix. Default: that of the crawl's last run, or scholarly.",
        show_default=False,
    ),
]
NameOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        rich_help_panel=SCOPE,
        help="A name for the crawl; the same name goes on with it.",
    ),
]
MinDelayOption = Annotated[
    float | None,
    typer.Option(
        metavar="SECONDS",
        rich_help_panel=MANNERS,
        help="Between two requests to one host.",
    ),
]
ContactOption = Annotated[
    str | None,
    typer.Option(metavar="TEXT", rich_help_panel=MANNERS, help="Web page or e-mail of who crawls."),
]
ResolveOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="PLACE",
        rich_help_panel=PLACES,
        help="HOST=ADDRESS:PORT: where a host (or *) really is; repeatable.",
    ),
]
AllowPrivateOption = Annotated[
    bool | None,
    typer.Option(
        "--allow-private/--no-allow-private",
        rich_help_panel=PLACES,
        help="Fetch from private and loopback addresses.",
    ),
]
MetricsOption = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        rich_help_panel=RESULT,
        help="A file for Prometheus, written anew every few seconds.",
    ),
]
BlacklistOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="FILE",
        rich_help_panel=SCOPE,
        help="A file of hosts or URLs that are never asked for; repeat for several.",
    ),
]
ImportOption = Annotated[
    Importing,
    typer.Option(
        "--import",
        metavar="WHEN",
        rich_help_panel=RESULT,
        help="Import while crawling, after it, or never: while, after, never.",
    ),
]


@crawl.command(cls=command_without(MOVED_TO_WIKI))
def run(
    seeds: Annotated[
        list[str] | None, typer.Argument(help="Where to start: http or https URLs.")
    ] = None,
    library: LibraryOption = None,
    profile: ProfileOption = None,
    pages: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", rich_help_panel=SCOPE, help="Fetch this many URLs at the most."
        ),
    ] = None,
    depth: Annotated[
        int | None,
        typer.Option(metavar="N", rich_help_panel=SCOPE, help="Follow links this far from a seed."),
    ] = None,
    min_delay: MinDelayOption = None,
    connections: Annotated[
        int | None,
        typer.Option(metavar="N", rich_help_panel=MANNERS, help="Fetches at once, in all."),
    ] = None,
    host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HOST",
            rich_help_panel=SCOPE,
            help="A host to keep to (*.example.org too); default: those of the seeds.",
        ),
    ] = None,
    whitelist: Annotated[
        bool,
        typer.Option(
            "--whitelist",
            rich_help_panel=SCOPE,
            help="Begin at the library's newest whitelist, too; see sheaf whitelist.",
        ),
    ] = False,
    name: NameOption = None,
    revisit: Annotated[
        bool,
        typer.Option(
            "--revisit",
            rich_help_panel=SCOPE,
            help="Visit again what was visited, if it has changed.",
        ),
    ] = False,
    contact: ContactOption = None,
    resolve: ResolveOption = None,
    allow_private: AllowPrivateOption = None,
    ignore_nofollow: Annotated[
        bool | None,
        typer.Option(
            "--ignore-nofollow/--no-ignore-nofollow",
            rich_help_panel=PLACES,
            help="Follow links marked nofollow.",
        ),
    ] = None,
    blacklist: BlacklistOption = None,
    metrics: MetricsOption = None,
    importing: ImportOption = Importing.WHILE,
    counters: CountersOption = None,
    wait: WaitOption = False,
    as_json: JsonOption = False,
) -> None:
    """Crawl politely from seeds, keep what comes as WARC, import it meanwhile.

    Obeys robots.txt, Crawl-delay and Retry-After. The same seeds, or the same name, go on with that
    crawl and with what it was told; what is given now goes before that. With `--import never` it
    only fetches; `sheaf crawl import NAME` imports it later.
    """
    from sheaf.acquire.crawl.options import CrawlOptions

    options = CrawlOptions(
        name=name,
        profile=read_profile_and_print_notes(profile) if profile else None,
        settings={"limits.pages": pages, "limits.depth": depth, "politeness.min_delay": min_delay,
                  "politeness.connections": connections, "agent.contact": contact},
        hosts=check_text(host),
        resolve=places.parse_addresses(resolve or ()),
        allow_private=allow_private,
        ignore_nofollow=ignore_nofollow,
        blacklist=check_text(blacklist),
        revisit=revisit,
        metrics=metrics,
        importing=importing,
    )  # fmt: skip
    shown = ShownAs(as_json=as_json, counters=counters)
    folder, urls = find_library(library), check_text(seeds)
    if whitelist:
        newest = newest_whitelist(folder)
        if not urls:
            check_seeds(newest)
        urls = [*urls, *read_seeds(newest)]
        options = replace(options, name=name or newest.stem)
        messages.print(f"Beginning at {newest.name}: {plural(len(urls), 'seed')}.", style="dim")
    crawl_and_show(folder, urls, options, shown, wait=wait)


@crawl.command()
def wiki(
    seeds: Annotated[
        list[str] | None, typer.Argument(help="Articles to start from, instead of -u.")
    ] = None,
    threads: Annotated[int | None, typer.Option("-t", "--numOfThreads", help="Workers.")] = None,
    pages: Annotated[
        int | None, typer.Option("-c", "--numOfPages", help="Fetch this many pages.")
    ] = None,
    depth: Annotated[
        int | None,
        typer.Option("-d", "--crawlDepth", help="Follow links this far from an entry page."),
    ] = None,
    interval: Annotated[
        int | None,
        typer.Option("-i", "--crawlInterval", help="A worker rests so many milliseconds."),
    ] = None,
    entry: Annotated[
        str | None, typer.Option("-u", "--entryUrl", help="Where to begin, again and again.")
    ] = None,
    host: Annotated[
        str | None, typer.Option("-H", "--crawlHostRegex", help="The hosts of articles.")
    ] = None,
    path: Annotated[
        str | None, typer.Option("-P", "--crawlPathRegex", help="The paths of articles.")
    ] = None,
    store: Annotated[
        str | None,
        typer.Option("--jdbcUrl", help="Where articles go: a file, or jdbc:sqlite:FILE."),
    ] = None,
    log: Annotated[str | None, typer.Option("-l", "--logFile", help="A file for the log.")] = None,
    library: LibraryOption = None,
    name: NameOption = None,
    profile: Annotated[
        str | None, typer.Option(help="A profile of your own for a wiki. Default: wiki.")
    ] = None,
    resolve: ResolveOption = None,
    allow_private: AllowPrivateOption = None,
    contact: ContactOption = None,
    min_delay: MinDelayOption = None,
    blacklist: BlacklistOption = None,
    importing: ImportOption = Importing.WHILE,
    metrics: MetricsOption = None,
    counters: CountersOption = None,
    as_json: JsonOption = False,
    wait: WaitOption = False,
) -> None:
    """Crawl the articles of a MediaWiki, and read each into a row.

    The options with a short name are those of the crawler of 2018. What is not given is as the
    profile wiki says, or as the last run of the crawl was told.
    """
    from sheaf.acquire.crawl.options import CrawlOptions
    from sheaf.acquire.crawl.wiki.options import WikiOptions

    given = WikiOptions(threads, pages, depth, interval, entry, host, path, store, log)
    options = CrawlOptions(
        name=name,
        profile=read_profile_and_print_notes(profile) if profile else None,
        settings={"agent.contact": contact, "politeness.min_delay": min_delay},
        resolve=places.parse_addresses(resolve or ()),
        allow_private=allow_private,
        blacklist=check_text(blacklist),
        metrics=metrics,
        importing=importing,
    )
    folder, urls = find_library(library), check_text(seeds)
    shown = ShownAs(as_json=as_json, counters=counters)
    crawl_and_show(folder, urls, options, shown, given, wait=wait)


def read_profile_and_print_notes(name: str) -> Profile:
    """The profile, after saying what of a Heritrix's file has no place in it."""
    from sheaf.acquire.crawl.profiles import read_profile

    profile, notes = read_profile(name)
    for note in notes:
        messages.print(note, style="dim")
    return profile


def crawl_and_show(
    folder: Path,
    seeds: list[str],
    options: CrawlOptions,
    shown: ShownAs,
    wiki: WikiOptions | None = None,
    *,
    wait: bool,
) -> None:
    from sheaf.acquire.crawl.control.crawl_screen import crawl_screen
    from sheaf.acquire.crawl.start import prepare_crawl
    from sheaf.app import Library

    options, lines = prepare_crawl(folder, seeds, options, wiki)
    with Library.open(folder) as library:
        for line in lines:
            messages.print(line)
        does_import = options.importing != Importing.NEVER
        stopping = STOPPING[Importing(options.importing)]
        with (
            index_after_interrupt(library, is_wanted=does_import),
            crawl_screen(stopping, imports=does_import) as screen,
        ):
            fetched, summary = library.crawl(
                seeds,
                options,
                on_progress=screen.show,
                report=lambda progress: screen.show_import(progress.outcomes),
                wait=wait,
            )
        if does_import:
            library.index()
        show_end(library, fetched, summary, shown)
    nothing_ever = not any(fetched.outcomes.get(end) for end in CAME)
    raise typer.Exit(1 if summary.failed or nothing_ever else 0)


def show_end(
    library: Library, fetched: CrawlReport, summary: ImportSummary, shown: ShownAs
) -> None:
    read = fetched.articles
    if shown.as_json:
        articles = {"articles": {
            "file": str(read.place), "written": read.written, "known": read.known,
            "unread": read.unread}} if read else {}  # fmt: skip
        write_json({"crawl": {**fetched.outcomes}, "fetched": fetched.fetched, **articles,
                    **summary.as_json()})  # fmt: skip
    else:
        answers.print(table("Crawl", fetched.outcomes))
        if read:
            known = f", {read.known:,} known already" if read.known else ""
            words = f"{plural(read.written, 'article')} in {read.place}{known}"
            answers.print(f"{words}, {read.unread:,} unread.")
        if summary.run:
            show_import(library, summary, shown)
    if not summary.run and fetched.warc_files:
        name = fetched.warc_files[0].parent.name
        messages.print(f"Nothing was imported. `sheaf crawl import {name}` does so at any time.")
    if fetched.trouble:
        messages.print(fetched.trouble, style="yellow")
    if not fetched.fetched:
        messages.print(f"Nothing was fetched this time{why_nothing(fetched)}", style="yellow")


def why_nothing(fetched: CrawlReport) -> str:
    ends = fetched.outcomes
    if any(ends.get(end) for end in WAITING):
        return ", and there is something waiting: the same command goes on with it."
    if not any(ends.get(end) for end in CAME):
        return ": see the outcomes above."
    return (
        ". A crawl that is finished stays finished; --revisit looks for what has changed, "
        "another --name crawls anew."
    )


def show_import(library: Library, summary: ImportSummary, shown: ShownAs) -> None:
    show_summary(summary_title(summary), summary, counters=shown.counters is not None)
    list_failed(library, summary)


@crawl.command("import")
def import_(
    name: CrawlName,
    library: LibraryOption = None,
    counters: CountersOption = None,
    wait: WaitOption = False,
    as_json: JsonOption = False,
) -> None:
    """Import what a crawl has brought so far, as far as it is not in the library yet."""
    from sheaf.acquire.crawl.control.crawl_screen import crawl_screen
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        with index_after_interrupt(opened), crawl_screen() as screen:
            summary = opened.import_crawl(
                name.removesuffix(".db"),
                wait=wait,
                report=lambda progress: screen.show_import(progress.outcomes),
            )
        opened.index()
        if as_json:
            write_json(summary.as_json())
        else:
            show_import(opened, summary, ShownAs(as_json=as_json, counters=counters))
    raise typer.Exit(1 if summary.failed else 0)
