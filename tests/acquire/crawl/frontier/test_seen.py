"""What a crawl has met, and what waits: exact, small, and in the right order."""

from __future__ import annotations

import tracemalloc

from hypothesis import given
from hypothesis import strategies as some

from sheaf.acquire.crawl.frontier.rows import QueuedUrl
from sheaf.acquire.crawl.frontier.seen import DEEPEST, SeenSet, fingerprint
from sheaf.acquire.crawl.politeness.hosts import HostQueues


def test_every_url_is_found_with_its_number_and_depth_and_no_other() -> None:
    seen, count = SeenSet(), 60_000
    for number in range(1, count + 1):
        digest = fingerprint(f"http://a.test/{number}")
        assert seen.find(digest) is None
        seen.put(digest, number, number % 300)
    assert len(seen) == count
    for number in range(1, count + 1):
        found = seen.find(fingerprint(f"http://a.test/{number}"))
        assert found == (number, min(number % 300, DEEPEST))
    assert all(seen.find(fingerprint(f"http://b.test/{number}")) is None for number in range(5000))


def test_a_shorter_way_replaces_the_longer_one() -> None:
    seen = SeenSet()
    seen.put(fingerprint("u"), 7, 5)
    seen.put(fingerprint("u"), 7, 2)
    assert (seen.find(fingerprint("u")), len(seen)) == ((7, 2), 1)


def test_urls_that_fall_on_one_place_are_told_apart() -> None:
    """They share all that decides where they are looked for, and differ in the rest."""
    seen, alike = SeenSet(), bytes(8)
    digests = [alike + number.to_bytes(8, "big") for number in range(3000)]
    for number, digest in enumerate(digests, 1):
        seen.put(digest, number, 0)
    assert [seen.find(digest) for digest in digests] == [(n, 0) for n in range(1, 3001)]
    assert seen.find(alike + (3000).to_bytes(8, "big")) is None


def test_a_url_takes_about_forty_bytes() -> None:
    tracemalloc.start()
    seen, before = SeenSet(), tracemalloc.get_traced_memory()[0]
    for number in range(30_000):
        seen.put(fingerprint(str(number)), number + 1, 0)
    taken = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert taken < 50 * 30_000


@given(some.lists(some.tuples(some.sampled_from("abc"), some.integers(0, 3)), max_size=60))
def test_of_each_host_the_lowest_level_comes_first_and_nothing_is_lost(
    entered: list[tuple[str, int]],
) -> None:
    hosts = HostQueues(connections=1, first_turn=0.0)
    for number, (name, level) in enumerate(entered):
        hosts.add(QueuedUrl(name, level, number))
    taken: list[int] = []
    while host := hosts.next(1.0):
        found = host.take(1.0)
        assert found is not None
        taken.append(found[0])
        hosts.schedule(host)
    assert sorted(taken) == list(range(len(entered)))
    for name in "abc":
        ranks = [(entered[number][1], number) for number in taken if entered[number][0] == name]
        assert ranks == sorted(ranks)


def test_a_host_in_its_pause_lets_others_go_first() -> None:
    hosts = HostQueues(connections=1, first_turn=0.0)
    for name in ("a", "b"):
        hosts.add(QueuedUrl(name, 0, 1))
    hosts["a"].ready_at = 5.0
    first = hosts.next(1.0)
    assert first is hosts["b"]
    assert hosts.next(1.0) is None
    assert hosts.next_turn() == 5.0
    assert hosts.next(5.0) is hosts["a"]
