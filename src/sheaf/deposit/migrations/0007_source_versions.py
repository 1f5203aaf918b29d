from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("deposit", "0006_record_kinds"),
    ]

    operations = [
        migrations.AddField(model_name="run", name="notes", field=models.JSONField(default=list)),
        migrations.AddField(
            model_name="source", name="version", field=models.TextField(default="")
        ),
        migrations.AddField(
            model_name="capturerow",
            name="file_version",
            field=models.CharField(default="", max_length=64),
        ),
    ]
