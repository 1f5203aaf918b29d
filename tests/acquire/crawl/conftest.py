"""A fake web and a bench to crawl it from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from acquire.crawl.bench import Bench
from acquire.crawl.fake_web import FakeWeb


@pytest.fixture
def web() -> Iterator[FakeWeb]:
    with FakeWeb() as fake:
        yield fake


@pytest.fixture
def bench(web: FakeWeb, tmp_path: Path) -> Bench:
    return Bench(web, tmp_path)
