"""Scores which references lead to which documents, on the shared papers.

Entries whose title is that of another shared paper are to lead there. Pairs of descriptions that
are nearly alike, or nearly not, were marked by hand as one work or two (citation_pairs.csv, by
hashes): of those that the graph takes for one work, nearly all must be.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha1
from pathlib import Path

from corpora.shared import digest, digest_of_files
from evaluation.contract import Measure, Result, share
from evaluation.matching import normalised
from evaluation.search import is_unseen
from evaluation.shared_library import all_papers, shared_library
from sheaf.app import Library

PAIRS = Path(__file__).with_name("citation_pairs.csv")
SHORT = 12  # digits of a hash
FEWEST_LETTERS = 12  # of a title that is no other's by chance


@dataclass(frozen=True, slots=True)
class Leads:
    """Where an entry leads: the SHA-1s of documents."""

    citing: str
    title: str
    documents: frozenset[str]


@dataclass(frozen=True, slots=True)
class Marked:
    one: str
    other: str
    is_same: bool


class Citations:
    name = "citations"
    about = (
        "References of the shared papers: those with the title of another shared paper lead to it,"
        " and of pairs just above and below the threshold, marked by hand, those taken for one"
        " work are one. `unseen_` is the half of the second set that nobody looks at."
    )
    is_slow = False
    needs_shared = True

    def corpus(self) -> str:
        files = digest_of_files(all_papers(), ("sha1", "title"))
        return digest([files, PAIRS.read_text(encoding="utf-8")])

    def score(self) -> Result:
        with shared_library() as library:
            leads, works = read_graph(library)
        return Result(
            measures=(*exact_titles(leads), *near_misses(read_pairs(), works)),
            misses=tuple(misses(leads)),
        )


def read_graph(library: Library) -> tuple[list[Leads], dict[str, int]]:
    """Where entries lead, and the work of every description by its hash."""
    leads, works = [], {}
    sha1_of = {one["id"]: one["sha1"] for one in library.catalogue.identities()}
    for number, work in library.graph.work_ids(list(sha1_of)).items():
        works[sha1_of[number][:SHORT]] = work
    for number, paper in library.papers():
        for one in library.graph.references(number):
            entry = paper["references"][one.position]
            documents = frozenset(sha1_of[document] for document in one.work.documents)
            leads.append(Leads(paper["sha1"], normalised(entry.get("title")), documents))
            works[name_of_entry(paper["sha1"], entry.get("raw") or "")] = one.work.id
    return leads, works


def name_of_entry(citing: str, printed: str) -> str:
    text = f"{citing} {normalised(printed)}"
    return sha1(text.encode(), usedforsecurity=False).hexdigest()[:SHORT]


def exact_titles(leads: list[Leads]) -> Iterator[Measure]:
    for prefix, part in (("", False), ("unseen_", True)):
        asked = [right for _, right, unseen in _asked(leads) if unseen or not part]
        yield Measure(f"{prefix}titles_found", share(sum(asked), len(asked)), len(asked))


def _asked(leads: list[Leads]) -> Iterator[tuple[Leads, bool, bool]]:
    """Entries whose title is that of another paper, whether they lead there, and whether either
    of the two stays unseen."""
    titles: defaultdict[str, set[str]] = defaultdict(set)
    unseen = {row["sha1"] for row in all_papers() if is_unseen(row)}
    for row in all_papers():
        titles[normalised(row["title"])].add(row["sha1"])
    for one in leads:
        others = titles.get(one.title, set()) - {one.citing}
        if len(one.title) >= FEWEST_LETTERS and others:
            yield one, others <= one.documents, bool(unseen & {one.citing, *others})


def misses(leads: list[Leads]) -> Iterator[str]:
    for one, right, unseen in _asked(leads):
        if not right and not unseen:
            yield f"{one.citing}: {one.title!r} leads to {sorted(one.documents)}"


def read_pairs() -> list[Marked]:
    with PAIRS.open(encoding="utf-8", newline="") as file:
        return [
            Marked(row["one"], row["other"], row["same"] == "yes") for row in csv.DictReader(file)
        ]


def near_misses(pairs: list[Marked], works: Mapping[str, int]) -> tuple[Measure, ...]:
    """Pairs of which one is no more read as it was are left out."""
    there = [pair for pair in pairs if pair.one in works and pair.other in works]
    joined = [pair for pair in there if works[pair.one] == works[pair.other]]
    same = [pair for pair in there if pair.is_same]
    right = sum(pair.is_same for pair in joined)
    return (
        Measure("near_misses_precision", share(right, len(joined)), len(joined)),
        Measure("near_misses_recall", share(right, len(same)), len(same)),
        Measure("near_misses_read", share(len(there), len(pairs)), len(pairs)),
    )
