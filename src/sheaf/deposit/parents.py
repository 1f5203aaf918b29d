"""Which page counts as a document's parent when several link to it.

The rule of the CDI: nearer is better. Same host beats another host; on the same host, the same
folder beats others, and a folder above the document beats one that is not, the deeper the better.
"""

from __future__ import annotations

from posixpath import dirname
from urllib.parse import urlsplit

from sheaf import urls


def is_better_parent(new: str, old: str | None, document: str) -> bool:
    if old is None:
        return True
    host = urls.host_of(document)
    new_is_near, old_is_near = urls.host_of(new) == host, urls.host_of(old) == host
    if new_is_near != old_is_near:
        return new_is_near
    return new_is_near and _is_better_folder(_folder(new), _folder(old), _folder(document))


def _is_better_folder(new: str, old: str, document: str) -> bool:
    if new == document or old == document:
        return new == document and old != document
    if not document.startswith(new):
        return False
    return not document.startswith(old) or len(new) > len(old)


def _folder(url: str) -> str:
    """With its slash: /pa is not above /papers."""
    return dirname(urlsplit(url).path).rstrip("/") + "/"
