"""How fast search is beside Lucene and SQLite's FTS5: one run, the same documents and questions.

    scripts/bench search [--only PART] [--documents N] [--large N] [--rounds N] [--cpu]

Parts: `index` and `ask` are measured beside the peers, over N articles of the simulated
encyclopedia (title, text, categories, last change, links), in rounds that take turns; medians
count. Lucene is warm where its program did the same before in one process, cold where it just
started. `large` builds an index of a wiki's size. `http` imports the articles into a library and
asks `sheaf serve` for search pages, fifty a second, on loopback.
With --cpu the time of the asking thread is counted, for machines that are not quiet.

Lucene needs Java 17 or newer, and its jar is fetched once from Maven Central; without them SQLite
is the only peer, and the run does not pass.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from _alone import alone
from _record import record
from _search_documents import KINDS, make_documents, make_questions
from _search_fts5 import ask_fts5, index_fts5
from _search_http import ask_pages, make_library, served
from _search_lucene import ask_lucene, index_lucene
from _search_ours import TOP, ask_ours, index_ours, size_of

from evaluation import lucene

PARTS = ("index", "ask", "http", "large")
WIKI_ARTICLES = 744_723  # of the crawl of 2018 in whose place ours steps
QUESTIONS, QUESTIONS_OF_FTS5 = 1000, 100
PAGES_A_SECOND, PAGES_OF_A_KIND = 50, 200  # twelve seconds

Told = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Bench:
    """Where documents and indexes lie while a run lasts, and how it measures."""

    folder: Path
    rounds: int
    with_lucene: bool
    by_cpu: bool

    @property
    def documents(self) -> Path:
        return self.folder / "documents"

    def index(self, engine: str) -> Path:
        return self.folder / engine


def measure_indexing(bench: Bench, rounds: int) -> Told:
    taken: dict[str, list[Told]] = {}
    for _ in range(rounds):
        told = {
            "ours": alone(index_ours, bench.documents, bench.index("ours")),
            "fts5": alone(index_fts5, bench.documents, bench.index("fts5.db")),
        }
        if bench.with_lucene:
            runs = index_lucene(bench.documents, bench.index("lucene"))
            size = {"bytes": size_of(bench.index("lucene"))}
            told |= {"lucene": runs[-1] | size, "lucene_cold": runs[0] | size}
        print({name: round(one["cpu_seconds"], 1) for name, one in told.items()}, flush=True)
        for name, one in told.items():
            taken.setdefault(name, []).append(one)
    return {name: medians(several) for name, several in taken.items()}


def measure_asking(bench: Bench, kind: str, questions: list[str]) -> Told:
    """Milliseconds: ours, as `Times` says, and the peers'."""
    taken: list[Told] = []
    for _ in range(bench.rounds):
        times = alone(
            ask_ours, bench.index("ours"), bench.documents, kind, questions, by_cpu=bench.by_cpu
        )
        told = {
            **percentiles("engine", times.engine),
            **percentiles("whole", times.whole),
            **percentiles("python", times.python),
            **percentiles("ranking", times.ranking),
        }
        if bench.with_lucene:
            rounds = ask_lucene(bench.index("lucene"), kind, questions, TOP, by_cpu=bench.by_cpu)
            told |= percentiles("lucene", rounds[-1]) | percentiles("lucene_cold", rounds[0])
        taken.append(told)
    some = questions[:QUESTIONS_OF_FTS5]
    found = medians(taken) | percentiles(
        "fts5", alone(ask_fts5, bench.index("fts5.db"), kind, some, TOP)
    )
    print(kind, {name: round(value, 3) for name, value in found.items()}, flush=True)
    return found


def measure_pages(bench: Bench, asked: dict[str, list[str]]) -> Told:
    """The kinds of questions in turn, each after its server has answered some."""
    alone(make_library, bench.index("library"), bench.documents)
    pairs = [pair for several in zip(*asked.values(), strict=True)
             for pair in zip(asked, several, strict=True)]  # fmt: skip
    with served(bench.index("library")) as port:
        times = ask_pages(port, pairs, PAGES_A_SECOND)
    found = {"pages": len(times), "a_second": PAGES_A_SECOND, **percentiles("http", times)}
    print("http", found, flush=True)
    return found


def medians(several: Sequence[Told]) -> Told:
    return {name: statistics.median(one[name] for one in several) for name in several[0]}


