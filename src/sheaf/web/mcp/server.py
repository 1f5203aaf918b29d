"""The server: offers the tools and the papers by stdio or HTTP, until it is told to stop.

HTTP listens on this machine only where nothing else is said, and answers to the names of
`allowed_hosts` alone: a page in a browser cannot make itself one of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import anyio
import uvicorn
from django import db
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ToolError
from mcp.server.transport_security import TransportSecuritySettings
from mcp.types import ToolAnnotations

import sheaf
from sheaf.app import Library
from sheaf.deposit.by_hand.seeing import visiting
from sheaf.errors import SheafError
from sheaf.extract.formats import FORMATS
from sheaf.web.hidden_paths import public_url
from sheaf.web.mcp.door import closed_to_strangers
from sheaf.web.mcp.tools import LARGEST_NUMBER, Tools
from sheaf.web.outages import as_our_error
from sheaf.web.serving import listen

Given = ParamSpec("Given")
Answer = TypeVar("Answer")
PATH = "/mcp"
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
LONGEST_RESOURCE = 400_000  # characters: the longest papers of journals have half of it
READS = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
ABOUT = (
    "A library of scholarly papers, to be searched and read. Papers go by their number (id); "
    "`search` finds it. Nothing can be changed."
)


def serve_stdio(folder: Path) -> None:
    """One client, which started us, and ends us by closing our input."""
    with Library.open(folder) as library:
        make_server(library).run("stdio")


def serve_http(folder: Path, host: str, port: int, on_ready: Callable[[str], None]) -> None:
    with listen(host, port) as listening, Library.open(folder) as library:
        names = [*LOOPBACK, *library.settings.web.allowed_hosts]
        answering = make_server(library).streamable_http_app(
            streamable_http_path=PATH,
            stateless_http=True,
            json_response=True,
            transport_security=_allow(names),
        )
        config = uvicorn.Config(
            closed_to_strangers(answering, library),
            log_level="warning",
            lifespan="on",
            timeout_graceful_shutdown=3,
        )
        shown = f"[{host}]" if ":" in host else host
        on_ready(f"http://{shown}:{listening.getsockname()[1]}{PATH}")
        with visiting():  # nobody logs in here
            anyio.run(lambda: uvicorn.Server(config).serve(sockets=[listening]))


def _allow(names: list[str]) -> TransportSecuritySettings:
    schemes = ("http", "https")
    return TransportSecuritySettings(
        allowed_hosts=[form for name in names for form in (name, f"{name}:*")],
        allowed_origins=[
            f"{scheme}://{form}"
            for scheme in schemes
            for name in names
            for form in (name, f"{name}:*")
        ],
    )


def make_server(library: Library) -> MCPServer[Any]:
    server: MCPServer[Any] = MCPServer(
        "sheaf",
        title=f"Papers of {library.folder.name}",
        instructions=ABOUT,
        version=sheaf.__version__,
        log_level="WARNING",
    )
    tools = Tools(library)
    for name in dir(Tools):
        if not name.startswith("_"):
            server.add_tool(_guarded(getattr(tools, name), ToolError), annotations=READS)
    _offer_papers(server, library)
    return server


def _offer_papers(server: MCPServer[Any], library: Library) -> None:
    def find(number: str) -> dict[str, Any]:
        is_number = number.isascii() and number.isdigit() and int(number[:10]) <= LARGEST_NUMBER
        read = library.paper(int(number)) if is_number else None
        if read is None:
            raise ResourceError(f"No paper was read out of a document {number[:20]}.")
        return {**read, "url": public_url(read["url"]), "provenance": {}}

    def paper(number: str) -> str:
        """All that was read out of a paper, as JSON."""
        return _bounded(json.dumps(find(number), ensure_ascii=False, default=str))

    def text(number: str) -> str:
        """The whole paper as Markdown."""
        return _bounded(FORMATS["markdown"].write(find(number)))

    for function, address, kind in (
        (paper, "sheaf://papers/{number}", "application/json"),
        (text, "sheaf://papers/{number}/text", "text/markdown"),
    ):
        server.resource(address, mime_type=kind)(_guarded(function, ResourceError))


def _bounded(text: str) -> str:
    if len(text) > LONGEST_RESOURCE:
        raise ResourceError("This paper is too long for one answer: the tool full_text has parts.")
    return text


def _guarded(function: Callable[Given, Answer], error: type[Exception]) -> Callable[Given, Answer]:
    """What goes wrong is told in our sentences, and no connection stays open behind an answer."""

    @wraps(function)
    def ask(*given: Given.args, **named: Given.kwargs) -> Answer:
        try:
            return function(*given, **named)
        except (SheafError, db.Error) as problem:
            ours = as_our_error(problem)
            if ours is None:
                raise
            raise error(f"{ours} {ours.what_to_do}".strip()) from problem
        finally:
            db.close_old_connections()

    return ask
