"""Hubs: pages that lead to documents."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("deposit", "0004_index_due"),
    ]

    operations = [
        migrations.CreateModel(
            name="Hub",
            fields=[
                ("id", models.BigIntegerField(primary_key=True, serialize=False)),
                ("url", models.TextField()),
                ("md5", models.CharField(max_length=32, unique=True)),
                ("host", models.CharField(db_index=True, max_length=255)),
                ("pattern", models.TextField(default="")),
                ("links", models.IntegerField(default=0)),
                ("first_seen", models.DateTimeField()),
                ("last_seen", models.DateTimeField(db_index=True)),
            ],
            options={"db_table": "hub"},
        ),
    ]
