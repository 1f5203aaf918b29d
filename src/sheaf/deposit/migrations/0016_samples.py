import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("deposit", "0015_jobs"),
    ]

    operations = [
        migrations.CreateModel(
            name="Sample",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=100, unique=True)),
                ("conditions", models.JSONField(default=dict)),
                ("time", models.DateTimeField()),
                ("revision", models.BigIntegerField()),
                ("count", models.IntegerField(default=0)),
                ("matching", models.BigIntegerField(null=True)),
                ("owner", models.CharField(default="", max_length=150)),
                ("version", models.CharField(max_length=32)),
            ],
            options={"db_table": "sample"},
        ),
        migrations.CreateModel(
            name="SampleMember",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("document_number", models.BigIntegerField()),
                ("sha1", models.CharField(max_length=40)),
                (
                    "sample",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="deposit.sample",
                    ),
                ),
            ],
            options={"db_table": "sample_member"},
        ),
    ]
