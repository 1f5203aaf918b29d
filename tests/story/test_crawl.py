"""A crawl through the library: fetched politely, archived, imported exactly once."""

import pytest
from support.crawls import crawl_options
from support.state import state_of

import sheaf
from sheaf.acquire.crawl.crawler import Crawler
from sheaf.world import World, serve


@pytest.fixture(scope="module")
def world():
    return World(seed=2, pages=60, slow_seconds=0.1, crawl_delay=0.1)


def crawl(library, world, port, **more):
    return library.crawl(
        world.seeds,
        crawl_options(
            hosts=[world.host_pattern],
            resolve={world.host_pattern: ("127.0.0.1", port)},
            min_delay=0,
            depth=30,
            **more,
        ),
    )


def test_crawled_again_and_moved_it_stays_one_run(world, tmp_path):
    with serve(world, log=True) as server:
        with sheaf.init(tmp_path / "lib") as library:
            fetched, imported = crawl(library, world, server.port, pages=150)
            assert fetched.outcomes["fetched"] > 40
            assert imported.outcomes["new"] > 5
            assert sum(imported.outcomes.values()) == imported.captures
            state = state_of(library)
            requests = len(server.requests)
            again, same = crawl(library, world, server.port, pages=150)
            assert again.outcomes == fetched.outcomes
            assert again.fetched == 0
            assert (same.run, same.captures) == (imported.run, imported.captures)
            assert len(server.requests) - requests < 10  # hosts that failed are asked once more
        (tmp_path / "lib").rename(tmp_path / "moved")
        with sheaf.open(tmp_path / "moved") as library:
            _, moved = crawl(library, world, server.port, pages=150)
            assert (moved.run, moved.captures) == (imported.run, imported.captures)
            assert state_of(library) == state
            assert library.verify().faults == ()


def test_what_was_crawled_before_a_crash_is_imported_after_it(world, tmp_path, monkeypatch):
    with serve(world) as server, sheaf.init(tmp_path / "lib") as library:
        whole = Crawler.run

        def dies_after_crawling(self, seeds, **heard):
            whole(self, seeds, **heard)
            raise KeyboardInterrupt

        monkeypatch.setattr(Crawler, "run", dies_after_crawling)
        with pytest.raises(KeyboardInterrupt):
            crawl(library, world, server.port, pages=40)
        monkeypatch.setattr(Crawler, "run", whole)
        _fetched, imported = crawl(library, world, server.port, pages=40)
        assert imported.captures >= 40
        assert library.status()["documents"] == imported.outcomes["new"]


def test_parents_come_from_the_crawl(world, tmp_path):
    with serve(world) as server, sheaf.init(tmp_path / "lib") as library:
        crawl(library, world, server.port, pages=150)
        documents = list(library.catalogue.documents())
        assert documents
        assert all(one.parent_url and one.parent_url.startswith("http://") for one in documents)
        place = library.catalogue.provenance(documents[0].id)
        assert (library.folder / place.source).is_file()


def test_the_command_line_crawls(world, tmp_path, sheaf_json):
    with serve(world) as server:
        with sheaf.init(tmp_path / "lib"):
            pass
        summary = sheaf_json(
            "crawl", world.seeds[0], "-L", "lib", "--pages", "12", "--min-delay", "0",
            "--host", "*.test", "--resolve", f"*.test={server.address}",
        )  # fmt: skip
    assert summary["fetched"] == 12
    assert sum(summary["outcomes"].values()) == summary["captures"] == 12


def test_the_command_line_crawls_now_and_imports_later(world, tmp_path, sheaf_json, sheaf_command):
    with serve(world) as server:
        with sheaf.init(tmp_path / "lib"):
            pass
        words = ("crawl", world.seeds[0], "-L", "lib", "--pages", "12", "--min-delay", "0",
                 "--host", "*.test", "--resolve", f"*.test={server.address}", "--name", "later",
                 "--import", "never")  # fmt: skip
        said = sheaf_command(*words, check=0).stderr
    assert "sheaf crawl import later" in said
    assert sheaf_json("status", "-L", "lib")["outcomes"] == {}
    summary = sheaf_json("crawl", "import", "later", "-L", "lib")
    assert sum(summary["outcomes"].values()) == summary["captures"] == 12
