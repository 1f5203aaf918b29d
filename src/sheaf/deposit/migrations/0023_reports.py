"""Mistakes that readers report."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("deposit", "0022_tags_and_collections"),
    ]

    operations = [
        migrations.CreateModel(
            name="PaperReport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("document_id", models.BigIntegerField(db_index=True)),
                ("sha1", models.CharField(max_length=40)),
                ("field", models.CharField(max_length=16)),
                ("words", models.TextField()),
                ("right", models.TextField()),
                ("email", models.CharField(default="", max_length=254)),
                ("who", models.CharField(default="", max_length=150)),
                ("time", models.DateTimeField()),
                ("settled", models.DateTimeField(null=True)),
                ("settled_by", models.CharField(default="", max_length=150)),
                ("note", models.TextField(default="")),
            ],
            options={"db_table": "paper_report"},
        ),
        migrations.AddIndex(
            model_name="paperreport",
            index=models.Index(fields=["settled", "id"], name="reports_by_state"),
        ),
    ]
