from datetime import UTC, datetime

import pytest


@pytest.fixture
def moment():
    return datetime(2024, 5, 1, 12, tzinfo=UTC)
