"""The commands for mistakes that readers report: sheaf reports list, show, settle."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer

from sheaf.deposit.by_hand.reports.contract import ReportInfo, ReportState
from sheaf.terminal import (
    JsonOption,
    LibraryOption,
    ListGroup,
    answers,
    find_library,
    format_number,
    messages,
    one_line,
    write_json,
)

LONGEST_LINE = 60
NumberArgument = Annotated[int, typer.Argument(help="The number of a report.")]
reports = typer.Typer(
    cls=ListGroup,
    help="Mistakes that readers have reported. `sheaf reports` is short for `sheaf reports list`.",
)
app = typer.Typer()
app.add_typer(reports, name="reports")


@reports.command("list")
def list_(
    library: LibraryOption = None,
    state: Annotated[str, typer.Option(help="open, settled or all.")] = ReportState.OPEN.value,
    document: Annotated[int | None, typer.Option(help="Only of this document.")] = None,
    limit: Annotated[int, typer.Option(min=0, help="Show this many; 0 for all.")] = 50,
    as_json: JsonOption = False,
) -> None:
    """List what readers have reported, the latest first."""
    from sheaf.app import Library

    wanted = "" if state == "all" else state
    with Library.open(find_library(library)) as opened:
        found = opened.reports.list(state=wanted, document=document, limit=limit or None)
    for report in found:
        if as_json:
            write_json(_as_json(report))
        else:
            answers.print(_line(report))
    if not found and not as_json:
        messages.print(f"No report is {wanted}." if wanted else "There is no report.")


@reports.command()
def show(
    number: NumberArgument, library: LibraryOption = None, as_json: JsonOption = False
) -> None:
    """Show a report: what is wrong, what would be right, and how it was settled."""
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        report = opened.reports.require(number)
        title = (opened.paper(report.document_id) or {}).get("title") or ""
    if as_json:
        write_json(_as_json(report))
        return
    answers.print(f"Report {report.number} of document {report.document_id}: {one_line(title)}")
    for name, words in _facts(report):
        answers.print(f"{name}: {words}")
    if report.settled is None:
        messages.print(f"sheaf correct {report.document_id} puts it right, "
                       f"sheaf reports settle {number} --note ... ends it.")  # fmt: skip


@reports.command()
def settle(
    number: NumberArgument,
    library: LibraryOption = None,
    note: Annotated[str, typer.Option(help="What was done about it.")] = "",
    as_json: JsonOption = False,
) -> None:
    """Say that a report was seen to. The e-mail address in it is forgotten."""
    from sheaf.app import Library

    with Library.open(find_library(library)) as opened:
        report = opened.reports.settle(number, note)
    if as_json:
        write_json(_as_json(report))
    else:
        messages.print(f"Report {number} is settled.")


def _as_json(report: ReportInfo) -> dict[str, Any]:
    return {**asdict(report), "state": report.state.value}


def _line(report: ReportInfo) -> str:
    words = _in_a_line(report.words or report.right)
    short = words if len(words) <= LONGEST_LINE else f"{words[:LONGEST_LINE]}..."
    return (
        f"{format_number(report.number):>5}  document {report.document_id}  {report.field}: "
        f"{short}  ({report.who or 'a visitor'}, {report.time:%Y-%m-%d}, {report.state})"
    )


def _in_a_line(text: str) -> str:
    return one_line(" ".join(text.split()))


def _facts(report: ReportInfo) -> list[tuple[str, str]]:
    by = report.who or "a visitor"
    facts = [
        ("Of", report.what),
        ("Wrong", _in_a_line(report.words)),
        ("Right", _in_a_line(report.right)),
        ("By", f"{by}, {report.time:%Y-%m-%d %H:%M}"),
        ("E-mail", report.email),
    ]
    if report.settled is not None:
        facts.append(("Settled", f"by {report.settled_by}, {report.settled:%Y-%m-%d %H:%M}"))
        facts.append(("Note", _in_a_line(report.note)))
    return [(name, words) for name, words in facts if words]
