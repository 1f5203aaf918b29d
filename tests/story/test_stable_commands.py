"""The commands that scripts of others rely on, by their very names: one library, from the first
import to a sample and a whitelist."""

from __future__ import annotations

import csv
import json
import tarfile
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from support.samples import Page, paper_pdf, write_warc

TITLES = ("Herring gulls", "Whale songs", "Sparse graphs", "Old maps")


class Site(BaseHTTPRequestHandler):
    """Has what is linked, but for what is called gone."""

    def do_GET(self) -> None:
        is_there = "gone" not in self.path and self.path != "/robots.txt"
        self.send_response(200 if is_there else 404)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_HEAD(self) -> None:
        self.do_GET()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def site() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_commands_hold_their_names(tmp_path: Path, site: str, sheaf_here: Any) -> None:
    def sheaf(*words: Any, **more: Any) -> str:
        environment = {"SHEAF_CURATE_FILTER": "false", **more}
        return str(sheaf_here(*words, check=0, **environment).stdout)

    def status() -> Any:
        return json.loads(sheaf("status", "--json", *at))

    at = ("--library", tmp_path / "lib")
    sheaf("init", tmp_path / "lib")
    archives = []
    for number, title in enumerate(TITLES):
        page = Page(f"{site}/{number}.pdf", paper_pdf(title), parent=f"{site}/list{number % 2}")
        archives.append(write_warc(tmp_path / f"{number}.warc.gz", [page]))
    assert status()["documents"] == 0
    sheaf("jobs", "submit", "import", *archives[:2], *at)
    sheaf("jobs", "submit", "import", *archives[2:], *at)
    assert status()["jobs"]["waiting"] == 2
    sheaf("work", "--once", *at)
    assert {job["state"] for job in _lines(sheaf("jobs", "list", "--json", *at))} == {"done"}
    facts = status()
    assert (facts["documents"], facts["jobs"]["waiting"]) == (4, 0)

    for name, opens in (("sample.tar", tarfile.open), ("sample.zip", zipfile.ZipFile)):
        drawn = ("retrieve", "--random", 3, "--seed", 7, "--type", "pdf")
        sheaf(*drawn, "--output", name, *at)
        with opens(tmp_path / name) as archive:
            names = archive.getnames() if name.endswith("tar") else archive.namelist()
        assert sum(one.endswith(".pdf") for one in names) == 3
    sheaf("retrieve", "--random", 3, "--seed", 7, "--with", "met,txt,json", "--output", "dir", *at)
    rows = _table(tmp_path / "dir" / "manifest.csv")
    assert len(rows) == 3
    for row in rows:
        stem = tmp_path / "dir" / row["file"]
        beside = {path.suffix for path in stem.parent.glob(f"{stem.stem}*")}
        assert {".pdf", ".met", ".txt", ".json"} <= beside

    looked = ("links", "check", "--allow-private", "--json", *at)
    checked = json.loads(sheaf(*looked))
    assert (checked["checked"], checked["states"]) == (6, {"live": 6})
    assert json.loads(sheaf(*looked))["checked"] == 0

    sheaf("state", 1, 2, "failed", *at)
    sheaf("blacklist", "add", f"{site}/1.pdf", *at)
    assert "Would take out 1 document" in sheaf("clean", "documents", "--dry-run", *at)
    assert status()["documents"] == 4
    sheaf("clean", "documents", *at)
    assert status()["documents"] == 3
    sheaf("clean", "parents", "--dry-run", *at)
    sheaf("clean", "parents", *at)
    assert (tmp_path / "lib" / "whitelists" / "parenturl.revised.csv").is_file()
    sheaf("whitelist", "--output", "whitelist.csv", *at)
    ranked = _table(tmp_path / "whitelist.csv")
    assert [row["url"] for row in ranked] == [f"{site}/list{number}" for number in (0, 1)]
    sheaf("whitelist", "--legacy", "--output", "legacy.csv", *at)
    legacy = (tmp_path / "legacy.csv").read_text().splitlines()
    assert [line.split(",")[1:] for line in legacy] == [
        [row["documents"], row["host"], row["url"]] for row in ranked
    ]


def _table(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


def _lines(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]
