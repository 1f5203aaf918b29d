"""Jobs, their logs, and schedules that submit them."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("deposit", "0014_history"),
    ]

    operations = [
        migrations.CreateModel(
            name="Schedule",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("kind", models.CharField(max_length=64)),
                ("title", models.CharField(max_length=255)),
                ("parameters", models.JSONField(default=dict)),
                ("owner", models.CharField(default="", max_length=150)),
                ("given", models.CharField(max_length=255)),
                ("created", models.DateTimeField()),
                ("is_paused", models.BooleanField(default=False)),
                ("next_time", models.DateTimeField(db_index=True, null=True)),
                ("due", models.DateTimeField(null=True)),
                ("last_job", models.BigIntegerField(null=True)),
                ("note", models.TextField(default="")),
            ],
            options={
                "db_table": "schedule",
            },
        ),
        migrations.CreateModel(
            name="Job",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("kind", models.CharField(max_length=64)),
                ("title", models.CharField(max_length=255)),
                ("parameters", models.JSONField(default=dict)),
                ("owner", models.CharField(db_index=True, default="", max_length=150)),
                ("state", models.CharField(max_length=16)),
                ("version", models.IntegerField(default=1)),
                ("created", models.DateTimeField()),
                ("submitted", models.DateTimeField(null=True)),
                ("started", models.DateTimeField(null=True)),
                ("finished", models.DateTimeField(null=True)),
                ("attempts", models.IntegerField(default=0)),
                ("done", models.BigIntegerField(default=0)),
                ("total", models.BigIntegerField(null=True)),
                ("note", models.TextField(default="")),
                ("counters", models.JSONField(default=dict)),
                ("run", models.BigIntegerField(null=True)),
                ("files", models.JSONField(default=list)),
                ("words", models.TextField(default="")),
                ("problem", models.TextField(default="")),
                ("what_to_do", models.TextField(default="")),
                ("worker", models.CharField(default="", max_length=200)),
                ("token", models.BigIntegerField(default=0)),
                ("beats", models.BigIntegerField(default=0)),
                ("wants", models.CharField(default="", max_length=16)),
                ("admitting", models.SmallIntegerField(null=True, unique=True)),
                ("schedule", models.BigIntegerField(null=True)),
            ],
            options={
                "db_table": "job",
                "indexes": [
                    models.Index(fields=["state", "id"], name="job_by_state"),
                    models.Index(fields=["kind", "id"], name="job_by_kind"),
                ],
            },
        ),
        migrations.CreateModel(
            name="JobLine",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("time", models.DateTimeField()),
                ("who", models.CharField(default="", max_length=200)),
                ("text", models.TextField()),
                ("is_event", models.BooleanField(default=False)),
                (
                    "job",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="deposit.job",
                    ),
                ),
            ],
            options={
                "db_table": "job_line",
                "indexes": [models.Index(fields=["job", "id"], name="lines_of_job")],
            },
        ),
    ]
