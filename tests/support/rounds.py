"""How long a test tries things at random: briefly on every run, long with `scripts/test --long`."""

from __future__ import annotations

import os
from typing import TypeVar

VARIABLE = "TESTS_ARE_LONG"  # a variable, so that modules know it as they are loaded
Amount = TypeVar("Amount", int, float)


def is_long() -> bool:
    return VARIABLE in os.environ


def rounds(normal: Amount, long: Amount) -> Amount:
    return long if is_long() else normal
