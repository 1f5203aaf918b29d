"""Jobs and schedules by programs: written down, checked, changed, ordered, followed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sheaf.app import Library
from sheaf.web.people import programs
from sheaf.workers.jobs.worker import WorkOptions
from web.scene import PASSWORD

PROBLEM = "application/problem+json"


class Program:
    """Sends JSON with an API key."""

    def __init__(self, library: Library, *scopes: str, owner: str = "ada") -> None:
        from django.test import Client

        secret = library.keys.make("-".join(scopes), owner=owner, scopes=scopes).secret
        headers = {"host": "localhost", "authorization": f"Bearer {secret}"}
        self._client = Client(headers=headers, enforce_csrf_checks=True)

    def ask(self, method: str, path: str, sent: Any = None, status: int = 200) -> Any:
        """What is answered, as JSON; of a problem its sentence."""
        body = b"" if sent is None else json.dumps(sent).encode()
        answer = self._client.generic(method, f"/api/v1/{path}", body, "application/json")
        assert answer.status_code == status, answer.content
        if status >= 400:
            assert answer.headers["Content-Type"] == PROBLEM
            told = answer.json()
            assert (told["status"], told["type"]) == (status, "about:blank")
            return told["detail"]
        return answer.json() if answer.content else None

    def get(self, path: str, status: int = 200) -> Any:
        return self.ask("GET", path, None, status)

    def post(self, path: str, sent: Any = None, status: int = 200) -> Any:
        return self.ask("POST", path, sent, status)


@pytest.fixture
def program(library: Library) -> Program:
    programs.throttle.forget_all()
    library.add_user("ada", PASSWORD, "admin")
    return Program(library, "read", "submit")


def test_kinds_say_what_they_take_and_not_what_only_a_command_may(program: Program) -> None:
    kinds = {one["name"]: one for one in program.get("job-kinds")["kinds"]}
    assert {"import", "crawl", "index", "clean-documents", "retrieve", "check-links"} <= set(kinds)
    properties = kinds["import"]["parameters"]["properties"]
    assert properties["sources"]["type"] == "array"
    assert "any_place" not in properties
    assert program.get("job-kinds/import") == kinds["import"]
    assert "no job kind" in program.get("job-kinds/baking", 404).lower()


def test_a_job_is_written_down_changed_and_followed_to_its_end(
    library: Library, program: Program
) -> None:
    asked = {"kind": "retrieve", "parameters": {"random": 2, "seed": 7}, "title": "Two"}
    checked = program.post("jobs/check", {name: asked[name] for name in ("kind", "parameters")})
    assert checked["is_ready"]
    assert "meet the conditions" in checked["findings"][0]["words"]
    draft = program.post("jobs", {**asked, "as_draft": True}, 201)
    number, path = draft["number"], f"jobs/{draft['number']}"
    assert (draft["state"], draft["owner"], draft["title"]) == ("draft", "ada", "Two")
    version = draft["version"]
    changed = program.ask(
        "PATCH", path, {"version": version, "parameters": {"random": 1, "parts": ["txt"]}}
    )
    assert changed["parameters"] == {"random": 1, "parts": ["txt"]}
    second = {"version": version, "parameters": {"random": 3}}
    assert "by somebody else" in program.ask("PATCH", path, second, 409)
    assert program.post(f"{path}/orders/submit")["state"] == "waiting"
    assert program.post(f"{path}/orders/pause")["state"] == "paused"
    assert "cannot be" in program.post(f"{path}/orders/pause", status=422)
    assert program.post(f"{path}/orders/resume")["state"] == "waiting"
    work(library)
    done = program.get(path)
    assert (done["state"], done["files"]) == ("done", ["sample.zip"])
    log = program.get(f"{path}/log?limit=2")
    assert [one["who"] for one in log["items"]] == ["ada", "ada"]
    rest = program.get(f"{path}/log?cursor={log['next']}")["items"]
    assert len({one["number"] for one in (*log["items"], *rest)}) == len(log["items"]) + len(rest)
    file = program._client.get(f"/api/v1/{path}/files/sample.zip")
    assert b"".join(file.streaming_content)[:2] == b"PK"  # type: ignore[arg-type]
    assert "no such file" in program.get(f"{path}/files/sheaf.toml", 404)
    again = program.post(f"{path}/orders/run-again")
    assert (again["number"], again["state"]) == (number + 1, "waiting")
    copy = program.post(f"{path}/orders/copy")
    assert (copy["state"], copy["parameters"]) == ("draft", done["parameters"])
    cancelled = program.post(f"jobs/{again['number']}/orders/cancel")
    assert cancelled["state"] == "cancelled"
    assert program.post(f"jobs/{again['number']}/orders/retry")["state"] == "waiting"
    program.ask("DELETE", f"jobs/{copy['number']}", status=204)
    assert "no job" in program.get(f"jobs/{copy['number']}", 404)
    listed = program.get("jobs?limit=1")
    assert [one["number"] for one in listed["items"]] == [again["number"]]
    behind = program.get(f"jobs?limit=1&cursor={listed['next']}")["items"]
    assert [one["number"] for one in behind] == [number]
    assert [one["number"] for one in program.get("jobs?state=done&kind=retrieve")["items"]] == [
        number
    ]
    ways = {(one.who, one.way, one.key) for one in library.history.list(action="job.")}
    assert ("ada", "key", "read-submit") in ways


def work(library: Library) -> None:
    """As `sheaf work --once`."""
    import threading

    from sheaf.workers.jobs.working import work as work_in

    work_in(library.folder, WorkOptions(1, (), once=True), threading.Event(), lambda words: None)


def test_what_is_wrong_with_a_job_is_said(library: Library, program: Program) -> None:
    outside = {"kind": "import", "parameters": {"sources": ["/etc/passwd"]}}
    assert "is not in the folders that may be looked through" in program.post("jobs", outside, 422)
    assert "is not in the folders" in program.post("jobs/check", outside, 422)
    inside = {"sources": ["https://example.org/a.warc"], "any_place": True}
    for path in ("jobs", "jobs/check"):
        said = program.post(path, {"kind": "import", "parameters": inside}, 422)
        assert "any_place: only a command on the machine itself can say this" in said
    told = program.post(
        "schedules", {"kind": "import", "parameters": inside, "when": "every night"}, 422
    )
    assert "any_place" in told
    for wrong, said in (
        ({"kind": "baking"}, "job kind"),
        ({"kind": "retrieve", "parameters": {"random": "many"}}, "random"),
        ({"kind": "retrieve", "parameters": {"flavour": 1}}, "no such parameter"),
        ({"kind": "index", "as_draft": "yes"}, "as_draft"),
        ({"kind": "index", "colour": "red"}, "colour"),
        ({}, "kind"),
        ([], "given"),
    ):
        assert said in program.post("jobs", wrong, 422)
    answer = program._client.generic("POST", "/api/v1/jobs", b"{", "application/json")
    assert (answer.status_code, answer.headers["Content-Type"]) == (400, PROBLEM)
    assert library.jobs.list() == []
    # What was written down on the machine begins no second time by a program.
    kept = library.jobs.add(
        "import", {"sources": ["/etc/passwd"], "any_place": True}, as_draft=True
    )
    assert "is not in the folders" in program.post(f"jobs/{kept.number}/orders/submit", status=422)


def test_schedules(library: Library, program: Program) -> None:
    asked = {"kind": "index", "when": "every night", "title": "Nightly"}
    made = program.post("schedules", asked, 201)
    path = f"schedules/{made['number']}"
    assert made["next_time"]
    assert made["words"]
    assert program.get(path) == made
    assert program.get("schedules")["schedules"] == [made]
    assert program.ask("PATCH", path, {"when": "monday at 6"})["when"] == "monday at 6"
    assert program.post(f"{path}/orders/pause")["is_paused"]
    assert not program.post(f"{path}/orders/resume")["is_paused"]
    assert program.post(f"{path}/jobs", status=201)["kind"] == "index"
    assert "no day and no time" in program.ask("PATCH", path, {"when": "when I like"}, 422)
    program.ask("DELETE", path, status=204)
    assert "no schedule" in program.get(path, 404)
    assert library.schedules.list() == []
    (change,) = library.history.list(action="schedule.change")
    assert (change.before, change.after) == ({"when": "every night"}, {"when": "monday at 6"})


def test_a_key_opens_what_its_scope_says_and_a_session_needs_the_token(
    library: Library, program: Program, browse: Any
) -> None:
    from django.contrib.auth.models import User

    reader = Program(library, "read")
    assert "has not the scope submit" in reader.post("jobs", {"kind": "index"}, 403)
    assert "has not the scope submit" in reader.get("jobs", 403)
    assert "has not the scope edit" in program.post("tags", {"documents": [1]}, 403)
    library.add_user("eve", PASSWORD, "viewer")
    browse.force_login(User.objects.get(username="eve"))
    refused = browse.get("/api/v1/jobs")
    assert (refused.status_code, "needs a librarian" in refused.json()["detail"]) == (403, True)
    browse.force_login(User.objects.get(username="ada"))
    assert browse.get("/api/v1/jobs").status_code == 200
    body = json.dumps({"kind": "index"})
    refused = browse.generic("POST", "/api/v1/jobs", body, "application/json")
    assert (refused.status_code, "X-CSRFToken" in refused.json()["detail"]) == (403, True)
    browse.get("/login")
    browse.get("/dashboard")
    token = next(one.value for name, one in browse.cookies.items() if "csrf" in name)
    taken = browse.generic(
        "POST", "/api/v1/jobs", body, "application/json", headers={"X-CSRFToken": token}
    )
    assert taken.status_code == 201
    assert library.history.list(action="job.submit")[0].way == "web"
    visitor = browse.__class__(headers={"host": "localhost"}).get("/api/v1/jobs")
    assert (visitor.status_code, visitor["WWW-Authenticate"]) == (401, "Bearer")
    assert visitor.headers["Content-Type"] == PROBLEM
    # A key is only as good as the role of its owner.
    library.add_user("bo", PASSWORD, "admin")
    late = Program(library, "submit", owner="bo")
    library.set_role("bo", "viewer")
    assert "bo, whose API key this is, is a viewer" in late.get("jobs", 403)
