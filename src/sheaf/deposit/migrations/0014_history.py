from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("deposit", "0013_graph"),
    ]

    operations = [
        migrations.CreateModel(
            name="HistoryRow",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("time", models.DateTimeField(db_index=True)),
                ("who", models.CharField(max_length=150)),
                ("way", models.CharField(max_length=16)),
                ("key", models.CharField(default="", max_length=80)),
                ("action", models.CharField(max_length=64)),
                ("target", models.CharField(max_length=255)),
                ("before", models.JSONField(null=True)),
                ("after", models.JSONField(null=True)),
            ],
            options={
                "db_table": "history",
                "indexes": [
                    models.Index(fields=["who", "id"], name="history_of_who"),
                    models.Index(fields=["action", "id"], name="history_of_action"),
                    models.Index(fields=["target", "id"], name="history_of_target"),
                ],
            },
        ),
    ]
