"""Who may log in, how the first user is made, and how guessing is slowed down."""

from __future__ import annotations

import re
from typing import Any

import pytest

from web.scene import PASSWORD

FIRST_USER = {"username": "ada", "password1": PASSWORD, "password2": PASSWORD}


def post(client: Any, path: str, values: dict[str, str]) -> Any:
    """As a browser does: first the form with its token, then the answers."""
    client.get("/login")
    page = client.get(f"{path}?token={values.get('token', '')}").content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    return client.post(path, {**values, "csrfmiddlewaretoken": token[1] if token else ""})


@pytest.mark.usefixtures("library")
def test_login_without_any_user_says_how_to_get_the_link(browse: Any) -> None:
    assert "sheaf serve" in browse.get("/login").content.decode()


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("token", ["", "a wrong token", "tökén"])
def test_setup_needs_the_token(browse: Any, token: str) -> None:
    from django.contrib.auth.models import User

    assert browse.get("/setup", {"token": token}).status_code == 403
    relaxed = type(browse)(headers={"host": "localhost"})
    assert relaxed.post("/setup", {**FIRST_USER, "token": token}).status_code == 403
    assert not User.objects.exists()


@pytest.mark.usefixtures("library")
def test_setup_without_an_expected_token_is_closed(browse: Any) -> None:
    from sheaf.web import security

    security.expect_setup_token("")
    assert browse.get("/setup", {"token": ""}).status_code == 403


@pytest.mark.usefixtures("library")
def test_setup_makes_one_user_once(browse: Any) -> None:
    from django.contrib.auth.models import User

    response = post(browse, "/setup", {**FIRST_USER, "token": "the token"})
    assert response["Location"] == "/dashboard"
    assert "Welcome, ada" in browse.get("/dashboard").content.decode()
    again = {**FIRST_USER, "username": "eve", "token": "the token"}
    assert browse.get("/setup?token=the+token").status_code == 404
    assert type(browse)(headers={"host": "localhost"}).post("/setup", again).status_code == 404
    assert list(User.objects.values_list("username", "is_superuser")) == [("ada", True)]


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("password", ["password", "12345678901", "short1!"])
def test_setup_refuses_weak_passwords(browse: Any, password: str) -> None:
    from django.contrib.auth.models import User

    weak = {"username": "ada", "password1": password, "password2": password, "token": "the token"}
    response = post(browse, "/setup", weak)
    assert response.status_code == 200
    assert 'class="problem"' in response.content.decode()
    assert not User.objects.exists()


@pytest.mark.usefixtures("user")
def test_in_and_out_again(browse: Any) -> None:
    response = post(browse, "/login", {"username": "ada", "password": PASSWORD})
    assert response["Location"] == "/dashboard"
    page = browse.get("/dashboard").content.decode()
    assert "Log out" in page
    assert browse.get("/logout").status_code == 405
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token is not None
    assert browse.post("/logout", {"csrfmiddlewaretoken": token[1]})["Location"] == "/"
    assert "Log out" not in browse.get("/").content.decode()


@pytest.mark.usefixtures("user")
@pytest.mark.parametrize(
    ("wanted", "goes_to"),
    [
        ("/runs/1/undo", "/runs/1/undo"),
        ("https://evil.example/", "/dashboard"),
        ("//evil.example/", "/dashboard"),
        ("javascript:alert(1)", "/dashboard"),
        ("é", "/dashboard"),
        ("search", "/dashboard"),
    ],
)
def test_login_leads_back_but_never_away(browse: Any, wanted: str, goes_to: str) -> None:
    values = {"username": "ada", "password": PASSWORD, "next": wanted}
    assert post(browse, "/login", values)["Location"] == goes_to
