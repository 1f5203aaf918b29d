import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("deposit", "0018_ingestion_states"),
    ]

    operations = [
        migrations.CreateModel(
            name="SessionMark",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="session_mark",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("mark", models.CharField(max_length=32)),
            ],
            options={"db_table": "session_mark"},
        ),
        migrations.CreateModel(
            name="ApiKeyRow",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("public", models.CharField(max_length=16, unique=True)),
                ("digest", models.CharField(max_length=64)),
                ("scopes", models.JSONField()),
                ("made", models.DateTimeField()),
                ("expires", models.DateTimeField(null=True)),
                ("last_used", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="api_keys",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "api_key",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("user", "name"), name="one_key_per_user_and_name"
                    )
                ],
            },
        ),
    ]
