"""What every store of fingerprints does, in files and in Redis: all near-copies, and no others."""

import random

import pytest
from support.rounds import rounds

from sheaf.duplicates.contract import MOST_DOCUMENT
from sheaf.duplicates.embedded import store as embedded
from sheaf.duplicates.embedded.store import EmbeddedStore
from sheaf.duplicates.redis.store import RedisStore
from sheaf.errors import StorageError, UsageError

BITS = (0, 1, 2, 3, 4, 5, 6, 7, 8)


@pytest.fixture(params=["embedded", "redis"])
def opening(request, tmp_path, monkeypatch):
    """Opens the same store each time it is called; runs are made and merged all the time."""
    if request.param == "redis":
        pytest.importorskip("redis")
        url = request.getfixturevalue("redis_server").fresh_database()
        opened = []

        def open_redis(version="test-1"):
            opened.append(RedisStore(url, version))
            return opened[-1]

        yield open_redis
        for store in opened:
            store.close()
        return
    monkeypatch.setattr(embedded, "MOST_IN_LOG", 150)
    yield lambda version="test-1": EmbeddedStore(tmp_path, version)


@pytest.fixture
def store(opening):
    with opening() as made:
        yield made


def changed(fingerprint, bits, chance):
    for bit in chance.sample(range(64), bits):
        fingerprint ^= 1 << bit
    return fingerprint


def brute_force(truth, question, bits):
    near = [((own ^ question).bit_count(), document) for document, own in truth.items()]
    return sorted(pair for pair in near if pair[0] <= bits)


def pairs(found):
    return [(near.distance, near.document_id) for near in found]


def test_all_within_the_bits_are_found_whatever_was_written_and_taken_out(opening):
    chance = random.Random(5)
    centres = [chance.getrandbits(64) for _ in range(40)]
    truth: dict[int, int] = {}
    with opening() as store:
        for revision in range(1, rounds(13, 60)):
            changes = {}
            for _ in range(70):
                document = chance.randrange(1200)
                near = changed(chance.choice(centres), chance.randrange(10), chance)
                changes[document] = None if chance.random() < 0.2 else near
            store.write(changes, revision)
            truth.update(changes)
            truth = {number: own for number, own in truth.items() if own is not None}
            if revision % 6 == 0:
                check(store, truth, centres)
        assert list(store.documents()) == sorted(truth.items())
        assert [store.fingerprint_of(number) for number in range(1200)] == [
            truth.get(number) for number in range(1200)
        ]
    with opening() as again:
        assert again.revision() == revision
        check(again, truth, centres)


def check(store, truth, questions):
    for bits in BITS:
        expected = [brute_force(truth, question, bits) for question in questions]
        for question, right in list(zip(questions, expected, strict=True))[:6]:
            assert pairs(store.find_near(question, bits, None)) == right
            assert pairs(store.find_near(question, bits, 3)) == right[:3]
        for most in (None, 2):
            found = [[] for _ in questions]
            for question, near in store.find_many(questions, bits, most):
                found[question].append((near.distance, near.document_id))
            assert found == [right[:most] for right in expected]


def test_a_crowd_with_one_fingerprint_is_answered_with_the_oldest_of_it(store):
    crowd = range(1, 2000)
    store.write({**dict.fromkeys(crowd, 7), 5000: 6, 5001: 2**63})
    store.write({2: None, 3: 2**62})
    assert pairs(store.find_near(7, 3, 4)) == [(0, 1), (0, 4), (0, 5), (0, 6)]
    assert pairs(store.find_near(6, 3, 2)) == [(0, 5000), (1, 1)]
    assert len(store.find_many([7, 2**63], 3, 10).document) == 10 + 3
    assert len(store.find_near(7, 1, None)) == len(crowd) - 2 + 1


def test_an_empty_store_knows_nothing(store):
    assert store.revision() == 0
    assert store.find_near(1, 8) == []
    assert list(store.find_many([1, 2], 8)) == []
    assert list(store.find_many([], 3)) == []
    assert list(store.documents()) == []
    assert store.fingerprint_of(1) is None
    store.write({}, 4)
    store.write({9: None})
    assert (store.revision(), list(store.documents())) == (4, [])


def test_another_process_sees_what_was_written(opening):
    with opening() as writer, opening() as reader:
        writer.write({1: 5})
        assert pairs(reader.find_near(5, 3)) == [(0, 1)]
        writer.write(dict.fromkeys(range(2, 400), 5))  # in files: a run, and a new log
        writer.write({400: 5})
        assert len(reader.find_near(5, 3)) == 400
        reader.write({1: None})
        assert len(writer.find_near(5, 3)) == 399


def test_kinds_of_fingerprints_have_stores_of_their_own(opening):
    with opening("words-1") as one, opening("words-2") as other:
        one.write({1: 5}, 3)
        assert other.find_near(5, 3) == []
        assert (one.revision(), other.revision()) == (3, 0)


@pytest.mark.parametrize("bits", [-1, 9])
def test_more_bits_than_are_found_surely_are_refused(store, bits):
    with pytest.raises(UsageError, match="0 to 8 bits"):
        store.find_near(1, bits)
    with pytest.raises(UsageError, match="0 to 8 bits"):
        store.find_many([1], bits)


def test_documents_are_numbers_of_four_bytes(store):
    top = 2**64 - 1
    store.write({0: 0, MOST_DOCUMENT: top})
    assert pairs(store.find_near(top, 0)) == [(0, MOST_DOCUMENT)]
    for wrong in (-1, MOST_DOCUMENT + 1):
        with pytest.raises(UsageError, match="numbers"):
            store.write({wrong: 1})
    assert list(store.documents()) == [(0, 0), (MOST_DOCUMENT, top)]


@pytest.mark.parts("redis")
def test_a_redis_may_be_bounded_and_forgets_what_came_first(redis_server):
    with RedisStore(redis_server.fresh_database(), "test-1", most_documents=3) as store:
        for number in (5, 1, 7, 3, 1):
            store.write({number: number})
        assert [number for number, _ in store.documents()] == [1, 3, 7]
        assert store.find_near(5, 0) == []


@pytest.mark.parts("redis")
def test_a_redis_that_drops_any_key_is_refused(redis_server):
    import redis

    url = redis_server.fresh_database()
    with redis.Redis.from_url(url) as client:
        client.config_set("maxmemory", "100mb")
        client.config_set("maxmemory-policy", "allkeys-lru")
        try:
            with pytest.raises(StorageError, match="drops any key") as refused:
                RedisStore(url, "test-1")
            assert "volatile-lru" in refused.value.what_to_do
            client.config_set("maxmemory-policy", "volatile-lru")
            RedisStore(url, "test-1").close()
        finally:
            client.config_set("maxmemory", "0")
            client.config_set("maxmemory-policy", "noeviction")


def test_a_redis_that_is_not_there_is_named_without_its_password():
    with pytest.raises(StorageError, match=r"127\.0\.0\.1:1/0") as refused:
        RedisStore("redis://:secret@127.0.0.1:1/0", "test-1")
    assert "secret" not in str(refused.value)
