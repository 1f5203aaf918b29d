"""Text, lines and verdict cost little more than bare PDFium: pages per CPU second, in one run.

    scripts/bench text [--rounds N] [--files N]

The floor is `get_text_range()` of pypdfium2 on every page, in this process, over the same files.
Text in reading order must run at 0.7 of it, with the lines of every page at 0.5, and with the
verdict at 0.5. The ways take turns file by file, so that a busy machine slows all of them alike.
The files are the shared papers where they are at hand, else papers of the simulated web.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from datetime import UTC, datetime

from _papers import CORPUS, bare, files
from _record import record

from sheaf.curate.filter.academic import AcademicFilter
from sheaf.curate.text import pdf as text_pdf
from sheaf.curate.text.contract import ALL_PAGES, TextOptions
from sheaf.curate.text.readers import TextStage
from sheaf.records import Candidate, Capture, Dropped, Location
from sheaf.settings import Curate

ASKED = {"text": 0.7, "lines": 0.5, "verdict": 0.5}


def text(data: bytes) -> int:
    return _read(data, TextOptions())


def lines(data: bytes) -> int:
    return _read(data, TextOptions(layout_pages=ALL_PAGES))


def _read(data: bytes, reading: TextOptions) -> int:
    found = text_pdf.read(data, reading)
    if isinstance(found, Dropped):
        raise SystemExit(f"a file of the benchmark cannot be read: {found.reason}")
    return found.pages


def verdict_with(settings: Curate) -> Callable[[bytes], int]:
    reader, judge = TextStage(settings, required=True), AcademicFilter(settings)
    place = Capture("http://localhost/", datetime.now(UTC), Location("benchmark", "0"))

    def verdict(data: bytes) -> int:
        candidate = reader(Candidate(place, data, "application/pdf"))
        if isinstance(candidate, Dropped) or candidate.text is None:
            raise SystemExit("a file of the benchmark has no text")
        judge(candidate)
        return candidate.text.pages

    return verdict


def measure(
    ways: dict[str, Callable[[bytes], int]], count: int, rounds: int
) -> tuple[int, dict[str, float]]:
    """Pages, and CPU seconds by way."""
    seconds = dict.fromkeys(ways, 0.0)
    pages = 0
    for data in files(count):
        for way in ways.values():
            pages_of_file = way(data)  # once unmeasured, so that nobody pays for cold caches
        pages += pages_of_file * rounds
        for _ in range(rounds):
            for name, way in ways.items():
                started = time.process_time()
                way(data)
                seconds[name] += time.process_time() - started
    return pages, seconds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--files", type=int, default=99)
    options = parser.parse_args()
    ways = {"bare": bare, "text": text, "lines": lines, "verdict": verdict_with(Curate())}
    pages, seconds = measure(ways, options.files, options.rounds)
    rates = {name: round(pages / taken) for name, taken in seconds.items()}
    ratios = {name: round(seconds["bare"] / seconds[name], 2) for name in ASKED}
    passed = all(ratios[name] >= asked for name, asked in ASKED.items())
    for name, rate in rates.items():
        ratio = f"  {ratios[name]:.2f} of bare, asked {ASKED[name]}" if name in ASKED else ""
        print(f"{name:8} {rate:6} pages per CPU second{ratio}")
    record(
        "text",
        {
            "corpus": CORPUS,
            "pages": pages // options.rounds,
            "rounds": options.rounds,
            "pages_per_cpu_second": rates,
            "to_bare": ratios,
            "asked": ASKED,
            "passed": passed,
        },
    )
    return 0 if passed else 1


if __name__ == "__main__":
    raise SystemExit(main())
