"""Fixtures for all tests: real servers, outside programs, the shared corpora, no network.

Each xdist worker starts its own servers, and only when a test asks for one.
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
from support.commands import sheaf_command, sheaf_here, sheaf_json  # noqa: F401 - fixtures for all
from support.empty_catalogues import copy_empty_catalogues
from support.loopback import guard
from support.memory_disk import memory_disk
from support.parts import require_part
from support.rounds import VARIABLE, is_long, rounds
from support.servers import MariaDB, Postgres, Redis
from support.warm_workers import keep_workers_warm

from sheaf.workers.worker_main import OBJECTS_UNTIL_GARBAGE

ROOT = Path(__file__).resolve().parent.parent
SHARED_DATA = ROOT.parent / "shared" / "data"
# Files that take longest: begun first, so that no worker is left alone with one.
LONGEST = (
    "evaluation/test_gates.py",
    "contracts/test_library.py",
    "web/test_jobs_in_a_browser.py",
    "story/test_crash.py",
    "story/test_tour.py",
    "workers/jobs/test_killed.py",
    "web/test_api_schema.py",
    "extract/test_commands.py",
    "deposit/test_repair.py",
    "story/test_regressions.py",
    "story/test_remote.py",
    "story/test_bad_input.py",
    "docs/test_docs.py",
    "acquire/importers/test_fuzz.py",
    "acquire/crawl/test_killed.py",
    "web/test_every_url.py",
    "web/test_accessibility.py",
    "web/test_api_graph.py",
    "web/test_crawl_pages.py",
    "web/test_catalogue_in_a_browser.py",
    "web/test_by_hand_in_a_browser.py",
    "workers/jobs/test_many.py",
)
# A blank page costs a second of OCR, and most tests hold one: who is about OCR turns it on.
os.environ["SHEAF_CURATE_OCR"] = "false"
# Servers that fail in tests fail on purpose; nobody waits for them to recover.
os.environ["SHEAF_CRAWL_POLITENESS_RETRY_DELAY"] = "0.1"
# As in the processes of the product: two workers with two threads each would wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Some images of containers set it. A thousand processes would each compile all modules anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


# A command that was started in the background has SIGINT ignored, and so have its children: without
# this no test of Ctrl-C could be run there.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--long",
        action="store_true",
        help="run the long tests too, and fuzz, kill and crash for longer",
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--long"):
        os.environ[VARIABLE] = "1"
    if folder := memory_disk():
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(folder))
    # How long one example takes says more about what else the machine does than about us.
    hypothesis.settings.register_profile(
        "ours",
        deadline=None,
        max_examples=rounds(100, 1000),
        suppress_health_check=[hypothesis.HealthCheck.too_slow],
    )
    hypothesis.settings.load_profile("ours")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    last = len(LONGEST)
    begun = {ROOT / "tests" / name: at for at, name in enumerate(LONGEST)}
    if moved := [str(path) for path in begun if not path.exists()]:
        raise pytest.UsageError(f"LONGEST in tests/conftest.py names what is not there: {moved}")
    items.sort(key=lambda item: begun.get(item.path, last))


def pytest_collection_finish() -> None:
    """Seven thousand tests are no garbage, and need not be looked through for it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(OBJECTS_UNTIL_GARBAGE)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Honours the marks: `long`, `parts("ghostscript", ...)` and `shared`."""
    if item.get_closest_marker("long") and not is_long():
        pytest.skip("long: run it with scripts/test --long")
    for mark in item.iter_markers("parts"):
        for name in mark.args:
            require_part(name)
    if item.get_closest_marker("shared"):
        require_shared_data()


def require_shared_data() -> Path:
    if not SHARED_DATA.is_dir():
        pytest.skip("the shared corpora are not beside the repository (../shared/data)")
    return SHARED_DATA


@pytest.fixture(scope="session", autouse=True)
def loopback_only() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        guard(patch)
        yield


@pytest.fixture(scope="session", autouse=True)
def own_state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What servers remember outside their libraries is not kept in the home of who runs tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


@pytest.fixture(scope="session", autouse=True)
def copied_catalogues() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        copy_empty_catalogues(patch)
        yield


@pytest.fixture(scope="session", autouse=True)
def warm_workers() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        warm = keep_workers_warm(patch)
        yield
        warm.kill()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with Postgres(require_part("postgres")) as server:
        yield server


@pytest.fixture(scope="session")
def mariadb() -> Iterator[MariaDB]:
    with MariaDB(require_part("mariadb")) as server:
        yield server


@pytest.fixture(scope="session")
def redis_server() -> Iterator[Redis]:
    with Redis(require_part("redis")) as server:
        yield server


@pytest.fixture(scope="session")
def chromium() -> Path:
    """The browser's program, for playwright's `executable_path`."""
    return require_part("chromium")


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The corpora beside the repository; they are never part of it."""
    return require_shared_data()
