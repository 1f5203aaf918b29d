from django.db import migrations


class Migration(migrations.Migration):
    """Sessions are kept outside the library (web/state.py): those in the catalogue go."""

    dependencies = [
        ("deposit", "0007_source_versions"),
    ]

    operations = [
        migrations.RunSQL("DROP TABLE IF EXISTS django_session", migrations.RunSQL.noop),
    ]
