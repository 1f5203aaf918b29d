"""A killed update goes on where it was."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time

import pytest
from support.library_of import put_papers, remove_papers
from support.random_graphs import describe, some_paper
from support.rounds import rounds

from sheaf.app import Library

UPDATE = """
import sys, sheaf
with sheaf.open(sys.argv[1]) as library:
    library.graph.update(report=lambda *told: print(*told, flush=True))
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    with Library.init(tmp_path_factory.mktemp("killed") / "lib") as made:
        yield made


@pytest.mark.parametrize("seed", range(rounds(2, 20)))
def test_a_killed_update_goes_on_where_it_was(library, seed):
    chance = random.Random(seed)
    there = sorted(library.catalogue.numbers())
    gone = chance.sample(there, len(there) // 4)
    remove_papers(library, *gone)
    first = 1000 * (seed + 1)
    put_papers(library, {first + number: some_paper(chance) for number in range(80)})
    _kill_at(library, chance.randint(1, 8))
    library.graph.update()
    assert library.graph.is_behind() == 0
    updated = describe(library)
    library.graph.update(rebuild=True)
    assert describe(library) == updated


def _kill_at(library, step):
    """Kill an update when it has told so many steps; somewhere within the next one."""
    arguments = [sys.executable, "-c", UPDATE, str(library.folder)]
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
    for _ in range(step):
        process.stdout.readline()
    time.sleep(0.005 * step)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
