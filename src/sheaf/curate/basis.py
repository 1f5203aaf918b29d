"""What a judgement rests on beside the bytes. Where all of it is the same, so is the judgement."""

from __future__ import annotations

import hashlib
import json
import platform
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib import metadata, resources
from importlib.resources.abc import Traversable

from sheaf import plugins, programs
from sheaf.curate.mime_type import POSTSCRIPT
from sheaf.curate.stages import plugin_stage_names
from sheaf.records import GROUP_OF, Capture, Examined, OutcomeGroup, Payload
from sheaf.settings import Curate

OURS = ("curate", "words")  # code, models and word lists
# They say what is done with a document, not what it is.
NO_MATTER = frozenset({"blacklist", "keep_rejects", "judge_again", "stages"})
# What failed is tried again.
REMEMBERED = frozenset({OutcomeGroup.TURNED_DOWN, OutcomeGroup.UNUSABLE})
PROGRAM_SECONDS = 30.0
PACKAGE_NAME = re.compile(r"[\w.-]+")


@dataclass(frozen=True, slots=True)
class Basis:
    """`asks_capture` means that stages of other packages judge, which may look at the URL, the time
    or whatever else is known of a capture: then all of it counts."""

    fingerprint: str
    asks_capture: bool = False

    def of(self, capture: Capture) -> str:
        if not self.asks_capture:
            return self.fingerprint
        return _digest(self.fingerprint, repr(replace(capture, payload=Payload())))


def may_be_remembered(examined: Examined) -> bool:
    """Whether the same bytes would be answered the same another time."""
    dropped = examined.dropped
    if dropped is None:
        return examined.is_final
    return dropped.is_final and GROUP_OF[dropped.outcome] in REMEMBERED


def find_basis(settings: Curate) -> Basis:
    """Settings, code and models of ours, libraries, programs, and what other packages bring."""
    stages = plugin_stage_names(settings)
    parts = {
        "settings": settings.model_dump(mode="json", exclude=set(NO_MATTER)),
        "stages": [(name, *_describe_part("stages", name)) for name in stages],
        "readers": {
            name: _describe_part("text_readers", name) for name in plugins.names("text_readers")
        },
        "python": platform.python_version(),
        "libraries": _library_versions(),
        "ours": _digest_of_ours(),
        "programs": list(_describe_programs(settings)),
    }
    return Basis(_digest(json.dumps(parts, sort_keys=True)), asks_capture=bool(stages))


def _digest(*parts: str) -> str:
    text = "\n".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.sha1(text, usedforsecurity=False).hexdigest()


def _describe_part(group: str, name: str) -> tuple[str, ...]:
    point = plugins.require(group, name)
    package = (point.dist.name, point.dist.version) if point.dist is not None else ()
    return (point.value, *package)


def _describe_programs(settings: Curate) -> Iterator[str]:
    if not settings.text:
        return
    if POSTSCRIPT in settings.mime_types:
        yield _ask("gs", "--version")
    if settings.ocr:
        yield _ask("tesseract", "--version")
        yield _ask("tesseract", "--list-langs")


def _ask(program: str, question: str) -> str:
    if programs.find(program) is None:
        return f"no {program}"
    try:
        answer = programs.run((program, question), seconds=PROGRAM_SECONDS)
    except programs.ProgramFailed as problem:
        return f"{program}: {problem}"
    return answer.decode("utf-8", "replace")


@cache
def _library_versions() -> dict[str, str]:
    """Of all that we need: who reads a text, and by what, is nothing to keep a second list of."""
    wanted = (PACKAGE_NAME.match(one) for one in metadata.requires("sheaf") or ())
    versions: dict[str, str] = {}
    for name in sorted({found[0] for found in wanted if found}):
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:  # an extra that is not installed
            continue
    return versions


@cache
def _digest_of_ours() -> str:
    """Of the files themselves: between two releases they change under one version."""
    sha1 = hashlib.sha1(usedforsecurity=False)
    for folder in OURS:
        for file in _files_below(resources.files("sheaf").joinpath(folder)):
            sha1.update(file.read_bytes())
    return sha1.hexdigest()


def _files_below(folder: Traversable) -> Iterator[Traversable]:
    for one in sorted(folder.iterdir(), key=lambda each: each.name):
        if one.is_dir() and one.name != "__pycache__":
            yield from _files_below(one)
        elif one.is_file():
            yield one
