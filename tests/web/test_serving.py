"""The real server in a process of its own, and a real browser before it."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

import sheaf
from sheaf.errors import UsageError
from sheaf.web.serving import serve
from web.scene import PASSWORD

FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
]
WITHIN = 20.0


def hear_all_signals() -> None:
    """Also where the tests were started so that some are ignored, as by nohup."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, str | None, subprocess.Popen[str]]]:
    """`sheaf serve` on a free port: its address, its setup link, its process."""
    command = [sys.executable, "-m", "sheaf.cli", "serve", "--library", str(folder), "--port", "0"]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, preexec_fn=hear_all_signals
    ) as process:
        assert process.stderr is not None
        try:
            url = re.search(r"http://\S+/", process.stderr.readline())
            assert url is not None
            link = re.search(r"http://\S+", process.stderr.readline())
            yield url[0], link[0] if link else None, process
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(WITHIN)
            except subprocess.TimeoutExpired:
                process.kill()


def get(url: str) -> str:
    with urllib.request.urlopen(url, timeout=WITHIN) as response:
        return str(response.read().decode())


def test_answers_many_at_once_and_stops_when_told(library_folder: Path) -> None:
    with served(library_folder) as (url, _, process):
        with ThreadPoolExecutor(16) as many:
            pages = list(many.map(get, [f"{url}?q=graphs"] * 64))
        assert all("<mark>Graphs</mark>" in page for page in pages)
        process.send_signal(signal.SIGINT)
        assert process.wait(WITHIN) == 0
    port = int(url.rstrip("/").rpartition(":")[2])
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), timeout=WITHIN).close()


def test_jobs_are_done_beside_the_pages(library_folder: Path) -> None:
    with served(library_folder) as (url, _, process), sheaf.open(library_folder) as library:
        number = library.jobs.add("index", {}).number
        deadline = time.monotonic() + WITHIN
        while not library.jobs.require(number).state.is_end:
            assert "papers" in get(url)
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert library.jobs.require(number).state == "done"
        process.send_signal(signal.SIGINT)
        assert process.wait(WITHIN) == 0


def test_a_closed_terminal_stops_it_in_good_order(library_folder: Path) -> None:
    with served(library_folder) as (_, _, process):
        process.send_signal(signal.SIGHUP)
        assert process.wait(WITHIN) == 0


def test_a_port_in_use_is_said_before_anything_starts(library_folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(UsageError, match=f"Port {port} on 127.0.0.1 is in use"):
            serve(library_folder, "127.0.0.1", port)


def test_of_two_servers_started_at_once_one_says_that_the_port_is_taken(
    library_folder: Path,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    command = [sys.executable, "-m", "sheaf.cli", "serve", "--library", str(library_folder)]
    both = [
        subprocess.Popen([*command, "--port", str(port)], stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    try:
        # The one that is refused ends; then the other is told to.
        wait_for_one = time.monotonic() + WITHIN
        while all(one.poll() is None for one in both) and time.monotonic() < wait_for_one:
            time.sleep(0.05)
        (serving,) = (one for one in both if one.poll() is None)
        (refused,) = (one for one in both if one is not serving)
        assert refused.returncode == 2
        assert f"Port {port} on 127.0.0.1 is in use already" in refused.stderr.read()
        assert "Serving at" in serving.stderr.readline()
        serving.terminate()
        assert serving.wait(WITHIN) == 0
    finally:
        for one in both:
            one.kill()
            one.wait()
            one.stderr.close()


@pytest.mark.parametrize("host", ["192.0.2.1", "no-such-name.invalid"])
def test_an_address_of_another_machine_is_refused(library_folder: Path, host: str) -> None:
    with pytest.raises(UsageError, match=re.escape(host)):
        serve(library_folder, host, 0)


def test_search_read_set_up_and_undo_in_a_browser(library_folder: Path, chromium: Path) -> None:
    sync_api = pytest.importorskip("playwright.sync_api")
    expect = sync_api.expect
    with served(library_folder) as (url, setup_url, _), sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_page()
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(message.text))
        page.set_default_timeout(WITHIN * 1000)
        expect.set_options(timeout=WITHIN * 1000)

        page.goto(url)
        page.get_by_label("Search the papers of this library").fill("sparse graphs")
        page.keyboard.press("Enter")
        page.get_by_role("link", name="Sparse Graphs").first.click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("<script>alert(1)")
        expect(page.get_by_text("Where it came from")).to_be_visible()

        page.goto(f"{url}login")
        expect(page.get_by_role("heading", name="No user yet")).to_be_visible()
        page.goto(setup_url)
        page.get_by_label("Username").fill("ada")
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_label("Password confirmation").fill(PASSWORD)
        page.get_by_role("button", name="Make this user").click()
        expect(page.get_by_text("Welcome, ada")).to_be_visible()

        page.get_by_role("button", name="Log out").click()
        page.get_by_role("link", name="Log in").click()
        page.get_by_label("Username").fill("ada")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Log in").click()
        expect(page.get_by_role("heading", name="library")).to_be_visible()

        page.get_by_role("navigation", name="Work").get_by_role("link", name="Runs").click()
        page.get_by_role("link", name="1", exact=True).click()
        page.get_by_role("link", name="Undo this run").click()
        expect(page.get_by_text("3 documents removed")).to_be_visible()
        page.get_by_role("button", name="Undo this run").click()
        expect(page.get_by_text("Run 1 was undone")).to_be_visible()
        page.goto(f"{url}dashboard")
        expect(page.get_by_text("The library is empty")).to_be_visible()
        browser.close()
        assert complaints == []
