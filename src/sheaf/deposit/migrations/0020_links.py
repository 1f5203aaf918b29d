from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("deposit", "0019_keys"),
    ]

    operations = [
        migrations.CreateModel(
            name="LinkCheck",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("table", models.CharField(max_length=16)),
                ("object_id", models.BigIntegerField()),
                ("state", models.CharField(max_length=16)),
                ("status", models.IntegerField(null=True)),
                ("words", models.CharField(default="", max_length=32)),
                ("attempts", models.IntegerField(default=0)),
                ("first_failure", models.DateTimeField(null=True)),
                ("checked", models.DateTimeField()),
                ("next_try", models.DateTimeField(null=True)),
                ("moved_to", models.TextField(default="")),
            ],
            options={
                "db_table": "link_check",
                "indexes": [
                    models.Index(fields=["table", "state", "object_id"], name="links_by_state")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("table", "object_id"), name="one_check_per_link"
                    )
                ],
            },
        ),
    ]
