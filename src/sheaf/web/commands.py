"""The commands that show: serve for people, mcp for assistants."""

from __future__ import annotations

from typing import Annotated

import typer

from sheaf.errors import UsageError
from sheaf.terminal import (
    LibraryOption,
    find_library,
    messages,
)

app = typer.Typer()


@app.command()
def serve(
    library: LibraryOption = None,
    host: Annotated[
        str | None, typer.Option(help="Address to listen on.", show_default="web.host")
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="Port; 0 takes a free one.", show_default="web.port"),
    ] = None,
    extractor: Annotated[
        bool,
        typer.Option("--extractor", help="Serve the extraction service alone, without a library."),
    ] = False,
) -> None:
    """Serve search and console to the browser, until Ctrl-C.

    With --extractor no library is needed: papers that others send are read, as CiteSeerExtractor
    and GROBID do it, and nothing is kept for long.
    """
    from sheaf.app import serve_extractor, serve_in_browser

    if extractor:
        if library is not None:
            raise UsageError(
                "The extraction service alone has no library.",
                "Leave out --library, or leave out --extractor: a library's server reads too.",
            )
        serve_extractor(host=host, port=port)
    else:
        serve_in_browser(find_library(library), host=host, port=port)
    messages.print("Stopped.")


@app.command()
def mcp(
    library: LibraryOption = None,
    http: Annotated[
        bool, typer.Option("--http", help="Answer by HTTP, until Ctrl-C; else by stdio.")
    ] = False,
    host: Annotated[str, typer.Option(help="With --http: address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="With --http: port; 0 takes a free one.")
    ] = 8643,
) -> None:
    """Let assistants search and read the library, by the Model Context Protocol (MCP).

    Nothing can be changed by it. An assistant that speaks stdio starts this command by itself.
    """
    from sheaf.app import serve_assistants

    serve_assistants(find_library(library), http=http, host=host, port=port)
