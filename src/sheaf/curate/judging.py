"""The examination's answer for a person or a program that asked about one file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sheaf.curate.academic import KindVerdict
from sheaf.records import Capture, Dropped, Examined, Outcome, Verdict

WOULD_KEEP = "kept"


def judged(capture: Capture, answer: Any) -> Iterator[dict[str, Any]]:
    """One JSON object for the file, or one for each thing found in it. What passes every stage
    is `kept`: whether it is new depends on a library."""
    if isinstance(answer, list):
        for one in answer:
            if one.dropped is None or one.dropped.outcome is not Outcome.UNPACKED:
                yield _judged(capture, one)
    else:
        yield _judged(capture, Examined(capture, dropped=answer.dropped))


def _judged(capture: Capture, examined: Examined) -> dict[str, Any]:
    dropped, verdict = examined.dropped, examined.verdict
    name = capture.payload.path or capture.url
    member = examined.capture.location.member
    return {
        "file": f"{name}#{member}" if member else name,
        "mime_type": examined.mime_type,
        "outcome": dropped.outcome.value if dropped else WOULD_KEEP,
        "kind": verdict.kind if verdict else None,
        "academic": verdict.academic if verdict else None,
        "kinds": _kinds(verdict),
        "language": verdict.language if verdict else None,
        "reasons": list(verdict.reasons) if verdict else _reason(dropped),
    }


def _kinds(verdict: Verdict | None) -> dict[str, float] | None:
    """Probabilities, the likeliest kind first; None where the judge knows only yes and no."""
    if not isinstance(verdict, KindVerdict):
        return None
    return dict(sorted(verdict.kinds.items(), key=lambda pair: -pair[1]))


def _reason(dropped: Dropped | None) -> list[str]:
    return [dropped.reason] if dropped else []
