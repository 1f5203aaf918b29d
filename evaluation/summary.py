"""Keeps the table of floors in docs/evaluation.md true; a test sees when it is not."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from evaluation.floors import Pinned
from evaluation.report import floors_table

BEGIN, END = "<!-- floors: written by scripts/evaluate --update -->", "<!-- end of floors -->"
BETWEEN = re.compile(f"(?<={re.escape(BEGIN)}).*?(?={re.escape(END)})", re.DOTALL)


def refresh(pinned: Mapping[str, Pinned], page: Path) -> None:
    page.write_text(with_floors(page.read_text(encoding="utf-8"), pinned), encoding="utf-8")


def with_floors(text: str, pinned: Mapping[str, Pinned]) -> str:
    return BETWEEN.sub(lambda _: f"\n\n{floors_table(pinned)}\n\n", text)
