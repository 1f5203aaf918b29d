"""Libraries with the kinds of `support/job_kinds.py`."""

from __future__ import annotations

import pytest
from support import job_kinds

from sheaf import plugins
from sheaf.app import Library


@pytest.fixture
def kinds(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(job_kinds.install(tmp_path / "kinds"))
    plugins.names.cache_clear()
    yield
    plugins.names.cache_clear()


@pytest.fixture
def library(tmp_path, kinds):
    with Library.init(tmp_path / "lib") as made:
        yield made
