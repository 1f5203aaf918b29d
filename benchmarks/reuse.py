"""What an import saves by not reading near-copies again, and what that costs in what was read.

    scripts/bench reuse [--papers N] [--share S]

The experiment of CiteSeerExtractor (8.46 % of the time over 3.6 million documents), made again with
a stream of papers of a simulated web: a share of them are near-copies of earlier ones, at random
places. Of 100 that were looked at there 37 had the very same fingerprint; so here 37 of 100 have
the same text in other bytes, and the others are the version of the venue, whose head and footers
differ. The stream is imported twice, whole, with the academic filter: once with each document read
by itself, once with near-copies found; what was read of the near-copies is compared with the truth
in both. Time is that of the clock and of the processors.

Judged is that no more is wrong, that time of the processors is saved at all, and that to look for
a near-copy, its fingerprint included, takes less than 3 % of reading a paper. How much is saved for
each percent of near-copies is told beside it: the version of a venue is linked, and read anew where
the last third of its text, in which references stand, differs in more than two of 100 rows of
words. The full stream, --papers 4000, takes two imports of 4,000 papers; the default is a tenth of
it, for what is saved depends on the share and not on how many there are.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import resource
import tempfile
import time
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

from _record import record

import sheaf
from sheaf.app import Library
from sheaf.curate.text.contract import TextOptions
from sheaf.extract.reading import Files, read_paper_from_files
from sheaf.workers.near_copies import fingerprint_of_file
from sheaf.world import World

THEIRS = 8.46  # percent
SAME_TEXT = 0.37
MOST_FOR_LOOKING = 3.0  # percent of reading
LOOKED_AT = 60
LETTERS = re.compile(r"[\W_]+")

Truth = dict[str, Any]


def build(folder: Path, papers: int, share: float) -> dict[str, tuple[bool, Truth]]:
    """Files that are read in the order of their names; of each whether it is a near-copy."""
    chance = random.Random(4)
    distinct = papers - round(papers * share)
    world = _world_of(distinct)
    stream = [(chance.random(), number, "preprint") for number in range(distinct)]
    for number in chance.sample(range(distinct), papers - distinct):
        kind = "same text" if chance.random() < SAME_TEXT else "published"
        stream.append((chance.uniform(stream[number][0], 1.0), number, kind))
    known: dict[str, tuple[bool, Truth]] = {}
    for place, (_, number, kind) in enumerate(sorted(stream)):
        paper = world.paper(number)
        data = world.pdf(number)
        if kind == "published":
            data = world._realm.pdf(paper.card, "published")
        elif kind == "same text":
            data += b"\n% another copy\n"
        name = f"{place:06}.pdf"
        (folder / name).write_bytes(data)
        truth = {"title": paper.title, "authors": [author.name.family for author in paper.authors],
                 "references": len(paper.references)}  # fmt: skip
        known[name] = (kind != "preprint", truth)
    return known


def _world_of(papers: int) -> World:
    pages = 10 * papers
    while (world := World(seed=4, pages=pages)).paper_count < papers:
        pages *= 2
    return world


def measure(
    folder: Path, stream: Path, known: dict[str, tuple[bool, Truth]], *, reuse: bool
) -> dict[str, Any]:
    with Library.init(folder):
        pass
    settings = folder / "sheaf.toml"
    settings.write_text(f"[duplicates]\nreuse = {str(reuse).lower()}\n", encoding="utf-8")
    with sheaf.open(folder) as library:
        started, before = time.perf_counter(), cpu_seconds()
        summary = library.import_(stream)
        seconds, cpu = time.perf_counter() - started, cpu_seconds() - before
        told: dict[str, Any] = {
            "seconds": round(seconds, 1), "cpu_seconds": round(cpu, 1),
            "kept": summary.outcomes.get("new", 0),
            "linked": 0, "reused": 0, "reused_whole": 0,
            "titles_right": 0, "authors_right": 0, "references_right": 0,
        }  # fmt: skip
        for _, paper in library.papers():
            is_copy, truth = known[paper["url"].rpartition("/")[2]]
            if is_copy:
                _look_at(paper, truth, told)
    print(json.dumps(told), flush=True)
    return told


def cost_of_looking(folder: Path) -> dict[str, Any]:
    """Of a near-copy for a document, beside reading that; in this process, one after the other."""
    with sheaf.open(folder) as library, closing(library._marks_of_texts()) as marks:
        repository, chosen = library.catalogue.repository, library.settings
        options = TextOptions.from_settings(chosen.curate)
        looking = reading = 0.0
        for place, document in enumerate(islice(library.documents(), LOOKED_AT + 1)):
            text = repository.path(document.id, "txt")
            began = time.process_time()
            digits = fingerprint_of_file(text)
            marks.whole.find_near(int(digits or "0", 16), chosen.duplicates.bits)
            looked = time.process_time()
            pdf = repository.path(document.id, "pdf")
            files = Files(pdf, text, document.mime_type, document.url)
            read_paper_from_files(files, chosen.extract, options)
            if place:  # the first one loads models
                looking, reading = looking + looked - began, reading + time.process_time() - looked
    return {
        "looking_milliseconds": round(1000 * looking / LOOKED_AT, 2),
        "reading_milliseconds": round(1000 * reading / LOOKED_AT, 2),
        "looking_percent_of_reading": round(100 * looking / reading, 2),
    }


def cpu_seconds() -> float:
    """Of this process, and of all workers that have ended."""
    own, workers = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + workers.ru_utime + workers.ru_stime


def _look_at(paper: dict[str, Any], truth: Truth, told: dict[str, Any]) -> None:
    provenance = paper["provenance"]
    reused = provenance.get("reused_from")
    told["linked"] += bool(reused or provenance.get("near_copy_of"))
    told["reused"] += reused is not None
    told["reused_whole"] += bool(reused) and reused["parts"] == "all"
    told["titles_right"] += _letters(paper["title"] or "") == _letters(truth["title"])
    names = [author.get("family") for author in paper["authors"]]
    told["authors_right"] += names == truth["authors"]
    told["references_right"] += len(paper["references"]) == truth["references"]


def _letters(text: str) -> str:
    return LETTERS.sub("", text).casefold()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--papers", type=int, default=400)
    parser.add_argument("--share", type=float, default=0.1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="sheaf-bench-") as name:
        place = Path(name)
        stream = place / "stream"
        stream.mkdir()
        known = build(stream, options.papers, options.share)
        alone = measure(place / "alone", stream, known, reuse=False)
        ours = measure(place / "ours", stream, known, reuse=True)
        looking = cost_of_looking(place / "alone")
    saved = round(100 * (1 - ours["seconds"] / alone["seconds"]), 2)
    saved_cpu = round(100 * (1 - ours["cpu_seconds"] / alone["cpu_seconds"]), 2)
    copies = sum(is_copy for is_copy, _ in known.values())
    share = round(100 * copies / options.papers, 2)
    is_as_right = all(
        ours[name] >= alone[name] for name in ("titles_right", "authors_right", "references_right")
    )
    results = {
        "papers": options.papers,
        "near_copies": copies,
        "share_of_near_copies_percent": share,
        "each_by_itself": alone,
        "with_reuse": ours,
        "time_saved_percent": saved,
        "cpu_saved_percent": saved_cpu,
        "saved_for_each_percent_of_near_copies": round(saved_cpu / share, 2),
        "theirs_percent": THEIRS,
        **looking,
        "most_percent_for_looking": MOST_FOR_LOOKING,
        "is_as_right": is_as_right,
        "passed": is_as_right
        and ours["kept"] == alone["kept"]
        and saved_cpu > 0
        and looking["looking_percent_of_reading"] < MOST_FOR_LOOKING,
    }
    record("reuse", results)
    print(json.dumps(results, indent=1))
    return 0 if results["passed"] else 1


if __name__ == "__main__":
    raise SystemExit(main())
