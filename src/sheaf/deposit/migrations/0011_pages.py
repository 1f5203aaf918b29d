"""Pages worth finding, and of each hub the home page above it."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

from sheaf import urls
from sheaf.deposit.home_pages import home_of

AT_ONCE = 1000


def note_homes(apps: Any, editor: Any) -> None:
    hubs = apps.get_model("deposit", "Hub").objects.using(editor.connection.alias)
    after = 0
    while some := list(hubs.filter(id__gt=after).order_by("id").only("id", "url")[:AT_ONCE]):
        for hub in some:
            hub.home = urls.md5(home_of(hub.url))
        hubs.bulk_update(some, ["home"])
        after = some[-1].id


class Migration(migrations.Migration):
    dependencies = [
        ("deposit", "0010_judgements"),
    ]

    operations = [
        migrations.CreateModel(
            name="Page",
            fields=[
                ("id", models.BigIntegerField(primary_key=True, serialize=False)),
                ("url", models.TextField()),
                ("md5", models.CharField(max_length=32, unique=True)),
                ("host", models.CharField(db_index=True, max_length=255)),
                ("kind", models.CharField(db_index=True, max_length=16)),
                ("title", models.TextField(default="")),
                ("language", models.CharField(default="", max_length=32)),
                ("modified", models.DateTimeField(null=True)),
                ("seen", models.DateTimeField()),
                ("source", models.TextField()),
                ("position", models.TextField()),
                ("version", models.CharField(default="", max_length=40)),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pages",
                        to="deposit.run",
                    ),
                ),
                ("is_read", models.BooleanField(db_index=True, default=False)),
                ("problem", models.TextField(default="")),
                ("revision", models.BigIntegerField(db_index=True)),
            ],
            options={"db_table": "page"},
        ),
        migrations.CreateModel(
            name="PageRemoval",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("page_id", models.BigIntegerField()),
                ("revision", models.BigIntegerField(db_index=True)),
            ],
            options={"db_table": "page_removal"},
        ),
        migrations.AddField(
            model_name="hub",
            name="home",
            field=models.CharField(db_index=True, default="", max_length=32),
        ),
        migrations.RunPython(note_homes, migrations.RunPython.noop),
    ]
