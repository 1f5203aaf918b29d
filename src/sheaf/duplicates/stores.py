"""Opens the stores of fingerprints of a library: in its folder, or in a Redis."""

from __future__ import annotations

import secrets
from pathlib import Path

from sheaf.duplicates.contract import FingerprintStore
from sheaf.duplicates.embedded.store import EmbeddedStore
from sheaf.files import make_private_folder, write_whole
from sheaf.settings import Duplicates

FOLDER = "near-copies"  # of a library
OWN = "redis-owner"


def open_store(folder: Path, version: str, chosen: Duplicates) -> FingerprintStore:
    if not chosen.redis:
        return EmbeddedStore(folder, version)
    from sheaf.duplicates.redis.store import RedisStore

    store = RedisStore(chosen.redis, f"{chosen.redis_name}:{version}")
    store.belong_to(_own_mark(folder), chosen.redis_name)
    return store


def _own_mark(folder: Path) -> str:
    """By it a library knows what it has written to a Redis that others use too."""
    path = folder / OWN
    try:
        return path.read_text(encoding="ascii")
    except FileNotFoundError:
        make_private_folder(folder)
        write_whole(path, secrets.token_hex(16))
        return path.read_text(encoding="ascii")
