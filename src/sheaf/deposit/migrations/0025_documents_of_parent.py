from typing import Any

from django.db import migrations, models


class AddIndexBeside(migrations.AddIndex):
    """PostgreSQL makes the index without keeping writers out, and InnoDB does so anyway; SQLite
    cannot. Its migration must not be atomic; one that was cut off begins anew."""

    def database_forwards(self, app_label: str, schema_editor: Any, *states: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            model = states[1].apps.get_model(app_label, self.model_name)
            name = schema_editor.quote_name(self.index.name)
            schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
            schema_editor.add_index(model, self.index, concurrently=True)
            return
        if self._is_there(schema_editor, states[1].apps.get_model(app_label, self.model_name)):
            return
        super().database_forwards(app_label, schema_editor, *states)

    def _is_there(self, schema_editor: Any, model: Any) -> bool:
        connection = schema_editor.connection
        with connection.cursor() as cursor:
            found = connection.introspection.get_constraints(cursor, model._meta.db_table)
        return self.index.name in found


class Migration(migrations.Migration):
    """The documents of a page that led to very many, the latest first."""

    atomic = False

    dependencies = [
        ("deposit", "0024_version_statements"),
    ]

    operations = [
        AddIndexBeside(
            model_name="document",
            index=models.Index(fields=["parent", "id"], name="documents_of_parent"),
        ),
    ]
