from django.db import migrations, models


class Migration(migrations.Migration):
    """The same index with the number behind it: PostgreSQL keeps no order within equal ones."""

    dependencies = [
        ("deposit", "0020_links"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="capturerow",
            index=models.Index(fields=["source", "outcome", "id"], name="end_in_source"),
        ),
        migrations.RemoveIndex(model_name="capturerow", name="outcome_of_source"),
    ]