def percentiles(name: str, times: Sequence[float]) -> Told:
    ordered = sorted(times)
    at = {"p50": len(ordered) // 2, "p99": int(len(ordered) * 0.99)}
    return {f"{name}_{share}": ordered[place] for share, place in at.items()}


# -- what was asked for ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Limit:
    """A number of the results, and the most that it may be."""

    name: str
    most: float
    value: Callable[[Told], float]


def times_lucene(part: str, ours: str, peer: str = "lucene") -> Callable[[Told], float]:
    def ratio(results: Told) -> float:
        told = results["ask"][part]
        return float(told[f"engine_{ours}"] / told[f"{peer}_{ours}"])

    return ratio


def index_ratio(measure: str, peer: str = "lucene") -> Callable[[Told], float]:
    def ratio(results: Told) -> float:
        told = results["index"]
        return float(told["ours"][measure] / told[peer][measure])

    return ratio


def milliseconds(part: str, name: str) -> Callable[[Told], float]:
    return lambda results: float(results["ask"][part][name])


def limits() -> list[Limit]:
    found = [
        Limit("index_cpu_times_lucene", 1.3, index_ratio("cpu_seconds")),
        Limit("index_cpu_times_cold_lucene", 1.0, index_ratio("cpu_seconds", "lucene_cold")),
        Limit("index_bytes_times_lucene", 1.1, index_ratio("bytes")),
    ]
    for kind, most in (("or", 1.3), ("and", 1.8), ("phrase", 1.8)):
        for share in ("p50", "p99"):
            name = f"{kind}_{share}_times_lucene"
            found.append(Limit(name, most, times_lucene(kind, share)))
            cold = times_lucene(kind, share, "lucene_cold")
            found.append(Limit(f"{kind}_{share}_times_cold_lucene", 1.0, cold))
        found.append(
            Limit(f"{kind}_python_ms", 1.0, lambda told, k=kind: told["ask"][k]["python_p50"])
        )
    return [
        *found,
        Limit("http_p99_ms", 40, lambda told: told["http"]["http_p99"]),
        Limit("large_seconds", 600, lambda told: told["large"]["seconds"]),
        Limit("large_peak_mib", 1536, lambda told: told["large"]["peak_mib"]),
        Limit("large_last_tenth_over_middle", 1.5, lambda told: told["large"]["last_over_middle"]),
    ]


def judge(results: Told) -> dict[str, list[float]]:
    """What was measured of what was asked for, each with the most that it may be."""
    judged = {}
    for limit in limits():
        try:
            judged[limit.name] = [round(limit.value(results), 3), limit.most]
        except KeyError:  # a part or a peer that was left out
            continue
    return judged


# -- all of it -------------------------------------------------------------------------------------


def measure(bench: Bench, parts: Sequence[str], documents: int, large: int) -> Told:
    results: Told = {"documents": documents}
    if {"index", "ask", "http"} & set(parts):
        make_documents(bench.documents, documents)
    if {"index", "ask"} & set(parts):
        results["index"] = measure_indexing(bench, bench.rounds if "index" in parts else 1)
    if "ask" in parts:
        asked = {kind: make_questions(kind, QUESTIONS, documents) for kind in KINDS}
        results["ask"] = {kind: measure_asking(bench, kind, asked[kind]) for kind in KINDS}
    if "http" in parts:
        some = {kind: make_questions(kind, PAGES_OF_A_KIND, documents) for kind in KINDS}
        results["http"] = measure_pages(bench, some)
    if "large" in parts:
        make_documents(bench.documents, large)
        results["large"] = alone(index_ours, bench.documents, bench.index("ours"))
        print("large", results["large"], flush=True)
    return results


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", action="append", choices=PARTS)
    parser.add_argument("--documents", type=int, default=200_000)
    parser.add_argument("--large", type=int, default=WIKI_ARTICLES)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--cpu", action="store_true")
    options = parser.parse_args()
    parts = options.only or PARTS
    if reason := lucene.missing():
        print(f"Without Lucene: {reason}")
    with tempfile.TemporaryDirectory(prefix="sheaf-bench-") as name:
        bench = Bench(Path(name), options.rounds, reason is None, options.cpu)
        results = measure(bench, parts, options.documents, options.large)
    judged = judge(results)
    passed = len(judged) == len(limits()) and all(one <= most for one, most in judged.values())
    results |= {"measured_and_allowed": judged, "passed": passed}
    if parts == PARTS and len(judged) == len(limits()) and options.large >= WIKI_ARTICLES:
        record("search", results)
    print(json.dumps(results, indent=1))
    return 0 if passed else 1


if __name__ == "__main__":
    raise SystemExit(main())
