"""Who may ask the server for assistants over HTTP: where reading needs a login, who shows an API
key with the scope `read`."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import anyio.to_thread
from django import db

from sheaf.app import Library
from sheaf.errors import SheafError
from sheaf.web.people.programs import BEARER, given_key

AsgiScope = MutableMapping[str, Any]
Application = Callable[..., Awaitable[None]]
REFUSED = "This needs an API key with the scope read, in the header Authorization: Bearer."


def closed_to_strangers(app: Application, library: Library) -> Application:
    """The same, as the setting `reading` has it."""
    if library.settings.web.reading == "public":
        return app

    async def guarded(scope: AsgiScope, receive: Any, send: Any) -> None:
        is_request = scope["type"] == "http"
        if is_request and not await anyio.to_thread.run_sync(_may_read, library, _key(scope)):
            await _refuse(send)
        else:
            await app(scope, receive, send)

    return guarded


def _key(scope: AsgiScope) -> str:
    """From headers as ASGI has them."""
    names = {b"authorization": "HTTP_AUTHORIZATION", b"x-api-key": "HTTP_X_API_KEY"}
    pairs = ((names.get(name), value) for name, value in scope["headers"])
    return given_key({name: value.decode("latin-1") for name, value in pairs if name})


def _may_read(library: Library, secret: str) -> bool:
    try:
        use = library.keys.check(secret) if secret else None
    except SheafError:
        return False
    finally:
        db.close_old_connections()
    return use is not None and use.allows("read")


async def _refuse(send: Any) -> None:
    body = json.dumps({"error": REFUSED}).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"www-authenticate", BEARER.encode()),
    ]
    await send({"type": "http.response.start", "status": 401, "headers": headers})
    await send({"type": "http.response.body", "body": body})
