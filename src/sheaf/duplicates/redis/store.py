"""The store of fingerprints in Redis. Its keys begin with `sheaf:near:VERSION:`.

    d:GROUP         a hash of 128 documents: number in the group -> fingerprint
    t:TABLE:PIECE   a string: fingerprints with this piece, eight bytes each, each once
    e:BEGINNING     a hash: fingerprint -> the documents that have it, four bytes each
    order           a list of documents as they came, where the store is bounded
    about           the revision, how many documents there are, and which library wrote them

What belongs together is changed by one script, so nobody sees half of it. None of the keys
expires: a Redis that is full refuses to write rather than lose one (`connecting.py`).
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from sheaf.duplicates.contract import MOST_DOCUMENT, NEAREST, Matches, NearCopy, check_bits
from sheaf.duplicates.embedded.pieces import PIECE_BITS, Array, cut, flips, limits
from sheaf.duplicates.redis.connecting import (
    connect,
    place_of,
    redis_errors,
    refuse_to_lose_keys,
)
from sheaf.errors import StorageError, UsageError

SECONDS = 30.0
AT_ONCE = 1000  # documents that one script puts in; others wait meanwhile
QUESTIONS = 500
SCAN = 1000
CHANGE = struct.Struct(">IB8s")

WRITE = """
local prefix, changes, most = KEYS[1], ARGV[1], tonumber(ARGV[2])
local about = prefix .. 'about'
local count = tonumber(redis.call('HGET', about, 'count') or '0')

local function place(document)
    local a, b, c, d = string.byte(document, 1, 4)
    local number = ((a * 256 + b) * 256 + c) * 256 + d
    return prefix .. 'd:' .. math.floor(number / 128), string.char(number % 128)
end

local function equals(fingerprint)
    local a, b, c = string.byte(fingerprint, 1, 3)
    return prefix .. 'e:' .. (a * 4096 + b * 16 + math.floor(c / 16))
end

local function tables(fingerprint)
    local names = {}
    for piece = 0, 3 do
        local high, low = string.byte(fingerprint, 2 * piece + 1, 2 * piece + 2)
        names[piece + 1] = prefix .. 't:' .. piece .. ':' .. (high * 256 + low)
    end
    return names
end

