"""Runs the scorers and holds their floors: `scripts/evaluate --help`.

Ends with 0 where every floor is reached (or the corpus is not here), 1 where one is not, 2 for a
command line that makes no sense.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from corpora import shared
from evaluation import floors, report, summary
from evaluation.contract import Result, Scorer
from evaluation.scorers import SCORERS

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class Places:
    """What a run reads and writes in the repository."""

    floors: Path = ROOT / "evaluation" / "floors.toml"
    reports: Path = ROOT / "evaluation" / "reports"
    page: Path = ROOT / "docs" / "evaluation.md"


def main(
    arguments: Sequence[str] | None = None,
    scorers: Sequence[Scorer] = SCORERS,
    places: Places = Places(),  # noqa: B008 - frozen
) -> int:
    options = _options(arguments, [scorer.name for scorer in scorers])
    chosen = [scorer for scorer in scorers if _is_wanted(scorer, options)]
    failed = [scorer.name for scorer in chosen if not evaluate(scorer, options, places)]
    if options.update:
        summary.refresh(floors.load(places.floors), places.page)
    if failed:
        print(f"\nBelow a floor or not as pinned: {', '.join(failed)}")
    return 1 if failed else 0


def evaluate(scorer: Scorer, options: argparse.Namespace, places: Places) -> bool:
    """Run one scorer, say and write what came of it; whether it passed."""
    if scorer.needs_shared and (reason := shared.absent()):
        print(f"{scorer.name}\n  skipped: {reason}")
        return True
    digest, result = scorer.corpus(), scorer.score()
    if options.update:
        _pin(scorer.name, digest, result, options.allow_regression, places.floors)
    pinned = floors.load(places.floors).get(scorer.name)
    print(report.screen(scorer.name, result, pinned))
    if options.misses:
        print("".join(f"  - {miss}\n" for miss in result.misses), end="")
    report.write(scorer, result, pinned, places.reports)
    faults = list(floors.faults(pinned, digest, result.measures))
    for fault in faults:
        print(f"  FAILED: {fault}")
    return not faults


def _pin(name: str, digest: str, result: Result, allow_regression: bool, path: Path) -> None:
    """One scorer at a time, so that a later one that breaks costs no earlier one its floors."""
    pinned = floors.load(path)
    pinned[name] = floors.raised(
        pinned.get(name), digest, result.measures, allow_regression=allow_regression
    )
    floors.save(pinned, path)


def _is_wanted(scorer: Scorer, options: argparse.Namespace) -> bool:
    if options.only:
        return scorer.name in options.only
    return options.full or not scorer.is_slow


def _options(arguments: Sequence[str] | None, names: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="scripts/evaluate", description="Score Sheaf against known truth; hold the floors."
    )
    say = parser.add_argument
    say("--full", action="store_true", help="run the slow scorers too")
    say("--only", action="append", choices=names, help="run this scorer (may be repeated)")
    say("--misses", action="store_true", help="name what was wrong; never written to a report")
    say("--update", action="store_true", help="raise the floors to the scores reached")
    say("--allow-regression", action="store_true", help="with --update: lower them too")
    options = parser.parse_args(arguments)
    if options.allow_regression and not options.update:
        parser.error("--allow-regression means something only with --update")
    return options
