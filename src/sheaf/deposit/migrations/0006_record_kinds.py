from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("deposit", "0005_hubs"),
    ]

    operations = [
        migrations.AddField(
            model_name="run",
            name="record_kinds",
            field=models.JSONField(default=dict),
        ),
    ]
