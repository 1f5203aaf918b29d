"""Results that are kept, in a file and in Redis: for a time, within a limit, and never an error."""

import os
import sqlite3
import threading
import zlib

import pytest
from support.rounds import rounds

from sheaf.duplicates.kept import embedded, packing
from sheaf.duplicates.kept.contract import DAY, HOUR, KeptLimits
from sheaf.duplicates.kept.embedded import EmbeddedKeptResults
from sheaf.duplicates.redis.kept import RedisKeptResults

LIMITS = KeptLimits(most_bytes=50_000, most_bytes_each=20_000)


class Clock:
    def __init__(self):
        self.now = 1_000_000.0

    def __call__(self):
        self.now += 0.001
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture(params=["embedded", "redis"])
def opening(request, tmp_path, clock):
    opened = []
    if request.param == "redis":
        url = request.getfixturevalue("redis_server").fresh_database()

        def make(limits=LIMITS, name="results"):
            opened.append(RedisKeptResults(url, limits, clock=clock, name=name))
            return opened[-1]

    else:

        def make(limits=LIMITS, name="results"):
            path = tmp_path / f"{name}.db"
            opened.append(EmbeddedKeptResults(path, limits, clock=clock, note_use_after=0))
            return opened[-1]

    yield make
    for one in opened:
        one.close()


@pytest.fixture
def kept(opening):
    return opening()


def test_a_result_is_kept_by_key_and_kind(kept, opening):
    kept.keep("a", "header", b"one")
    kept.keep("a", "citations", b"two" * 1000)
    kept.keep("b", "header", b"")
    assert kept.get("a", "header") == b"one"
    assert opening().get("a", "citations") == b"two" * 1000
    assert kept.get("b", "header") == b""
    assert kept.get("b", "body") is None
    kept.keep("a", "header", b"newer")
    assert kept.get("a", "header") == b"newer"
    assert opening(name="others").get("a", "header") is None


def test_what_is_forgotten_is_gone_in_all_kinds(kept):
    for kind in ("header", "body"):
        kept.keep("a", kind, b"x")
        kept.keep("b", kind, b"x")
    kept.forget("a")
    kept.forget("nobody")
    assert [kept.get(key, "body") for key in "ab"] == [None, b"x"]
    kept.forget("b")
    assert kept.filled_bytes() == 0


def test_a_full_store_forgets_what_was_not_asked_for_longest(kept):
    def content(number):
        return os.urandom(4000) + bytes([number])

    for number in range(8):
        kept.keep(f"k{number}", "body", content(number))
    assert kept.get("k0", "body")[-1] == 0  # asked for, so it is not the oldest now
    for number in range(8, 20):
        kept.keep(f"k{number}", "body", content(number))
        assert kept.filled_bytes() <= LIMITS.most_bytes
        kept.get("k0", "body")
    there = [number for number in range(20) if kept.get(f"k{number}", "body") is not None]
    assert there[0] == 0
    assert there[1:] == list(range(20 - len(there) + 1, 20))
    assert len(there) >= 8


def test_what_is_too_large_is_not_kept_and_nothing_goes_for_it(kept):
    kept.keep("a", "body", b"small")
    kept.keep("b", "body", os.urandom(30_000))
    assert kept.get("b", "body") is None
    assert kept.get("a", "body") == b"small"


def test_a_file_forgets_each_kind_after_its_own_time(tmp_path, clock):
    limits = KeptLimits(seconds=DAY, seconds_of={"citations": 6 * HOUR})
    kept = EmbeddedKeptResults(tmp_path / "kept.db", limits, clock=clock)
    for kind in ("header", "citations"):
        kept.keep("a", kind, b"x")
    clock.now += 6 * HOUR - 1
    assert kept.get("a", "citations") == b"x"
    clock.now += 2
    assert kept.get("a", "citations") is None
    assert kept.get("a", "header") == b"x"
    clock.now += DAY
    assert kept.get("a", "header") is None
    assert kept.filled_bytes() == 0
    kept.close()


