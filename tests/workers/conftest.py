"""Tasks must be importable by the workers too, so their folder goes on the path both share."""

import sys
from pathlib import Path

import pytest
from support.warm_workers import start_workers_afresh

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(autouse=True)
def fresh_workers(monkeypatch):
    """What is tested here is how workers are started and ended."""
    start_workers_afresh(monkeypatch)
