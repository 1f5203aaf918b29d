"""Whether what a worker says about a capture can be so. A parser that a document has broken into
could say anything; the coordinator goes on only with what an examination can answer.

Files must have been staged, and stand where they may. Identity is never up to the worker: it tells
about the capture that it was given, and about members of it.
"""

from __future__ import annotations

import re
import stat
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from sheaf.records import KEPT, KNOWN, Capture, Dropped, Examined, Location, Payload, Verdict

SHA1 = re.compile(r"[0-9a-f]{40}")
MEMBER = re.compile(r"\d{1,9}(?:/\d{1,9}){0,9}")
MEMBER_NAME = re.compile(r"[!-~]{0,9999}")  # as it is quoted in a URL
LONGEST_REASON = 10_000
MOST_PAGES = 2**31 - 1  # what a column of integers can hold; so are the following
LONGEST_TYPE = 127
LONGEST_KIND = 32
LONGEST_LANGUAGE = 16
BASIS = re.compile(r"[!-~]{0,40}")


def is_possible_examination(answer: Sequence[Examined], capture: Capture, staging: Path) -> bool:
    """The capture itself first, then what was found in it, each once; all with files of its own."""
    bare = replace(capture, payload=Payload())
    if not answer or answer[0].capture != bare:
        return False
    places = {one.capture.location for one in answer}
    files = [path for one in answer for path in _staged(one) if path is not None]
    return (
        len(places) == len(answer)
        and all(_is_member(one.capture, bare) for one in answer[1:])
        and len(set(files)) == len(files)
        and all(is_staged(path, staging) for path in files)
        and all(map(_is_possible, answer))
    )


def is_staged(path: Path, staging: Path) -> bool:
    """Whether this is a plain file in the staging folder."""
    try:
        return path.parent == staging and stat.S_ISREG(path.lstat().st_mode)
    except (OSError, ValueError):
        return False


def is_possible_drop(dropped: Dropped) -> bool:
    """No stage can say that something is kept, or known already."""
    return (
        dropped.outcome not in KEPT | KNOWN
        and len(dropped.reason) <= LONGEST_REASON
        and _is_possible_verdict(dropped.verdict)
    )


def is_page_count(pages: int) -> bool:
    return 0 <= pages <= MOST_PAGES


def _is_possible(one: Examined) -> bool:
    if one.dropped is None:
        is_whole = None not in {one.mime_type, one.sha1, one.staged_file}
    else:
        is_whole = is_possible_drop(one.dropped)
    return (
        is_whole
        and (one.sha1 is None or SHA1.fullmatch(one.sha1) is not None)
        and len(one.mime_type or "") <= LONGEST_TYPE
        and (one.mime_type or "").isprintable()
        and BASIS.fullmatch(one.basis) is not None
        and one.size >= 0
        and is_page_count(one.pages)
        and _is_possible_verdict(one.verdict)
    )


def _is_possible_verdict(verdict: Verdict | None) -> bool:
    return verdict is None or (
        len(verdict.kind) <= LONGEST_KIND
        and verdict.kind.isprintable()
        and len(verdict.language or "") <= LONGEST_LANGUAGE
        and (verdict.language or "").isprintable()
        and 0 <= verdict.academic <= 1
    )


def _is_member(member: Capture, container: Capture) -> bool:
    """A nameless one, such as what a gzip holds, has the URL of its container."""
    place = container.location
    same = replace(member, url=container.url, mime_type=container.mime_type, location=place)
    stem = container.url.split("#")[0]
    return (
        same == container
        and member.mime_type is None
        and member.location == Location(place.source, place.position, member.location.member)
        and MEMBER.fullmatch(member.location.member) is not None
        and (
            member.url == container.url
            or (
                member.url.startswith(f"{stem}!/")
                and MEMBER_NAME.fullmatch(member.url, len(stem)) is not None
            )
        )
    )


def _staged(one: Examined) -> tuple[Path | None, ...]:
    return one.staged_file, one.staged_text, one.staged_layout
