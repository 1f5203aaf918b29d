"""A browser that fills in the login form of a server: cookies, the token of the form, no more."""

from __future__ import annotations

import http.client
import re
import ssl
import urllib.parse
from collections.abc import Mapping
from http.cookies import SimpleCookie

WITHIN = 60.0


class FormClient:
    """`source` is the address it calls from, where that matters."""

    def __init__(
        self,
        url: str,
        headers: Mapping[str, str] | None = None,
        source: str | None = None,
        context: ssl.SSLContext | None = None,
    ) -> None:
        self._parts = urllib.parse.urlsplit(url)
        self._headers = dict(headers or {})
        self._source = (source, 0) if source else None
        self._context = context
        self.cookies = SimpleCookie()
        self.head: http.client.HTTPMessage = http.client.HTTPMessage()

    @property
    def has_secure_cookies(self) -> bool:
        return bool(self.cookies) and all(one["secure"] for one in self.cookies.values())

    def ask(self, path: str, values: Mapping[str, str] | None = None) -> tuple[int, bytes]:
        host, port = self._parts.hostname or "", self._parts.port
        connection = (
            http.client.HTTPSConnection(
                host, port, timeout=WITHIN, source_address=self._source, context=self._context
            )
            if self._parts.scheme == "https"
            else http.client.HTTPConnection(host, port, timeout=WITHIN, source_address=self._source)
        )
        kept = "; ".join(f"{name}={one.value}" for name, one in self.cookies.items())
        origin = f"{self._parts.scheme}://{self._parts.netloc}"
        headers = {**self._headers, "Cookie": kept, "Referer": f"{origin}/login"}
        body = None if values is None else urllib.parse.urlencode(values)
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection.request("GET" if body is None else "POST", path, body, headers)
        answer = connection.getresponse()
        found = answer.read()
        self.head = answer.headers
        for line in answer.headers.get_all("Set-Cookie", []):
            self.cookies.load(line)
        connection.close()
        return answer.status, found

    def log_in(self, name: str, password: str) -> int:
        page = self.ask("/login")[1].decode()
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert token is not None, page
        values = {"username": name, "password": password, "csrfmiddlewaretoken": token[1]}
        return self.ask("/login", values)[0]
