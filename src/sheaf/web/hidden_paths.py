"""Where things lie on a machine is nobody's business on the other side of the wire: whoever is no
librarian sees the names of files, and not their folders."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import PurePosixPath
from typing import Any, TypeVar
from urllib.parse import unquote, urlsplit

from django.http import HttpRequest

from sheaf.web.library import served_library
from sheaf.web.people.rights import Role, may

Value = TypeVar("Value")

# Addresses of the web are for everybody, whatever stands in them. Those of files are places, here
# or on another machine; and so is what has a folder and begins at the root.
ADDRESS = r"(?i:https?|ftps?)://\S+"
PLACE = r"(?P<place>(?i:file:/*|(?:sftp|ssh|scp|s3|gs|smb|nfs)://)[^\s'\"<>]*)"
PATH = r"(?P<path>(?<![\w/.:~\])-])/(?:[^\s/'\"<>]+/)+[^\s'\"<>]*)"
PLACES = re.compile(f"{ADDRESS}|{PLACE}|{PATH}")
FILE = "file:"
# Addresses of the web have no place of this machine in them.
WEB = ("http://", "https://")


def shown_to(request: HttpRequest, value: Value) -> Value:
    """The value as who asks may see it."""
    return value if may(request, Role.LIBRARIAN) else without_places(value)


def paper_shown_to(request: HttpRequest, paper: dict[str, Any]) -> dict[str, Any]:
    """Of a paper only what we know of it; what it says itself is for everybody."""
    ours: dict[str, Any] = {name: paper[name] for name in ("url", "provenance") if name in paper}
    return {**paper, **shown_to(request, ours)}


def without_places(value: Value) -> Value:
    """The same, with names in the place of paths: in text, in lists, in the fields of records."""
    folders = {served_library().folder.as_posix()}
    folders |= {_folder(text) for text in _strings(value) if _is_place(text)}
    # What lies beside them can be told from the words around it only where it has no blank.
    above = {str(parent) for folder in folders for parent in PurePosixPath(folder).parents}
    folders |= {folder for folder in above if " " in folder}
    # The longest first: one may lie in another.
    starts = sorted((f"{folder.rstrip('/')}/" for folder in folders), key=len, reverse=True)
    changed: Value = _strip(value, [start for start in starts if start != "/"])
    return changed


def public_url(url: str) -> str:
    """The URL of a document as everybody may see it."""
    return url if url.startswith(WEB) else _strip_text(url, [])


def _strings(value: Any) -> Iterator[str]:
    if type(value) is str:
        yield value
    else:
        for part in _parts(value):
            yield from _strings(part)


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    if isinstance(value, list | tuple):
        return value
    if is_dataclass(value):
        return (getattr(value, field.name) for field in fields(value))
    return ()


def _strip(value: Any, starts: list[str]) -> Any:
    if type(value) is str:
        return _strip_text(value, starts)
    if isinstance(value, dict):
        return {name: _strip(part, starts) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_strip(part, starts) for part in value)
    if is_dataclass(value) and not isinstance(value, type):
        changed = {
            field.name: _strip(getattr(value, field.name), starts) for field in fields(value)
        }
        return replace(value, **changed)
    return value


def _strip_text(text: str, starts: list[str]) -> str:
    if _is_place(text):
        return _name(text)
    for start in starts:
        text = text.replace(start, "")
    return PLACES.sub(_shorten, text)


def _is_place(text: str) -> bool:
    """All of it, so that a blank in it is part of a name."""
    return text.startswith("/") or text.lower().startswith(FILE)


def _folder(place: str) -> str:
    is_address = place.lower().startswith(FILE)
    return str(PurePosixPath(unquote(urlsplit(place).path) if is_address else place).parent)


def _shorten(found: re.Match[str]) -> str:
    place = found["place"] or found["path"]
    return found[0] if place is None else _name(place)


def _name(place: str) -> str:
    name = PurePosixPath(place).name
    return f"file:///{name}" if place.lower().startswith(FILE) else name
