"""Keys that work on a library have read it, whatever `reading` says: those of before go on to."""

from __future__ import annotations

from typing import Any

from django.db import migrations

READ = "read"
# A key for the extraction service alone was never meant to read the library.
WORKING = frozenset({"submit", "edit", "admin"})


def let_read(apps: Any, schema_editor: Any) -> None:
    alias = schema_editor.connection.alias
    keys = apps.get_model("deposit", "ApiKeyRow").objects.using(alias)
    for key in keys.all():
        if READ not in key.scopes and WORKING.intersection(key.scopes):
            key.scopes = [READ, *key.scopes]
            key.save(using=alias, update_fields=["scopes"])


class Migration(migrations.Migration):
    dependencies = [
        ("deposit", "0027_keys_of_descriptions"),
    ]

    operations = [migrations.RunPython(let_read, migrations.RunPython.noop)]
