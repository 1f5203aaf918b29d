"""The stages, in the order in which they are asked. A new stage is one file and one line here."""

from __future__ import annotations

from pathlib import Path

from sheaf import plugins
from sheaf.curate.academic import AcademicFilter
from sheaf.curate.arrival import has_arrived
from sheaf.curate.blacklist import Blacklist
from sheaf.curate.first_look import first_look
from sheaf.curate.mime_type import WantedType
from sheaf.curate.stage import Stage
from sheaf.curate.text import TextReader
from sheaf.settings import Curate


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
            TextReader(
                settings,
                required=required,
                whole_layout=whole_layout,
                first_look=first_look(settings),
            )
        )
    if settings.filter:
        stages.append(AcademicFilter(settings))
    return stages + list(plugins.load_all("stages").values())
