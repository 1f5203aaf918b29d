"""Scores the academic filter as it ships, on documents of owners it was not trained on.

The answer is the outcome of `sheaf judge`: what would be kept is a yes, everything else is a no. A
file that nobody can read without a password, or that is a picture where no OCR is installed, is
judged by that outcome, and is no miss of the filter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corpora.documents import HELD_OUT, fold_of, kind_names
from corpora.shared import Row, digest_of_files, documents, path_of
from evaluation.confusion import count, macro_f1
from evaluation.contract import Measure, Result, Table, percent, rate_row, share
from evaluation.surroundings import plain_library
from sheaf import app
from sheaf.curate.filter.judgement import WOULD_KEEP

TRUTH = ("kind", "academic", "field")
UNJUDGED = frozenset({"encrypted", "unreadable_text"})
# Wu et al., "Web Crawler Middleware for Search Engine Digital Libraries: A Case Study for
# CiteSeerX": a logistic classifier over 45 features, cross-validated on over 400 documents.
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
    """A document's truth beside what became of it. `true_kind` is in the words of the filter, and
    None where the truth names no kind."""

    file: str
    kind: str
    field: str | None
    academic: bool
    outcome: str
    true_kind: str | None = None
    answer: str | None = None
    language: str | None = None
    probability: float | None = None

    @property
    def kept(self) -> bool:
        return self.outcome == WOULD_KEEP

    @property
    def right(self) -> bool:
        return self.kept == self.academic or self.outcome in UNJUDGED


class Academic:
    name = "academic"
    about = (
        "The filter as it ships, by the outcome of `sheaf judge`, on real documents of owners"
        " it was not trained on."
    )
    is_slow = False
    needs_shared = True

    def corpus(self) -> str:
        return digest_of_files(self._rows(), TRUTH)

    def score(self) -> Result:
        rows = self._rows()
        answers = judge([path_of(row) for row in rows])
        return score([judged(row, answer) for row, answer in zip(rows, answers, strict=True)])

    def _rows(self) -> list[Row]:
        return [
            row for row in documents()
            if row["academic"] is not None and fold_of(owner_of(row)) in HELD_OUT
        ]  # fmt: skip


def owner_of(row: Row) -> str:
    return str(row["source"]["repo"]).split("/")[0]


def judge(files: Sequence[Path]) -> list[Mapping[str, Any]]:
    """One answer a file, in their order."""
    with plain_library() as library:
        answers = {one["file"]: one for one in app.judge(files, library.folder)}
    return [answers[str(path)] for path in files]


def judged(row: Row, answer: Mapping[str, Any]) -> Judged:
    return Judged(
        row["file"],
        row["kind"],
        row["field"],
        row["academic"],
        answer["outcome"],
        kind_names().get(row["kind"]),
        answer["kind"],
        row["language"],
        answer["academic"],
    )


def score(judged: Sequence[Judged]) -> Result:
    return Result(
        measures=tuple(measures(judged)),
        tables=(outcomes(judged), pass_rates(judged), by_kind(judged)),
        misses=tuple(miss(one) for one in judged if not one.right),
    )


def measures(judged: Sequence[Judged]) -> list[Measure]:
    kept = [one for one in judged if one.kept]
    academic = [one for one in judged if one.academic and one.outcome not in UNJUDGED]
    both = sum(one.academic for one in kept)
    right = sum(one.right for one in judged)
    found = [
        Measure("accuracy", share(right, len(judged)), len(judged), SEED_ACCURACY),
        Measure("precision", share(both, len(kept)), len(kept)),
        Measure("recall", share(both, len(academic)), len(academic)),
    ]
    named = with_kinds(judged)
    if named:
        same = sum(one.answer == one.true_kind for one in named)
        pairs = count([str(one.true_kind) for one in named], [str(one.answer) for one in named])
        found.append(Measure("kind_accuracy", share(same, len(named)), len(named)))
        found.append(Measure("kind_macro_f1", macro_f1(pairs), len(named)))
    return found


def with_kinds(judged: Sequence[Judged]) -> list[Judged]:
    """What has a kind in truth and was judged at all."""
    return [one for one in judged if one.true_kind and one.answer]


def outcomes(judged: Sequence[Judged]) -> Table:
    counts = Counter((one.outcome, one.academic) for one in judged)
    names = sorted({one.outcome for one in judged})
    rows = tuple((name, counts[name, True], counts[name, False]) for name in names)
    return Table("How the documents ended", ("outcome", "academic", "not academic"), rows)


def pass_rates(judged: Sequence[Judged]) -> Table:
    """Only papers are told apart by field, so this is recall, field by field."""
    papers = [one for one in judged if one.academic and one.field]
    rows = [
        (*row, SEED_PASS_RATES.get(str(row[0]), ""))
        for row in grouped(papers, lambda one: one.field or "")
    ]
    passed = sum(one.right for one in papers)
    rows.append(("all", len(papers), passed, percent(share(passed, len(papers))), SEED_MIXED))
    columns = ("field", "papers", "passed", "%", "seed's %")
    return Table("Papers that pass, by field", columns, tuple(rows))


def by_kind(judged: Sequence[Judged]) -> Table:
    columns = ("kind", "documents", "right", "%")
    return Table(
        "Paper or not: right answers, by kind",
        columns,
        tuple(grouped(judged, lambda one: one.kind)),
    )


def grouped(
    judged: Sequence[Judged], label: Callable[[Judged], str]
) -> list[tuple[str, int, int, str]]:
    """The largest group first."""
    sizes = Counter(map(label, judged))
    return [
        rate_row(name, [one.right for one in judged if label(one) == name])
        for name in sorted(sizes, key=lambda name: (-sizes[name], name))
    ]


def miss(one: Judged) -> str:
    sure = "" if one.probability is None else f" ({one.probability:.2f}, {one.answer})"
    return f"{one.file}: {one.kind}, academic is {one.academic}, ended as {one.outcome}{sure}"
