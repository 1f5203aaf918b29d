"""One index for all tests that only ask."""

from __future__ import annotations

import pytest
from support.index_shelf import Shelf


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return Shelf(tmp_path_factory.mktemp("shelf") / "index")
