"""The key that signs a library's sessions: made once, kept in its folder, read by its owner."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

FILE_NAME = "secret.key"


def secret_key(folder: Path) -> str:
    """The library's key. Where it cannot be kept, one that lasts as long as this process."""
    path = folder / FILE_NAME
    try:
        return path.read_text(encoding="ascii").strip() or _make(path)
    except FileNotFoundError:
        return _make(path)


def _make(path: Path) -> str:
    key = secrets.token_urlsafe(50)
    part = path.with_name(f"{path.name}.{secrets.token_hex(8)}.part")
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError:  # a medium that cannot be written: it can still be read and searched
        return key
    with os.fdopen(descriptor, "w", encoding="ascii") as stream:
        stream.write(key)
        stream.flush()
        os.fsync(stream.fileno())
    try:
        os.link(part, path)  # unlike a rename, refuses where another process was first
    except FileExistsError:
        if kept := path.read_text(encoding="ascii").strip():
            return kept
        os.replace(part, path)  # what stood there was empty
    finally:
        part.unlink(missing_ok=True)
    return key
