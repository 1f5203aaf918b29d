"""Memory stays flat: the coordinator's peak RSS for 1,000 and for 10,000 captures, in one run.

    scripts/bench memory [--small N] [--large N] [--jobs N]

Both archives are made by the simulated web. The larger may take at most 50 MiB more. The floor
is a process that opens a library and imports nothing.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from typing import Any

from _alone import alone, peak_mib
from _record import record

import sheaf
from sheaf.world import World, write_warc

ALLOWED = 50  # MiB between the small and the large import


def measure(folder: Path, made: Path | None = None, jobs: int = 0) -> dict[str, Any]:
    """A library is made, and an archive imported where there is one."""
    started = time.monotonic()
    with sheaf.init(folder) as library:
        summary = library.import_([made], jobs=jobs) if made else None
    return {
        "captures": summary.captures if summary else 0,
        "outcomes": summary.outcomes if summary else {},
        "peak_mib": peak_mib(),
        "seconds": round(time.monotonic() - started, 1),
    }


def archive(folder: Path, captures: int) -> Path:
    path = folder / f"{captures}.warc.gz"
    started = time.monotonic()
    written = write_warc(World(seed=11, pages=int(captures * 1.05) + 20), path, limit=captures)
    print(f"made an archive of {written} captures in {time.monotonic() - started:.0f} s")
    return path


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", type=int, default=1_000)
    parser.add_argument("--large", type=int, default=10_000)
    parser.add_argument("--jobs", type=int, default=0)
    options = parser.parse_args()
    results: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="sheaf-bench-") as name:
        folder = Path(name)
        results["floor"] = alone(measure, folder / "empty")
        for size in (options.small, options.large):
            made = archive(folder, size)
            results[str(size)] = alone(measure, folder / f"lib{size}", made, options.jobs)
            print(size, results[str(size)])
    peaks = [results[str(size)]["peak_mib"] for size in (options.small, options.large)]
    growth = round(peaks[1] - peaks[0], 1)
    passed = growth <= ALLOWED
    results |= {"growth_mib": growth, "allowed_mib": ALLOWED, "passed": passed}
    record("memory", results)
    print(f"from {peaks[0]} to {peaks[1]} MiB: {growth} MiB more (allowed {ALLOWED})")
    return 0 if passed else 1


if __name__ == "__main__":
    raise SystemExit(main())
