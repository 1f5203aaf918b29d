"""Stores of fingerprints: how many lookups and inserts a second, in how much memory, and whether
none is missed; beside Redis as CiteSeerExtractor used it, and beside looking at all of them.

    scripts/bench duplicates [--documents N] [--beside N]

Ten million fingerprints by default, half of them at random, and of each of the others a neighbour a
few bits away: what is looked up. The comparison with Redis is made with two million, the same
fingerprints and lookups for both, by the clock, for half of theirs is done in the server. Judged is
that of batches, where both have all that they need at once. One by one each lookup of theirs waits
for the server to wake up and answer, which says as much of the machine as of the store: it is
reported. Elsewhere seconds are those of the processor, for others may use the machine; the clock is
told too. It needs 1 GB of disk, redis-server, and ten minutes.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from _alone import alone, peak_mib
from _duplicates_redis import redis_as_before
from _record import record

from sheaf.duplicates.contract import MOST_BITS
from sheaf.duplicates.embedded.store import EmbeddedStore
from sheaf.duplicates.simhash import fingerprint, read_marks
from sheaf.world.encyclopedia import Encyclopedia

BATCH = 10_000
WITH_LOOKUPS = 200_000  # documents that are put in while others are looked up
LOOKUPS_BETWEEN = 200
IN_A_BATCH, ONE_BY_ONE = 200_000, 20_000
OF_MORE_BITS = {6: 3_000, 8: 1_000}
BRUTE = 50
TEXTS, WORDS = 400, 5_000
MOST_BYTES = 40
AS_MANY = 10  # lookups in a batch, beside Redis
GOALS = {
    "lookups_in_a_batch": 100_000,
    "lookups_one_by_one": 20_000,
    "inserts_with_lookups": 50_000,
    "texts": 200,
}


class Stopwatch:
    """Seconds of this process, and of the clock."""

    def __enter__(self) -> Stopwatch:
        self._began = time.process_time(), time.monotonic()
        return self

    def __exit__(self, *_: object) -> None:
        self.seconds = time.process_time() - self._began[0]
        self.clock = time.monotonic() - self._began[1]

    def rates(self, count: int) -> dict[str, int]:
        return {
            "per_cpu_second": round(count / max(self.seconds, 1e-9)),
            "per_second": round(count / max(self.clock, 1e-9)),
        }


def made_up(documents: int, seed: int = 1) -> Any:
    return np.random.default_rng(seed).integers(0, 2**64, documents, dtype=np.uint64)


def neighbours(fingerprints: Any, count: int, bits: int, seed: int = 2) -> tuple[Any, Any]:
    """Of some documents a fingerprint so many bits away at most, and which they are."""
    chance = np.random.default_rng(seed)
    of = chance.integers(0, len(fingerprints), count)
    asked = fingerprints[of].copy()
    for _ in range(bits):
        asked ^= np.uint64(1) << chance.integers(0, 64, count).astype(np.uint64)
    return asked, of


def resident_mib() -> float:
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    (line,) = (line for line in lines if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def fill(folder: Path, documents: int) -> dict[str, Any]:
    fingerprints = made_up(documents + WITH_LOOKUPS)
    inserts, longest = Stopwatch(), 0.0
    with closing(EmbeddedStore(folder, "bench")) as store:
        with inserts:
            for first in range(0, documents, BATCH):
                part = fingerprints[first : min(first + BATCH, documents)].tolist()
                began = time.monotonic()
                store.write(dict(enumerate(part, first)))
                longest = max(longest, time.monotonic() - began)
        meanwhile = insert_with_lookups(store, fingerprints, documents)
    return {
        "inserts": inserts.rates(documents),
        "longest_write_seconds": round(longest, 2),
        **meanwhile,
        "peak_mib": peak_mib(),
    }


def insert_with_lookups(store: EmbeddedStore, fingerprints: Any, documents: int) -> dict[str, Any]:
    asked, _ = neighbours(fingerprints[:documents], WITH_LOOKUPS // BATCH * LOOKUPS_BETWEEN * 10, 3)
    questions = iter(asked.tolist())
    writing = looking = written = looked = 0.0
    for first in range(documents, documents + WITH_LOOKUPS, BATCH // 10):
        part = fingerprints[first : first + BATCH // 10].tolist()
        with Stopwatch() as watch:
            store.write(dict(enumerate(part, first)))
        writing, written = writing + watch.seconds, written + len(part)
        with Stopwatch() as watch:
            for _ in range(LOOKUPS_BETWEEN):
                store.find_near(next(questions), 3)
        looking, looked = looking + watch.seconds, looked + LOOKUPS_BETWEEN
    return {
        "inserts_with_lookups": {"per_cpu_second": round(written / writing)},
        "lookups_with_inserts": {"per_cpu_second": round(looked / looking)},
    }


def ask(folder: Path, documents: int) -> dict[str, Any]:
    fingerprints = made_up(documents + WITH_LOOKUPS)
    asked, of = neighbours(fingerprints, IN_A_BATCH, 3)
    few = asked[:ONE_BY_ONE].tolist()
    before = resident_mib()
    began = time.monotonic()
    with closing(EmbeddedStore(folder, "bench")) as store:
        store.find_near(int(fingerprints[0]), 3)
        opened = time.monotonic() - began
        with Stopwatch() as batch:
            found = store.find_many(asked, 3)
        with Stopwatch() as singly:
            for question in few:
                store.find_near(question, 3)
        mib = resident_mib() - before
        missed = len(of) - count_found(found, of)
        more = {str(bits): more_bits(store, fingerprints, bits) for bits in OF_MORE_BITS}
        brute = beside_brute_force(store, fingerprints)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return {
        "opened_seconds": round(opened, 3),
        "lookups_in_a_batch": batch.rates(len(asked)),
        "lookups_one_by_one": singly.rates(len(few)),
        "missed_within_3_bits": missed,
        "more_bits": more,
        "brute_force": brute,
        "disk_bytes_each": round(size / len(fingerprints), 1),
        "memory_bytes_each": round(mib * 1024**2 / len(fingerprints), 1),
    }


def count_found(found: Any, of: Any) -> int:
    """Questions whose own document is among the answers."""
    return len(np.unique(found.question[found.document == of[found.question]]))


def more_bits(store: EmbeddedStore, fingerprints: Any, bits: int) -> dict[str, Any]:
    asked, of = neighbours(fingerprints, OF_MORE_BITS[bits], bits)
    with Stopwatch() as batch:
        found = store.find_many(asked, bits)
    few = asked[: len(asked) // 4].tolist()
    with Stopwatch() as singly:
        for question in few:
            store.find_near(question, bits)
    return {
        "lookups_in_a_batch": batch.rates(len(asked)),
        "lookups_one_by_one": singly.rates(len(few)),
        "missed": len(of) - count_found(found, of),
    }


def beside_brute_force(store: EmbeddedStore, fingerprints: Any) -> dict[str, Any]:
    """Every document is looked at; what differs from the store's answer is counted."""
    asked, _ = neighbours(fingerprints, BRUTE, 5, seed=3)
    differing, watch = 0, Stopwatch()
    for bits in (3, MOST_BITS):
        answers: list[set[int]] = [set() for _ in asked]
        for question, near in store.find_many(asked, bits, None):
            answers[question].add(near.document_id)
        with watch:
            for question, answer in zip(asked, answers, strict=True):
                near = np.flatnonzero(np.bitwise_count(fingerprints ^ question) <= bits)
                differing += answer != set(near.tolist())
    return {"answers_that_differ": differing, "lookups": watch.rates(BRUTE)}


