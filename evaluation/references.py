"""Scores the reading of single references on three corpora of strings the model has not seen.

The held-out tenth of GROBID's citation corpus, by document; UMass dev; EXCITE German. When a field
is right, `evaluation/reference_fields.py` says. The last table shows whether the confidence of a
field can be believed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from corpora.references import grobid
from corpora.references.annotated import Annotated
from corpora.references.scored import excite, umass
from corpora.shared import digest
from evaluation.contract import Measure, Result, Table, percent, share
from evaluation.reference_fields import Tally, as_fields, as_labelled
from sheaf.extract.citation.confidence import calibrate
from sheaf.extract.citation.parsing import calibration, label_texts
from sheaf.extract.citation.spans import Span
from sheaf.extract.citation.tokens import clean_reference

# kermitt2/grobid doc/benchmarks/Benchmarking-models.md and delft's sequence_labeling_grobid: ten
# folds over single references, so that a paper's references stand on both sides.
GROBID_PEER = "GROBID 10-fold by reference: CRF 94.5, best deep model 95.3"
# GROBID's citation model, trained anew from its public data, on strings it was not trained on.
UMASS_PEER = "GROBID CRF on UMass test: 94.0"
EXCITE_PEER = "GROBID CRF on EXCITE English: 91.4"
BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 1.0)
COLUMNS = ("field", "true", "precision", "recall", "F1")
BATCH = 256


@dataclass(frozen=True, slots=True)
class Corpus:
    name: str
    title: str
    peer: str
    without: tuple[str, ...] = ()  # fields that its annotators did not mark
    series_too: bool = False

    def references(self) -> Iterator[Annotated]:
        if self.name == "grobid":
            return (one for one in grobid.references() if one.is_held_out)
        return umass("dev") if self.name == "umass" else excite("german")


CORPORA = (
    Corpus("grobid", "GROBID, held-out tenth by document", GROBID_PEER),
    Corpus("umass", "UMass dev", UMASS_PEER, without=("identifier", "url")),
    Corpus("excite", "EXCITE German", EXCITE_PEER, ("identifier", "place"), series_too=True),
)


class References:
    name = "references"
    about = "Single reference strings, read field by field."
    is_slow = False
    needs_shared = True

    def corpus(self) -> str:
        return digest([one.source, one.pieces] for corpus in CORPORA for one in corpus.references())

    def score(self) -> Result:
        measures: list[Measure] = []
        tables: list[Table] = []
        for corpus in CORPORA:
            truth = list(corpus.references())
            read = read_spans([one.text for one in truth])
            fields = tally(truth, read, corpus)
            measures += _measures(corpus, fields)
            tables.append(Table(corpus.title, COLUMNS, fields.rows()))
            if corpus.name == "grobid":
                labels = _labels(truth, read)
                measures.append(Measure("grobid_labels_f1", labels.f1(), len(truth), GROBID_PEER))
                tables.append(Table(f"{corpus.title}, label by label", COLUMNS, labels.rows()))
                tables.append(reliability(truth, read))
        return Result(tuple(measures), tuple(tables))


def read_spans(texts: Sequence[str]) -> list[list[Span]]:
    found: list[list[Span]] = []
    for start in range(0, len(texts), BATCH):
        found += label_texts([clean_reference(text) for text in texts[start : start + BATCH]])
    return found


def tally(truth: Sequence[Annotated], read: Sequence[Sequence[Span]], corpus: Corpus) -> Tally:
    counted = Tally()
    for one, spans in zip(truth, read, strict=True):
        counted.add(
            as_fields(one.pieces, corpus.without, series_too=corpus.series_too),
            as_fields(_marked(spans), corpus.without, series_too=corpus.series_too),
        )
    return counted


def _labels(truth: Sequence[Annotated], read: Sequence[Sequence[Span]]) -> Tally:
    counted = Tally()
    for one, spans in zip(truth, read, strict=True):
        counted.add(as_labelled(one.pieces), as_labelled(_marked(spans)))
    return counted


def _marked(spans: Iterable[Span]) -> list[tuple[str, str | None]]:
    return [(span.text, span.label) for span in spans]


def _measures(corpus: Corpus, fields: Tally) -> list[Measure]:
    return [
        Measure(f"{corpus.name}_f1", fields.f1(), sum(fields.true.values()), corpus.peer),
        Measure(f"{corpus.name}_whole", share(fields.whole, fields.references), fields.references),
    ]


def reliability(truth: Sequence[Annotated], read: Sequence[Sequence[Span]]) -> Table:
    """By stated confidence: how many fields there are, and how many are right."""
    bends = calibration()
    stated: list[tuple[float, bool]] = []
    for one, spans in zip(truth, read, strict=True):
        true = as_labelled(one.pieces)
        found = as_labelled(_marked(spans))
        for span in spans:
            chance = calibrate(span.sure, bends.get(span.label))
            is_right = true.get(span.label) == found.get(span.label)
            stated.append((chance, is_right))
    rows: list[tuple[str | int, ...]] = []
    for low, high in pairwise(BINS):
        inside = [one for one in stated if low <= one[0] < high or one[0] == high == 1.0]
        mean = sum(chance for chance, _ in inside) / len(inside) if inside else 0.0
        right = share(sum(is_right for _, is_right in inside), len(inside))
        rows.append((f"{low:.2f} to {high:.2f}", len(inside), percent(mean), percent(right)))
    return Table(
        "Can the confidence be believed?", ("stated", "fields", "mean %", "right %"), tuple(rows)
    )
