"""Light and dark: as the system says, or as the reader has chosen, with and without scripts."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.usefixtures("library")


def test_pages_follow_the_system_until_a_reader_chooses(browse: Any) -> None:
    assert '<html lang="en" data-theme="system">' in browse.get("/").content.decode()
    came_from = {"referer": "http://localhost/dashboard?a=1"}
    answer = browse.post("/theme", {"theme": "dark"}, headers=came_from)
    assert (answer.status_code, answer["Location"]) == (302, "/dashboard?a=1")
    page = browse.get("/dashboard").content.decode()
    assert 'data-theme="dark"' in page
    assert '<meta name="color-scheme" content="dark">' in page
    assert 'value="dark" aria-pressed="true"' in page
    browse.post("/theme", {"theme": "system"})
    assert 'data-theme="system"' in browse.get("/").content.decode()


@pytest.mark.parametrize(
    "before",
    ["http://evil.example/x", "http://localhost//evil.example", "http://localhost/\\evil", "http://[",
     "", "javascript:alert(1)"],
)  # fmt: skip
def test_the_switch_leads_to_no_other_host(browse: Any, before: str) -> None:
    answer = browse.post("/theme", {"theme": "light"}, headers={"referer": before})
    assert answer["Location"] == "/"


@pytest.mark.parametrize("odd", ["<b>", "blue", "", "\0"])
def test_an_odd_choice_is_none(browse: Any, odd: str) -> None:
    from sheaf.web.theme import COOKIE

    browse.post("/theme", {"theme": odd})
    browse.cookies[COOKIE] = odd or "x"
    assert 'data-theme="system"' in browse.get("/").content.decode()
