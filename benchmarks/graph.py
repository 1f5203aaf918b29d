"""How fast references are matched: papers made on the fly, with references to each other and to
what is missing, in an embedded catalogue.

    scripts/bench graph [--papers N] [--references N] [--single N]

Writes the papers' .json files and catalogue rows first (not counted), then builds the graph, then
adds single papers. Truth is known, so what was matched is scored as well. Only the full size is
judged and recorded: --papers 200000 --references 1000000.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import Any

from _record import record

from sheaf.app import Library
from sheaf.duplicates.matcher import NearCopies
from sheaf.words import read_words

FULL = (200_000, 1_000_000)  # papers, references
# What was asked for at full size, by the names of what was measured.
LIMITS = {"seconds": 300.0, "new_paper_references_ms": 20.0}
LEAST = {"precision": 0.99, "recall": 0.98}
MISSING = 0.4  # of the references lead to no paper
BATCH = 2000


class Corpus:
    """Papers by number, each the same whenever it is asked for."""

    def __init__(self, papers: int, references: int) -> None:
        self.papers, self.references = papers, references
        chance = random.Random(1)
        syllables = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "an", "or")]
        self.words = [
            "".join(chance.choices(syllables, k=chance.randint(2, 4))) for _ in range(30_000)
        ]
        self.families, self.given = read_words("family_names"), read_words("given_names")

    def head(self, number: int) -> dict[str, Any]:
        """Of a paper, or of a missing work (numbers from `papers` on)."""
        chance = random.Random(number)
        words = [
            self.words[int(len(self.words) * chance.random() ** 2)]
            for _ in range(chance.randint(5, 11))
        ]
        people = [(chance.choice(self.given), chance.choice(self.families).title())
                  for _ in range(chance.randint(1, 4))]  # fmt: skip
        return {
            "title": " ".join(words).capitalize(),
            "authors": [{"name": f"{given} {family}", "given": given, "family": family}
                        for given, family in people],
            "year": chance.randint(1980, 2024),
            "venue": f"Journal of {self.words[number % 500].title()}",
        }  # fmt: skip

    def paper(self, number: int) -> dict[str, Any]:
        return {**self.head(number), "references": [
            self.reference(number, position, cited)
            for position, cited in enumerate(self.cited(number))
        ]}  # fmt: skip

    def cited(self, number: int) -> list[int]:
        """A few works are cited everywhere."""
        chance = random.Random(-number - 1)
        count = (
            self.references * (number + 1) // self.papers - self.references * number // self.papers
        )
        missing = self.references // 4
        return [
            self.papers + int(missing * chance.random() ** 2)
            if chance.random() < MISSING
            else int(self.papers * chance.random() ** 2)
            for _ in range(count)
        ]

    def reference(self, number: int, position: int, cited: int) -> dict[str, Any]:
        """As somebody prints it: initials, small letters, now and then a typo, no year."""
        chance = random.Random(number * 1000 + position)
        head = self.head(cited)
        title = head["title"] if chance.random() < 0.5 else head["title"].title()
        if chance.random() < 0.05:
            at = chance.randrange(len(title))
            title = title[:at] + chance.choice("aeiou") + title[at + 1 :]
        people = [
            {"name": f"{one['given'][0]}. {one['family']}", "given": f"{one['given'][0]}.",
             "family": one["family"]}
            for one in head["authors"]
        ]  # fmt: skip
        year = None if chance.random() < 0.05 else head["year"] + (chance.random() < 0.1)
        sentence = {"text": f"As was shown before [{position}].", "offset": 0}
        return {"raw": "", "title": title, "authors": people, "year": year,
                "venue": head["venue"], "contexts": [sentence]}  # fmt: skip


def put_papers(library: Library, corpus: Corpus, numbers: Iterator[int]) -> None:
    from support.library_of import put_papers as put

    some: dict[int, dict[str, Any]] = {}
    for number in numbers:
        some[number + 1] = corpus.paper(number)
        if len(some) == BATCH:
            put(library, some)
            some = {}
    put(library, some)


def refresh_fingerprints(library: Library) -> None:
    """Near-copies are another matter, and come before."""
    with closing(NearCopies(library.folder / "near-copies")) as marks:
        marks.refresh(library.catalogue)


def in_milliseconds(singles: list[float], steps: dict[str, float]) -> dict[str, float]:
    """Of all, and on average of its references alone."""
    of_references = sum(
        steps[name] for name in ("papers", "documents", "references") if name in steps
    )
    return {
        "median": round(median(singles) * 1000, 1),
        "most": round(max(singles) * 1000, 1),
        "references": round(of_references / len(singles) * 1000, 1),
    }


def timed(do: Callable[[], Any]) -> tuple[float, float, Any]:
    """Seconds of the processor, seconds on the clock, and the answer."""
    started, clock = time.process_time(), time.monotonic()
    answer = do()
    return time.process_time() - started, time.monotonic() - clock, answer


def score(library: Library, corpus: Corpus, sample: range) -> dict[str, float]:
    """Of the references to papers that are there."""
    right = found = true = 0
    for number in sample:
        leads = {one.position: one.work.documents for one in library.graph.references(number + 1)}
        for position, cited in enumerate(corpus.cited(number)):
            documents = leads.get(position, ())
            true += cited < corpus.papers
            found += bool(documents)
            right += cited < corpus.papers and cited + 1 in documents
    return {"precision": round(right / max(found, 1), 5), "recall": round(right / max(true, 1), 5)}


def judge(results: dict[str, Any]) -> dict[str, list[float]]:
    """What was measured of what was asked for, each with the most (or least) that it may be."""
    told = results | {"new_paper_references_ms": results["new_paper_ms"]["references"]}
    return {name: [told[name], limit] for name, limit in (LIMITS | LEAST).items()}


def passes(judged: dict[str, list[float]]) -> bool:
    return all(
        value <= limit if name in LIMITS else value >= limit
        for name, (value, limit) in judged.items()
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--papers", type=int, default=20_000)
    parser.add_argument("--references", type=int, default=100_000)
    parser.add_argument("--single", type=int, default=50, help="papers added one by one afterwards")
    options = parser.parse_args()
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
    corpus = Corpus(options.papers, options.references)
    with (
        tempfile.TemporaryDirectory(prefix="sheaf-bench-graph-") as folder,
        Library.init(Path(folder) / "library") as library,
    ):
        put_papers(library, corpus, iter(range(options.papers - options.single)))
        refresh_fingerprints(library)
        steps: dict[str, float] = {}
        processor, clock, done = timed(lambda: library.graph.update(report=note_steps(steps)))
        singles: list[float] = []
        of_single: dict[str, float] = {}
        for number in range(options.papers - options.single, options.papers):
            put_papers(library, corpus, iter([number]))
            refresh_fingerprints(library)
            singles.append(timed(lambda: library.graph.update(report=note_steps(of_single)))[0])
        results = {
            "papers": options.papers,
            "references": done.references,
            "matched": done.matched,
            "wanted": done.wanted,
            "processor_seconds": round(processor, 1),
            "seconds": round(clock, 1),
            "microseconds_per_reference": round(processor / done.references * 1e6),
            "steps": {name: round(seconds, 1) for name, seconds in steps.items()},
            "new_paper_ms": in_milliseconds(singles, of_single),
            "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
            **score(library, corpus, range(0, options.papers, max(1, options.papers // 2000))),
        }
    judged = judge(results)
    results |= {"measured_and_allowed": judged, "passed": passes(judged)}
    print(json.dumps(results, indent=1))
    if options.papers < FULL[0] or options.references < FULL[1]:
        return 0
    record("graph", results)
    return 0 if results["passed"] else 1


def note_steps(steps: dict[str, float]) -> Callable[[str, int], None]:
    """Processor seconds by step."""
    last = [time.process_time()]

    def note(step: str, count: int) -> None:
        now = time.process_time()
        steps[step] = steps.get(step, 0.0) + now - last[0]
        last[0] = now

    return note


if __name__ == "__main__":
    raise SystemExit(main())
