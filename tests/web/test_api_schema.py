"""The API does what its schema says, whatever it is asked: schemathesis looks for the opposite."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import from_schema


def faults(application: Any, path: str, examples: int) -> Iterator[str]:
    chosen = {"generation": {"max-examples": examples, "deterministic": True}}
    schema = schemathesis.openapi.from_wsgi(
        path,
        application,
        config=SchemathesisConfig.from_dict(chosen),
        headers={"host": "localhost"},
    )
    for event in from_schema(schema).execute():
        if type(event).__name__ in {"NonFatalError", "FatalError"}:
            yield str(event)
        recorder = getattr(event, "recorder", None)
        for number, checks in recorder.checks.items() if recorder else ():
            case = recorder.cases[number].value
            for check in checks:
                if check.failure_info is not None:
                    fault = check.failure_info.failure
                    yield f"{case.method} {case.path} {case.query}: {fault.title} {fault.message}"


@pytest.mark.usefixtures("library")
def test_schemathesis_would_find_something(monkeypatch: pytest.MonkeyPatch) -> None:
    """An operation that answers with something else than its schema says is seen."""
    from django.core.wsgi import get_wsgi_application

    from sheaf.web.api import collection

    monkeypatch.setattr(collection, "shown_to", lambda request, value: {"items": 1 / 0})
    client = get_wsgi_application()
    assert any("/api/v1/hubs" in one for one in faults(client, "/api/v1/openapi.json", 1))
