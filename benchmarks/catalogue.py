"""How long pages, lists, filters and counts take with five million documents, on SQLite and on
PostgreSQL, and how much memory the cleaning of the catalogue takes.

    scripts/bench catalogue [--documents N] [--databases sqlite postgresql]

The rows are made by script (`_catalogue_rows.py`). Each page is asked for right after the library
was opened, several times when all is warm, and once after a change; beside it stands how long the
database alone takes for the same rows. Only the full size is judged and recorded. It wants 15 GB.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from _alone import alone, peak_mib
from _catalogue_pages import ask_pages
from _catalogue_rows import Size, make_postgres, make_sqlite
from _record import record

from sheaf.app import Library

FULL = 5_000_000
SMALL_SHARE = 5  # memory is measured over a fifth of it too
ALLOWED_MS = 200.0
ALLOWED_GROWTH_MIB = 16.0  # of the most memory, from the small library to the large one
BLACKLISTED = ("g7.edu", "g42.edu", "g77.edu")  # domains of three hosts in a hundred
DATABASES = ("sqlite", "postgresql")


def clean_up(folder: Path) -> dict[str, Any]:
    """What the catalogue's own jobs take: first only counted, then for real."""
    found: dict[str, Any] = {}
    with Library.open(folder) as library:
        for domain in BLACKLISTED:
            library.blacklist.add(domain)
        found["opened_mib"] = peak_mib()
        for name, do in (
            ("whitelist of parents", lambda: library.whitelists.make("parent").entries),
            ("whitelist of hosts", lambda: library.whitelists.make("host").entries),
            ("documents, counted", lambda: library.cleaning.documents(dry_run=True).removed),
            ("parents, counted", lambda: library.cleaning.parents(dry_run=True).removed),
            ("documents", lambda: library.cleaning.documents().removed),
            ("parents without documents",
             lambda: library.cleaning.parents(["no-documents"]).removed),
        ):  # fmt: skip
            began = time.monotonic()
            rows = do()
            seconds = round(time.monotonic() - began, 1)
            found[name] = {"rows": rows, "seconds": seconds, "most_mib": peak_mib()}
    return found


def measure(database: str, documents: int) -> dict[str, Any]:
    results: dict[str, Any] = {}
    for count in (documents // SMALL_SHARE, documents):
        size = Size(count)
        with _library(database, size) as (folder, made_in):
            if count == documents:
                results["made_s"] = made_in
                results |= alone(ask_pages, folder, count)
            results[f"cleaning_{count}"] = alone(clean_up, folder)
    return results


@contextmanager
def _library(database: str, size: Size) -> Iterator[tuple[Path, float]]:
    """With its rows, and how many seconds these took."""
    with tempfile.TemporaryDirectory(prefix="sheaf-bench-catalogue-") as name:
        folder, began = Path(name) / "library", time.monotonic()
        if database == "sqlite":
            Library.init(folder).close()
            alone(make_sqlite, folder / "catalogue.db", size)
            yield folder, round(time.monotonic() - began, 1)
            return
        with _server() as url:
            Library.init(folder, url).close()
            make_postgres(url, size)
            yield folder, round(time.monotonic() - began, 1)


@contextmanager
def _server() -> Iterator[str]:
    """PostgreSQL of our own, with an eighth of the memory of a small machine for its pages."""
    from support.parts import require_part
    from support.servers import Postgres

    class Server(Postgres):
        def command(self) -> list[str]:
            more = {"shared_buffers": "1GB", "max_wal_size": "8GB", "effective_cache_size": "4GB"}
            return [*super().command(), *(f"--{name}={value}" for name, value in more.items())]

    with Server(require_part("postgres")) as server:
        yield server.fresh_database()


def judge(found: dict[str, Any], documents: int) -> dict[str, list[float]]:
    """What was measured of what was asked for, each with the most that it may be."""
    judged = {
        when: [max(page[when] for page in found["pages"].values()), ALLOWED_MS]
        for when in ("opened_ms", "p50_ms", "worst_ms", "changed_ms")
    }
    small, large = (found[f"cleaning_{n}"] for n in (documents // SMALL_SHARE, documents))
    grown = max(
        large[name]["most_mib"] - small[name]["most_mib"] for name in large if name != "opened_mib"
    )
    return judged | {"memory_grows_by_mib": [round(grown, 1), ALLOWED_GROWTH_MIB]}


def passes(judged: dict[str, list[float]]) -> bool:
    return all(value <= limit for value, limit in judged.values())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=FULL)
    parser.add_argument("--databases", nargs="+", choices=DATABASES, default=DATABASES)
    options = parser.parse_args()
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
    results: dict[str, Any] = {"documents": options.documents}
    passed = True
    for database in options.databases:
        found = measure(database, options.documents)
        found["measured_and_allowed"] = judge(found, options.documents)
        passed = passed and passes(found["measured_and_allowed"])
        results[database] = found
        print(database, json.dumps(found, indent=1), flush=True)
    results["passed"] = passed
    if options.documents < FULL or set(options.databases) != set(DATABASES):
        return 0
    record("catalogue", results)
    return 0 if passed else 1


if __name__ == "__main__":
    raise SystemExit(main())
