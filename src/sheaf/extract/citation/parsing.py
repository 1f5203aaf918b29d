"""Reads reference strings: labels their tokens, then makes a Reference of what was labelled."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields as fields_of
from dataclasses import replace
from functools import cache
from importlib import resources

from sheaf.extract import identifiers
from sheaf.extract.citation import rules
from sheaf.extract.citation.confidence import Calibration, confidence
from sheaf.extract.citation.corrections import correct_spans
from sheaf.extract.citation.facets import WORD, columns, facets
from sheaf.extract.citation.network import NetworkLabeller, load
from sheaf.extract.citation.spans import Span, spans_of
from sheaf.extract.citation.tokens import cleaned, tokens
from sheaf.extract.citation.work_types import find_work_type
from sheaf.extract.names import people
from sheaf.records import Person, Reference

BATCH = 256  # references that are in memory at a time
ORGANISATIONS = frozenset({"institution", "publisher"})
NOT_READ = frozenset({"raw", "marker", "type", "contexts", "confidence"})


def parse_references(raws: Sequence[str]) -> list[Reference]:
    """One Reference a string, in their order. A string in which nothing is found gives one that
    holds nothing but the string."""
    return list(parsed(raws))


def parsed(raws: Sequence[str]) -> Iterator[Reference]:
    for start in range(0, len(raws), BATCH):
        batch = raws[start : start + BATCH]
        texts = [cleaned(raw) for raw in batch]
        for raw, text, spans in zip(batch, texts, labelled(texts), strict=True):
            yield reference(raw, text, spans, calibration())


def labelled(texts: Sequence[str]) -> list[list[Span]]:
    """The labelled stretches of each text, which must have been cleaned."""
    cut = [tokens(text) for text in texts]
    answers = _labeller().label([columns(text, one) for text, one in zip(texts, cut, strict=True)])
    return [
        correct_spans(text, spans_of(text, one, answer.labels, answer.sure))
        for text, one, answer in zip(texts, cut, answers, strict=True)
    ]


def reference(raw: str, text: str, spans: Sequence[Span], bends: Calibration) -> Reference:
    told = _by_label(spans)
    dates = " ".join(told.get("date", ()))
    volume, issue = rules.volume_and_issue(_joined(told, "volume"), _joined(told, "issue"))
    found = Reference(
        raw=raw,
        marker=rules.marker(text),
        authors=_people(told, "author", "collaboration"),
        title=_first(told, "title", rules.plain),
        venue=_first(told, "journal", rules.venue) or _first(told, "booktitle", rules.venue),
        year=rules.year(dates),
        date=rules.date(dates),
        volume=volume,
        issue=issue,
        pages=_first(told, "pages", rules.pages),
        publisher=_first(told, "publisher", rules.plain),
        place=_joined(told, "location", clean=rules.venue),
        editors=_people(told, "editor"),
        institution=_first(told, "institution", rules.plain),
        series=_first(told, "series", rules.plain),
        note=_joined(told, "tech", "note"),
        doi=identifiers.find_doi(text),
        arxiv_id=identifiers.find_arxiv(text),
        url=identifiers.find_url(text),
        type=find_work_type(told, text) if told else None,
    )
    filled = [one.name for one in fields_of(found) if getattr(found, one.name)]
    names = [name for name in filled if name not in NOT_READ]
    return replace(found, confidence=confidence(names, spans, bends))


def _by_label(spans: Sequence[Span]) -> dict[str, list[str]]:
    told: dict[str, list[str]] = {}
    for span in spans:
        told.setdefault(span.label, []).append(span.text)
    if spans and spans[0].label in ORGANISATIONS and "author" not in told and "title" in told:
        # What stands where authors do is by whom it is: "World Health Organization (2009). ..."
        told["author"] = [told[spans[0].label].pop(0)]
    is_book = "publisher" in told and "title" not in told and "journal" not in told
    if is_book and "booktitle" in told:
        # It is cited itself, whatever the model took it for.
        told["title"] = told.pop("booktitle")
    return told


def _first(
    told: Mapping[str, Sequence[str]], label: str, clean: Callable[[str], str | None]
) -> str | None:
    return next((found for text in told.get(label, ()) if (found := clean(text))), None)


def _joined(
    told: Mapping[str, Sequence[str]],
    *labels: str,
    clean: Callable[[str], str | None] = rules.plain,
) -> str | None:
    texts = [clean(text) for label in labels for text in told.get(label, ())]
    return ", ".join(text for text in texts if text) or None


def _people(told: Mapping[str, Sequence[str]], *labels: str) -> tuple[Person, ...]:
    return tuple(one for label in labels for text in told.get(label, ()) for one in people(text))


@cache
def _labeller() -> NetworkLabeller:
    data = resources.files("sheaf.extract").joinpath("models", "citation.net").read_bytes()
    return NetworkLabeller(load(data), facets(), known_by=WORD)


@cache
def calibration() -> Calibration:
    found: Calibration = _labeller().about.get("calibration", {})
    return found
