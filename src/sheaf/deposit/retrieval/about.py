"""What a sample says of itself: how it was drawn, how to draw it again, and how to cite it."""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from sheaf import __version__
from sheaf.deposit.retrieval.drawing import HOW, Drawing
from sheaf.terminal import plural

PART_WORDS = {
    "met": "where it came from, as CrawlData",
    "txt": "its text",
    "json": "what was read out of it: title, authors, abstract, references, ...",
}


@dataclass(frozen=True, slots=True)
class Totals:
    """Documents that were copied, and those that could not be as they were drawn."""

    copied: int
    problems: int


def command_for(drawing: Drawing) -> str:
    """What draws the same again."""
    if drawing.name:
        return f"sheaf retrieve --sample {shlex.quote(drawing.name)} --output DIR"
    return " ".join(["sheaf retrieve", drawing.conditions.as_options(), "--output DIR"])


def describe_drawing(drawing: Drawing, drawn: int) -> str:
    """1,000 documents, drawn at random with seed 7 out of 23,456."""
    wanted, documents = drawing.conditions, plural(drawn, "document")
    if wanted.random is None:
        return f"{documents}, all that met the conditions" if wanted.narrows else f"All {documents}"
    whole = f" out of {drawing.matching:,}" if drawing.matching is not None else ""
    return f"{documents}, drawn at random with seed {wanted.seed}{whole}"


def citation(library: str, drawing: Drawing, totals: Totals) -> str:
    """One paragraph, as it may stand in a paper."""
    given = _conditions(drawing)
    name = f' "{drawing.name}"' if drawing.name else ""
    words = (
        f"Library {library}: sample{name} of {drawing.time:%Y-%m-%d}, "
        f"{describe_drawing(drawing, totals.copied + totals.problems)}."
    )
    conditions = f" Conditions: {'; '.join(given)}." if given else ""
    state = f" Catalogue at revision {drawing.revision}; Sheaf {__version__}."
    return f"{words}{conditions}{state}\n"


def readme(library: str, drawing: Drawing, totals: Totals, parts: tuple[str, ...]) -> str:
    drawn = totals.copied + totals.problems
    given = _conditions(drawing)
    lines = [
        f"A sample of documents of the library {library}",
        "",
        f"{describe_drawing(drawing, drawn)}.",
        *(["", "Conditions:", *(f"  {words}" for words in given)] if given else []),
        "",
        f"Drawn on {drawing.time:%Y-%m-%d at %H:%M:%S} UTC by Sheaf {__version__}.",
        f"The catalogue was at revision {drawing.revision}.",
        *_problem_lines(totals),
        "",
        "Files:",
        "  documents/     the documents, by their numbers",
        *(f"    .{part:<12} of each, where there is one: {PART_WORDS[part]}" for part in parts),
        "  manifest.csv   a line for each document that was drawn; SHA-1s are those of the files",
        "  CITATION.txt   how to cite this sample",
        "",
        "The same again, while the library holds the same documents:",
        f"  {command_for(drawing)}",
        *(["", f"How it is drawn: {HOW}"] if drawing.conditions.random is not None else []),
    ]
    return "\n".join(lines) + "\n"


def _conditions(drawing: Drawing) -> list[str]:
    wanted = drawing.conditions.model_copy(update={"random": None, "seed": None})
    return wanted.in_words()


def _problem_lines(totals: Totals) -> list[str]:
    if not totals.problems:
        return []
    words = plural(totals.problems, "document")
    return [f"{words} could not be copied as drawn: manifest.csv says which and why (problem)."]
