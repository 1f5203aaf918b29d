"""The stages, in the order in which they are asked. A new stage is one file and one line here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from sheaf import plugins
from sheaf.curate.arrival import has_arrived
from sheaf.curate.blacklist import Blacklist
from sheaf.curate.filter.academic import AcademicFilter
from sheaf.curate.filter.first_look import first_look
from sheaf.curate.mime_type import WantedType
from sheaf.curate.stage import Stage
from sheaf.curate.text.readers import TextStage
from sheaf.errors import SheafError
from sheaf.records import Candidate, Dropped, Outcome
from sheaf.settings import Curate

ALL = "all"
LONGEST_REASON = 1_000  # characters


def arrival_stages(settings: Curate, library: Path) -> list[Stage]:
    """Asked of every capture before its bytes are looked at."""
    return [
        has_arrived,
        Blacklist.load(*settings.blacklist, folder=library),
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
                first_look=first_look(settings),
            )
        )
    if settings.filter:
        stages += [AcademicFilter(settings), *plugged_in(settings)]
    return stages


def plugged_in(settings: Curate) -> list[Stage]:
    """The stages of other packages that the settings name, in the order of the settings; all that
    are installed by their names."""
    return [Named(name, plugins.load("stages", name)) for name in stage_names(settings)]


def stage_names(settings: Curate) -> list[str]:
    """Whom a run asks beside us: written down with it, so that it can be told from another run."""
    if not settings.filter:
        return []
    if settings.stages == (ALL,):
        return sorted(plugins.names("stages"))
    return list(dict.fromkeys(settings.stages))


@dataclass(frozen=True, slots=True)
class Named:
    """A stage of somebody else's. Its no carries its name, and so does what it did wrong."""

    name: str
    stage: Stage

    def __call__(self, candidate: Candidate) -> Candidate | Dropped:
        try:
            answer = self.stage(candidate)
        except (SheafError, MemoryError):
            raise
        except Exception as problem:  # noqa: BLE001 - it is somebody else's code
            words = " ".join(f"{type(problem).__name__}: {problem}".split())
            return self._dropped(Dropped(Outcome.FAILED, words))
        if isinstance(answer, Dropped):
            return self._dropped(answer)
        if isinstance(answer, Candidate):
            return answer
        words = f"it answered with {type(answer).__name__}, not with Candidate or Dropped"
        return self._dropped(Dropped(Outcome.FAILED, words))

    def _dropped(self, answer: Dropped) -> Dropped:
        reason = f"the stage {self.name} says: {answer.reason}"
        return replace(answer, reason=reason[:LONGEST_REASON])