@pytest.mark.parts("redis")
def test_redis_forgets_each_kind_after_its_own_time(redis_server):
    limits = KeptLimits(seconds=DAY, seconds_of={"citations": 0.05})
    kept = RedisKeptResults(redis_server.fresh_database(), limits)
    kept.keep("a", "header", b"x")
    kept.keep("a", "citations", b"x")
    seen = threading.Event()
    while kept.get("a", "citations") is not None:
        seen.wait(0.01)
    assert kept.get("a", "header") == b"x"
    kept.forget("a")
    assert kept.filled_bytes() == 0
    kept.close()


def test_many_threads_may_use_it_at_once(kept):
    wrong = []

    def work(own):
        for number in range(rounds(25, 300)):
            kept.keep(f"{own}-{number}", "body", f"{own} {number}".encode())
            if kept.get(f"{own}-{number}", "body") not in (None, f"{own} {number}".encode()):
                wrong.append((own, number))

    threads = [threading.Thread(target=work, args=[own]) for own in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert kept.get("3-0", "body") in (None, b"3 0")


def test_a_file_that_is_no_database_is_thrown_away(tmp_path):
    path = tmp_path / "kept.db"
    path.write_bytes(b"no database" * 1000)
    kept = EmbeddedKeptResults(path)
    kept.keep("a", "body", b"x")  # this one is lost
    kept.keep("a", "body", b"y")
    assert kept.get("a", "body") == b"y"
    kept.close()


def test_who_cannot_write_or_waits_too_long_goes_on_without(tmp_path, monkeypatch):
    path = tmp_path / "kept.db"
    first = EmbeddedKeptResults(path)
    first.keep("a", "body", b"x")
    with sqlite3.connect(path, isolation_level=None) as writer:
        writer.execute("begin immediate")
        first.keep("b", "body", b"y")
    assert first.get("a", "body") is None  # it is left alone for a while
    monkeypatch.setattr(embedded, "REST", 0.0)
    again = EmbeddedKeptResults(path)
    assert (again.get("a", "body"), again.get("b", "body")) == (b"x", None)
    writer.close()
    again.close()
    nowhere = EmbeddedKeptResults(tmp_path / "kept.db" / "below" / "kept.db")
    nowhere.keep("a", "body", b"x")
    assert nowhere.get("a", "body") is None
    assert nowhere.filled_bytes() == 0


def test_a_redis_that_is_not_there_costs_no_error_and_little_time():
    kept = RedisKeptResults("redis://127.0.0.1:1/0")
    kept.keep("a", "body", b"x")
    assert kept.get("a", "body") is None
    kept.forget("a")
    assert kept.filled_bytes() == 0


def test_a_file_is_for_its_owner_alone(tmp_path):
    kept = EmbeddedKeptResults(tmp_path / "new" / "kept.db")
    kept.keep("a", "body", b"x")
    assert kept.path.stat().st_mode & 0o077 == 0
    assert kept.path.parent.stat().st_mode & 0o077 == 0
    kept.close()


@pytest.mark.parametrize("with_zstd", [True, False])
def test_what_is_packed_is_unpacked_with_zstd_or_without(with_zstd, monkeypatch):
    if not with_zstd:
        monkeypatch.setattr(packing, "zstandard", None)
    packed = packing.pack(b"abc" * 1000)
    assert len(packed) < 100
    assert packing.unpack(packed) == b"abc" * 1000
    for damaged in (b"", packed[:-3], b"?" + packed[1:], packed[:1] + b"\0" * 30):
        assert packing.unpack(damaged) is None


def test_a_bomb_is_not_unpacked(monkeypatch):
    bomb = zlib.compress(bytes(10_000_000))
    monkeypatch.setattr(packing, "MOST_UNPACKED", 1_000_000)
    assert packing.unpack(packing.ZLIB + bomb) is None
    assert packing.unpack(packing.pack(bytes(2_000_000))) is None
