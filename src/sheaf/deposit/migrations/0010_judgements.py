"""What was said about bytes, so that it need not be found out again."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("deposit", "0009_outcomes_counted"),
    ]

    operations = [
        migrations.CreateModel(
            name="Judgement",
            fields=[
                ("sha1", models.CharField(max_length=40, primary_key=True, serialize=False)),
                ("basis", models.CharField(max_length=40)),
                ("mime_type", models.CharField(default="", max_length=127)),
                ("outcome", models.CharField(default="", max_length=32)),
                ("reason", models.TextField(default="")),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="judgements",
                        to="deposit.run",
                    ),
                ),
            ],
            options={"db_table": "judgement"},
        ),
    ]
