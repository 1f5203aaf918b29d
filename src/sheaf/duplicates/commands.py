"""The command that shows near-copies."""

from __future__ import annotations

from typing import Annotated

import typer

from sheaf.duplicates.contract import NearCopy
from sheaf.terminal import JsonOption, LibraryOption, answers, find_library, plural, write_json

app = typer.Typer()


@app.command("near-copies")
def near_copies(
    document: Annotated[
        int | None, typer.Argument(help="The number of a document; none means all pairs.")
    ] = None,
    library: LibraryOption = None,
    bits: Annotated[
        int | None, typer.Option(min=0, max=8, help="Bits in which fingerprints may differ.")
    ] = None,
    show_bits: Annotated[
        bool, typer.Option("--show-bits", help="Say in how many bits the fingerprints differ.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """List documents that say nearly the same: a preprint and its published version, say.

    Found by their texts, and by title and authors. Of each it says what it is to the other one, and
    in what they differ. --json writes one object a line: document, near_copy, relation, distance,
    agreement, differences.
    """
    from sheaf.app import Library

    count = 0
    with Library.open(find_library(library)) as opened:
        for number, near in opened.near_copies(document, bits=bits):
            count += 1
            if as_json:
                write_json(_as_json(number, near))
                continue
            told = f" ({near.bits})" if show_bits else ""
            answers.print(f"{number:>8} {near.document_id:>8}  {near.words}{told}")
            answers.print(f"{'':19}{_title(opened.paper(near.document_id))}", style="dim")
            if near.differences:
                answers.print(f"{'':19}{'; '.join(near.differences)}", style="dim")
    if not as_json:
        answers.print(f"{plural(count, 'pair')} of near-copies.")


def _as_json(number: int, near: NearCopy) -> dict[str, object]:
    return {
        "document": number,
        "near_copy": near.document_id,
        "relation": near.relation,
        "distance": near.distance,
        "agreement": None if near.agreement is None else round(near.agreement.of_smaller, 3),
        "differences": list(near.differences),
    }


def _title(paper: dict[str, object] | None) -> str:
    return str((paper or {}).get("title") or "(untitled)")
