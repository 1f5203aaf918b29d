"""Scores the academic filter: is it a paper, yes or no, on real documents of many kinds.

The answer is the outcome of `sheaf judge`: what would be kept is a yes, everything else (an
encrypted file, a scan without text) is a no, right or wrong like any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from evaluation.contract import Measure, Result, Table, percent, rate_row, share
from evaluation.corpus import Row, digest_of_files, documents, path_of
from evaluation.surroundings import plain_library
from sheaf import app
from sheaf.curate.judging import WOULD_KEEP

TRUTH = ("kind", "academic", "field")
# Wu et al., "Web Crawler Middleware for Search Engine Digital Libraries: A Case Study for
# CiteSeerX": a logistic classifier over 45 features, cross-validated on over 400 documents.
# Ours is not: whoever changes the rules may have seen these documents.
SEED_ACCURACY = "seed 91.3 (cross-validated, on over 400 other documents)"
# Its Table 8: how many of 100 papers of a field pass. Other documents than ours, of like fields.
SEED_PASS_RATES = {
    "cs": "91.1 (CS)",
    "maths": "75.7 (Math-Ph)",
    "physics": "75.7 (Math-Ph)",
    "biology": "41.3 (PubMed)",
}
SEED_MIXED = "84.5 (arXiv, mixed)"


@dataclass(frozen=True, slots=True)
class Judged:
    """A document's truth beside what became of it."""

    file: str
    kind: str
    field: str | None
    academic: bool
    outcome: str

    @property
    def kept(self) -> bool:
        return self.outcome == WOULD_KEEP

    @property
    def right(self) -> bool:
        return self.kept == self.academic


class Academic:
    name = "academic"
    about = "The academic filter's yes or no on real documents, by the outcome of `sheaf judge`."
    is_slow = False
    needs_shared = True

    def corpus(self) -> str:
        return digest_of_files(self._rows(), TRUTH)

    def score(self) -> Result:
        rows = self._rows()
        outcomes = judge([path_of(row) for row in rows])
        return score(
            [
                Judged(row["file"], row["kind"], row["field"], row["academic"], outcome)
                for row, outcome in zip(rows, outcomes, strict=True)
            ]
        )

    def _rows(self) -> list[Row]:
        return [row for row in documents() if row["academic"] is not None]


def judge(files: Sequence[Path]) -> list[str]:
    """One outcome a file, in their order."""
    with plain_library() as library:
        answers = {one["file"]: one["outcome"] for one in app.judge(files, library.folder)}
    return [answers[str(path)] for path in files]


def score(judged: Sequence[Judged]) -> Result:
    kept = [one for one in judged if one.kept]
    academic = [one for one in judged if one.academic]
    both = sum(one.academic for one in kept)
    right = sum(one.right for one in judged)
    return Result(
        measures=(
            Measure("accuracy", share(right, len(judged)), len(judged), SEED_ACCURACY),
            Measure("precision", share(both, len(kept)), len(kept)),
            Measure("recall", share(both, len(academic)), len(academic)),
        ),
        tables=(_outcomes(judged), _pass_rates(judged), _by_kind(judged)),
        misses=tuple(_miss(one) for one in judged if not one.right),
    )


def _outcomes(judged: Sequence[Judged]) -> Table:
    counts = Counter((one.outcome, one.academic) for one in judged)
    outcomes = sorted({one.outcome for one in judged})
    rows = tuple((name, counts[name, True], counts[name, False]) for name in outcomes)
    return Table("How the documents ended", ("outcome", "academic", "not academic"), rows)


def _pass_rates(judged: Sequence[Judged]) -> Table:
    """Only papers are told apart by field, so this is recall, field by field."""
    papers = [one for one in judged if one.academic and one.field]
    rows = [
        (*row, SEED_PASS_RATES.get(str(row[0]), ""))
        for row in _grouped(papers, lambda one: one.field or "")
    ]
    passed = sum(one.kept for one in papers)
    rows.append(("all", len(papers), passed, percent(share(passed, len(papers))), SEED_MIXED))
    columns = ("field", "papers", "passed", "%", "seed's %")
    return Table("Papers that pass, by field", columns, tuple(rows))


def _by_kind(judged: Sequence[Judged]) -> Table:
    columns = ("kind", "documents", "right", "%")
    return Table("Right answers, by kind", columns, tuple(_grouped(judged, lambda one: one.kind)))


def _grouped(
    judged: Sequence[Judged], label: Callable[[Judged], str]
) -> list[tuple[str, int, int, str]]:
    """The largest group first."""
    sizes = Counter(map(label, judged))
    return [
        rate_row(name, [one.right for one in judged if label(one) == name])
        for name in sorted(sizes, key=lambda name: (-sizes[name], name))
    ]


def _miss(one: Judged) -> str:
    return f"{one.file}: {one.kind}, academic is {one.academic}, ended as {one.outcome}"
