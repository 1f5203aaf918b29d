"""A catalogue holds no session: neither a dump of it nor a copy lets anybody in."""

from django.core.management import call_command
from django.db import connections

import sheaf


def test_the_sessions_of_an_older_sheaf_are_gone(library):
    alias = library.database_alias
    call_command("migrate", "deposit", "0007_source_versions", database=alias, verbosity=0)
    with connections[alias].cursor() as cursor:
        cursor.execute("CREATE TABLE django_session (session_key varchar(40))")
        cursor.execute("INSERT INTO django_session VALUES ('a key that lets in')")
    with sheaf.open(library.folder) as opened:
        assert (
            "django_session" not in connections[opened.database_alias].introspection.table_names()
        )
    for copy in library.folder.glob("catalogue.before-*.db"):
        assert b"a key that lets in" not in copy.read_bytes()
