"""Dropped files, kept with their reason for who wants to look at them.

rejects/not_academic/<sha1>.pdf
rejects/not_academic/<sha1>.pdf.why     url, outcome, reason and place, as JSON
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from sheaf.records import Examined


def keep_reject(examined: Examined, folder: Path) -> None:
    """Move what an examination staged. The same bytes dropped twice are kept once, with the
    latest reason."""
    assert examined.dropped is not None
    assert examined.staged_file is not None
    place = folder / examined.dropped.outcome.value
    place.mkdir(parents=True, exist_ok=True)
    final = place / f"{examined.sha1}{examined.staged_file.suffix}"
    why = {
        "url": examined.capture.url,
        "outcome": examined.dropped.outcome.value,
        "reason": examined.dropped.reason,
        "source": examined.capture.location.source,
        "position": examined.capture.location.position,
        "member": examined.capture.location.member,
    }
    text = json.dumps(why, ensure_ascii=True, indent=1)
    final.with_name(final.name + ".why").write_text(text + "\n", encoding="utf-8")
    os.replace(examined.staged_file, final)
