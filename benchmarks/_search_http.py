"""Search pages of `sheaf serve` at a steady rate, over a library of wiki articles."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from _search_documents import Line, read_lines
from _search_ours import as_typed

import sheaf
from sheaf.acquire.crawl.wiki.article import Article
from sheaf.acquire.crawl.wiki.reading import open_articles
from sheaf.acquire.crawl.wiki.store import open_store

STORE = "articles.db"
AT_ONCE = 5000
ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)")
LONGEST_WAIT = 30.0  # seconds for one answer; a run ends even where the server does not answer


def make_library(folder: Path, documents: Path) -> dict[str, Any]:
    """Articles in the store of a crawl, rows in the catalogue, and the index of both."""
    with sheaf.init(folder) as library:
        run, _ = library.run_log.begin("crawl", [STORE], {"name": "wiki"})
        with closing(open_store(folder / STORE)) as store:
            lines = read_lines(documents)
            while some := list(islice(lines, AT_ONCE)):
                store.put([_article(line) for line in some])
        with closing(open_articles(folder / STORE)) as reader:
            library.catalogue.note_articles(run, STORE, reader)
        library.run_log.finish(run, 1, {})
        return {"indexed": library.index().indexed}


def _article(line: Line) -> Article:
    return Article(
        line.title,
        line.content,
        tuple(line.categories.split("|")),
        datetime.fromtimestamp(line.modified, UTC),
        tuple(line.links.split("|")) if line.links else (),
    )


@contextmanager
def served(folder: Path) -> Iterator[int]:
    """The port on which a library is served, in a process of its own that ends with the block."""
    command = [sys.executable, "-m", "sheaf", "serve", "--port", "0", "--library", str(folder)]
    log = folder.with_suffix(".log")
    with log.open("w") as file:
        server = subprocess.Popen(command, stdout=file, stderr=file, env=os.environ)
        try:
            yield asyncio.run(_wait_for_port(log, server))
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(LONGEST_WAIT)


async def _wait_for_port(log: Path, server: subprocess.Popen[bytes]) -> int:
    async with asyncio.timeout(LONGEST_WAIT):
        while server.poll() is None:
            if found := ADDRESS.search(log.read_text(encoding="utf-8").replace("\n", "")):
                return int(found[1])
            await asyncio.sleep(0.1)
    raise SystemExit(f"sheaf serve ended: {log.read_text(encoding='utf-8')}")


def ask_pages(port: int, asked: list[tuple[str, str]], rate: float) -> list[float]:
    """Milliseconds of each (kind, question), from the moment at which it was due: who has to wait
    because others are slow has waited too."""
    paths = [
        "/?" + urlencode({"q": as_typed(kind, question), "scope": "pages"})
        for kind, question in asked
    ]
    for path in paths[:20]:
        asyncio.run(_ask(port, path))
    return asyncio.run(_ask_all(port, paths, rate))


async def _ask_all(port: int, paths: list[str], rate: float) -> list[float]:
    loop = asyncio.get_running_loop()
    start = loop.time()

    async def ask(at: int, path: str) -> float:
        due = start + at / rate
        await asyncio.sleep(due - loop.time())
        await _ask(port, path)
        return (loop.time() - due) * 1000

    return await asyncio.gather(*(ask(at, path) for at, path in enumerate(paths)))


async def _ask(port: int, path: str) -> None:
    async with asyncio.timeout(LONGEST_WAIT):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        host = f"Host: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
        writer.write(f"GET {path} HTTP/1.1\r\n{host}".encode())
        answer = await reader.read()
        writer.close()
    if not answer.startswith(b"HTTP/1.1 200"):
        raise SystemExit(f"{path}: {answer[:200]!r}")
