"""Whatever a library can be asked to change stands in its history: who, what, before and after.

Each public method of the parts of a library stands in one of two lists here: those that look, and
those that change, with what is noted then. A method that is in neither fails the test.
"""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import pytest
from support.sample_documents import numbered, put_documents

import sheaf
from sheaf.app import Library
from sheaf.deposit.rights.contract import Way
from sheaf.deposit.rights.history import acting_as

PASSWORD = "a long and unusual password"
# By part: what only looks, or answers with what others keep.
LOOKS: dict[str, set[str]] = {
    "jobs": {
        *("kinds", "kind", "check", "get", "require", "count_by_state", "log", "folder", "file"),
        "list",
    },
    "schedules": {"get", "require", "list", "submit_due"},
    "corrections": {"of_document", "list", "count", "export"},
    "reports": {"get", "require", "count_open", "count_of_documents", "list"},
    "states": {"get"},
    "tags": {"of_document", "of_documents", "list", "numbers"},
    "collections": {"list", "get", "find", "of_document", "documents", "latest"},
    "retrieval": {
        *("conditions", "count", "draw", "copy", "check_output", "stream", "check_name"),
        *("samples", "find_sample", "sample_at", "sample", "draw_again"),
    },
    "blacklist": {"entries", "other_entries", "load", "find_own"},
    "keys": {"list", "check"},
    "whitelists": {"list", "seeds", "rank"},
    "links": {"counts", "of"},
    "cleaning": {"count_hits", "useless_documents", "useless_parents", "forget"},
    "history": {"list", "all", "write_table", "note"},
}
# By part and method: the arguments, the action that is noted, and which of before and after.
CHANGES: list[tuple[str, str, tuple[Any, ...], dict[str, Any], str, str]] = [
    ("jobs", "add", ("index", {}), {"as_draft": True}, "job.draft", "after"),
    ("jobs", "change", (1, {"rebuild": True}), {"version": 1}, "job.change", "both"),
    ("jobs", "submit", (1,), {}, "job.submit", ""),
    ("jobs", "pause", (1,), {}, "job.pause", ""),
    ("jobs", "resume", (1,), {}, "job.resume", ""),
    ("jobs", "cancel", (1,), {}, "job.cancel", ""),
    ("jobs", "retry", (1,), {}, "job.retry", ""),
    ("jobs", "copy", (1,), {}, "job.draft", "after"),
    ("jobs", "run_again", (1,), {}, "job.submit", "after"),
    ("jobs", "remove", (2,), {}, "job.remove", "before"),
    ("schedules", "add", ("index", {}, "every night"), {}, "schedule.add", "after"),
    ("schedules", "change", (1,), {"when": "monday at 6"}, "schedule.change", "both"),
    ("schedules", "pause", (1,), {}, "schedule.pause", ""),
    ("schedules", "resume", (1,), {}, "schedule.resume", ""),
    ("schedules", "remove", (1,), {}, "schedule.remove", "before"),
    ("corrections", "correct", (1, {"title": "Right"}), {}, "document.correct", "both"),
    ("corrections", "undo", (1, ["title"]), {}, "document.undo_correction", "before"),
    ("corrections", "correct", (1, {"title": "Right"}), {}, "document.correct", "both"),
    ("corrections", "undo_one", (2,), {}, "document.undo_correction", "before"),
    ("corrections", "take_in", ([
        {"sha1": "0" * 40, "field": "title", "right": "X", "by": "bo", "date": "2024-05-01"}
    ],), {}, "corrections.import", "after"),
    ("reports", "add", (1, "title", "Wrong."), {}, "report.add", "after"),
    ("reports", "settle", (1, "Done."), {}, "report.settle", "both"),
    ("states", "set", ([1, 2], "handed_out"), {}, "document.state", "both"),
    ("tags", "add", ([1, 2], ["whales"]), {}, "documents.tag", "after"),
    ("tags", "remove", ([1], ["whales"]), {}, "documents.untag", "before"),
    ("collections", "make", ("Songs",), {}, "collection.make", "after"),
    ("collections", "change", (1,), {"is_public": True}, "collection.change", "both"),
    ("collections", "add", (1, [1, 2]), {}, "collection.add", "after"),
    ("collections", "take_out", (1, [1]), {}, "collection.take_out", "before"),
    ("collections", "remove", (1,), {}, "collection.remove", "before"),
    ("blacklist", "add", ("example.org",), {}, "blacklist.add", ""),
    ("blacklist", "remove", ("example.org",), {}, "blacklist.remove", ""),
    ("whitelists", "make", (), {}, "whitelist.make", "after"),
    ("", "add_user", ("ada", PASSWORD), {}, "user.add", "after"),
    ("", "set_password", ("ada", PASSWORD + "s"), {}, "user.password", ""),
    ("", "add_user", ("bo", PASSWORD), {}, "user.add", "after"),
    ("", "set_role", ("bo", "viewer"), {}, "user.role", "both"),
    ("", "end_sessions", ("bo",), {}, "user.logout", ""),
    ("", "remove_user", ("bo",), {}, "user.remove", "before"),
    ("keys", "make", ("harvester",), {"owner": "ada"}, "key.add", "after"),
    ("keys", "revoke", (1,), {}, "key.revoke", "before"),
]  # fmt: skip
# Noted too; what they need is made in tests of their own.
ELSEWHERE = {
    "retrieval": {"save", "remove_sample"},
    "links": {"check"},
    "cleaning": {"documents", "parents"},
    "states": {"follow_readings", "hand_out", "set_known"},
}


