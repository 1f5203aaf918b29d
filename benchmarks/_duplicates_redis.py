"""The Redis of CiteSeerExtractor: three sets for each fingerprint, in a server of our own."""

from __future__ import annotations

import shutil
import socket
import subprocess
import tempfile
import time
from typing import Any

import redis

from sheaf.duplicates.legacy_simhash import as_text

PIECES = (slice(0, 22), slice(22, 44), slice(44, 64))
AT_ONCE = 20_000
PIPELINE = 500  # lookups


def redis_as_before(fingerprints: Any, asked: Any, of: Any) -> dict[str, Any]:
    """Its three pieces miss some neighbours, which are counted. A lookup asks the server for three
    sets at once; in a batch, those of many lookups. Distances are counted here, as it did."""
    program = shutil.which("redis-server")
    if program is None:
        raise SystemExit("This needs redis-server: scripts/parts installs it.")
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="sheaf-bench-redis-") as folder:
        command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
        server = subprocess.Popen([*command, "--dir", folder], stdout=subprocess.DEVNULL)
        try:
            client = connected(port)
            began = time.monotonic()
            fill(client, fingerprints)
            filled = time.monotonic() - began
            wanted = fingerprints[of].tolist()
            found, singly = look_up(client, asked, wanted, 1)
            _, batch = look_up(client, asked, wanted, PIPELINE)
            mib = client.info("memory")["used_memory_rss"] / 1024**2
        finally:
            server.terminate()
            server.wait()
    return {
        "inserts": {"per_second": round(len(fingerprints) / filled)},
        "lookups_one_by_one": {"per_second": round(len(asked) / singly)},
        "lookups_in_a_batch": {"per_second": round(len(asked) / batch)},
        "missed": len(asked) - found,
        "memory_mib": round(mib),
    }


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def connected(port: int) -> Any:
    client = redis.Redis(port=port)
    until = time.monotonic() + 10
    while True:
        try:
            client.ping()
            return client
        except redis.ConnectionError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)


def fill(client: Any, fingerprints: Any) -> None:
    for first in range(0, len(fingerprints), AT_ONCE):
        orders = []
        for own in fingerprints[first : first + AT_ONCE].tolist():
            digits = as_text(own)
            orders += [("SADD", digits[piece], digits) for piece in PIECES]
        send(client, orders)


def send(client: Any, orders: list[tuple[str, str, str]]) -> None:
    """Packed by hand, which is four times as quick as the client's pipeline."""
    packed = "".join(
        f"*3\r\n$4\r\n{name}\r\n${len(key)}\r\n{key}\r\n${len(value)}\r\n{value}\r\n"
        for name, key, value in orders
    )
    connection = client.connection_pool.get_connection()
    try:
        connection.send_packed_command([packed.encode("ascii")])
        for _ in orders:
            connection.read_response()
    finally:
        client.connection_pool.release(connection)


def look_up(client: Any, asked: Any, wanted: list[int], at_once: int) -> tuple[int, float]:
    """How many of the wanted fingerprints are found, and seconds on the clock."""
    questions, found, began = asked.tolist(), 0, time.monotonic()
    for first in range(0, len(questions), at_once):
        some = questions[first : first + at_once]
        with client.pipeline(transaction=False) as pipe:
            for question in some:
                digits = as_text(question)
                for piece in PIECES:
                    pipe.smembers(digits[piece])
            sets = pipe.execute()
        for place, question in enumerate(some):
            members = {int(one, 2) for one in set().union(*sets[3 * place : 3 * place + 3])}
            near = {one for one in members if (one ^ question).bit_count() <= 3}
            found += wanted[first + place] in near
    return found, time.monotonic() - began
