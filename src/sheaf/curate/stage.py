"""What a stage is: given a candidate, it answers with the candidate or with its reason for no."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from sheaf.records import Candidate, Dropped


class Stage(Protocol):
    """A stage is a pure function of the candidate and its own settings. It raises only for the
    unforeseen; a plug-in stage is a callable under the entry point `sheaf.stages`."""

    def __call__(self, candidate: Candidate) -> Candidate | Dropped: ...


def ask(stages: Sequence[Stage], candidate: Candidate) -> Candidate | Dropped:
    """The candidate after all stages, or the first no."""
    for stage in stages:
        answer = stage(candidate)
        if isinstance(answer, Dropped):
            return answer
        candidate = answer
    return candidate
