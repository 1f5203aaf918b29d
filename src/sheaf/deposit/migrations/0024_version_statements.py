"""What people say of documents that are, or are not, versions of one work."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("deposit", "0023_reports"),
    ]

    operations = [
        migrations.CreateModel(
            name="VersionStatement",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("first_id", models.BigIntegerField(db_index=True)),
                ("second_id", models.BigIntegerField(db_index=True)),
                ("is_same", models.BooleanField()),
                ("who", models.CharField(max_length=150)),
                ("time", models.DateTimeField()),
                ("undone_by", models.CharField(default="", max_length=150)),
                ("undone", models.DateTimeField(null=True)),
            ],
            options={"db_table": "version_statement"},
        ),
    ]
