"""The history of changes on every database."""

import csv
import getpass
import io
from datetime import UTC, datetime, timedelta

import pytest

from sheaf.deposit.rights.contract import Way
from sheaf.deposit.rights.history import HIDDEN, LONGEST_VALUE, acting_as
from sheaf.errors import UsageError

SECRETS = ("hunter2", "sheaf_0123456789abcdef0123456789", "s3cr3t")


def told(library, **wanted):
    return [(one.who, one.way, one.action, one.target) for one in library.history.list(**wanted)]


def test_who_acts_is_known_from_where_the_work_was_begun(library, another):
    library.history.note("run.undo", "run 1")
    with acting_as("ada"):
        library.history.note("run.undo", "run 2", before={"state": "done"}, after=["x", 1, None])
        with acting_as(lambda: "grace", Way.KEY, "harvester"):
            library.history.note("crawl.stop", "commons")
        library.history.note("run.undo", "run 3")
    assert told(another) == [
        ("ada", "job", "run.undo", "run 3"),
        ("grace", "key", "crawl.stop", "commons"),
        ("ada", "job", "run.undo", "run 2"),
        (getpass.getuser(), "command", "run.undo", "run 1"),
    ]
    second = another.history.list(target="run 2")[0]
    assert (second.before, second.after) == ({"state": "done"}, ["x", 1, None])


def test_it_is_asked_by_who_what_and_when_and_in_parts(library):
    for number in range(7):
        with acting_as("ada" if number % 2 else "grace"):
            library.history.note("user.add" if number == 6 else "run.undo", f"run {number}")
    assert len(told(library, who="ada")) == 3
    assert told(library, who="gra") == []
    assert len(told(library, action="run.")) == 6
    assert len(told(library, with_people=False)) == 6
    assert [target for *_, target in told(library, target="run 4")] == ["run 4"]
    now = datetime.now(UTC)
    assert len(told(library, since=now - timedelta(hours=1), until=now + timedelta(hours=1))) == 7
    assert told(library, since=now + timedelta(hours=1)) == []
    assert told(library, until=now - timedelta(hours=1)) == []
    first = library.history.list(limit=4)
    rest = library.history.list(limit=4, before=first[-1].number)
    assert [one.target for one in (*first, *rest)] == [f"run {n}" for n in range(6, -1, -1)]
    assert [one.number for one in library.history.all(who="ada")] == [
        one.number for one in (*first, *rest) if one.who == "ada"
    ]
    written = "".join(library.history.write_table(action="user."))
    table = [(row["who"], row["before"]) for row in csv.DictReader(io.StringIO(written))]
    assert table == [("grace", "")]


def test_secrets_odd_text_and_long_values_do_not_stand_in_it(library):
    before = {
        "password": "hunter2", "nested": [{"api_key": "hunter2", "key": "hunter2"}],
        "database": "postgresql://me:hunter2@host/name",
        "url": "http://a.test/?x=1&access_token=s3cr3t#y", "text": f"we had {SECRETS[1]} there",
    }  # fmt: skip
    library.history.note("a", "http://me:hunter2@a.test/\0\ud800", before=before, after="x" * 9999)
    one = library.history.list()[0]
    assert not any(secret in repr(one) for secret in SECRETS)
    assert one.before["password"] == one.before["nested"][0]["key"] == HIDDEN
    assert one.before["url"] == "http://a.test/?x=1&access_token=…#y"
    assert one.target == "http://…@a.test/?"
    assert one.after == {"cut": f'"{"x" * (LONGEST_VALUE - 1)}'}
    library.history.note("b" * 999, "c" * 999, after=float("nan"))
    one = library.history.list()[0]
    assert (len(one.action), len(one.target), one.after) == (64, 255, "nan")


@pytest.mark.usefixtures("quick_hashing")
def test_what_is_done_to_users_runs_and_uploads_is_noted(library, tmp_path):
    library.add_user("ada", "hunter2 hunter2")
    library.add_user("grace", "hunter2 hunter2", "viewer")
    library.set_role("grace", "librarian")
    library.set_password("grace", "hunter2 hunter3")
    library.remove_user("grace")
    kept = library.uploads.add_whole("ada", "list.txt", 3, io.BytesIO(b"a b"))
    library.uploads.remove(kept.key)
    (tmp_path / "paper.txt").write_text("Hello. " * 50)
    paper, kind = tmp_path / "paper.txt", ["text/plain"]
    run = library.import_([paper], filter=False, mime_types=kind, jobs=1).run
    library.undo(run)
    done = [(one.action, one.target, one.before, one.after) for one in library.history.list()]
    assert [action for action, *_ in reversed(done)] == [
        "user.add", "user.add", "user.role", "user.password", "user.remove",
        "upload.add", "upload.remove", "import.begin", "run.undo",
    ]  # fmt: skip
    assert done[0] == ("run.undo", f"run {run}", None, {"removed": 1, "restored": 0})
    assert done[6] == ("user.role", "grace", {"role": "viewer"}, {"role": "librarian"})
    assert not any(secret in repr(done) for secret in SECRETS)


def test_what_failed_is_not_noted(library):
    with pytest.raises(UsageError):
        library.set_role("nobody", "admin")
    assert library.history.list() == []
