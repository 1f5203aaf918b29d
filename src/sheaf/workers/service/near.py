"""Readings of nearly the same text: found by their fingerprints, with the papers that were read.

Both lie in the stores of near-copies, on disk or in Redis, which several services may share. A
store that does not answer is worth no error: then a text is read as if nobody knew it.
"""

from __future__ import annotations

import json
import logging
import shutil
import threading
import time
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from sheaf.duplicates.embedded.store import EmbeddedStore
from sheaf.duplicates.kept.contract import KeptLimits
from sheaf.duplicates.kept.embedded import EmbeddedKeptResults
from sheaf.duplicates.redis.connecting import connect
from sheaf.duplicates.redis.kept import RedisKeptResults
from sheaf.duplicates.redis.store import RedisStore
from sheaf.duplicates.simhash import VERSION
from sheaf.errors import SheafError, UsageError
from sheaf.files import make_private_folder
from sheaf.workers.service.contract import ALL_PARTS, Part

logger = logging.getLogger(__name__)

# Of a text: a title that is reused must stand there.
FRONT = 6_000
# Of the bytes that the service may keep, so much is for papers of near-copies.
SHARE = 0.1
MOST_NEAR = 50  # that are looked at
MOST_DOCUMENTS = 1_000_000
LOOKED_THROUGH_AT_ONCE = 1_000
REST_SECONDS = 30.0  # after an error
ANY = "any"  # a kind that each has
SHA1_DIGITS = 8  # of it, as a number, a document has its name in the store

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class NearReading:
    """What was read of another file, and in how many bits of the fingerprint it differs."""

    sha1: str
    distance: int
    paper: dict[str, Any]


@dataclass(frozen=True, slots=True)
class NearStores:
    fingerprints: EmbeddedStore | RedisStore
    papers: EmbeddedKeptResults | RedisKeptResults

    def close(self) -> None:
        self.fingerprints.close()
        self.papers.close()


class NearReadings:
    """`basis` is what readings rest on: those on another are not found."""

    def __init__(self, open_stores: Callable[[], NearStores], basis: str) -> None:
        self._open_stores, self._basis = open_stores, basis
        self._stores: NearStores | None = None
        self._guard = threading.Lock()
        self._rests_until = 0.0

    def close(self) -> None:
        with self._guard:
            if self._stores is not None:
                self._stores.close()
                self._stores = None

    def remember(
        self, sha1: str, fingerprint: int, parts: frozenset[Part], paper: Mapping[str, Any]
    ) -> None:
        """One that was read itself: what was reused is not passed on."""
        number = _number(sha1)
        content = json.dumps({"sha1": sha1, "paper": paper}).encode()

        def write(stores: NearStores) -> None:
            stores.papers.keep(self._key(number), _kind(parts), content)
            stores.papers.keep(self._key(number), ANY, b"1")
            if stores.fingerprints.fingerprint_of(number) != fingerprint:
                stores.fingerprints.write({number: fingerprint})

        self._try(write)

    def find(
        self, sha1: str, fingerprint: int, bits: int, parts: frozenset[Part]
    ) -> Iterator[NearReading]:
        """Those of which these parts were read, the nearest first."""
        near = self._try(lambda stores: stores.fingerprints.find_near(fingerprint, bits, MOST_NEAR))
        for copy in near or ():
            told = self._paper(copy.document_id, parts)
            if told is not None and told["sha1"] != sha1:
                yield NearReading(told["sha1"], copy.distance, told["paper"])

    def forget_expired(self) -> int:
        """Fingerprints whose papers are gone; how many."""
        return self._try(self._forget_expired) or 0

    def _forget_expired(self, stores: NearStores) -> int:
        gone = [
            number
            for number, _ in stores.fingerprints.documents()
            if stores.papers.get(self._key(number), ANY) is None
        ]
        for at in range(0, len(gone), LOOKED_THROUGH_AT_ONCE):
            stores.fingerprints.write(dict.fromkeys(gone[at : at + LOOKED_THROUGH_AT_ONCE]))
        return len(gone)

    def _paper(self, number: int, parts: frozenset[Part]) -> dict[str, Any] | None:
        """With these parts, or with all."""
        for kind in dict.fromkeys((_kind(parts), _kind(ALL_PARTS))):
            content = self._try(partial(_get, key=self._key(number), kind=kind))
            with suppress(ValueError, KeyError, TypeError):
                told = json.loads(content or b"")
                return {"sha1": str(told["sha1"]), "paper": dict(told["paper"])}
        return None

    def _key(self, number: int) -> str:
        return f"{self._basis}-{number:08x}"

    def _try(self, do: Callable[[NearStores], Answer]) -> Answer | None:
        if time.monotonic() < self._rests_until:
            return None
        try:
            return do(self._opened())
        except (SheafError, OSError) as problem:
            logger.warning("Near-copies are not looked for: %s", problem)
            self._rests_until = time.monotonic() + REST_SECONDS
            return None

    def _opened(self) -> NearStores:
        with self._guard:
            if self._stores is None:
                self._stores = self._open_stores()
            return self._stores


def open_near(
    folder: Path, redis: str, basis: str, *, expires: float, most_bytes: int
) -> NearReadings:
    """In a folder, or in the Redis with this URL."""
    if redis:
        check_url(redis)
    limits = KeptLimits(most_bytes=int(most_bytes * SHARE), seconds=expires, seconds_of={})

    def open_stores() -> NearStores:
        if redis:
            fingerprints = RedisStore(redis, f"{basis}-{VERSION}", most_documents=MOST_DOCUMENTS)
            return NearStores(fingerprints, RedisKeptResults(redis, limits, name="service"))
        place = folder / basis
        make_private_folder(folder)
        _remove_older(folder, place, expires)
        papers = EmbeddedKeptResults(place / "papers.db", limits)
        return NearStores(EmbeddedStore(place, VERSION), papers)

    return NearReadings(open_stores, basis)


def check_url(url: str) -> None:
    """Whether it answers is another matter."""
    try:
        connect(url, seconds=1.0).close()
    except ValueError as problem:
        raise UsageError(
            f"The URL of Redis in [service] cannot be used: {problem}",
            "It looks like redis://127.0.0.1:6379/0.",
        ) from None


def _remove_older(folder: Path, current: Path, expires: float) -> None:
    """What rests on settings that are no more."""
    for path in folder.iterdir():
        if path != current and time.time() - path.stat().st_mtime > expires:
            shutil.rmtree(path, ignore_errors=True)


def _get(stores: NearStores, *, key: str, kind: str) -> bytes | None:
    return stores.papers.get(key, kind)


def fits(paper: Mapping[str, Any], text: str) -> bool:
    """Whether the title of a paper stands on the first pages of a text: an extended version, or
    another paper of the same words, has a title of its own."""
    title = _letters(str(paper.get("title") or ""))
    return bool(title) and title in _letters(text[:FRONT])


def _number(sha1: str) -> int:
    return int(sha1[:SHA1_DIGITS], 16)


def _kind(parts: frozenset[Part]) -> str:
    return "-".join(sorted(parts))


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold()))
