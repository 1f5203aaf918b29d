"""The keys of a description are read from an index, without a look at the rows."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("deposit", "0026_facts_of_copies"),
    ]

    operations = [
        migrations.AlterField(
            model_name="descriptionkey",
            name="description_id",
            field=models.BigIntegerField(),
        ),
        migrations.AddIndex(
            model_name="descriptionkey",
            index=models.Index(fields=["description_id", "key"], name="keys_of_description"),
        ),
    ]
