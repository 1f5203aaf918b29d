"""Works, citations, authors and venues, made anew from the papers that were read."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("deposit", "0012_revision_times"),
    ]

    operations = [
        migrations.CreateModel(
            name="FormerWork",
            fields=[
                ("digest", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("work_id", models.BigIntegerField()),
            ],
            options={
                "db_table": "former_work",
            },
        ),
        migrations.CreateModel(
            name="GraphDocument",
            fields=[
                ("document_id", models.BigIntegerField(primary_key=True, serialize=False)),
                ("seen", models.BigIntegerField(default=0)),
                ("revision", models.BigIntegerField(db_index=True, default=0)),
            ],
            options={
                "db_table": "graph_document",
            },
        ),
        migrations.CreateModel(
            name="AuthorGroup",
            fields=[
                ("id", models.BigIntegerField(primary_key=True, serialize=False)),
                ("name", models.TextField(default="")),
                ("sort_key", models.CharField(default="", max_length=127)),
                ("block", models.CharField(db_index=True, default="", max_length=32)),
                ("variants", models.JSONField(default=list)),
                ("reasons", models.JSONField(default=list)),
                ("documents", models.IntegerField(default=0)),
                ("citations", models.IntegerField(default=0)),
                ("first_year", models.IntegerField(null=True)),
                ("last_year", models.IntegerField(null=True)),
                ("is_due", models.BooleanField(db_index=True, default=True)),
            ],
            options={
                "db_table": "author_group",
                "indexes": [
                    models.Index(fields=["sort_key", "id"], name="author_by_name"),
                    models.Index(fields=["documents", "id"], name="author_by_documents"),
                ],
            },
        ),
        migrations.CreateModel(
            name="DescriptionKey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.BigIntegerField()),
                ("description_id", models.BigIntegerField(db_index=True)),
            ],
            options={
                "db_table": "description_key",
                "indexes": [
                    models.Index(fields=["key", "description_id"], name="descriptions_of_key")
                ],
            },
        ),
        migrations.CreateModel(
            name="Authorship",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.IntegerField()),
                ("name", models.TextField()),
                ("given", models.CharField(default="", max_length=255)),
                ("family", models.CharField(default="", max_length=255)),
                ("block", models.CharField(db_index=True, max_length=32)),
                ("traces", models.JSONField(default=dict)),
                ("is_due", models.BooleanField(db_index=True, default=True)),
                (
                    "author",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="deposit.authorgroup",
                    ),
                ),
                (
                    "document",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="deposit.graphdocument",
                    ),
                ),
            ],
            options={
                "db_table": "authorship",
            },
        ),
        migrations.CreateModel(
            name="VenueGroup",
            fields=[
                ("id", models.BigIntegerField(primary_key=True, serialize=False)),
                ("name", models.TextField(default="")),
                ("variants", models.JSONField(default=list)),
                ("documents", models.IntegerField(default=0)),
                ("citations", models.IntegerField(default=0)),
                ("first_year", models.IntegerField(null=True)),
                ("last_year", models.IntegerField(null=True)),
                ("is_due", models.BooleanField(db_index=True, default=True)),
            ],
            options={
                "db_table": "venue_group",
                "indexes": [models.Index(fields=["documents", "id"], name="venue_by_documents")],
            },
        ),
        migrations.CreateModel(
            name="VenueName",
            fields=[
                ("key", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("block", models.CharField(db_index=True, max_length=32)),
                ("name", models.TextField(default="")),
                ("is_due", models.BooleanField(db_index=True, default=True)),
                (
                    "venue",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="deposit.venuegroup",
                    ),
                ),
            ],
            options={
                "db_table": "venue_name",
            },
        ),
        migrations.CreateModel(
            name="Work",
            fields=[
                ("id", models.BigIntegerField(primary_key=True, serialize=False)),
                ("title", models.TextField(default="")),
                ("authors", models.JSONField(default=list)),
                ("year", models.IntegerField(null=True)),
                ("venue_printed", models.TextField(default="")),
                ("doi", models.CharField(default="", max_length=255)),
                ("arxiv_id", models.CharField(default="", max_length=64)),
                ("documents", models.IntegerField(default=0)),
                ("citations", models.IntegerField(default=0)),
                ("source", models.CharField(default="library", max_length=32)),
                ("venue_key", models.CharField(db_index=True, default="", max_length=32)),
                ("is_due", models.BooleanField(db_index=True, default=True)),
                (
                    "venue",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="deposit.venuegroup",
                    ),
                ),
            ],
            options={
                "db_table": "work",
            },
        ),
        migrations.AddField(
            model_name="graphdocument",
            name="work",
            field=models.ForeignKey(
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to="deposit.work",
            ),
        ),
        migrations.CreateModel(
            name="Description",
            fields=[
                ("id", models.BigIntegerField(primary_key=True, serialize=False)),
                ("digest", models.CharField(max_length=32, unique=True)),
                ("document_id", models.BigIntegerField(db_index=True, null=True)),
                ("title", models.TextField(default="")),
                ("authors", models.JSONField(default=list)),
                ("year", models.IntegerField(null=True)),
                ("venue", models.TextField(default="")),
                ("volume", models.CharField(default="", max_length=32)),
                ("page", models.CharField(default="", max_length=32)),
                ("doi", models.CharField(default="", max_length=255)),
                ("arxiv_id", models.CharField(default="", max_length=64)),
                ("is_matched", models.BooleanField(default=False)),
                ("confidence", models.FloatField(default=1.0)),
                ("due", models.SmallIntegerField(default=0)),
                (
                    "work",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="deposit.work",
                    ),
                ),
            ],
            options={
                "db_table": "description",
                "indexes": [models.Index(fields=["due", "document_id"], name="descriptions_due")],
            },
        ),
        migrations.CreateModel(
            name="Citation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.IntegerField()),
                (
                    "description",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="deposit.description",
                    ),
                ),
                (
                    "document",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="deposit.graphdocument",
                    ),
                ),
            ],
            options={
                "db_table": "citation",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("document", "position"), name="one_entry_per_position"
                    )
                ],
            },
        ),
        migrations.AddIndex(
            model_name="work",
            index=models.Index(fields=["documents", "citations", "id"], name="work_by_citations"),
        ),
    ]
