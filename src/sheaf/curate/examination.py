"""The examination of one capture: a pure function of its bytes and the settings.

It runs in a worker process, opens no database, and leaves what passed in the staging folder.
A container is answered with itself and with each thing found in it.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sheaf.acquire.importers.unpack import (
    CONTAINER_TYPES,
    Allowance,
    Bomb,
    Broken,
    UnpackLimits,
    read_members,
)
from sheaf.curate import payload
from sheaf.curate.basis import Basis, may_be_remembered
from sheaf.curate.mime_type import extension_of, sniff, sniff_start
from sheaf.curate.stages import Stage, ask, examination_stages
from sheaf.curate.text.layout_file import encode_layout
from sheaf.errors import disk_errors
from sheaf.files import write_new
from sheaf.records import Candidate, Capture, Dropped, Examined, Location, Outcome, Payload
from sheaf.settings import Curate

# A .tar.gz is two containers; archives of archives hold such files, and those may hold a .ps.gz.
# What all of it comes to is limited besides. A fifth is somebody's joke.
MAX_DEPTH = 4
# How members end that are of no wanted type; where all end so, the container held nothing.
UNWANTED = frozenset({Outcome.UNWANTED_TYPE, Outcome.EMPTY, Outcome.NOTHING_INSIDE})
LONGEST_NAME = 300  # of a member; longer ones are cut, and differ by their number
STAGED = ("staged_file", "staged_text", "staged_layout")
_numbers = count()


@dataclass(frozen=True, slots=True)
class ExaminationContext:
    settings: Curate
    staging: Path
    # For who wants to read a document whatever it is: no filter, but no passing without text.
    require_text: bool = False
    # Who reads the paper afterwards needs the lines of every page, not only of the first ones.
    whole_layout: bool = False
    # What is done with a candidate that passed; None means that it is staged in files.
    keep: Callable[[Candidate], Examined] | None = None
    # What the answers rest on, where somebody remembers them.
    basis: Basis | None = None


def examine(capture: Capture, context: ExaminationContext) -> list[Examined]:
    """What the capture is, and what was found in it if it is a container."""
    # The answer travels back to the coordinator: without the bytes it came with.
    bare = replace(capture, payload=Payload())
    if capture.lost is not None:
        return [Examined(bare, dropped=capture.lost)]
    data = _check_sha1(capture, payload.load(capture.payload, unpack_limits(context.settings)))
    if isinstance(data, Dropped):
        return [Examined(bare, dropped=data)]
    allowance = Allowance(unpack_limits(context.settings))
    own = replace(context, staging=_own_folder(context.staging))
    examined = list(_examine_bytes(bare, data, own, allowance, depth=0))
    return [_hand_over(one, context.staging) for one in examined]


def _own_folder(staging: Path) -> Path:
    """Where a worker stages: in its own folder, which goes when it is killed, where that lies in
    the staging folder. A container that hangs at its last member leaves nothing behind."""
    own = Path(tempfile.gettempdir())
    return own if own.parent == staging.absolute() else staging


def _hand_over(examined: Examined, staging: Path) -> Examined:
    """The same with its files in the staging folder itself."""
    moved: dict[str, Any] = {}
    for field in STAGED:
        path: Path | None = getattr(examined, field)
        if path is not None and path.parent != staging:
            moved[field] = path.rename(staging / path.name)
    return replace(examined, **moved) if moved else examined


def _check_sha1(capture: Capture, data: bytes | Dropped) -> bytes | Dropped:
    """What was loaded, if it is what its source says it must be."""
    is_loaded = not isinstance(data, Dropped) or data.outcome is Outcome.EMPTY
    if capture.sha1 is None or not is_loaded:
        return data
    found = hashlib.sha1(b"" if isinstance(data, Dropped) else data, usedforsecurity=False)
    if found.hexdigest() == capture.sha1:
        return data
    return Dropped(Outcome.DAMAGED, f"its SHA-1 is not the {capture.sha1} that its source tells")


def examine_without_worker(capture: Capture, context: ExaminationContext) -> list[Examined] | None:
    """The same answer where no parser is needed for it: for what is of no wanted type, and for
    what is kept unread. None means that a worker must look."""
    data = capture.payload.data
    if not data or capture.payload.encodings or capture.sha1:
        return None
    mime_type = sniff_start(data)
    if mime_type is None or mime_type in CONTAINER_TYPES:
        return None
    if mime_type in context.settings.mime_types and _needs_parsing(context):
        return None
    return [_examine_document(replace(capture, payload=Payload()), data, mime_type, context)]


def _needs_parsing(context: ExaminationContext) -> bool:
    """Whether a stage after the first wants to see a document of a wanted type."""
    return len(_stages(context.settings, context.require_text, context.whole_layout)) > 1


def _examine_bytes(
    capture: Capture, data: bytes, context: ExaminationContext, allowance: Allowance, depth: int
) -> Iterator[Examined]:
    mime_type = sniff(data)
    if mime_type in CONTAINER_TYPES and mime_type not in context.settings.mime_types:
        yield from _examine_container(capture, data, mime_type, context, allowance, depth)
    else:
        examined = _examine_document(capture, data, mime_type, context)
        if context.basis is not None and may_be_remembered(examined):
            examined = replace(examined, basis=context.basis.of(capture))
        yield examined


def _examine_container(
    capture: Capture,
    data: bytes,
    mime_type: str,
    context: ExaminationContext,
    allowance: Allowance,
    depth: int,
) -> Iterator[Examined]:
    """The members first, so that a container found bad half-way yields none of them."""
    if depth >= MAX_DEPTH:
        yield Examined(capture, Dropped(Outcome.BOMB, "containers within containers"), mime_type)
        return
    try:
        inside = list(read_members(data, mime_type, allowance.limits))
        allowance.take(inside)
    except Bomb as finding:
        yield Examined(capture, Dropped(Outcome.BOMB, str(finding)), mime_type)
        return
    except Broken as finding:
        yield Examined(capture, Dropped(Outcome.DAMAGED, str(finding)), mime_type)
        return
    found: list[Examined] = []
    names: set[str] = set()
    for number, (name, content) in enumerate(inside):
        member = _member_capture(capture, _unique_name(name, number, names), number)
        if content:
            found += _examine_bytes(member, content, context, allowance, depth + 1)
        else:
            found.append(Examined(member, Dropped(Outcome.EMPTY, "no bytes")))
    outcomes = {examined.dropped.outcome if examined.dropped else None for examined in found}
    outcome = Outcome.NOTHING_INSIDE if outcomes <= UNWANTED else Outcome.UNPACKED
    reason = f"{mime_type} with {len(inside)} file{'s' * (len(inside) != 1)}"
    yield Examined(capture, Dropped(outcome, reason), mime_type, size=len(data))
    yield from found


def _unique_name(name: str, number: int, taken: set[str]) -> str:
    """Names repeat in containers, and two members must not pass for versions of one document."""
    unique = name[:LONGEST_NAME]
    if unique in taken:
        unique = f"{unique}!{number}"
    taken.add(unique)
    return unique


def _member_capture(container: Capture, name: str, number: int) -> Capture:
    """A member's URL is its container's with its name behind `!/`. The single document in a gzip
    has no name: it stands for the container and keeps its URL."""
    place = container.location
    member = f"{place.member}/{number}" if place.member else str(number)
    url = (
        f"{container.url.split('#')[0]}!/{quote(name, errors='replace')}" if name else container.url
    )
    return replace(
        container,
        url=url,
        mime_type=None,
        location=Location(place.source, place.position, member),
    )


def _examine_document(
    capture: Capture, data: bytes, mime_type: str, context: ExaminationContext
) -> Examined:
    candidate = Candidate(capture, data, mime_type)
    stages = _stages(context.settings, context.require_text, context.whole_layout)
    answer = ask(stages, candidate)
    sha1 = hashlib.sha1(data, usedforsecurity=False).hexdigest()
    if isinstance(answer, Dropped):
        staged = write_staged(data, mime_type, context) if context.settings.keep_rejects else None
        return Examined(
            capture, answer, mime_type, sha1, len(data), verdict=answer.verdict, staged_file=staged
        )
    passed = replace(answer, sha1=sha1)
    return _stage_passed(passed, context) if context.keep is None else context.keep(passed)


def _stage_passed(passed: Candidate, context: ExaminationContext) -> Examined:
    text, mime_type = passed.text, passed.mime_type or ""
    layout = encode_layout(text) if text and context.whole_layout else None
    return Examined(
        capture=passed.capture,
        mime_type=mime_type,
        sha1=passed.sha1,
        size=len(passed.data),
        pages=text.pages if text else 0,
        verdict=passed.verdict,
        staged_file=write_staged(passed.data, mime_type, context),
        staged_text=write_staged(text.content.encode(), "text/plain", context) if text else None,
        staged_layout=write_staged(layout, "application/json", context) if layout else None,
        text_provenance=text.provenance if text else None,
        is_final=text is None or not text.ocr_was_late,
    )


def write_staged(data: bytes, mime_type: str, context: ExaminationContext) -> Path:
    name = f"{os.getpid()}-{next(_numbers)}.{extension_of(mime_type)}"
    path = context.staging / name
    with disk_errors(context.staging):
        write_new(path, data)
    return path


@cache
def _stages(settings: Curate, require_text: bool, whole_layout: bool) -> list[Stage]:
    return examination_stages(settings, require_text=require_text, whole_layout=whole_layout)


def unpack_limits(settings: Curate) -> UnpackLimits:
    return UnpackLimits(settings.unpack_bytes, settings.unpack_ratio, settings.unpack_members)
