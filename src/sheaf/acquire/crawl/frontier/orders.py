"""What another process may want of a crawl: more seeds, a pause, an end.

Orders are rows of the frontier. A crawl that runs looks for them every second; one that does not
run finds them when it is taken up again.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Literal

from sheaf.acquire.crawl.frontier.file import open_frontier
from sheaf.acquire.crawl.seeds import check_seed

Word = Literal["pause", "resume", "stop"]


def give_order(path: Path, word: Word) -> None:
    with closing(open_frontier(path)) as file, file.transaction() as write:
        write.execute("INSERT INTO orders (word, url) VALUES (?, '')", (word,))


def add_seeds(path: Path, urls: Iterable[str]) -> int:
    """Put seeds into a crawl; how many. Those it knows already change nothing."""
    seeds = [check_seed(url) for url in urls]
    with closing(open_frontier(path)) as file, file.transaction() as write:
        write.executemany(
            "INSERT INTO orders (word, url) VALUES ('seed', ?)", [(seed,) for seed in seeds]
        )
    return len(seeds)