local function without(text, part)
    for at = 1, #text, #part do
        if string.sub(text, at, at + #part - 1) == part then
            return string.sub(text, 1, at - 1) .. string.sub(text, at + #part)
        end
    end
    return text
end

local function take_out(document, fingerprint)
    local key = equals(fingerprint)
    local rest = without(redis.call('HGET', key, fingerprint) or '', document)
    if rest ~= '' then
        redis.call('HSET', key, fingerprint, rest)
    else
        redis.call('HDEL', key, fingerprint)
        for _, name in ipairs(tables(fingerprint)) do
            local left = without(redis.call('GET', name) or '', fingerprint)
            if left == '' then redis.call('DEL', name) else redis.call('SET', name, left) end
        end
    end
    local group, member = place(document)
    redis.call('HDEL', group, member)
    count = count - 1
end

local function put_in(document, fingerprint)
    local key = equals(fingerprint)
    local others = redis.call('HGET', key, fingerprint)
    if not others then
        for _, name in ipairs(tables(fingerprint)) do redis.call('APPEND', name, fingerprint) end
    end
    others = others or ''
    local at = #others
    while at > 0 and string.sub(others, at - 3, at) > document do at = at - 4 end
    others = string.sub(others, 1, at) .. document .. string.sub(others, at + 1)
    redis.call('HSET', key, fingerprint, others)
    local group, member = place(document)
    redis.call('HSET', group, member, fingerprint)
    if most > 0 then redis.call('RPUSH', prefix .. 'order', document) end
    count = count + 1
end

for at = 1, #changes, 13 do
    local document, is_in = string.sub(changes, at, at + 3), string.byte(changes, at + 4)
    local fingerprint = string.sub(changes, at + 5, at + 12)
    local group, member = place(document)
    local before = redis.call('HGET', group, member)
    if before and (is_in == 0 or before ~= fingerprint) then take_out(document, before) end
    if is_in == 1 and before ~= fingerprint then put_in(document, fingerprint) end
end
while most > 0 and count > most do
    local oldest = redis.call('LPOP', prefix .. 'order')
    if not oldest then break end
    local group, member = place(oldest)
    local fingerprint = redis.call('HGET', group, member)
    if fingerprint then take_out(oldest, fingerprint) end
end
redis.call('HSET', about, 'count', count)
if ARGV[3] ~= '' then redis.call('HSET', about, 'revision', ARGV[3]) end
return count
"""

MEMBERS = """
local found = {}
for number = 2, #ARGV do
    local fingerprint = ARGV[number]
    local a, b, c = string.byte(fingerprint, 1, 3)
    local key = KEYS[1] .. 'e:' .. (a * 4096 + b * 16 + math.floor(c / 16))
    found[number - 1] = string.sub(redis.call('HGET', key, fingerprint) or '', 1, tonumber(ARGV[1]))
end
return found
"""


class RedisStore:
    """`most_documents` bounds it: those that came first are forgotten then."""

    def __init__(self, url: str, version: str, *, most_documents: int | None = None) -> None:
        self._url = url
        self._most = most_documents or 0
        self._prefix = f"sheaf:near:{version}:"
        self._client = connect(url, seconds=SECONDS)
        refuse_to_lose_keys(self._client, url)
        self._write = self._client.register_script(WRITE)
        self._members = self._client.register_script(MEMBERS)

    def belong_to(self, owner: str, name: str) -> None:
        """Numbers of documents of another library would be taken for those of this one."""
        about = self._prefix + "about"
        with redis_errors(self._url):
            self._client.hsetnx(about, "owner", owner)
            is_ours = self._client.hget(about, "owner") == owner.encode("ascii")
        if not is_ours:
            raise StorageError(
                f"In Redis at {place_of(self._url)}, {name} is another library.",
                "Give this one another name: redis_name in [duplicates]. If the other one is no "
                f"more, remove the keys that begin with {self._prefix}.",
            )

    def close(self) -> None:
        self._client.close()

    def __enter__(self) -> RedisStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def revision(self) -> int:
        with redis_errors(self._url):
            return int(self._client.hget(self._prefix + "about", "revision") or 0)

    def write(self, fingerprints: Mapping[int, int | None], revision: int | None = None) -> None:
        """Of many documents, a thousand at a time; the revision with the last of them."""
        packed = [_pack(*change) for change in fingerprints.items()] or [b""]
        for at in range(0, len(packed), AT_ONCE):
            is_last = at + AT_ONCE >= len(packed)
            told = "" if revision is None or not is_last else revision
            with redis_errors(self._url):
                self._write(
                    keys=[self._prefix],
                    args=[b"".join(packed[at : at + AT_ONCE]), self._most, told],
                )

    def find_near(self, fingerprint: int, bits: int, most: int | None = NEAREST) -> list[NearCopy]:
        return [near for _, near in self.find_many([fingerprint], bits, most)]

    def find_many(
        self, fingerprints: Iterable[int], bits: int, most: int | None = NEAREST
    ) -> Matches:
        check_bits(bits)
        questions = [int(fingerprint) for fingerprint in fingerprints]
        found: list[tuple[int, int, int]] = []
        for first in range(0, len(questions), QUESTIONS):
            some = questions[first : first + QUESTIONS]
            with redis_errors(self._url):
                hits = self._hits(some, bits, most)
                documents = self._documents_of([hit[2] for hit in hits], most)
            for (question, distance, _), named in zip(hits, documents, strict=True):
                found += [(first + question, distance, document) for document in named]
        found.sort()
        kept = _nearest(found, most)
        together = np.array(kept, dtype=np.int64).reshape(-1, 3)
        return Matches(together[:, 0], together[:, 2], together[:, 1])

    def _hits(
        self, questions: list[int], bits: int, most: int | None
    ) -> list[tuple[int, int, bytes]]:
        """(question, distance, fingerprint) within so many bits; as far away as `most` need."""
        names = [self._places(question, bits) for question in questions]
        answers = iter(self._client.mget([name for some in names for name in some]))
        hits = []
        for number, (question, some) in enumerate(zip(questions, names, strict=True)):
            packed = b"".join(filter(None, (next(answers) for _ in some)))
            near = np.unique(_within(np.frombuffer(packed, ">u8"), question, bits)).tolist()
            ordered = sorted(((other ^ question).bit_count(), other) for other in near)
            # Of equal distance the oldest document comes first, so all of them are asked for.
            farthest = ordered[most - 1][0] if most and len(ordered) > most else bits
            hits += [
                (number, distance, other.to_bytes(8, "big"))
                for distance, other in ordered
                if distance <= farthest
            ]
        return hits

    def _places(self, fingerprint: int, bits: int) -> list[str]:
        pieces = cut(fingerprint)
        return [
            f"{self._prefix}t:{table}:{pieces[table] ^ turned}"
            for table, limit in enumerate(limits(bits))
            if limit >= 0
            for turned in flips(PIECE_BITS, limit)
        ]

    def _documents_of(self, fingerprints: list[bytes], most: int | None) -> list[list[int]]:
        if not fingerprints:
            return []
        bytes_of_most = -1 if most is None else 4 * most
        packed = self._members(keys=[self._prefix], args=[bytes_of_most, *fingerprints])
        return [np.frombuffer(documents, ">u4").tolist() for documents in packed]

    def fingerprint_of(self, document_id: int) -> int | None:
        group, member = divmod(document_id, 128)
        with redis_errors(self._url):
            found = self._client.hget(f"{self._prefix}d:{group}", bytes([member]))
        return None if found is None else int.from_bytes(found, "big")

    def documents(self) -> Iterator[tuple[int, int]]:
        with redis_errors(self._url):
            begin = f"{self._prefix}d:"
            names = self._client.scan_iter(match=f"{begin}*", count=SCAN)
            groups = sorted({int(name[len(begin) :]) for name in names})
            for group in groups:
                members = self._client.hgetall(f"{begin}{group}")
                for member in sorted(members):
                    yield group * 128 + member[0], int.from_bytes(members[member], "big")


def _pack(document: int, fingerprint: int | None) -> bytes:
    if not 0 <= document <= MOST_DOCUMENT:
        raise UsageError(f"Documents have numbers from 0 to {MOST_DOCUMENT}.")
    return CHANGE.pack(document, fingerprint is not None, (fingerprint or 0).to_bytes(8, "big"))


def _within(fingerprints: Array, question: int, bits: int) -> Any:
    own = fingerprints.astype(np.uint64)
    return own[np.bitwise_count(own ^ np.uint64(question)) <= bits]


def _nearest(found: list[tuple[int, int, int]], most: int | None) -> list[tuple[int, int, int]]:
    if most is None:
        return found
    kept, rank, question = [], 0, -1
    for hit in found:
        rank = rank + 1 if hit[0] == question else 1
        question = hit[0]
        if rank <= most:
            kept.append(hit)
    return kept
