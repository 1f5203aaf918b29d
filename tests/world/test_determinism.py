import os
import subprocess
import sys

import pytest

from sheaf.world import World


def fingerprints(seed, pages=60):
    return {url: (response, via) for url, via, response in World(seed, pages).captures()}


def test_the_same_seed_makes_the_same_bytes():
    assert fingerprints(5) == fingerprints(5)


def test_another_process_makes_the_same_bytes():
    """Hash randomisation must not leak into a world."""
    script = "from sheaf.world import World; print(hash_of(World(5, 30)))"
    helper = (
        "import hashlib\n"
        "def hash_of(world):\n"
        "    bodies = (repr((u, v, r)) for u, v, r in world.captures())\n"
        "    return hashlib.sha1(''.join(bodies).encode()).hexdigest()\n"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", helper + script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1


def test_another_seed_makes_another_world():
    one, two = fingerprints(5), fingerprints(6)
    shared = set(one) & set(two)
    papers = [url for url in shared if one[url][0].body.startswith(b"%PDF")]
    assert len(shared) < len(one) / 2
    assert all(one[url] != two[url] for url in papers)


def test_a_page_does_not_depend_on_what_was_asked_before(world):
    fresh = World(seed=7, pages=200, slow_seconds=0.2)
    last = world.paper(world.paper_count - 1)
    assert fresh.paper(world.paper_count - 1) == last


def test_growing_a_world_keeps_its_first_titles():
    small, large = World(3, 200), World(3, 20_000)
    assert small.paper(0).title == large.paper(0).title


@pytest.mark.parametrize(
    ("pages", "tolerance"), [(20, 0.4), (200, 0.1), (1000, 0.05), (5000, 0.03)]
)
def test_a_world_has_about_as_many_urls_as_asked(pages, tolerance):
    count = sum(1 for _ in World(2, pages)._resources())
    assert abs(count - pages) <= pages * tolerance


def test_a_world_too_small_is_refused():
    with pytest.raises(ValueError, match="at least 20"):
        World(1, 5)
