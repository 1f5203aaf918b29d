"""Header and references cost a few times bare PDFium: papers per CPU second, in one run.

    scripts/bench extract [--rounds N] [--files N]

The floor is `get_text_range()` of pypdfium2 on every page, in this process, over the same files.
Reading a whole Paper (text, lines, header, references, contexts, body) may take six times as
long. The ways take turns file by file, so that a busy machine slows both alike. A process of its
own tells how long it takes to start and how much memory it holds after all the files.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time

from _papers import CORPUS, bare, files
from _record import record

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # as in a worker, and before numpy is there

MOST = 6.0  # times bare PDFium
GOAL = 4.0
MOST_MEMORY = 400  # MiB of a worker
LONGEST_START = 1.5  # seconds, until the first paper can be read


def extract(data: bytes) -> None:
    from sheaf.curate.text.contract import ALL_PAGES, TextOptions
    from sheaf.curate.text.readers import read_text
    from sheaf.extract.contract import Readable
    from sheaf.extract.reading import find_extractor
    from sheaf.records import Text

    text = read_text(data, "application/pdf", TextOptions(layout_pages=ALL_PAGES))
    if not isinstance(text, Text):
        raise SystemExit(f"a file of the benchmark cannot be read: {text.reason}")
    find_extractor("paper").read(Readable(text, data))


def measure(count: int, rounds: int) -> tuple[int, float, float]:
    """Papers, and CPU seconds of the floor and of the extractor."""
    papers, floor, ours = 0, 0.0, 0.0
    for data in files(count):
        bare(data)  # once unmeasured, so that nobody pays for cold caches
        extract(data)
        papers += 1
        for _ in range(rounds):
            started = time.process_time()
            bare(data)
            between = time.process_time()
            extract(data)
            floor += between - started
            ours += time.process_time() - between
    return papers, floor / rounds, ours / rounds


def worker(count: int) -> None:
    """What a worker process does and holds, told on standard output."""
    started = time.perf_counter()
    from sheaf.extract.reading import find_extractor

    find_extractor("paper").warm_up()
    ready = time.perf_counter() - started
    for data in files(count):
        extract(data)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"start_seconds": round(ready, 2), "memory_mib": round(memory)}))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--files", type=int, default=99)
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        worker(options.files)
        return 0
    alone = [sys.executable, __file__, "--worker", "--files", str(options.files)]
    held = json.loads(subprocess.run(alone, check=True, capture_output=True).stdout)
    papers, floor, ours = measure(options.files, options.rounds)
    ratio = ours / floor
    passed = (
        ratio <= MOST and held["memory_mib"] < MOST_MEMORY and held["start_seconds"] < LONGEST_START
    )
    print(f"bare     {papers / floor:6.1f} papers per CPU second")
    print(
        f"extract  {papers / ours:6.1f} papers per CPU second: {ratio:.2f} times the time of bare"
    )
    print(f"         (allowed {MOST}, goal {GOAL})")
    print(f"worker   ready after {held['start_seconds']} s, {held['memory_mib']} MiB")
    record(
        "extract",
        {
            "corpus": CORPUS,
            "papers": papers,
            "rounds": options.rounds,
            "papers_per_cpu_second": {
                "bare": round(papers / floor, 1),
                "extract": round(papers / ours, 1),
            },
            "times_bare": round(ratio, 2),
            "allowed": MOST,
            "goal": GOAL,
            "worker": held,
            "passed": passed,
        },
    )
    return 0 if passed else 1


if __name__ == "__main__":
    raise SystemExit(main())
