"""The scores in words: lines for the screen, and Markdown that is committed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from evaluation.contract import Measure, Result, Scorer, Table
from evaluation.floors import Pinned

COLUMNS = ("measure", "score", "floor", "of", "peer")


def screen(name: str, result: Result, pinned: Pinned | None) -> str:
    rows = [COLUMNS, *_rows(result.measures, pinned)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(COLUMNS))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return "\n  ".join([name, *lines])


def markdown(scorer: Scorer, result: Result, pinned: Pinned | None) -> str:
    """No date and no times: the same scores make the same file."""
    scores = Table("Scores", COLUMNS, tuple(_rows(result.measures, pinned)))
    parts = [
        f"# {scorer.name}",
        scorer.about,
        f"Written by `scripts/evaluate --only {scorer.name}`. Shares are in percent.",
        *(part for table in (scores, *result.tables) for part in _table(table)),
        *(f"## {one.title}\n\n![{one.title}]({one.name}.svg)" for one in result.pictures),
    ]
    return "\n\n".join(parts) + "\n"


def write(scorer: Scorer, result: Result, pinned: Pinned | None, folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    text = markdown(scorer, result, pinned)
    (folder / f"{scorer.name}.md").write_text(text, encoding="utf-8")
    for picture in result.pictures:
        (folder / f"{picture.name}.svg").write_text(picture.svg, encoding="utf-8")


def floors_table(pinned: Mapping[str, Pinned]) -> str:
    """What docs/evaluation.md shows between its marks."""
    rows = [
        (name, measure, _percent(floor))
        for name, one in sorted(pinned.items())
        for measure, floor in one.floors.items()
    ]
    return "\n\n".join(_table(Table("", ("scorer", "measure", "floor"), tuple(rows))))


def _rows(
    measures: Sequence[Measure], pinned: Pinned | None
) -> Iterator[tuple[str, str, str, str, str]]:
    for one in measures:
        floor = pinned.floors.get(one.name) if pinned else None
        shown = _percent(floor) if floor is not None else ""
        yield one.name, _percent(one.value), shown, str(one.of), one.peer


def _table(table: Table) -> Iterator[str]:
    if table.title:
        yield f"## {table.title}"
    lines = [table.columns, tuple("---" for _ in table.columns), *table.rows]
    yield "\n".join(f"| {' | '.join(map(str, line))} |".replace("|  |", "| |") for line in lines)


def _percent(value: float) -> str:
    return f"{100 * value:.2f}"
