"""States of ingestion that people have set."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("deposit", "0017_corrections"),
    ]

    operations = [
        migrations.CreateModel(
            name="StateMark",
            fields=[
                ("document_id", models.BigIntegerField(primary_key=True, serialize=False)),
                ("sha1", models.CharField(max_length=40)),
                ("state", models.SmallIntegerField()),
                ("who", models.CharField(max_length=150)),
                ("time", models.DateTimeField()),
            ],
            options={"db_table": "state_mark"},
        ),
    ]
