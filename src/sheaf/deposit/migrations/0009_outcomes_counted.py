from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("deposit", "0008_no_sessions"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="capturerow",
            index=models.Index(fields=["source", "outcome"], name="outcome_of_source"),
        ),
    ]
