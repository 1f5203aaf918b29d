from datetime import UTC, datetime
from typing import Any

from django.db import migrations, models


def note_present_revision(apps: Any, schema_editor: Any) -> None:
    """All that was there before is of the time of this step: nobody knows when it came."""
    alias = schema_editor.connection.alias
    row = apps.get_model("deposit", "Sequence").objects.using(alias).filter(name="revision").first()
    if row is not None and row.value:
        now = datetime.now(UTC).replace(microsecond=0)
        times = apps.get_model("deposit", "RevisionTime").objects.using(alias)
        times.create(revision=row.value, time=now)


class Migration(migrations.Migration):
    dependencies = [
        ("deposit", "0011_pages"),
    ]

    operations = [
        migrations.CreateModel(
            name="RevisionTime",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("revision", models.BigIntegerField(unique=True)),
                ("time", models.DateTimeField(unique=True)),
            ],
            options={"db_table": "revision_time"},
        ),
        migrations.AlterField(
            model_name="removal", name="document_id", field=models.BigIntegerField(db_index=True)
        ),
        migrations.AddField(
            model_name="removal", name="host", field=models.CharField(default="", max_length=255)
        ),
        migrations.AddField(
            model_name="removal", name="kind", field=models.CharField(default="", max_length=32)
        ),
        migrations.AddField(
            model_name="removal", name="language", field=models.CharField(default="", max_length=16)
        ),
        migrations.RunPython(note_present_revision, migrations.RunPython.noop),
    ]
