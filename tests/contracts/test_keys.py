"""API keys and sessions on every database."""

from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.utils import timezone

from sheaf.deposit import models
from sheaf.deposit.rights import keys as keys_module
from sheaf.errors import UsageError

pytestmark = pytest.mark.usefixtures("quick_hashing")
PASSWORD = "a long and unusual password"


@pytest.fixture
def people(library):
    for name, role in (("ada", "admin"), ("grace", "librarian"), ("eve", "viewer")):
        library.add_user(name, PASSWORD, role)
    return library


def rows(library):
    return models.ApiKeyRow.objects.using(library.database_alias)


def test_a_key_is_shown_once_and_known_again(people, another):
    made = people.keys.make("harvester", owner="grace", scopes=("submit", "read"), days=30)
    stored = rows(people).get()
    assert made.secret not in repr(vars(stored))
    use = another.keys.check(made.secret)
    assert use is not None
    assert (use.key.owner, use.key.scopes, use.role) == ("grace", ("read", "submit"), "librarian")
    assert use.allows("read")
    assert use.allows("submit")
    assert not use.allows("edit")
    assert made.info.expires - made.info.made == timedelta(days=30)
    for wrong in ("", "x", made.secret[:-1], made.secret + "x", made.secret[:-1] + "-", "\0",
                  made.secret.swapcase()):  # fmt: skip
        assert another.keys.check(wrong) is None
    assert [one.name for one in another.keys.list(owner="grace")] == ["harvester"]
    assert another.keys.list(owner="eve") == []


def test_a_key_ends_with_its_time_its_revocation_and_its_user(people):
    made = [people.keys.make(name, owner="grace", days=1) for name in ("one", "two", "three")]
    first, second, third = (one.secret for one in made)
    rows(people).filter(name="one").update(expires=timezone.now())
    assert people.keys.check(first) is None
    with pytest.raises(UsageError, match="There is no key"):
        people.keys.revoke(made[1].info.number, owner="eve")
    people.keys.revoke(made[1].info.number, owner="grace")
    assert people.keys.check(second) is None
    assert people.keys.check(third) is not None
    people.remove_user("grace")
    assert people.keys.check(third) is None
    assert rows(people).count() == 0


def test_a_key_may_no_more_than_its_owner_may_now(people):
    secret = people.keys.make("work", owner="grace", scopes=("read", "submit")).secret
    people.set_role("grace", "viewer")
    use = people.keys.check(secret)
    assert (use.allows("read"), use.allows("submit")) == (True, False)


@pytest.mark.parametrize(
    ("name", "terms", "said"),
    [
        ("", {}, "needs a name"),
        ("x" * 81, {}, "needs a name"),
        ("a\nb", {}, "needs a name"),
        ("x", {"scopes": ()}, "needs a scope"),
        ("x", {"scopes": ("everything",)}, "no scope 'everything'"),
        ("x", {"scopes": ("read", "admin")}, "needs the role admin; grace is a librarian"),
        ("x", {"days": 0}, "lives for 1 to"),
        ("taken", {}, "a key 'taken' of this user already"),
        ("x", {"owner": "nobody"}, "no user 'nobody'"),
    ],
)
def test_what_will_not_do_is_said(people, name, terms, said):
    people.keys.make("taken", owner="grace")
    with pytest.raises(UsageError, match=said):
        people.keys.make(name, **{"owner": "grace", **terms})
    assert rows(people).count() == 1


def test_nobody_has_too_many(people, monkeypatch):
    monkeypatch.setattr(keys_module, "MOST_OF_USER", 2)
    for name in ("one", "two"):
        people.keys.make(name, owner="eve")
    with pytest.raises(UsageError, match="may have no more"):
        people.keys.make("three", owner="eve")


def test_the_last_use_is_written_once_a_minute(people):
    secret = people.keys.make("x", owner="eve").secret
    assert people.keys.list()[0].last_used is None
    people.keys.check(secret)
    first = people.keys.list()[0].last_used
    people.keys.check(secret)
    assert people.keys.list()[0].last_used == first
    rows(people).update(last_used=first - timedelta(seconds=61))
    people.keys.check(secret)
    assert people.keys.list()[0].last_used >= first


def test_keys_are_noted_without_their_secret(people):
    made = people.keys.make("x", owner="eve")
    people.keys.revoke(made.info.number)
    done = people.history.list(action="key.")
    assert [(one.action, one.target) for one in done] == [
        ("key.revoke", "eve: x"), ("key.add", "eve: x"),
    ]  # fmt: skip
    assert made.secret[23:] not in repr(done)


def test_the_mark_of_sessions_changes_with_role_and_order(people):
    def mark():
        found = models.SessionMark.objects.using(people.database_alias).filter(user__username="eve")
        return found.values_list("mark", flat=True).first()

    assert mark() is None
    people.set_role("eve", "librarian")
    first = mark()
    people.end_sessions("eve")
    assert first not in (None, mark())


def test_keys_of_before_go_on_to_read_where_they_work_on_the_library(people):
    step = import_module("sheaf.deposit.migrations.0028_keys_that_read")
    for name, scopes in (("first", ("submit",)), ("second", ("extract",)), ("third", ("read",))):
        people.keys.make(name, owner="ada", scopes=scopes)
    editor = SimpleNamespace(connection=SimpleNamespace(alias=people.database_alias))
    for _ in range(2):
        step.let_read(apps, editor)
        assert {key.name: key.scopes for key in people.keys.list()} == {
            "first": ("read", "submit"),
            "second": ("extract",),
            "third": ("read",),
        }
