"""The command that shows near-copies."""

from __future__ import annotations

from typing import Annotated

import typer

from sheaf.terminal import JsonOption, LibraryOption, answers, find_library, plural, write_json

app = typer.Typer()


@app.command("near-copies")
def near_copies(
    document: Annotated[
        int | None, typer.Argument(help="The number of a document; none means all pairs.")
    ] = None,
    library: LibraryOption = None,
    bits: Annotated[
        int | None, typer.Option(min=0, max=3, help="Bits in which fingerprints may differ.")
    ] = None,
    show_bits: Annotated[
        bool, typer.Option("--show-bits", help="Say in how many bits the fingerprints differ.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """List documents that say nearly the same: a preprint and its published version, say.

    --json writes one object a line: document, near_copy, distance.
    """
    from sheaf.app import Library

    count = 0
    with Library.open(find_library(library)) as opened:
        for number, one in opened.near_copies(document, bits=bits):
            count += 1
            if as_json:
                write_json({"document": number, "near_copy": one.document_id,
                            "distance": one.distance})  # fmt: skip
            else:
                told = f" ({one.bits})" if show_bits else ""
                answers.print(f"{number:>8} {one.document_id:>8}  {one.words}{told}")
                answers.print(f"{'':19}{_title(opened.paper(one.document_id))}", style="dim")
    if not as_json:
        answers.print(f"{plural(count, 'pair')} of near-copies.")


def _title(paper: dict[str, object] | None) -> str:
    return str((paper or {}).get("title") or "(untitled)")
