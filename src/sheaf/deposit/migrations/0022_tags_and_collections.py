"""Tags, and collections of papers."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("deposit", "0021_ends_in_source"),
    ]

    operations = [
        migrations.CreateModel(
            name="DocumentTag",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=32)),
                ("word", models.CharField(max_length=64)),
                ("document_id", models.BigIntegerField(db_index=True)),
            ],
            options={"db_table": "document_tag"},
        ),
        migrations.AddConstraint(
            model_name="documenttag",
            constraint=models.UniqueConstraint(
                fields=["key", "document_id"], name="one_tag_per_document"
            ),
        ),
        migrations.CreateModel(
            name="PaperCollection",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=32, unique=True)),
                ("name", models.CharField(max_length=160)),
                ("description", models.TextField(default="")),
                ("owner", models.CharField(max_length=150)),
                ("is_public", models.BooleanField(default=False)),
                ("made", models.DateTimeField()),
            ],
            options={"db_table": "paper_collection"},
        ),
        migrations.CreateModel(
            name="CollectedPaper",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("document_id", models.BigIntegerField(db_index=True)),
                ("time", models.DateTimeField()),
                (
                    "collection",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=models.deletion.CASCADE,
                        related_name="papers",
                        to="deposit.papercollection",
                    ),
                ),
            ],
            options={"db_table": "collected_paper"},
        ),
        migrations.AddConstraint(
            model_name="collectedpaper",
            constraint=models.UniqueConstraint(
                fields=["collection", "document_id"], name="one_place_per_collection"
            ),
        ),
    ]
