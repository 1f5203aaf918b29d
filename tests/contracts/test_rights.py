"""Users and their roles on every database."""

import threading
from contextlib import suppress

import pytest

import sheaf
from sheaf.errors import UsageError

pytestmark = pytest.mark.usefixtures("quick_hashing")
PASSWORD = "a long and unusual password"


def roles(library):
    return {one.name: one.role.value for one in library.users()}


def test_the_first_is_an_admin_and_the_last_admin_stays(library):
    with pytest.raises(UsageError, match="first user must be an admin"):
        library.add_user("ada", PASSWORD, "viewer")
    library.add_user("ada", PASSWORD)
    library.add_user("grace", PASSWORD)
    library.add_user("eve", PASSWORD, "viewer")
    assert roles(library) == {"ada": "admin", "eve": "viewer", "grace": "librarian"}
    for change in (
        lambda: library.set_role("ada", "librarian"),
        lambda: library.remove_user("ada"),
    ):
        with pytest.raises(UsageError, match="ada is the last admin"):
            change()
    library.set_role("grace", "admin")
    library.set_role("ada", "viewer")
    assert roles(library) == {"ada": "viewer", "eve": "viewer", "grace": "admin"}


def test_of_two_admins_who_remove_each_other_one_stays(library):
    library.add_user("ada", PASSWORD)
    library.add_user("grace", PASSWORD, "admin")
    library.close()
    begin = threading.Barrier(2)

    def remove(name):
        with sheaf.open(library.folder) as opened:
            begin.wait(30)
            with suppress(UsageError):
                opened.remove_user(name)

    threads = [threading.Thread(target=remove, args=(name,)) for name in ("ada", "grace")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    with sheaf.open(library.folder) as opened:
        assert list(roles(opened).values()) == ["admin"]