def texts() -> Iterator[str]:
    """Of the encyclopedia of the simulated web, so long as papers are."""
    articles = iter(Encyclopedia(seed=1, articles=100_000))
    for _ in range(TEXTS):
        words: list[str] = []
        while len(words) < WORDS:
            words += next(articles).content.split()
        yield " ".join(words[:WORDS])


def fingerprint_texts() -> dict[str, Any]:
    made = list(texts())
    with Stopwatch() as alone_:
        for text in made:
            fingerprint(text)
    with Stopwatch() as marks:
        for text in made:
            read_marks(text)
    return {"fingerprints": alone_.rates(TEXTS), "all_marks": marks.rates(TEXTS)}


def clustered(documents: int) -> Any:
    """As texts of the simulated web have them: each is made of passages drawn from articles, so
    that bits go together as in real ones."""
    chance = Random(4)
    articles = [article.content.split() for article, _ in zip(
        Encyclopedia(seed=2, articles=100_000), range(300), strict=False
    )]  # fmt: skip
    found = []
    for _ in range(documents):
        words: list[str] = []
        for passage in chance.choices(articles, k=3):
            words += passage[:200]
        found.append(fingerprint(" ".join(words)) or 0)
    return np.array(found, dtype=np.uint64)


def ask_clustered(folder: Path, documents: int) -> dict[str, Any]:
    fingerprints = clustered(documents)
    with closing(EmbeddedStore(folder, "clustered")) as store:
        store.write(dict(enumerate(fingerprints.tolist())))
        asked, of = neighbours(fingerprints, ONE_BY_ONE, 3)
        with Stopwatch() as batch:
            found = store.find_many(asked, 3, None)
        with Stopwatch() as singly:
            for question in asked[: ONE_BY_ONE // 4].tolist():
                store.find_near(question, 3)
    pieces = (fingerprints >> np.uint64(48)).astype(np.uint16)
    return {
        "documents": documents,
        "lookups_in_a_batch": batch.rates(len(asked)),
        "lookups_one_by_one": singly.rates(ONE_BY_ONE // 4),
        "missed": len(of) - count_found(found, of),
        "found_for_each": round(len(found.question) / len(asked), 2),
        "most_with_one_piece": int(np.bincount(pieces).max()),
    }


def beside_redis(folder: Path, documents: int) -> dict[str, Any]:
    fingerprints = made_up(documents)
    asked, of = neighbours(fingerprints, 4_000, 3, seed=5)
    theirs = redis_as_before(fingerprints, asked, of)
    with closing(EmbeddedStore(folder, "beside")) as store, Stopwatch() as inserts:
        for first in range(0, documents, BATCH):
            store.write(dict(enumerate(fingerprints[first : first + BATCH].tolist(), first)))
    before = resident_mib()
    with closing(EmbeddedStore(folder, "beside")) as store:
        with Stopwatch() as batch:  # it also brings in the pages, as Redis has them in memory
            store.find_many(asked, 3)
        found = 0
        with Stopwatch() as singly:
            for question, own in zip(asked.tolist(), of.tolist(), strict=True):
                found += any(near.document_id == own for near in store.find_near(question, 3))
        mib = resident_mib() - before
    ours = {
        "inserts": inserts.rates(documents),
        "lookups_one_by_one": singly.rates(len(asked)),
        "lookups_in_a_batch": batch.rates(len(asked)),
        "missed": len(asked) - found,
        "memory_mib": round(mib),
    }
    ratios = {
        name: round(ours[name]["per_second"] / theirs[name]["per_second"], 1)
        for name in ("lookups_one_by_one", "lookups_in_a_batch")
    }
    return {"documents": documents, "theirs": theirs, "ours": ours, "ratios": ratios}


def passes(results: dict[str, Any]) -> bool:
    filled, asked, beside = results["filled"], results["asked"], results["beside_redis"]
    rates = {**asked, **filled, "texts": results["texts"]["fingerprints"]}
    return (
        all(rates[name]["per_cpu_second"] >= goal for name, goal in GOALS.items())
        and asked["opened_seconds"] < 1
        and asked["missed_within_3_bits"] == asked["brute_force"]["answers_that_differ"] == 0
        and all(more["missed"] == 0 for more in asked["more_bits"].values())
        and max(asked["disk_bytes_each"], asked["memory_bytes_each"]) <= MOST_BYTES
        and beside["ratios"]["lookups_in_a_batch"] >= AS_MANY
        and beside["ours"]["memory_mib"] < beside["theirs"]["memory_mib"]
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=10_000_000)
    parser.add_argument("--beside", type=int, default=2_000_000)
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="sheaf-bench-"))
    try:
        results: dict[str, Any] = {
            "documents": options.documents,
            "texts": alone(fingerprint_texts),
            "filled": alone(fill, folder / "large", options.documents),
            "asked": alone(ask, folder / "large", options.documents),
            "clustered": alone(ask_clustered, folder, 10_000),
            "beside_redis": alone(beside_redis, folder, options.beside),
        }
    finally:
        shutil.rmtree(folder)
    results["passed"] = passes(results)
    print(json.dumps(results, indent=1))
    record("duplicates", results)
    return 0 if results["passed"] else 1


if __name__ == "__main__":
    sys.exit(main())
