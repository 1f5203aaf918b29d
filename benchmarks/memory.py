"""Memory stays flat: the coordinator's peak RSS for 1,000 and for 10,000 captures, in one run.

    scripts/bench memory [--small N] [--large N] [--jobs N]

Both archives are made by the simulated web. The larger may take at most 50 MiB more. The floor
is a process that opens a library and imports nothing.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from _record import record

from sheaf.world import World, write_warc

ALLOWED = 50  # MiB between the small and the large import

IMPORT = """
import json, resource, sys, time
from pathlib import Path
import sheaf
started = time.monotonic()
with sheaf.init(Path(sys.argv[1])) as library:
    if len(sys.argv) > 2:
        summary = library.import_([Path(sys.argv[2])], jobs=int(sys.argv[3]))
        captures, outcomes = summary.captures, summary.outcomes
    else:
        captures, outcomes = 0, {}
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"captures": captures, "outcomes": outcomes, "peak_mib": round(peak, 1),
                  "seconds": round(time.monotonic() - started, 1)}))
"""


def measure(library: Path, *arguments: str) -> dict[str, object]:
    """In a process of its own, so that one measurement does not add to the next."""
    done = subprocess.run(
        [sys.executable, "-c", IMPORT, str(library), *arguments],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    answer: dict[str, object] = json.loads(done.stdout)
    return answer


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
    results: dict[str, object] = {}
    with tempfile.TemporaryDirectory(prefix="sheaf-bench-") as name:
        folder = Path(name)
        results["floor"] = measure(folder / "empty")
        for size in (options.small, options.large):
            made = archive(folder, size)
            results[str(size)] = measure(folder / f"lib{size}", str(made), str(options.jobs))
            print(size, results[str(size)])
    peaks = [results[str(size)]["peak_mib"] for size in (options.small, options.large)]  # type: ignore[index]
    growth = round(peaks[1] - peaks[0], 1)
    passed = growth <= ALLOWED
    results |= {"growth_mib": growth, "allowed_mib": ALLOWED, "passed": passed}
    record("memory", results)
    print(f"from {peaks[0]} to {peaks[1]} MiB: {growth} MiB more (allowed {ALLOWED})")
    return 0 if passed else 1


if __name__ == "__main__":
    raise SystemExit(main())
