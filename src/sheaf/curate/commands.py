"""The command that explains: what every stage says about a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from sheaf.terminal import JsonOption, LibraryOption, answers, show_waiting, write_json

app = typer.Typer()


@app.command()
def judge(
    files: Annotated[list[Path], typer.Argument(help="Files to judge.")],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say what a file is, whether it would be kept, and why.

    Lines with + spoke for it being academic, lines with - against, the loudest first. Works
    without a library, with the settings of one where there is one. --json writes one object a
    line, with the probability of every kind.
    """
    from sheaf.app import judge as judge_files
    from sheaf.app import library_near

    for verdict in show_waiting(judge_files(files, library_near(library)), "files judged"):
        if as_json:
            write_json(verdict)
        else:
            show(verdict)


LIKELY = 0.05  # a kind less likely than this is not worth a word


def show(verdict: dict[str, Any]) -> None:
    academic = verdict["academic"]
    score = "" if academic is None else f" (academic: {academic:.2f})"
    kind = verdict["kind"] or verdict["mime_type"] or "unknown"
    answers.print(f"{verdict['file']}: {verdict['outcome']}, {kind}{score}", style="bold")
    likely = [f"{name} {share:.2f}" for name, share in (verdict["kinds"] or {}).items()
              if share >= LIKELY]  # fmt: skip
    if len(likely) > 1:
        answers.print(f"  likely kinds: {', '.join(likely)}", style="dim")
    for reason in verdict["reasons"]:
        style = {"+": "green", "-": "yellow"}.get(reason[:1], "dim")
        answers.print(f"  {reason}", style=style)