@pytest.fixture
def shelf(tmp_path: Path) -> Library:
    with sheaf.init(tmp_path / "library") as library:
        put_documents(library, numbered(3))
        yield library  # type: ignore[misc]


def test_every_method_of_the_parts_of_a_library_is_known_here(shelf: Library) -> None:
    changes = {(part, method) for part, method, *_ in CHANGES}
    for part, looks in LOOKS.items():
        found = {
            name
            for name, method in inspect.getmembers(type(getattr(shelf, part)), callable)
            if not name.startswith("_")
        }
        known = looks | {method for of, method in changes if of == part}
        assert found - {"clock"} == known | ELSEWHERE.get(part, set()), part


def test_every_change_is_on_record(shelf: Library) -> None:
    for part, method, arguments, named, action, sides in CHANGES:
        last = next(iter(shelf.history.list(limit=1)), None)
        with acting_as("ada", Way.WEB):
            getattr(getattr(shelf, part) if part else shelf, method)(*arguments, **named)
        entry = shelf.history.list(limit=1)[0]
        assert entry.number != (last and last.number), (part, method)
        assert (entry.action, entry.who, entry.way) == (action, "ada", "web")
        assert entry.target or action == "corrections.import"
        told = {name for name in ("before", "after") if getattr(entry, name) is not None}
        assert told == ({"before", "after"} if sides == "both" else {sides} - {""}), action


def test_an_entry_names_the_documents_that_changed(shelf: Library) -> None:
    shelf.tags.add([1], ["whales"])
    shelf.tags.add([1, 2, 3], ["whales", "songs"])
    shelf.states.set([2], "failed")
    shelf.states.set([1, 2, 3], "handed_out")
    states, one_state, tags, one_tag = shelf.history.list(action="document")
    assert (one_tag.target, one_tag.after) == ("document 1", {"tags": ["whales"], "documents": [1]})
    assert tags.after == {"tags": ["whales", "songs"], "documents": [1, 2, 3]}
    assert (one_state.target, one_state.before) == ("document 2", {"not_ingested": [2]})
    assert states.before == {"not_ingested": [1, 3], "failed": [2]}
    assert states.after == {"state": "handed_out", "documents": [1, 2, 3]}
    shelf.collections.make("Songs")
    shelf.collections.add(1, [1])
    shelf.collections.add(1, [1, 2])
    shelf.collections.take_out(1, [3, 2])
    gone, more, _ = shelf.history.list(action="collection.", limit=3)
    assert (more.after, gone.before) == ({"documents": [2]}, {"documents": [2]})
