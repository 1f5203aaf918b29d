"""The command that shows: serve."""

from __future__ import annotations

from typing import Annotated

import typer

from sheaf.terminal import LibraryOption, find_library, messages

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
) -> None:
    """Serve search and console to the browser, until Ctrl-C."""
    from sheaf.app import serve_in_browser

    serve_in_browser(find_library(library), host=host, port=port)
    messages.print("Stopped.")
