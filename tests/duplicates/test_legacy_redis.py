"""The Redis of CiteSeerExtractor, written here as it wrote it, and read."""

import zlib

import pytest
import redis

from sheaf.duplicates import legacy_simhash as legacy
from sheaf.duplicates.redis.legacy import LegacyRedis

pytestmark = pytest.mark.parts("redis")

PIECES = (slice(0, 22), slice(22, 44), slice(44, 64))


def remember(client, token, fingerprint, **results):
    """As its `MATCHDUPLICATES` does for a document without a near match."""
    digits = legacy.as_text(fingerprint)
    client.set(token, digits)
    for piece in PIECES:
        client.sadd(digits[piece], digits)
    for kind, content in results.items():
        seconds = 21600 if kind == "citations" else None
        client.set(f"{digits}-{kind}", zlib.compress(content, 3), ex=seconds)


@pytest.fixture
def url(redis_server):
    return redis_server.fresh_database()


@pytest.fixture
def client(url):
    with redis.Redis.from_url(url) as made:
        yield made


OWN = legacy.fingerprint(b"The quick brown fox jumps over the lazy dog")


def test_what_it_kept_is_found_by_token_fingerprint_and_near_copy(client, url):
    remember(client, "t1", OWN, header=b"<header/>", citations=b"<list/>")
    remember(client, "t2", OWN ^ 0b11)
    remember(client, "t3", OWN ^ 2**10 ^ 2**30 ^ 2**50)  # it missed such ones, and so does this
    with LegacyRedis(url) as found:
        assert found.fingerprint_of("t1") == OWN
        assert found.fingerprint_of("nobody") is None
        assert found.find_near(OWN) == [(0, OWN), (2, OWN ^ 0b11)]
        assert found.find_near(OWN, 0) == [(0, OWN)]
        assert found.result(OWN, "header") == b"<header/>"
        assert found.result(OWN, "body") is None


def test_all_that_it_kept_can_be_taken_over(client, url):
    remember(client, "t1", OWN, header=b"<header/>", citations=b"<list/>")
    remember(client, "t2", OWN ^ 1, body=b"0")
    client.set(f"{legacy.as_text(5)}-header", b"no zlib")
    client.set(f"{legacy.as_text(5)}-shoes", zlib.compress(b"x"))
    with LegacyRedis(url) as found:
        taken = {(one.fingerprint, one.kind): one for one in found.results()}
    assert {name: one.content for name, one in taken.items()} == {
        (OWN, "header"): b"<header/>", (OWN, "citations"): b"<list/>", (OWN ^ 1, "body"): b"0",
    }  # fmt: skip
    assert taken[OWN, "header"].seconds is None
    assert 21000 < taken[OWN, "citations"].seconds <= 21600


def test_what_others_put_there_is_no_fingerprint(client, url):
    digits = legacy.as_text(OWN)
    client.set(digits[:22], "a string where a set should be")
    client.sadd(digits[22:44], "x", "2" * 64, digits[:63])
    client.sadd("t1", "a set where a string should be")
    client.set("t2", "\xff" * 64)
    with LegacyRedis(url) as found:
        assert found.find_near(OWN) == []
        assert found.fingerprint_of("t1") is None
        assert found.fingerprint_of("t2") is None
