"""The Paper as JSON, one line: everything that was read, under the names of docs/reference."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def write(paper: Mapping[str, Any], references: bool = False) -> str:
    text = json.dumps(paper, ensure_ascii=False, default=str)
    # Half a surrogate pair cannot be written as UTF-8; a question mark stands in for it.
    return text.encode("utf-8", "replace").decode("utf-8") + "\n"
