"""No regular expression of ours takes over a second for the worst 15,000 characters."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from support.rounds import rounds

# Asked in other ways than by their names; each with what keeps its texts short.
SHORT_TEXTS = {
    "extract/references/splitting_features.py": "OPENINGS see the first 60 characters of an entry",
}


def slow_ones(*words):
    """The worst are shown 1500 characters: what is quadratic takes a hundred times as long for ten
    times as many."""
    told = subprocess.run(
        [sys.executable, "-m", "support.pattern_walk", *words],
        cwd=Path(__file__).parent, capture_output=True, text=True, check=True,
    ).stdout.splitlines()  # fmt: skip
    *slow, summary = map(json.loads, told)
    return slow, summary["patterns"]


def test_no_pattern_is_slow():
    slow, count = slow_ones("--texts", str(rounds(24, 400)), "--over", "0.015")
    assert count > 500
    assert [one for one in slow if one["place"].split(":")[0] not in SHORT_TEXTS] == []


@pytest.mark.parametrize("pattern", ["(a+)+b", r"\s+$", "a*a*b", r"(?:\.\s?){4,}\s*\d*\s*$"])
def test_a_slow_one_is_found(pattern):
    assert len(slow_ones("--pattern", pattern, "--texts", "8", "--over", "0.004")[0]) == 1


def test_a_quick_one_is_not():
    assert slow_ones("--pattern", r"(?<!\s)\s++$", "--texts", "400") == ([], 1)
