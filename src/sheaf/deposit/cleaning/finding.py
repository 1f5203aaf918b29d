"""Asks a blacklist with care: what goes, or is left out, is known to stand there."""

from __future__ import annotations

from collections.abc import Callable

from sheaf.curate.blacklist import TooSlow
from sheaf.curate.own_blacklist import OwnBlacklist

Find = Callable[[str], str | None]


def careful_finder(blacklist: OwnBlacklist) -> Find:
    """Which entry a URL is on. Where a pattern cannot say in time, it is on none."""
    loaded = blacklist.load()

    def find(url: str) -> str | None:
        try:
            return loaded.find(url)
        except TooSlow:
            return None

    return find
