"""The API does what its schema says, whatever it is asked: schemathesis looks for the opposite."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import from_schema
from support.rounds import rounds

from sheaf.app import Library
from sheaf.deposit.rights.contract import SCOPES
from web.scene import PASSWORD

# What a schema allows may be refused for what a library holds: a name that is taken, a job that
# has ended.
CHECKS = {
    "positive_data_acceptance": {"expected-statuses": ["2xx", "401", "403", "404", "409", "422"]},
    # It cannot ask again without the key where no server runs; test_every_url.py does.
    "ignored_auth": {"enabled": False},
}


def from_this_machine(application: Any) -> Any:
    """A server says where a request comes from; who calls it without one has to."""

    def answer(environ: dict[str, Any], start: Any) -> Any:
        return application({"REMOTE_ADDR": "127.0.0.1", **environ}, start)

    return answer


def needs_a_key(context: Any) -> bool:
    return "x-scopes" in context.operation.definition.raw


def faults(application: Any, path: str, examples: int, key: str = "") -> Iterator[str]:
    """Of the operations that are for everybody; with a key of those that need one."""
    given = {
        "generation": {"max-examples": examples, "deterministic": True},
        "checks": CHECKS,
        "headers": {"Authorization": f"Bearer {key}"} if key else {},
    }
    schema = schemathesis.openapi.from_wsgi(
        path,
        from_this_machine(application),
        config=SchemathesisConfig.from_dict(given),
        headers={"host": "localhost"},
    )
    chosen = schema.include if key else schema.exclude
    for event in from_schema(chosen(needs_a_key)).execute():
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


def test_schemathesis_finds_nothing_in_what_needs_a_key(library: Library) -> None:
    from django.core.wsgi import get_wsgi_application

    library.settings = library.settings.with_values("web", key_requests=0)
    library.add_user("ada", PASSWORD, "admin")
    key = library.keys.make("everything", owner="ada", scopes=tuple(SCOPES)).secret
    library.jobs.add("index", {}, as_draft=True)
    library.schedules.add("index", {}, "every night")
    library.collections.make("Whale songs")
    library.reports.add(1, "title", "Wrong.")
    library.corrections.correct(1, {"title": "Right"})
    application = get_wsgi_application()
    found = list(faults(application, "/api/v1/openapi.json", rounds(1, 50), key))
    assert found == [], "\n".join(found)
    done = {one.action for one in library.history.all() if one.way == "key"}
    assert {"job.submit", "schedule.change", "collection.make", "report.settle"} <= done, done
