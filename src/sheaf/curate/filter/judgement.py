"""What an examination found out about one file, as `sheaf judge` says it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from sheaf.records import Capture, Dropped, Examined, Outcome, Verdict

WOULD_KEEP = "kept"


def describe_judgement(capture: Capture, answer: Any) -> Iterator[dict[str, Any]]:
    """One JSON object for the file, or one for each thing found in it. What passes every stage
    is `kept`: whether it is new depends on a library."""
    if isinstance(answer, list):
        for examined in answer:
            if examined.dropped is None or examined.dropped.outcome is not Outcome.UNPACKED:
                yield _describe(capture, examined)
    else:
        yield _describe(capture, Examined(capture, dropped=answer.dropped))


def _describe(capture: Capture, examined: Examined) -> dict[str, Any]:
    dropped, verdict = examined.dropped, examined.verdict
    return {
        "file": display_name(capture, examined.capture),
        "mime_type": examined.mime_type,
        "outcome": dropped.outcome.value if dropped else WOULD_KEEP,
        "kind": verdict.kind if verdict else None,
        "academic": verdict.academic if verdict else None,
        "kinds": _kinds(verdict),
        "language": verdict.language if verdict else None,
        "reasons": list(verdict.reasons) if verdict else _reasons(dropped),
    }


def display_name(file: Capture, found: Capture) -> str:
    """A file, or what was found in it, as an import names it: `z.zip!/name.pdf`. The single
    document in a gzip file goes by the name of the file."""
    inside = found.url.removeprefix(file.url.split("#")[0])
    name = file.payload.path or file.url
    return name + unquote(inside) if inside.startswith("!/") else name


def file_in_name(name: str) -> str:
    """The file, of a name that `display_name` made: what stands before the first `!/` behind a
    file."""
    for mark in re.finditer("!/", name):
        if os.path.isfile(name[: mark.start()]):
            return name[: mark.start()]
    return name


def _kinds(verdict: Verdict | None) -> dict[str, float] | None:
    """Probabilities, the likeliest kind first; None where the judge knows only yes and no."""
    if verdict is None or not verdict.kinds:
        return None
    return dict(sorted(verdict.kinds.items(), key=lambda pair: -pair[1]))


def _reasons(dropped: Dropped | None) -> list[str]:
    return [dropped.reason] if dropped else []
