from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("deposit", "0003_failed_is_a_group"),
    ]

    operations = [
        migrations.AddField(
            model_name="run",
            name="index_due",
            field=models.BooleanField(default=False),
        ),
    ]
