"""Scores zones line by line, and whether the places are found where a text cites its entries.

Zones are asked of documents that their model was not trained on, of the model alone: these
documents come as lines with flags, and the rules want to see the page. Contexts are asked of
the shared papers that have a list; an entry counts when at least one place is found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from corpora.shared import digest, digest_of_files
from corpora.zones import Document, documents
from evaluation.contract import Measure, Result, Table, percent, share
from evaluation.shared_papers import Read, papers, read_papers
from sheaf.extract.citation.parsing import parse_references
from sheaf.extract.references.contexts import find_contexts
from sheaf.extract.zones.zoning import ask_model

Confusion = Counter[tuple[str, str]]


class Contexts:
    name = "contexts"
    about = "Zones of lines on documents not trained on; entries whose citations are found."
    is_slow = False
    needs_shared = True

    def corpus(self) -> str:
        held_out = sorted(one.sha1 for one in _held_out())
        return digest([held_out, digest_of_files(papers(), ())])

    def score(self) -> Result:
        confused = _confusion(_held_out())
        lines = confused.total()
        right = sum(count for (truth, ours), count in confused.items() if truth == ours)
        cited = [(read.row["file"], *_cited(read)) for read in read_papers(papers())]
        listed = [row for row in cited if row[2]]
        entries = sum(of for _, _, of in listed)
        found = sum(hits for _, hits, _ in listed)
        return Result(
            measures=(
                Measure("zone_accuracy", share(right, lines), lines),
                Measure("reference_zone_f1", *_f1(confused, "reference")),
                Measure("papers_with_a_list", share(len(listed), len(cited)), len(cited)),
                Measure("entries_with_context", share(found, entries), entries),
            ),
            tables=(_by_zone(confused),),
            misses=tuple(
                f"{file}: {hits} of {of} entries are cited"
                for file, hits, of in listed
                if hits < 0.8 * of
            ),
        )


@cache
def _held_out() -> tuple[Document, ...]:
    """Those that the model was not trained on."""
    return tuple(one for one in documents() if one.is_held_out)


def _confusion(held_out: Sequence[Document]) -> Confusion:
    return Counter(
        pair
        for one in held_out
        for pair in zip(one.labels, ask_model(one.texts, one.flags), strict=True)
    )


def _f1(confused: Confusion, zone: str) -> tuple[float, int]:
    truth = sum(count for (true, _), count in confused.items() if true == zone)
    ours = sum(count for (_, label), count in confused.items() if label == zone)
    return share(2 * confused[zone, zone], truth + ours), truth


def _by_zone(confused: Confusion) -> Table:
    rows = []
    for zone in sorted({true for true, _ in confused}):
        truth = sum(count for (true, _), count in confused.items() if true == zone)
        ours = sum(count for (_, label), count in confused.items() if label == zone)
        hits = confused[zone, zone]
        rows.append((zone, truth, percent(share(hits, ours)), percent(share(hits, truth))))
    return Table("Zones, line by line", ("zone", "lines", "precision", "recall"), tuple(rows))


def _cited(read: Read) -> tuple[int, int]:
    """Entries with a context, and entries."""
    parsed = parse_references([entry.raw for entry in read.entries])
    references = [
        replace(reference, marker=entry.marker)
        for reference, entry in zip(parsed, read.entries, strict=True)
    ]
    found = find_contexts(read.document, read.zones, references)
    return sum(bool(contexts) for contexts in found), len(found)
