"""What a crawl remembers from run to run, in its frontier: values by name, as JSON.

The table is called `told`, as it was when the first crawls were begun.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from sheaf.acquire.crawl.frontier.file import FrontierFile
from sheaf.acquire.crawl.frontier.frontier import SEEDS

TABLE = "CREATE TABLE IF NOT EXISTS told (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT"
HAS_TABLE = "SELECT 1 FROM sqlite_master WHERE name = 'told'"
LAST_WARC = "SELECT warc_file, warc_size FROM state"


def read_remembered(frontier: Path) -> dict[str, Any]:
    """Empty where there is no frontier, or one of an older version. A ValueError says that a
    value is no JSON."""
    if not frontier.is_file() or not frontier.stat().st_size:
        return {}
    with closing(FrontierFile(frontier, is_reader=True)) as file:
        rows = file.rows("SELECT name, value FROM told") if file.row(HAS_TABLE) else []
    return {str(name): json.loads(value) for name, value in rows}


def write_remembered(frontier: Path, values: Mapping[str, Any]) -> None:
    """In a frontier that exists."""
    rows = [(name, json.dumps(value)) for name, value in values.items()]
    with closing(FrontierFile(frontier)) as file, file.transaction() as write:
        write.execute(TABLE)
        write.executemany("INSERT OR REPLACE INTO told VALUES (?, ?)", rows)


def find_new_seeds(frontier: Path, seeds: Iterable[str]) -> list[str]:
    """Those that a crawl which exists did not begin with."""
    with closing(FrontierFile(frontier, is_reader=True)) as file:
        known = {str(url) for (url,) in file.rows(f"SELECT url {SEEDS}")}
    return [url for url in seeds if url not in known]


def read_last_warc(frontier: Path) -> tuple[str | None, int]:
    """The name of the WARC file that is written last, and how many bytes of it count."""
    if not frontier.is_file():
        return None, 0
    with closing(FrontierFile(frontier, is_reader=True)) as file:
        row = file.row(LAST_WARC)
        assert row is not None
        file.sync()  # the crawl may have it in the memory of the machine only
        return row[0], row[1]
