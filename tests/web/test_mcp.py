"""What assistants ask, driven by the client of the protocol's own SDK."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.shared.exceptions import MCPError

from sheaf.app import Library
from sheaf.web.mcp.tools import Tools

TOOLS = {"search", "paper", "full_text", "references", "cited_by", "similar", "wanted"}
COMMAND = [sys.executable, "-m", "sheaf.cli", "mcp", "--library"]
WITHIN = 30.0


def drive(server: Any, ask: Callable[[Client], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        async with Client(server) as client:
            return await ask(client)

    with anyio.from_thread.start_blocking_portal() as portal:
        return portal.call(run)


async def read_a_paper(client: Client) -> dict[str, Any]:
    """From a question to the text, as an assistant would."""
    listed = await client.list_tools()
    found = (await client.call_tool("search", {"words": "distributed"})).structured_content
    assert found is not None
    number = found["papers"][0]["id"]
    paper = (await client.call_tool("paper", {"id": number})).structured_content
    text = (await client.call_tool("full_text", {"id": number, "section": 1})).structured_content
    resource = await client.read_resource(f"sheaf://papers/{number}")
    lost = await client.call_tool("paper", {"id": 99})
    return {
        "tools": listed.tools,
        "found": found,
        "paper": paper,
        "text": text,
        "resource": json.loads(resource.contents[0].text),  # type: ignore[union-attr]
        "lost": lost,
    }


def check(told: dict[str, Any]) -> None:
    assert {one.name for one in told["tools"]} == TOOLS
    assert all(one.annotations.read_only_hint and one.description for one in told["tools"])
    (hit,) = told["found"]["papers"]
    assert hit["title"] == "Caching in Distributed Archives"
    assert told["paper"]["sha1"] == told["resource"]["sha1"] == hit["sha1"]
    assert [one["heading"] for one in told["paper"]["sections"]] == ["1. Introduction"]
    assert told["text"]["text"].startswith("1. Introduction\n\nCaches forget.")
    assert told["text"]["next_offset"] is None
    assert told["paper"]["url"] == "file:///caching.pdf"
    assert told["lost"].is_error
    assert "No paper was read out of a document 99." in told["lost"].content[0].text


def test_an_assistant_starts_the_command_and_reads(made_library: Path) -> None:
    command = [*COMMAND, str(made_library)]
    parameters = StdioServerParameters(command=command[0], args=command[1:])
    told = drive(stdio_client(parameters), read_a_paper)
    check(told)
    assert str(made_library.parent) not in str(told)


@contextmanager
def served(folder: Path, log: Path) -> Iterator[str]:
    with (
        log.open("w") as stream,
        subprocess.Popen(
            [*COMMAND, str(folder), "--http", "--port", "0"], stderr=stream
        ) as process,
    ):
        try:
            yield address_in(log, process)
        finally:
            process.terminate()
            assert process.wait(WITHIN) in {0, 130}


def address_in(log: Path, process: subprocess.Popen[bytes]) -> str:
    deadline = time.monotonic() + WITHIN
    while time.monotonic() < deadline and process.poll() is None:
        if found := re.search(r"http://\S+/mcp", log.read_text()):
            return found[0]
        time.sleep(0.05)
    raise AssertionError(log.read_text())


def test_assistants_ask_by_http_from_this_machine_alone(made_library: Path, tmp_path: Path) -> None:
    with served(made_library, tmp_path / "log") as address:
        assert address.startswith("http://127.0.0.1:")
        check(drive(address, read_a_paper))
        for headers, status in (
            ({"Host": "evil.test"}, 421),
            ({"Origin": "http://evil.test"}, 403),
            ({"Origin": "null"}, 403),
        ):
            body = b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}'
            asked = urllib.request.Request(
                address,
                body,
                {
                    "Content-Type": "application/json",
                    "Accept": "application/json, text/event-stream",
                    **headers,
                },
            )
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(asked, timeout=WITHIN)
            with refused.value:
                assert refused.value.code == status


def in_process(library: Library, ask: Callable[[Client], Awaitable[Any]]) -> Any:
    from sheaf.web.mcp.server import make_server

    return drive(make_server(library), ask)


def test_a_long_text_comes_in_parts(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    from sheaf.web.mcp import tools

    monkeypatch.setattr(tools, "LONGEST_TEXT", 100)
    whole = tools.Tools(library).full_text(1)["characters"]

    async def read_all(client: Client) -> list[Any]:
        parts, offset = [], 0
        while offset is not None:
            answer = await client.call_tool("full_text", {"id": 1, "offset": offset})
            assert answer.structured_content is not None
            parts.append(answer.structured_content["text"])
            offset = answer.structured_content["next_offset"]
        return parts

    parts = in_process(library, read_all)
    assert len(parts) > 5
    assert sum(map(len, parts)) == whole
    assert max(map(len, parts)) == 100


def test_an_assistant_walks_the_citations(cited: Library) -> None:
    async def walk(client: Client) -> tuple[Any, ...]:
        async def ask(tool: str, **asked: Any) -> Any:
            return (await client.call_tool(tool, asked)).structured_content

        return (
            await ask("cited_by", id=1, limit=2),
            await ask("references", id=2),
            await ask("wanted", least=2),
            await ask("similar", id=2),
        )

    citing, references, wanted, similar = in_process(cited, walk)
    assert (citing["total"], citing["next_offset"]) == (3, 2)
    assert [one["id"] for one in citing["papers"]] == [4, 3]
    assert all(one["sha1"] and one["sentences"] for one in citing["papers"])
    assert [one["id"] for one in references["references"][0]["work"]["documents"]] == [1]
    assert {one["id"] for one in similar["papers"]} >= {3, 4}
    assert (wanted["total"], wanted["works"][0]["citations"]) == (1, 3)


@pytest.mark.parametrize(
    ("tool", "asked"),
    [
        ("search", {"words": "x" * 3000}),
        ("search", {"words": "a", "limit": 1000}),
        ("search", {}),
        ("paper", {"id": -1}),
        ("paper", {"id": "../../etc/passwd"}),
        ("full_text", {"id": 1, "section": 10**12}),
        ("undo", {"run": 1}),
    ],
)
def test_what_is_asked_wrongly_is_answered_in_words(
    library: Library, tool: str, asked: dict[str, Any]
) -> None:
    async def ask(client: Client) -> str:
        try:
            answer = await client.call_tool(tool, asked)
        except MCPError as problem:
            return str(problem)
        assert answer.is_error
        return str(answer.content[0].text)  # type: ignore[union-attr]

    words = in_process(library, ask)
    assert words
    assert "Traceback" not in words
    assert str(library.folder) not in words


def test_strange_words_find_nothing_and_break_nothing(library: Library) -> None:
    async def ask(client: Client) -> None:
        for words in ("", "(((", '"', "*", "\x00\ud7ff", "title:", "🜚" * 100, "a OR " * 300):
            answer = await client.call_tool("search", {"words": words})
            assert not answer.is_error, words

    in_process(library, ask)


@pytest.mark.parametrize("address", ["sheaf://papers/99", "sheaf://papers/x", "sheaf://papers/²"])
def test_a_paper_that_is_not_there_is_said_to_be_none(library: Library, address: str) -> None:
    async def ask(client: Client) -> None:
        await client.read_resource(address)

    with pytest.raises(BaseException) as told:
        in_process(library, ask)
    assert told.group_contains(MCPError, match="No paper") or "No paper" in str(told.value)


def test_without_its_package_the_command_says_how_to_get_it(
    sheaf_here: Any, made_library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sheaf.web.mcp.server

    monkeypatch.delattr(sheaf.web.mcp, "server")
    monkeypatch.delitem(sys.modules, "sheaf.web.mcp.server")
    for name in ("mcp", "mcp.server"):
        monkeypatch.setitem(sys.modules, name, None)
    ended = sheaf_here("mcp", "--library", str(made_library))
    assert ended.returncode == 3
    assert "sheaf[mcp]" in ended.stderr


def test_an_answer_is_bounded_whatever_was_read(empty_folder: Path) -> None:
    from support.library_of import put_papers

    long = "endless " * 5000
    person = {"name": long, "given": "", "family": long, "affiliations": [long]}
    read = {"title": long, "venue": long, "abstract": long, "authors": [person] * 40}
    reference = {"raw": long, "title": long, "authors": [person], "venue": long, "year": 1999}
    with Library.open(empty_folder) as library:
        put_papers(library, {1: {**read, "keywords": [long] * 500, "references": [reference] * 50}})
        library.index()
        tools = Tools(library)
        answers = [tools.search("endless"), tools.references(1), tools.wanted()]
        assert answers[0]["papers"][0]["id"] == 1
        assert answers[1]["total"] == 50
        assert max(len(json.dumps(answer)) for answer in answers) < 500_000
        assert len(json.dumps(tools.paper(1))) < 200_000


def test_where_reading_needs_a_login_an_assistant_shows_a_key(library: Library) -> None:
    from sheaf.web.mcp.door import closed_to_strangers

    library.add_user("ada", "a long and unusual password")
    keys = {one: library.keys.make(one, owner="ada", scopes=(one,)) for one in ("read", "submit")}

    def ask(headers: dict[str, str], reading: str) -> int:
        library.settings = library.settings.with_values("web", reading=reading)
        told: list[int] = []

        async def send(message: Any) -> None:
            told.append(message.get("status", 0))

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await send({"status": 200})

        listed = [(name.encode(), value.encode()) for name, value in headers.items()]
        scope = {"type": "http", "headers": listed}
        anyio.run(closed_to_strangers(app, library), scope, None, send)
        return told[0]

    right = {"authorization": f"Bearer {keys['read'].secret}"}
    wrong = [{}, {"x-api-key": "none"}, {"x-api-key": keys["submit"].secret}]
    assert [ask(one, "login") for one in (right, *wrong)] == [200, 401, 401, 401]
    assert [ask(one, "public") for one in (right, *wrong)] == [200] * 4
