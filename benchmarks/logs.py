"""A crawl.log is read at 100,000 lines a second of a core, in memory that does not grow.

    scripts/bench logs [--lines N]

Measured are plain parsing and the lookup that archives are joined with: how fast it is made of a
log and how many captures find their line in a second. The log is made up: rows of Heritrix 1 and,
in a second log, of Heritrix 3 with its JSON column. Beside them, in the same run, a floor that
only splits each line at its spaces. Speed is told per CPU second, so that a busy machine does not
spoil it; each measurement has a process of its own. Ten million lines need 8 GB of disk.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import islice, pairwise
from pathlib import Path

from _alone import alone, peak_mib
from _record import record

from sheaf.acquire.importers.logs.heritrix_log import CrawlLogLine, read_log
from sheaf.acquire.importers.logs.lookup import LogLookup

LINES_PER_SECOND = 100_000
PEAK_MIB = 300
GROWTH_MIB = 20  # between a tenth of the log and all of it
SLOWDOWN = 1.3  # of the last tenth against the first
DISTINCT = 10_000
QUESTIONS = 20_000  # captures that look for their line


def made_up_row(number: int, version: int) -> bytes:
    digest = base64.b32encode(hashlib.sha1(str(number).encode()).digest()).decode()
    host, second = f"www{number % 997}.example.edu", number // 60 % 60
    status, mime_type = [(200, "text/html"), (200, "application/pdf"), (404, "text/html")][
        number % 3
    ]
    path = f"~user{number % 89}/papers/{number}.pdf"
    row = (
        f"2013-02-22T05:34:{second:02}.{number % 1000:03}Z {status:5} {number * 37:10} "
        f"http://{host}/{path} {'L' * (number % 9 + 1)} http://{host}/~user{number % 89}/ "
        f"{mime_type} #{number % 50:03} 201302220534{second:02}{number % 1000:03}+210 "
        f"sha1:{digest} - {'3t' if number % 7 == 0 else '-'}"
    )
    if version == 3:
        extra = {"contentSize": number, "warcFilename": "W-00001.warc.gz", "warcFileOffset": number}
        row += " " + json.dumps({**extra, "scopeDecision": "ACCEPT by rule #3 HopsPathMatches"})
    return row.encode() + b"\n"


def write_log(path: Path, lines: int, version: int) -> Path:
    """Ten thousand different rows, over and over, each time with other URLs: making a million
    would take longer than reading them."""
    rows = [made_up_row(number, version) for number in range(min(lines, DISTINCT))]
    with path.open("wb") as file:
        for start in range(0, lines, len(rows)):
            renamed = b"/papers/%d-" % start
            file.writelines(row.replace(b"/papers/", renamed) for row in rows[: lines - start])
    return path


def bare(path: Path) -> Iterator[list[bytes]]:
    """The floor: every line, split at its spaces."""
    with path.open("rb") as file:
        for line in file:
            yield line.split()


def understood(path: Path) -> Iterator[CrawlLogLine]:
    for row in read_log(path):
        if not isinstance(row, CrawlLogLine):
            raise SystemExit(f"a row was not understood: {row}")
        yield row


def measure(reader: Callable[[Path], Iterator[object]], log: Path, lines: int) -> dict[str, float]:
    marks, read = [time.process_time()], 0
    for _ in reader(log):
        read += 1
        if read % (lines // 10) == 0:
            marks.append(time.process_time())
    if read != lines:
        raise SystemExit(f"{read} rows of {lines}")
    tenths = [after - before for before, after in pairwise(marks)]
    return {
        "lines_per_cpu_second": round(lines / (marks[-1] - marks[0])),
        "last_tenth_to_first": round(tenths[-1] / tenths[0], 2),
        "peak_mib": peak_mib(),
    }


def measure_lookup(log: Path, lines: int) -> dict[str, float]:
    started, clock = time.process_time(), time.monotonic()
    lookup = LogLookup([log], log.parent)
    built, seconds = time.process_time() - started, time.monotonic() - clock
    if lookup.rows != lines:
        raise SystemExit(f"{lookup.rows} rows of {lines}")
    peak = peak_mib()
    count, size = (
        lookup.database.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("page_count", "page_size")
    )
    every = lines // min(QUESTIONS, lines)
    asked = [(row.url, row.time) for row in islice(understood(log), 0, None, every)]
    started = time.process_time()
    for url, when in asked:
        if lookup.find(url, when) is None:
            raise SystemExit(f"{url} was not found")
    looked, started = time.process_time() - started, time.process_time()
    left = sum(1 for _ in lookup.iterate_unmatched())
    if left != lines - len(asked):
        raise SystemExit(f"{left} lines were not answered")
    return {
        "lines_per_cpu_second": round(lines / built),
        "seconds": round(seconds, 1),
        "peak_mib": peak,
        "disk_mib": round(count * size / 1024**2),
        "lookups_per_cpu_second": round(len(asked) / looked),
        "unanswered_per_cpu_second": round(left / (time.process_time() - started)),
        "peak_mib_at_the_end": peak_mib(),
    }


def measure_version(folder: Path, version: int, lines: int) -> dict[str, object]:
    log = write_log(folder / f"{version}.log", lines, version)
    tenth = write_log(folder / f"{version}.tenth.log", lines // 10, version)
    floor, whole = alone(measure, bare, log, lines), alone(measure, understood, log, lines)
    lookup = alone(measure_lookup, log, lines)
    growth = whole["peak_mib"] - alone(measure, understood, tenth, lines // 10)["peak_mib"]
    passed = (
        whole["lines_per_cpu_second"] >= LINES_PER_SECOND
        and whole["last_tenth_to_first"] <= SLOWDOWN
        and whole["peak_mib"] <= PEAK_MIB
        and growth <= GROWTH_MIB
        and lookup["lines_per_cpu_second"] >= LINES_PER_SECOND
        and lookup["peak_mib_at_the_end"] <= PEAK_MIB
    )
    to_floor = round(floor["lines_per_cpu_second"] / whole["lines_per_cpu_second"], 1)
    log.unlink()
    tenth.unlink()
    return {"read_log": whole, "lookup": lookup, "floor": floor, "floor_to_ours": to_floor,
            "growth_mib": round(growth, 1), "passed": passed}  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=1_000_000)
    options = parser.parse_args()
    # A multiple of a hundred, so that tenths of tenths are whole.
    lines = max(1_000, options.lines // 100 * 100)
    results: dict[str, object] = {"lines": lines, "asked_lines_per_second": LINES_PER_SECOND}
    passed = True
    with tempfile.TemporaryDirectory(prefix="sheaf-bench-") as name:
        for version in (1, 3):
            found = measure_version(Path(name), version, lines)
            print(f"Heritrix {version}: {found}")
            results[f"heritrix_{version}"] = found
            passed = passed and bool(found["passed"])
    record("logs", {**results, "passed": passed})
    return 0 if passed else 1


if __name__ == "__main__":
    raise SystemExit(main())
