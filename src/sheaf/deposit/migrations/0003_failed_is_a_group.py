"""The outcome `failed` is called `unforeseen`: "failed" is the group of all that went wrong."""

from typing import Any

from django.db import migrations


def rename_outcome(apps: Any, schema_editor: Any) -> None:
    captures = apps.get_model("deposit", "CaptureRow").objects.using(schema_editor.connection.alias)
    captures.filter(outcome="failed").update(outcome="unforeseen")


class Migration(migrations.Migration):
    dependencies = [
        ("deposit", "0002_references_and_names"),
    ]
    operations = [migrations.RunPython(rename_outcome, migrations.RunPython.noop)]
