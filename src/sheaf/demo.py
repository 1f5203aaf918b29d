"""The demonstration: the whole way, over a small scholarly web that Sheaf serves itself."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sheaf.acquire.import_screen import outcome_table
from sheaf.terminal import answers, messages, progress_line, table

if TYPE_CHECKING:
    from sheaf.app import Library
    from sheaf.world.world import World

app = typer.Typer()
MIN_DELAY = 0.05  # our own web, on our own machine: politeness is shown, not suffered
FACETS = ("year", "venue", "language")  # shown beside the results of a search
RETRY_DELAY = 0.2  # nobody is waiting for these servers to recover


@app.command()
def demo(
    folder: Annotated[Path, typer.Argument(help="Where the demo library goes.")] = Path(
        "sheaf-demo"
    ),
    pages: Annotated[int, typer.Option(min=20, help="How large the simulated web is.")] = 200,
    seed: Annotated[int, typer.Option(help="Which simulated web it is.")] = 1,
    serve: Annotated[bool, typer.Option(help="Serve search and console afterwards.")] = True,
    port: Annotated[int | None, typer.Option(help="Port to serve on; 0 takes a free one.")] = None,
) -> None:
    """Crawl a small scholarly web on this machine, keep its papers, and search them.

    Makes a library in sheaf-demo (or goes on with it), serves a simulated web on loopback, crawls
    it, imports, indexes, shows searches and who cites what, and serves the console.
    """
    from sheaf.app import Library
    from sheaf.settings import FILE_NAME
    from sheaf.world import World

    world = World(seed=seed, pages=pages)
    started = time.monotonic()
    made = Library.open if (folder / FILE_NAME).exists() else Library.init
    with made(folder) as library:
        gather(library, world)
        for words in example_searches(world):
            show_search(library, words)
        show_pages(library, world)
        show_most_cited(library)
        seconds = time.monotonic() - started
        answers.print(f"\nDone in {seconds:.0f} s. The library is {library.folder}.")
    if serve:
        from sheaf.app import serve_in_browser

        serve_in_browser(folder, port=port)
    else:
        program = sys.argv[0] if "/" in sys.argv[0] else "sheaf"
        answers.print(f"See it in the browser: {program} serve --library {folder}")


def gather(library: Library, world: World) -> None:
    """Crawl, import, index."""
    from sheaf.acquire.crawl.options import CrawlOptions
    from sheaf.settings import settings_of_command
    from sheaf.world import serve as serve_world

    messages.print(f"A simulated scholarly web of about {world.pages} pages is being served.")
    with serve_world(world) as server, progress_line() as line:
        seen = 0

        def on_page(visit: object) -> None:
            nonlocal seen
            seen += 1
            line.say(seen, "URLs", "Crawling ...")

        options = CrawlOptions(
            hosts=[world.host_pattern],
            resolve={world.host_pattern: ("127.0.0.1", server.port)},
            settings={
                "limits.pages": world.pages * 2,
                "limits.depth": 50,
                "politeness.min_delay": MIN_DELAY,
                "politeness.retry_delay": RETRY_DELAY,
                **settings_of_command("crawl"),
            },
        )
        fetched, summary = library.crawl(
            world.seeds,
            options,
            on_page=on_page,
            report=lambda progress: line.say(progress.captures, "captures", "Importing ..."),
        )
        library.index()
    answers.print(table("The crawl: every URL ends in one outcome", fetched.outcomes))
    answers.print(outcome_table("\nThe import: every capture, too", summary.outcomes))


def example_searches(world: World) -> list[str]:
    """A title, an author, and words from a text, taken from a paper of this very world."""
    paper = world.paper(0)
    author = paper.authors[0]
    words = [word for word in paper.abstract.split() if word.isalpha() and len(word) > 6][:3]
    return [
        f'title:"{paper.title.split(":")[0]}"',
        f"authors:{author.name.family}",
        " ".join(words),
    ]


def show_search(library: Library, words: str) -> None:
    result = library.search(words, limit=3, with_facets=True)
    answers.print(f"\n$ sheaf search '{words}'  ->  {result.total} found", style="bold")
    for hit in result.hits:
        answers.print(f"  {hit.title}", style="green")
        answers.print(f"    {', '.join(hit.authors)}")
        answers.print(f"    {hit.snippet}", style="dim")
    for name in FACETS:
        values = [f"{one.label} ({one.count})" for one in result.facets.get(name, ())[:4]]
        if len(values) > 1:
            answers.print(f"  by {name}: {', '.join(values)}", style="dim")


def show_pages(library: Library, world: World) -> None:
    """The pages that lead to papers are found as papers are."""
    name = world.paper(0).authors[0].name.family
    result = library.search(name, limit=2, scope="pages")
    answers.print(f"\nPages that say '{name}'  ->  {result.total} found", style="bold")
    for hit in result.hits:
        answers.print(f"  {hit.title or hit.url}", style="green")
        answers.print(f"    {hit.url}")


def show_most_cited(library: Library) -> None:
    for work in library.graph.most_cited(1):
        document = work.documents[0]
        answers.print(f"\n$ sheaf cited-by {document}  ->  {work.citations} found", style="bold")
        answers.print(f"  {work.title}", style="green")
        for citing in library.graph.cited_by(document, limit=2):
            answers.print(f"    cited by {citing.title} ({citing.year or 'no year'})")
            for sentence in citing.sentences[:1]:
                answers.print(f"      {sentence}", style="dim")
