"""The commands that empty pages suggest: each works as it is printed, in the library's folder."""

from __future__ import annotations

import html
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from support.samples import paper_pdf

NOTHING_THERE = "http://127.0.0.1:9/"


def suggestions(page: str) -> set[str]:
    found = re.findall(r"<code>(sheaf [^<]+ --library [^<]+)</code>", page)
    return {html.unescape(one) for one in found}


@pytest.mark.usefixtures("empty_library")
def test_what_empty_pages_suggest_works_as_printed(
    browse: Any, sheaf_command: Any, tmp_path: Path
) -> None:
    (tmp_path / "a.pdf").write_bytes(paper_pdf())
    paths = ("/", "/dashboard", "/runs", "/crawls", "/?q=graphs")
    pages = [browse.get(path).content.decode() for path in paths]
    asked = [suggestions(page) for page in pages]
    assert all(asked)
    assert asked[0] == asked[-1]  # a search in an empty library says what to do first, too
    for command in sorted(set().union(*asked), key=lambda one: "import" not in one):
        words = shlex.split(command.replace("SOURCE", "a.pdf").replace("SEED", NOTHING_THERE))
        # A crawl whose seed does not answer brings nothing, and says so.
        code = 1 if words[1] == "crawl" else 0
        private = ["--allow-private"] if words[1] == "crawl" else []
        sheaf_command(*words[1:], *private, check=code)
    assert "Nothing here yet" not in browse.get("/").content.decode()
