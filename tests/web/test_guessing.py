"""Passwords are guessed slowly: who is counted together, and who is never locked out."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sheaf
from sheaf.app import Library
from sheaf.web.guessing import (
    ALL_ACCOUNTS_HERE,
    ONE_ACCOUNT_ANYWHERE,
    ONE_ACCOUNT_HERE,
    Throttle,
    TryCount,
    TryLimit,
    throttle,
)
from web.form_client import FormClient
from web.real_server import real_server
from web.scene import PASSWORD

HERE, ELSEWHERE = "198.51.100.7", "203.0.113.9"
AT_ONCE = 60
FEW = TryCount(("few",), TryLimit(2, 10.0))
MANY = TryCount(("many",), TryLimit(4, 1.0))


def client_at(address: str) -> Any:
    from django.test import Client

    return Client(headers={"host": "localhost"}, REMOTE_ADDR=address)


def log_in(client: Any, name: str = "ada", password: str = "wrong") -> int:
    return int(client.post("/login", {"username": name, "password": password}).status_code)


def guess_until_refused(client: Any, name: str = "ada") -> int:
    """How many were evaluated."""
    return next(tries for tries in range(1000) if log_in(client, name) == 429)


@pytest.mark.usefixtures("user")
def test_guessing_is_slowed_down() -> None:
    client = client_at(HERE)
    assert guess_until_refused(client) == ONE_ACCOUNT_HERE.tries
    response = client.post("/login", {"username": "ada", "password": PASSWORD})
    assert response.status_code == 429
    assert "Too many failed attempts. Wait 30 seconds" in response.content.decode()
    assert response["Retry-After"] == "30"


@pytest.mark.usefixtures("user")
def test_who_guesses_locks_out_nobody_elsewhere() -> None:
    guess_until_refused(client_at(HERE))
    assert log_in(client_at(ELSEWHERE), password=PASSWORD) == 302


@pytest.mark.usefixtures("user")
def test_an_ipv6_network_is_one_visitor() -> None:
    for number in range(ONE_ACCOUNT_HERE.tries):
        assert log_in(client_at(f"2001:db8:1:2::{number:x}")) == 200
    assert log_in(client_at("2001:db8:1:2:ffff::1")) == 429
    assert log_in(client_at("2001:db8:1:3::1")) == 200
    assert log_in(client_at("::ffff:192.0.2.1")) == 200  # not with all of IPv4 in one network


@pytest.mark.usefixtures("user")
def test_one_password_for_many_accounts_is_slowed_down_too() -> None:
    client = client_at(HERE)
    tried = [log_in(client, f"name{number}") for number in range(ALL_ACCOUNTS_HERE.tries + 1)]
    assert tried == [200] * ALL_ACCOUNTS_HERE.tries + [429]
    assert log_in(client_at(ELSEWHERE), "name0") == 200


@pytest.mark.usefixtures("user")
def test_many_addresses_slow_an_account_down_but_not_for_its_own_browser() -> None:
    own = client_at(ELSEWHERE)
    assert log_in(own, password=PASSWORD) == 302
    own.post("/logout")
    refused = next(
        number
        for number in range(1000)
        if log_in(client_at(f"198.51.{number // 256}.{number % 256}")) == 429
    )
    assert refused == ONE_ACCOUNT_ANYWHERE.tries
    assert log_in(client_at("192.0.2.1"), password=PASSWORD) == 429
    assert log_in(own, password=PASSWORD) == 302
    # Its tries are counted as well.
    own.post("/logout")
    assert guess_until_refused(own) == ONE_ACCOUNT_HERE.tries


@pytest.mark.usefixtures("user")
def test_behind_a_proxy_that_says_nothing_the_other_accounts_and_known_browsers_get_in(
    library: Library,
) -> None:
    library.add_user("grace", PASSWORD)
    own = client_at("127.0.0.1")
    assert log_in(own, password=PASSWORD) == 302
    attacker = client_at("127.0.0.1")
    assert guess_until_refused(attacker) == ONE_ACCOUNT_HERE.tries
    for number in range(ALL_ACCOUNTS_HERE.tries):
        log_in(attacker, f"name{number}")
    assert log_in(client_at("127.0.0.1"), "grace", PASSWORD) == 302
    own.post("/logout")
    assert log_in(own, password=PASSWORD) == 302


@pytest.mark.usefixtures("user")
@pytest.mark.parametrize("name", ["", "ada\0", "a" * 5000, " ada ", "ａｄａ"])
def test_odd_names_are_counted_as_well(name: str) -> None:
    assert guess_until_refused(client_at(HERE), name) == ONE_ACCOUNT_HERE.tries
    # The last two are ada, to Django as to us.
    is_hers = log_in(client_at(HERE), "ada") == 429
    assert is_hers == (name in {" ada ", "ａｄａ"})


@pytest.mark.usefixtures("user")
def test_a_cookie_for_another_account_or_made_up_helps_nobody(library: Library) -> None:
    from django.conf import settings

    library.add_user("eve", PASSWORD)
    eve = client_at(HERE)
    assert log_in(eve, "eve", PASSWORD) == 302
    eve.post("/logout")
    assert guess_until_refused(eve, "ada") == ONE_ACCOUNT_HERE.tries
    eve.cookies[settings.SESSION_COOKIE_NAME.replace("session", "browser")] = "made:up:now"
    assert log_in(eve, "ada") == 429


@pytest.mark.usefixtures("library")
def test_the_setup_token_is_guessed_slowly() -> None:
    client = client_at(HERE)
    tried = [client.get("/setup", {"token": "no"}).status_code for _ in range(21)]
    assert tried == [403] * ALL_ACCOUNTS_HERE.tries + [429]
    assert client.get("/setup", {"token": "the token"}).status_code == 429
    assert client.get("/setup").status_code == 403
    other = client_at(ELSEWHERE)
    right = [other.get("/setup", {"token": "the token"}).status_code for _ in range(30)]
    assert right == [200] * 30


def test_the_old_password_is_guessed_slowly(logged_in: Any) -> None:
    new = {"new_password1": "another long one", "new_password2": "another long one"}
    for number in range(2 * ONE_ACCOUNT_HERE.tries):
        response = logged_in.post(
            "/password", {**new, "old_password": "no"}, REMOTE_ADDR=f"192.0.2.{number}"
        )
        assert response.status_code == (200 if number < ONE_ACCOUNT_HERE.tries else 429)
    assert logged_in.post("/password", {**new, "old_password": PASSWORD}).status_code == 429
    throttle.forget_all()
    weak = {"old_password": PASSWORD, "new_password1": "1", "new_password2": "1"}
    assert [logged_in.post("/password", weak).status_code for _ in range(9)] == [200] * 9


def test_waiting_helps() -> None:
    now = [100.0]
    throttle = Throttle(lambda: now[0])
    assert [throttle.reserve(FEW, MANY) for _ in range(3)] == [0, 0, 10]
    assert throttle.reserve(MANY) == 0  # what was refused was not counted
    now[0] += 10
    assert [throttle.reserve(FEW) for _ in range(2)] == [0, 10]
    throttle.give_back(FEW)
    assert [throttle.reserve(FEW) for _ in range(2)] == [0, 10]
    now[0] += 1000
    assert [throttle.reserve(FEW) for _ in range(3)] == [0, 0, 10]


@given(st.lists(st.floats(0, 30), max_size=60))
def test_never_more_tries_than_allowed(pauses: list[float]) -> None:
    now = [0.0]
    throttle = Throttle(lambda: now[0])
    taken = []
    for pause in pauses:
        now[0] += pause
        if not throttle.reserve(FEW):
            taken.append(now[0])
    for first in range(len(taken)):
        for last in range(first, len(taken)):
            seconds = taken[last] - taken[first]
            assert last - first + 1 <= 2 + seconds / 10 + 1e-6


def test_remembers_only_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sheaf.web.guessing.MOST_COUNTS", 4)
    throttle = Throttle(lambda: 100.0)
    throttle.reserve(FEW)
    throttle.reserve(FEW)
    for number in range(100):
        throttle.reserve(TryCount((str(number),), MANY.limit))
        assert len(throttle._whole_at) <= 5
    assert throttle.reserve(FEW) > 0  # one that guesses is not forgotten for those who do not


def test_of_sixty_at_once_no_more_are_evaluated_and_what_they_claim_to_be_changes_nothing(
    library_folder: Path, tmp_path: Path
) -> None:
    with sheaf.open(library_folder) as library:
        library.add_user("ada", PASSWORD)

    def guess(number: int) -> int:
        claims = {"X-Forwarded-For": f"198.51.100.{number}", "X-Forwarded-Proto": "https"}
        client = FormClient(server.url, claims)
        status = client.log_in("ada", "wrong")
        assert not client.has_secure_cookies
        return status

    with real_server(library_folder, tmp_path / "log") as server:
        with ThreadPoolExecutor(AT_ONCE) as many:
            found = list(many.map(guess, range(AT_ONCE)))
        assert found.count(200) <= ONE_ACCOUNT_HERE.tries
        assert found.count(200) + found.count(429) == AT_ONCE


def test_visitors_of_a_trusted_proxy_are_told_apart(library_folder: Path, tmp_path: Path) -> None:
    with sheaf.open(library_folder) as library:
        library.add_user("ada", PASSWORD)
    trust = {"SHEAF_WEB_TRUSTED_PROXIES": '["127.0.0.1"]'}
    with real_server(library_folder, tmp_path / "log", **trust) as server:

        def visitor(address: str) -> FormClient:
            said = f"192.0.2.66, {address}"  # the first is what the visitor itself sent
            origin = server.url.replace("http:", "https:")
            claims = {"X-Forwarded-For": said, "X-Forwarded-Proto": "https", "Origin": origin}
            return FormClient(server.url, claims)

        guesses = [visitor(HERE).log_in("ada", "wrong") for _ in range(ONE_ACCOUNT_HERE.tries + 1)]
        assert guesses == [200] * ONE_ACCOUNT_HERE.tries + [429]
        other = visitor(ELSEWHERE)
        assert other.log_in("ada", PASSWORD) == 302
        assert other.has_secure_cookies
