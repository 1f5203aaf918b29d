"""Real sites of people and workshops: every page and document that can be reached is found."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from acquire.crawl.certificates import self_signed
from acquire.crawl.packed_sites import Site, SiteServer, read_sites

FILE = "sites.tar.xz"


@pytest.fixture(scope="module")
def sites(shared_data: Path) -> list[Site]:
    if not (shared_data / FILE).is_file():
        pytest.skip(f"the shared corpora have no {FILE}")
    return read_sites(shared_data / FILE)


@pytest.mark.shared
def test_whatever_can_be_reached_is_found(sites: list[Site], sheaf_command, tmp_path: Path) -> None:
    hosts = sorted(host for site in sites for host in site.hosts)
    with SiteServer(sites, self_signed(tmp_path, *hosts)) as server:
        words = [word for host in hosts for word in ("--host", host)]
        words += [
            word for host in hosts for word in ("--resolve", f"{host}=127.0.0.1:{server.port}")
        ]
        sheaf_command("init", tmp_path / "lib", check=0)
        sheaf_command(
            "crawl", *[site.start for site in sites], *words, "--ignore-nofollow", "--name", "all",
            "--depth", 100, "--pages", 100_000, "--min-delay", 0, "-L", tmp_path / "lib",
            SHEAF_CRAWL_FETCH_CHECK_CERTIFICATES="false", SHEAF_CRAWL_POLITENESS_DELAY_FACTOR="0",
            SHEAF_CRAWL_POLITENESS_HOST_CONNECTIONS="4", check=0,
            # The documents are stubs, and none of them is worth a worker's time.
            SHEAF_CURATE_MIME_TYPES="application/x-nothing",
        )  # fmt: skip
    assert server.was_asked_by_tls
    found: dict[str, set[str]] = {site.name: set() for site in sites}
    for url in ends(tmp_path / "lib", "fetched"):
        name, file = server.given[url]
        found[name].add(file)
    missing = [f"{site.name}/{file}" for site in sites for file in site.wanted - found[site.name]]
    assert sorted(missing) == []
    assert sum(len(site.truth["reachable_pages"]) for site in sites) == 412
    assert sum(len(site.truth["documents"]) for site in sites) == 1907


def ends(library: Path, outcome: str) -> list[str]:
    with sqlite3.connect(library / "frontier" / "all.db") as frontier:
        rows = frontier.execute("SELECT url FROM ends WHERE outcome = ?", (outcome,)).fetchall()
    frontier.close()
    return [url for (url,) in rows]
