"""Asks the pages of a large library, as a browser would, and the database for the same rows."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any
from urllib.parse import quote

import _catalogue_rows as made

from sheaf.app import Library

ASKED = 7  # times, when all is warm
LONGEST_WAIT = 300.0
COUNTED_BEHIND = "Being counted"
Milliseconds = float


def addresses(size: made.Size) -> dict[str, str]:
    """What librarians open: first pages, deep ones, filters, counts, and single things."""
    middle, largest, host = size.documents // 2, "www.h0.g0.edu", f"www.h{size.hosts // 2}.g"
    small = f"{host}{size.hosts // 2 % 100}.edu"
    general = size.runs
    return {
        "dashboard": "/dashboard",
        "collection": "/collection",
        "runs": "/runs",
        "a run of a focused crawl": "/runs/7",
        "a run of a general crawl": f"/runs/{general}",
        "its failed captures": f"/runs/{general}?outcome=failed",
        "its captures, deep": f"/runs/{general}?outcome=not_academic&after={middle + middle // 2}",
        "jobs": "/jobs",
        "jobs, deep": f"/jobs?before={size.jobs // 2}",
        "jobs that failed": "/jobs?state=failed",
        "jobs of a kind": "/jobs?kind=crawl",
        "jobs of an owner": "/jobs?owner=ann3",
        "imports that failed, deep": f"/jobs?kind=import&state=failed&before={size.jobs // 3}",
        "jobs with a word": "/jobs?q=night",
        "a job": f"/jobs/{size.jobs // 2}",
        "hosts": "/hosts",
        "hosts, deep": "/hosts?page=190",
        "hosts by name": "/hosts?sort=name",
        "hosts by name, deep": f"/hosts?sort=name&after={quote(host)}",
        "the largest host": f"/hosts/{largest}",
        "a small host": f"/hosts/{small}",
        "parents": "/parents",
        "parents, deep": f"/parents?before={size.parents // 2}",
        "dead parents": "/parents?only=dead",
        "dead parents, deep": f"/parents?only=dead&before={size.parents // 2}",
        "parents without documents": "/parents?only=without-documents",
        "parents without documents, deep": f"/parents?only=without-documents&before={size.led}",
        "parents of a host": f"/parents?host={largest}",
        "the largest parent": "/parents/1",
        "a small parent": f"/parents/{size.led // 2}",
        "hubs": "/hubs",
        "hubs, deep": "/hubs?page=5000",
        "hubs of a host": f"/hubs?host={largest}",
        "hubs of a domain": "/hubs?host=g7.edu",
        "a hub": "/hubs/1",
        "samples": "/samples",
        "count of a type": "/samples/count?type=application/postscript",
        "count of a host": f"/samples/count?host={largest}",
        "count of a domain": "/samples/count?domain=g7.edu",
        "count of a state": "/samples/count?state=failed",
        "count of some years": "/samples/count?year_from=2001&year_until=2004",
        "count of what has no abstract": "/samples/count?has_no=abstract",
        "count of several": "/samples/count?type=application/pdf&language=de&pages_from=10",
        "wanted works": "/wanted",
        "history": "/history",
        "history of a person": "/history?who=ann3",
        "history, deep": f"/history?before={size.jobs}",
        "schedules": "/schedules",
        "a blacklist entry": "/blacklist?entry=g7.edu",
        "crawls": "/crawls",
        "a paper": f"/paper/{middle}",
    }


def floors(size: made.Size) -> dict[str, str]:
    """The rows of a page, asked of the database and of nothing else."""
    general = f"SELECT id FROM source WHERE run_id = {size.runs}"
    dead = "SELECT object_id FROM link_check WHERE \"table\" = 'parent' AND state = 'dead'"
    return {
        "dashboard": "SELECT * FROM run ORDER BY id DESC LIMIT 500",
        "runs": "SELECT * FROM run ORDER BY id DESC LIMIT 200",
        "a run of a general crawl": f"SELECT * FROM capture WHERE source_id IN ({general}) "
                                    "ORDER BY id LIMIT 200",
        "its failed captures": f"SELECT * FROM capture WHERE source_id IN ({general}) "
                               "AND outcome = 'damaged' ORDER BY id LIMIT 200",
        "jobs": "SELECT * FROM job ORDER BY id DESC LIMIT 51",
        "jobs, deep": f"SELECT * FROM job WHERE id < {size.jobs // 2} ORDER BY id DESC LIMIT 51",
        "jobs that failed": "SELECT * FROM job WHERE state = 'failed' ORDER BY id DESC LIMIT 51",
        "parents": "SELECT * FROM parent_url ORDER BY id DESC LIMIT 51",
        "parents, deep": f"SELECT * FROM parent_url WHERE id < {size.parents // 2} "
                         "ORDER BY id DESC LIMIT 51",
        "dead parents": f"SELECT * FROM parent_url WHERE id IN ({dead} ORDER BY object_id DESC "
                        "LIMIT 51)",
        "the largest parent": "SELECT * FROM document WHERE parent_id = 1 ORDER BY id DESC "
                              "LIMIT 50",
        "history": "SELECT * FROM history ORDER BY id DESC LIMIT 100",
        "wanted works": "SELECT * FROM work WHERE documents = 0 ORDER BY citations DESC, id DESC "
                        "LIMIT 50",
        "a paper": f"SELECT * FROM document WHERE id = {size.documents // 2}",
    }  # fmt: skip


def ask_pages(folder: Path, documents: int) -> dict[str, Any]:
    """In a process of its own, which has just opened the library."""
    size = made.Size(documents)
    with _served(folder) as (library, client):
        found: dict[str, dict[str, Any]] = {name: {} for name in addresses(size)}
        clock = time.monotonic()
        counting = Thread(target=library.warm_counts, daemon=True)
        counting.start()
        for name, address in addresses(size).items():
            found[name]["opened_ms"], _ = _ask(client, address)
        waited = _wait_until_counted(client, size, counting)
        for name, address in addresses(size).items():
            times = [_ask(client, address)[0] for _ in range(ASKED)]
            found[name] |= {"p50_ms": round(median(times), 1), "worst_ms": max(times)}
        _change_something(library)
        for name, address in addresses(size).items():
            found[name]["changed_ms"], _ = _ask(client, address)
        for name, floor in _floors(library, size).items():
            ratio = round(found[name]["p50_ms"] / max(floor, 0.01), 1)
            found[name] |= {"floor_ms": floor, "times_the_floor": ratio}
        return {"pages": found, "counted_after_s": round(waited - clock, 1), **_worst(found)}


def _worst(found: Mapping[str, Mapping[str, float]]) -> dict[str, Any]:
    worst: dict[str, Any] = {}
    for when in ("opened_ms", "worst_ms", "changed_ms"):
        name = max(found, key=lambda one: found[one][when])
        worst[f"slowest_{when}"] = [found[name][when], name]
    return worst


@contextmanager
def _served(folder: Path) -> Iterator[tuple[Library, Any]]:
    from django.conf import settings

    with Library.open(folder) as library:
        from django.contrib.auth.models import User
        from django.test import Client

        from sheaf.web.library import start_serving, stop_serving

        start_serving(library)
        settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
        user = User.objects.first() or User.objects.create_superuser("ada", password="unusual")
        client = Client(headers={"host": "localhost"})
        client.force_login(user)
        _ask(client, "/help")  # what `sheaf serve` has loaded before anybody comes
        yield library, client
        stop_serving()


def _ask(client: Any, address: str) -> tuple[Milliseconds, str]:
    began = time.perf_counter()
    answer = client.get(address)
    content = b"".join(answer) if answer.streaming else answer.content
    taken = round((time.perf_counter() - began) * 1000, 1)
    if answer.status_code != 200:
        raise SystemExit(f"{address} answered {answer.status_code}")
    return taken, content.decode()


def _wait_until_counted(client: Any, size: made.Size, counting: Thread) -> float:
    counting.join()
    deadline = time.monotonic() + LONGEST_WAIT
    for address in addresses(size).values():
        while COUNTED_BEHIND in _ask(client, address)[1]:
            if time.monotonic() > deadline:
                raise SystemExit(f"{address} is being counted, and never was")
            time.sleep(0.2)
    return time.monotonic()


def _change_something(library: Library) -> None:
    """One document: whatever was counted was counted before."""
    from sheaf.deposit import models
    from sheaf.deposit.sequences import advance

    alias = library.database_alias
    revision = advance(alias, "revision", 1)
    models.Document.objects.using(alias).filter(id=1).update(revision=revision)


def _floors(library: Library, size: made.Size) -> dict[str, Milliseconds]:
    from django.db import connections

    def ask(statement: str) -> Callable[[], None]:
        def do() -> None:
            with connections[library.database_alias].cursor() as cursor:
                cursor.execute(statement)
                cursor.fetchall()

        return do

    return {name: _median_ms(ask(statement)) for name, statement in floors(size).items()}


def _median_ms(do: Callable[[], None]) -> Milliseconds:
    times = []
    for _ in range(ASKED):
        began = time.perf_counter()
        do()
        times.append((time.perf_counter() - began) * 1000)
    return round(median(times), 2)
