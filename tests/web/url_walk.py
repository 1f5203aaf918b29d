"""Walks all addresses of an urlconf, and says which of them let in whom they should not.

What each view needs is asked of the server, by requests; only the role that a view names is read
from it, to know which one is too low."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, get_resolver

from sheaf.app import Library
from sheaf.deposit.rights.contract import SCOPES, Role
from sheaf.web.people.open_routes import CHANGES_BY_ANYBODY, OPEN_TO_ALL, WITHOUT_TOKEN
from web.scene import PASSWORD

CHANGING = ("POST", "PUT", "PATCH", "DELETE")
PART = re.compile(r"<(?:\w+:)?(\w+)>")
# What stands for the parts of an address; 1 where nothing is said.
FILL = {"name": "commons", "kind": "import", "key": "0" * 16, "token": "abc-def", "host": "a.test"}
FILL["part"] = "header"
NOT_ACCEPTED = 405
REFUSED = frozenset({401, 403})


@dataclass(frozen=True)
class Route:
    name: str
    address: str
    view: Any

    def role(self, method: str) -> Role | None:
        """The role that a view, or an operation of the API, names; None where it names none."""
        return getattr(self.view, "needed_role", None) or self._role_of_operation(method)

    def scope(self, method: str) -> str:
        if named := getattr(self.view, "needed_scope", ""):
            return str(named)
        return next((one.scope for one in self._doors(method)), "")

    def _role_of_operation(self, method: str) -> Role | None:
        scope = self.scope(method)
        return SCOPES[scope].role if scope else None

    def _doors(self, method: str) -> Iterator[Any]:
        is_function = inspect.isfunction(self.view)
        around = inspect.getclosurevars(self.view).nonlocals if is_function else {}
        for operation in getattr(around.get("self"), "operations", ()):
            if method in operation.methods:
                yield from (one for one in operation.auth_callbacks if hasattr(one, "scope"))


def routes(urlconf: Any) -> list[Route]:
    return list(_routes(get_resolver(urlconf).url_patterns, "/", ""))


def _routes(patterns: Iterable[Any], before: str, space: str) -> Iterator[Route]:
    for one in patterns:
        address = before + str(one.pattern)
        if isinstance(one, URLPattern):
            filled = PART.sub(lambda part: FILL.get(part[1], "1"), address)
            yield Route(space + (one.name or filled), filled, one.callback)
        else:
            inner = f"{space}{one.namespace}:" if one.namespace else space
            yield from _routes(one.url_patterns, address, inner)


class Walk:
    """The people and keys of one served library, and what they are answered."""

    def __init__(self, library: Library) -> None:
        self.library = library
        for role in reversed(Role):
            library.add_user(role.value, PASSWORD, role.value)
        self._cookies: dict[Role, dict[str, Any]] = {}
        self.read_key = library.keys.make("reads", owner="admin").secret
        everything = tuple(SCOPES)
        self.keys = {
            one: library.keys.make(
                f"all but {one}", owner="admin", scopes=tuple(s for s in everything if s != one)
            ).secret
            for one in SCOPES
        }

    def faults(self, chosen: Iterable[Route]) -> list[str]:
        return [
            f"{method} {route.address} ({route.name}): {fault}"
            for route in chosen
            for method in CHANGING
            if self.is_accepted(route, method)
            for fault in self._faults(route, method)
        ]

    def is_accepted(self, route: Route, method: str) -> bool:
        return self.ask(route, method) != NOT_ACCEPTED

    def _faults(self, route: Route, method: str) -> Iterator[str]:
        if route.name not in CHANGES_BY_ANYBODY:
            if not self.is_refused(route, method):
                yield "a visitor is let in"
            if route.role(method) is None:
                yield "it names no role, and stands in no table of open_routes.py"
            # What stands above a view asks for all methods alike.
            if method == "POST" or route.scope(method):
                yield from self._too_low(route, method)
        if route.name not in WITHOUT_TOKEN and not self.needs_token(route, method):
            yield "a form without the token of our pages is taken"

    def _too_low(self, route: Route, method: str) -> Iterator[str]:
        role, scope = route.role(method), route.scope(method)
        for low in Role:
            is_too_low = role is not None and not low.includes(role)
            if is_too_low and self.ask(route, method, user=low) not in REFUSED:
                yield f"a {low} is let in, and it needs a {role}"
        if self.ask(route, method, key=self.read_key) not in REFUSED:
            yield "a key that may only read is let in"
        others = self.keys.get(scope, self.keys["read"])
        if self.ask(route, method, key=others) not in REFUSED:
            yield f"a key is let in without the scope {scope}"

    def is_refused(self, route: Route, method: str) -> bool:
        with closing(self.send(route, method)) as answer:
            leads_to_login = answer.headers.get("Location", "").startswith("/login")
            return leads_to_login or answer.status_code in REFUSED

    def needs_token(self, route: Route, method: str) -> bool:
        """An admin may all: what is refused here is refused for the token."""
        return self.ask(route, method, user=Role.ADMIN, is_strict=True) in REFUSED

    def ask(self, route: Route, method: str, **who: Any) -> int:
        with closing(self.send(route, method, **who)) as answer:
            return int(answer.status_code)

    def send(
        self,
        route: Route,
        method: str,
        *,
        user: Role | None = None,
        key: str = "",
        is_strict: bool = False,
    ) -> Any:
        from django.test import Client

        headers = {"host": "localhost"} | ({"x-api-key": key} if key else {})
        client = Client(headers=headers, enforce_csrf_checks=is_strict)
        if user is not None:
            self._log_in(client, user)
        return client.generic(method, route.address)

    def _log_in(self, client: Any, role: Role) -> None:
        """Once for each, as long as nobody ends the session."""
        from django.contrib.auth.models import User

        if role not in self._cookies:
            client.force_login(User.objects.get(username=role.value))
            self._cookies[role] = dict(client.cookies)
        client.cookies.update(self._cookies[role])

    def log_in_again(self) -> None:
        self._cookies.clear()


def stale_exceptions(walk: Walk, known: Iterable[Route]) -> list[str]:
    """Lines of the tables that say nothing any more."""
    by_name = {route.name: route for route in known}
    tables = {**OPEN_TO_ALL, **CHANGES_BY_ANYBODY, **WITHOUT_TOKEN}
    gone = [f"{name}: there is no such route" for name in tables if name not in by_name]
    closed = [
        f"{name}: it takes nothing from visitors"
        for name in CHANGES_BY_ANYBODY
        if name in by_name and walk.is_refused(by_name[name], "POST")
    ]
    strict = [
        f"{name}: it asks for the token"
        for name in WITHOUT_TOKEN
        if name in by_name and walk.needs_token(by_name[name], "POST")
    ]
    return gone + closed + strict


def state_of(library: Library) -> dict[str, int]:
    """What a catalogue holds: its revision, and the rows of every table."""
    from django.apps import apps

    alias = library.database_alias
    models = [
        *apps.get_app_config("deposit").get_models(),
        *apps.get_app_config("auth").get_models(),
    ]
    counts = {one._meta.db_table: one.objects.using(alias).count() for one in models}
    return {**counts, "the revision": library.revision()}
