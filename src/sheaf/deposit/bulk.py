"""Many new rows at once, without a model object and an expression for each value.

Django's bulk_create is made for comfort; on an import it took as long as all the files. The rows
here are plain tuples, and only values that databases spell differently are prepared.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from django.db import connections
from django.db.models import DateTimeField, Field, JSONField, Model
from django.db.models.constants import OnConflict

Row = Sequence[Any]
# SQLite allows no more variables than this in one question on older builds.
MOST_VALUES = 500


def insert(
    alias: str,
    model: type[Model],
    columns: Sequence[str],
    rows: Iterable[Row],
    *,
    skip_known: bool = False,
) -> None:
    """Insert tuples in the order of `columns` (names as attributes have them: `document_id`)."""
    connection = connections[alias]
    fields = [_field(model, name) for name in columns]
    prepared = _prepare(rows, [_preparation(field, connection) for field in fields])
    if prepared:
        with connection.cursor() as cursor:
            cursor.executemany(_statement(connection, model, fields, skip_known), prepared)


def update(alias: str, model: type[Model], columns: Sequence[str], rows: Iterable[Row]) -> None:
    """Rows as for `insert`; the last of the columns says which row of the table is meant."""
    connection = connections[alias]
    fields: list[Any] = [_field(model, name) for name in columns]
    prepared = _prepare(rows, [_preparation(field, connection) for field in fields])
    if prepared:
        with connection.cursor() as cursor:
            cursor.executemany(_update_statement(connection, model, fields), prepared)


def select(
    alias: str,
    model: type[Model],
    columns: Sequence[str],
    where: str,
    values: Collection[Any],
    condition: str = "",
) -> Iterator[tuple[Any, ...]]:
    """Rows where a column has one of very many values, and what else SQL may say. Django's own
    way prepares every value by itself."""
    connection = connections[alias]
    fields: list[Any] = [_field(model, name) for name in columns]
    json_at = [at for at, field in enumerate(fields) if isinstance(field, JSONField)]
    names = ", ".join(connection.ops.quote_name(field.column) for field in fields)
    start = " ".join(["SELECT", names, "FROM", connection.ops.quote_name(model._meta.db_table)])
    for some, searched in _pieces(connection, model, where, values, condition):
        with connection.cursor() as cursor:
            cursor.execute(f"{start} {searched}", some)
            found = cursor.fetchall()
        for row in found:
            yield _read_json(row, json_at) if json_at else row


def update_where(
    alias: str,
    model: type[Model],
    column: str,
    value: Any,
    where: str,
    values: Collection[Any],
    condition: str = "",
) -> None:
    """One value for all rows that `select` would find."""
    connection = connections[alias]
    field: Any = _field(model, column)
    quote = connection.ops.quote_name
    start = " ".join(["UPDATE", quote(model._meta.db_table), "SET", quote(field.column), "= %s"])
    for some, searched in _pieces(connection, model, where, values, condition):
        with connection.cursor() as cursor:
            cursor.execute(f"{start} {searched}", [value, *some])


def delete_where(alias: str, model: type[Model], where: str, values: Collection[Any]) -> None:
    """Rows that `select` would find."""
    connection = connections[alias]
    start = f"DELETE FROM {connection.ops.quote_name(model._meta.db_table)}"  # noqa: S608
    for some, searched in _pieces(connection, model, where, values, ""):
        with connection.cursor() as cursor:
            cursor.execute(f"{start} {searched}", some)


def _pieces(
    connection: Any, model: type[Model], where: str, values: Collection[Any], condition: str
) -> Iterator[tuple[list[Any], str]]:
    field: Any = _field(model, where)
    column, more = connection.ops.quote_name(field.column), condition and f" AND {condition}"
    ordered = list(values)
    for first in range(0, len(ordered), MOST_VALUES):
        some = ordered[first : first + MOST_VALUES]
        yield some, f"WHERE {column} IN ({', '.join(['%s'] * len(some))}){more}"


def _read_json(row: Sequence[Any], json_at: Sequence[int]) -> tuple[Any, ...]:
    read = list(row)
    for at in json_at:
        read[at] = json.loads(read[at]) if isinstance(read[at], str) else read[at]
    return tuple(read)


def _field(model: type[Model], name: str) -> Field[Any, Any]:
    return next(field for field in model._meta.concrete_fields if field.attname == name)


def _preparation(field: Field[Any, Any], connection: Any) -> Callable[[Any], Any] | None:
    if isinstance(field, DateTimeField):
        adapt: Callable[[Any], Any] = connection.ops.adapt_datetimefield_value
        return adapt
    if isinstance(field, JSONField):
        adapt_json, encoder = connection.ops.adapt_json_value, field.encoder
        empty = {kind: adapt_json(kind(), encoder) for kind in (list, dict)}  # most are

        def adapt_value(value: Any) -> Any:
            if not value and type(value) in empty:
                return empty[type(value)]
            return None if value is None else adapt_json(value, encoder)

        return adapt_value
    return None


def _prepare(rows: Iterable[Row], preparations: Sequence[Callable[[Any], Any] | None]) -> list[Row]:
    special = [(at, prepare) for at, prepare in enumerate(preparations) if prepare is not None]
    if not special:
        return list(rows)
    made: list[Row] = []
    for row in rows:
        values = list(row)
        for at, prepare in special:
            values[at] = prepare(values[at])
        made.append(values)
    return made


def _statement(
    connection: Any, model: type[Model], fields: Sequence[Field[Any, Any]], skip_known: bool
) -> str:
    operations = connection.ops
    on_conflict = OnConflict.IGNORE if skip_known else None
    names = [operations.quote_name(field.column) for field in fields]
    suffix = operations.on_conflict_suffix_sql(fields, on_conflict, (), ())
    return (
        f"{operations.insert_statement(on_conflict=on_conflict)} "
        f"{operations.quote_name(model._meta.db_table)} ({', '.join(names)}) "
        f"VALUES ({', '.join(['%s'] * len(names))}) {suffix}"
    ).rstrip()


def _update_statement(connection: Any, model: type[Model], fields: Sequence[Any]) -> str:
    quote = connection.ops.quote_name
    *values, key = [f"{quote(field.column)} = %s" for field in fields]
    return " ".join(["UPDATE", quote(model._meta.db_table), "SET", ", ".join(values), "WHERE", key])


# -- values as every database and every JSON file can hold them ------------------------------------


def make_storable(text: str) -> str:
    """Text without NUL (PostgreSQL refuses it) and without half characters (all do)."""
    if text.isascii() and "\0" not in text:
        return text
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")


def times_as_text(values: dict[str, Any]) -> dict[str, Any]:
    """Times as text, for JSON."""
    return {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in values.items()
    }
