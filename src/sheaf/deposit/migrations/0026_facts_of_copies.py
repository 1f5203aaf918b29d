"""What ranks the versions of a work: the graph is made anew with it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("deposit", "0025_documents_of_parent"),
    ]

    operations = [
        migrations.AddField(
            model_name="graphdocument",
            name="facts",
            field=models.JSONField(default=dict),
        ),
    ]
