"""No question of an update goes through all references. SQLite, which does not know how many rows
there are, took "those that belong to no document" for few: with a million it took hours."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connections
from support.library_of import put_papers, remove_papers
from support.random_graphs import some_paper

from sheaf.app import Library

TABLES = ("description", "description_key", "work", "authorship", "author_group", "venue_name",
          "venue_group", "citation", "graph_document")  # fmt: skip
OF_NEARLY_ALL = ("description_document_id", "descriptions_due")


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.init(tmp_path / "lib") as made:
        yield made


def test_descriptions_are_looked_up_by_what_few_have(library: Library) -> None:
    chance = random.Random(5)
    put_papers(library, {number: some_paper(chance) for number in range(1, 60)})
    library.graph.update()
    asked: dict[str, Any] = {}

    def note(execute: Any, sql: str, values: Any, many: bool, context: Any) -> Any:
        if any(f'"{name}"' in sql or f" {name} " in sql for name in TABLES) and not many:
            asked[sql.replace("%s, ", "")] = (sql, values)
        return execute(sql, values, many, context)

    remove_papers(library, *range(1, 20))
    put_papers(library, {number: some_paper(chance) for number in range(40, 90)})
    connection = connections[library.catalogue.alias]
    with connection.execute_wrapper(note):
        library.graph.update()
    assert len(asked) > 10
    with connection.cursor() as cursor:
        for sql, values in asked.values():
            if not sql.startswith(("SELECT", "UPDATE", "DELETE")) or "COUNT(*)" in sql:
                continue
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}", values)
            plan = " ".join(row[3] for row in cursor.fetchall())
            assert "SCAN" not in plan, (sql, plan)
            if " IN (" in sql and "document_id IN" not in sql and '"document_id" IN' not in sql:
                assert not any(f"INDEX {name}" in plan for name in OF_NEARLY_ALL), (sql, plan)
