"""What a stage is, and the stages in the order in which they are asked. A new stage is one file
and one line here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from sheaf import plugins, urls
from sheaf.curate.blacklist import Blacklist
from sheaf.curate.filter.academic import AcademicFilter
from sheaf.curate.filter.early_rejection import early_check
from sheaf.curate.mime_type import WantedType
from sheaf.curate.own_blacklist import blacklist_files
from sheaf.curate.text.readers import TextStage
from sheaf.errors import SheafError
from sheaf.records import Candidate, Dropped, Outcome
from sheaf.settings import Curate

ALL = "all"
LONGEST_REASON = 1_000  # characters


class Stage(Protocol):
    """A stage answers with the candidate, or with its reason for no. It is a pure function of the
    candidate and its own settings. It raises only for the unforeseen; a plug-in stage is a callable
    under the entry point `sheaf.stages`."""

    def __call__(self, candidate: Candidate) -> Candidate | Dropped: ...


def ask(stages: Sequence[Stage], candidate: Candidate) -> Candidate | Dropped:
    """The candidate after all stages, or the first no."""
    for stage in stages:
        answer = stage(candidate)
        if isinstance(answer, Dropped):
            was_late = candidate.text is not None and candidate.text.ocr_was_late
            return replace(answer, is_final=False) if was_late else answer
        candidate = answer
    return candidate


def capture_stages(settings: Curate, library: Path) -> list[Stage]:
    """Asked of every capture before its bytes are looked at."""
    return [
        check_response,
        Blacklist.load(*blacklist_files(library, settings.blacklist), folder=library),
    ]


def examination_stages(
    settings: Curate, *, require_text: bool = False, whole_layout: bool = False
) -> list[Stage]:
    """Asked in a worker process, with the bytes at hand."""
    stages: list[Stage] = [WantedType(settings.mime_types)]
    if settings.text or require_text:
        required = settings.filter or require_text
        stages.append(
            TextStage(
                settings,
                required=required,
                whole_layout=whole_layout,
                check_front=early_check(settings),
            )
        )
    if settings.filter:
        stages += [AcademicFilter(settings), *plugin_stages(settings)]
    return stages


def check_response(candidate: Candidate) -> Candidate | Dropped:
    """Whether the web sent a document at all."""
    capture = candidate.capture
    if capture.lost is not None:
        return capture.lost
    try:
        urls.canonical(capture.url)
    except urls.BadUrl:
        return Dropped(Outcome.UNFORESEEN, f"{capture.url[:200]!r} is no absolute URL")
    # An importer of files knows no status; what is there has arrived.
    if capture.status is not None and not 200 <= capture.status < 300:
        words = "sent elsewhere" if 300 <= capture.status < 400 else "answered"
        return Dropped(Outcome.BAD_STATUS, f"the server {words} with status {capture.status}")
    return candidate


def plugin_stages(settings: Curate) -> list[Stage]:
    """The stages of other packages that the settings name, in the order of the settings; all that
    are installed by their names."""
    return [
        PluginStage(name, plugins.load("stages", name)) for name in plugin_stage_names(settings)
    ]


def plugin_stage_names(settings: Curate) -> list[str]:
    """They are written down with a run: with other stages it is another run."""
    if not settings.filter:
        return []
    if settings.stages == (ALL,):
        return sorted(plugins.names("stages"))
    return list(dict.fromkeys(settings.stages))


@dataclass(frozen=True, slots=True)
class PluginStage:
    """A stage of another package. Its name stands in the reason of its no, and of its failures."""

    name: str
    stage: Stage

    def __call__(self, candidate: Candidate) -> Candidate | Dropped:
        try:
            answer = self.stage(candidate)
        except (SheafError, MemoryError):
            raise
        except Exception as problem:  # noqa: BLE001 - it is somebody else's code
            words = " ".join(f"{type(problem).__name__}: {problem}".split())
            return self._name_stage(Dropped(Outcome.UNFORESEEN, words))
        if isinstance(answer, Dropped):
            return self._name_stage(answer)
        if isinstance(answer, Candidate):
            return answer
        words = f"it answered with {type(answer).__name__}, not with Candidate or Dropped"
        return self._name_stage(Dropped(Outcome.UNFORESEEN, words))

    def _name_stage(self, answer: Dropped) -> Dropped:
        reason = f"the stage {self.name} says: {answer.reason}"
        return replace(answer, reason=reason[:LONGEST_REASON])
