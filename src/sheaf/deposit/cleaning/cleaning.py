"""The work of keeping a catalogue clean, as `library.cleaning`."""

from __future__ import annotations

from sheaf.curate.blacklist import Blacklist
from sheaf.curate.blacklist_files import BlacklistEntry
from sheaf.curate.own_blacklist import OWN_FILE, OwnBlacklist, read_entry
from sheaf.deposit.catalogue import Catalogue
from sheaf.deposit.cleaning.hits import BlacklistHits, count_hits


class Cleaning:
    """Documents and parents that are of no use any more, and what says which they are."""

    def __init__(self, catalogue: Catalogue, blacklist: OwnBlacklist) -> None:
        self._alias = catalogue.alias
        self._blacklist = blacklist

    def count_hits(self, words: str, *, seconds: float | None = None) -> BlacklistHits:
        """How many documents an entry of a blacklist is about, whether it stands there or not. With
        `seconds`, counting stops after them, and says so."""
        kind, value, written = read_entry(words)
        entry = BlacklistEntry(kind, written, value, OWN_FILE, 1)
        return count_hits(self._alias, entry, Blacklist.of([entry]).find, seconds)
