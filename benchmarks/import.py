"""How fast an import is, beside the bytes alone and beside the way of the CDI middleware.

    scripts/bench import [--records N] [--rounds N] [--archive FILE] [--without-seed]

An archive of mixed records (pages, errors, papers of a simulated web, and real PDFs) is imported
without filter and text, on one core. The floor reads it with FastWARC, hashes and writes the same
files (document and .met), synced by batch, and does nothing else. The seed's way is warcio, a
spawned `file` for each answer and one commit for each row. Rounds take turns; medians count.
Growth is measured within the run (its last tenth against its first) and against an archive of a
tenth of the records (memory).
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from _import_corpus import build
from _record import record

MOST_OF_FLOOR = 2.0
LEAST_OF_SEED = 4.0
MOST_GROWTH = 1.3
MOST_MORE_MIB = 20

Told = dict[str, Any]


def measure(way: str, archive: Path, folder: Path) -> Told:
    """In a process of its own, with the archive in the page cache and the disk at rest."""
    subprocess.run(["cat", archive], stdout=subprocess.DEVNULL, check=True)
    subprocess.run(["sync"], check=True)
    peers = Path(__file__).with_name("_import_peers.py")
    done = subprocess.run(
        [sys.executable, peers, way, archive, folder], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(done.stderr)
    shutil.rmtree(folder)
    told: Told = json.loads(done.stdout)
    shown = {name: told[name] for name in ("kept", "seconds", "cpu_seconds", "peak_mib")}
    print(f"{way:6} {shown}", flush=True)
    return told


def growth(steps: list[list[float]]) -> float:
    """Seconds per capture in the last tenth over those in the first; the very first batches,
    in which the workers start, stand before it."""
    steps = steps[2:]
    tenth = max(1, len(steps) // 10)
    return round(pace(steps[-tenth - 1 :]) / pace(steps[: tenth + 1]), 2)


def pace(steps: list[list[float]]) -> float:
    (before, began, _), (after, ended, _) = steps[0], steps[-1]
    return (ended - began) / (after - before)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--archive", type=Path, help="made before; not removed")
    parser.add_argument("--without-seed", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="sheaf-bench-") as name:
        folder = Path(name)
        archive = options.archive or folder / "mixed.warc.gz"
        if not archive.exists():
            print(build(archive, options.records), flush=True)
        small = folder / "tenth.warc.gz"
        build(small, options.records // 10)
        rounds: dict[str, list[Told]] = {"floor": [], "ours": []}
        for _ in range(options.rounds):
            for way, told in rounds.items():
                told.append(measure(way, archive, folder / way))
        seed = None if options.without_seed else measure("seed", archive, folder / "seed")
        tenth = measure("ours", small, folder / "ours")
    return report(rounds, seed, tenth, archive)


def report(rounds: dict[str, list[Told]], seed: Told | None, tenth: Told, archive: Path) -> int:
    seconds = {way: statistics.median(one["seconds"] for one in told)
               for way, told in rounds.items()}  # fmt: skip
    last = rounds["ours"][-1]
    grown = statistics.median(growth(one["steps"]) for one in rounds["ours"])
    more = round(last["peak_mib"] - tenth["peak_mib"], 1)
    results: Told = {
        "captures": last["seen"],
        "kept": last["kept"],
        "outcomes": last["outcomes"],
        "seconds": seconds,
        "all_seconds": {way: [one["seconds"] for one in told] for way, told in rounds.items()},
        "cpu_seconds": {
            way: statistics.median(one["cpu_seconds"] for one in told)
            for way, told in rounds.items()
        },
        "times_the_floor": round(seconds["ours"] / seconds["floor"], 2),
        "allowed_times_the_floor": MOST_OF_FLOOR,
        "last_tenth_over_first": grown,
        "allowed_last_tenth_over_first": MOST_GROWTH,
        "peak_mib": last["peak_mib"],
        "peak_mib_of_a_tenth": tenth["peak_mib"],
    }
    passed = (
        results["times_the_floor"] <= MOST_OF_FLOOR
        and grown <= MOST_GROWTH
        and more <= MOST_MORE_MIB
    )
    if seed is not None:
        faster = round(seed["seconds"] / seconds["ours"], 1)
        results |= {"seconds_of_the_seeds_way": seed["seconds"], "times_faster_than_it": faster}
        passed = passed and faster >= LEAST_OF_SEED
    results["passed"] = passed
    record("import", results)
    print(json.dumps(results, indent=1))
    return 0 if passed else 1


if __name__ == "__main__":
    raise SystemExit(main())
