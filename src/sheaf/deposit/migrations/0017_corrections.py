"""Corrections by hand."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("deposit", "0016_samples"),
    ]

    operations = [
        migrations.CreateModel(
            name="Correction",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("sha1", models.CharField(max_length=40)),
                ("document_id", models.BigIntegerField(db_index=True)),
                ("field", models.CharField(max_length=16)),
                ("value", models.JSONField(null=True)),
                ("as_read", models.JSONField(null=True)),
                ("reader", models.CharField(default="", max_length=32)),
                ("who", models.CharField(max_length=150)),
                ("time", models.DateTimeField()),
                ("undone_by", models.CharField(default="", max_length=150)),
                ("undone", models.DateTimeField(null=True)),
            ],
            options={
                "db_table": "correction",
                "indexes": [
                    models.Index(fields=["sha1", "field"], name="corrections_of_bytes"),
                    models.Index(fields=["field", "undone"], name="corrections_that_hold"),
                ],
            },
        ),
    ]
