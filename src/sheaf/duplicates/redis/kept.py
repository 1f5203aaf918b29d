"""Results kept in Redis. Its keys begin with `sheaf:kept:NAME:`.

Each result is a key that expires; so where Redis is full and drops what expires, these go and no
fingerprint. Beside them a set in order of use tells which go first when our own limit is reached.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

from sheaf.duplicates.kept.contract import KeptLimits
from sheaf.duplicates.kept.packing import pack, unpack
from sheaf.duplicates.redis.connecting import Client, connect, place_of

logger = logging.getLogger(__name__)

PATIENCE = 0.25
REST = 30.0
ENTRY_BYTES = 400  # about what a result takes in Redis beside its content

KEEP = """
local content, sizes, used = KEYS[1] .. 'c:' .. ARGV[1], KEYS[1] .. 'sizes', KEYS[1] .. 'used'
local filled = KEYS[1] .. 'filled'
local function take_out(name)
    local size = redis.call('HGET', sizes, name)
    if size then
        redis.call('HDEL', sizes, name)
        redis.call('ZREM', used, name)
        redis.call('INCRBY', filled, -size)
    end
    redis.call('UNLINK', KEYS[1] .. 'c:' .. name)
end
take_out(ARGV[1])
local most, size = tonumber(ARGV[5]), tonumber(ARGV[4])
if tonumber(redis.call('GET', filled) or '0') + size > most then
    while tonumber(redis.call('GET', filled) or '0') + size > most * 0.9 do
        local oldest = redis.call('ZRANGE', used, 0, 0)[1]
        if not oldest then break end
        take_out(oldest)
    end
end
redis.call('SET', content, ARGV[2], 'PX', ARGV[3])
redis.call('HSET', sizes, ARGV[1], size)
redis.call('ZADD', used, ARGV[6], ARGV[1])
redis.call('SADD', KEYS[1] .. 'kinds', ARGV[7])
redis.call('INCRBY', filled, size)
"""
GET = """
local content = redis.call('GET', KEYS[1] .. 'c:' .. ARGV[1])
if content then
    redis.call('ZADD', KEYS[1] .. 'used', 'XX', ARGV[2], ARGV[1])
else
    local size = redis.call('HGET', KEYS[1] .. 'sizes', ARGV[1])
    if size then
        redis.call('HDEL', KEYS[1] .. 'sizes', ARGV[1])
        redis.call('ZREM', KEYS[1] .. 'used', ARGV[1])
        redis.call('INCRBY', KEYS[1] .. 'filled', -size)
    end
end
return content
"""
FORGET = """
for _, kind in ipairs(redis.call('SMEMBERS', KEYS[1] .. 'kinds')) do
    local name = ARGV[1] .. ':' .. kind
    local size = redis.call('HGET', KEYS[1] .. 'sizes', name)
    if size then
        redis.call('HDEL', KEYS[1] .. 'sizes', name)
        redis.call('ZREM', KEYS[1] .. 'used', name)
        redis.call('INCRBY', KEYS[1] .. 'filled', -size)
    end
    redis.call('UNLINK', KEYS[1] .. 'c:' .. name)
end
"""

Answer = TypeVar("Answer")


class RedisKeptResults:
    def __init__(
        self,
        url: str,
        limits: KeptLimits = KeptLimits(),  # noqa: B008 - frozen
        *,
        name: str = "results",
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._url = url
        self.limits = limits
        self._prefix = f"sheaf:kept:{name}:"
        self._clock = clock
        self._client = connect(url, seconds=PATIENCE)
        self._scripts = {text: self._client.register_script(text) for text in (KEEP, GET, FORGET)}
        self._guard = threading.Lock()
        self._rests_until = 0.0

    def close(self) -> None:
        self._client.close()

    def keep(self, key: str, kind: str, content: bytes) -> None:
        packed = pack(content)
        size = len(packed) + 3 * len(key) + ENTRY_BYTES
        if size > min(self.limits.most_bytes_each, self.limits.most_bytes):
            return
        thousandths = max(1, round(self.limits.seconds_for(kind) * 1000))
        told = [f"{key}:{kind}", packed, thousandths, size, self.limits.most_bytes]
        self._ask(KEEP, [*told, self._clock(), kind])

    def get(self, key: str, kind: str) -> bytes | None:
        packed = self._ask(GET, [f"{key}:{kind}", self._clock()])
        return unpack(packed) if isinstance(packed, bytes) else None

    def forget(self, key: str) -> None:
        self._ask(FORGET, [key])

    def filled_bytes(self) -> int:
        return int(self._try(lambda client: client.get(self._prefix + "filled")) or 0)

    def _ask(self, script: str, told: list[Any]) -> Any:
        return self._try(lambda _: self._scripts[script](keys=[self._prefix], args=told))

    def _try(self, do: Callable[[Client], Any]) -> Any:
        """Nothing where Redis does not answer; then it is left alone for a while."""
        import redis

        if time.monotonic() < self._rests_until:
            return None
        try:
            return do(self._client)
        except (redis.RedisError, OSError) as problem:
            self._rests_until = time.monotonic() + REST
            place = place_of(self._url)
            logger.warning("results are not kept for %.0f s: %s: %s", REST, place, problem)
            return None
