"""Keeps what a benchmark measured, with what it was measured on."""

from __future__ import annotations

import json
import os
import platform
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sheaf

RESULTS = Path(__file__).parent / "results"
LOAD_BEFORE = round(os.getloadavg()[2], 1)  # before anything is measured


def record(name: str, results: dict[str, Any]) -> None:
    RESULTS.mkdir(exist_ok=True)
    about = {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "sheaf": sheaf.__version__,
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "load_before": LOAD_BEFORE,
    }
    text = json.dumps({"about": about, **results}, indent=1)
    (RESULTS / f"{name}.json").write_text(text + "\n", encoding="utf-8")
