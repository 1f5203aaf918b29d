"""Opens the stores of a library, of fingerprints and of kept results: in its folder, or in a
Redis."""

from __future__ import annotations

import secrets
from pathlib import Path

from sheaf.duplicates.contract import FingerprintStore
from sheaf.duplicates.embedded.store import EmbeddedStore
from sheaf.duplicates.kept.contract import DAY, KeptLimits, KeptResults
from sheaf.duplicates.kept.embedded import EmbeddedKeptResults
from sheaf.files import make_private_folder, write_whole
from sheaf.settings import Duplicates

FOLDER = "near-copies"  # of a library
OWN = "redis-owner"
KEPT = "kept.db"


def open_store(folder: Path, version: str, chosen: Duplicates) -> FingerprintStore:
    if not chosen.redis:
        return EmbeddedStore(folder, version)
    from sheaf.duplicates.redis.store import RedisStore

    store = RedisStore(chosen.redis, f"{chosen.redis_name}:{version}")
    store.belong_to(_own_mark(folder), chosen.redis_name)
    return store


def open_kept(folder: Path, chosen: Duplicates) -> KeptResults | None:
    """None where nothing is kept."""
    if not chosen.kept_bytes:
        return None
    limits = KeptLimits(chosen.kept_bytes, seconds=chosen.kept_days * DAY)
    if not chosen.redis:
        return EmbeddedKeptResults(folder / KEPT, limits)
    from sheaf.duplicates.redis.kept import RedisKeptResults

    return RedisKeptResults(chosen.redis, limits, name=chosen.redis_name)


def _own_mark(folder: Path) -> str:
    """By it a library knows what it has written to a Redis that others use too."""
    path = folder / OWN
    try:
        return path.read_text(encoding="ascii")
    except FileNotFoundError:
        make_private_folder(folder)
        write_whole(path, secrets.token_hex(16))
        return path.read_text(encoding="ascii")
