"""Reads reference strings: labels their tokens, then makes a Reference of what was labelled."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields as fields_of
from dataclasses import replace
from functools import cache
from importlib import resources

from sheaf.extract import identifiers
from sheaf.extract.citation import rules
from sheaf.extract.citation.confidence import Calibration, field_confidence
from sheaf.extract.citation.corrections import correct_spans
from sheaf.extract.citation.features import WORD, facets, feature_columns
from sheaf.extract.citation.network import NetworkLabeller, load_network
from sheaf.extract.citation.spans import Span, make_spans
from sheaf.extract.citation.tokens import clean_reference, tokenize
from sheaf.extract.citation.work_types import find_work_type
from sheaf.extract.names import read_people
from sheaf.records import Person, Reference

BATCH = 256  # references that are in memory at a time
ORGANISATIONS = frozenset({"institution", "publisher"})
NOT_READ = frozenset({"raw", "marker", "type", "contexts", "confidence"})


def parse_references(raws: Sequence[str]) -> list[Reference]:
    """One Reference a string, in their order. A string in which nothing is found gives one that
    holds nothing but the string."""
    return list(parse_in_batches(raws))


def parse_in_batches(raws: Sequence[str]) -> Iterator[Reference]:
    for start in range(0, len(raws), BATCH):
        batch = raws[start : start + BATCH]
        texts = [clean_reference(raw) for raw in batch]
        for raw, text, spans in zip(batch, texts, label_texts(texts), strict=True):
            yield make_reference(raw, text, spans, calibration())


def label_texts(texts: Sequence[str]) -> list[list[Span]]:
    """The labelled stretches of each text, which must have been cleaned."""
    cut = [tokenize(text) for text in texts]
    answers = _labeller().label(
        [feature_columns(text, tokens) for text, tokens in zip(texts, cut, strict=True)]
    )
    return [
        correct_spans(text, make_spans(text, tokens, answer.labels, answer.sure))
        for text, tokens, answer in zip(texts, cut, answers, strict=True)
    ]


def make_reference(
    raw: str, text: str, spans: Sequence[Span], calibration_by_label: Calibration
) -> Reference:
    texts = _texts_by_label(spans)
    dates = " ".join(texts.get("date", ()))
    volume, issue = rules.split_volume_and_issue(_join(texts, "volume"), _join(texts, "issue"))
    found = Reference(
        raw=raw,
        marker=rules.find_marker(text),
        authors=_read_people(texts, "author", "collaboration"),
        title=_first(texts, "title", rules.strip_wrapping),
        venue=_first(texts, "journal", rules.clean_venue)
        or _first(texts, "booktitle", rules.clean_venue),
        year=rules.find_year(dates),
        date=rules.find_date(dates),
        volume=volume,
        issue=issue,
        pages=_first(texts, "pages", rules.clean_pages),
        publisher=_first(texts, "publisher", rules.strip_wrapping),
        place=_join(texts, "location", clean=rules.clean_venue),
        editors=_read_people(texts, "editor"),
        institution=_first(texts, "institution", rules.strip_wrapping),
        series=_first(texts, "series", rules.strip_wrapping),
        note=_join(texts, "tech", "note"),
        doi=identifiers.find_doi(text),
        arxiv_id=identifiers.find_arxiv(text),
        url=identifiers.find_url(text),
        type=find_work_type(texts, text) if texts else None,
    )
    filled = [field.name for field in fields_of(found) if getattr(found, field.name)]
    names = [name for name in filled if name not in NOT_READ]
    return replace(found, confidence=field_confidence(names, spans, calibration_by_label))


def _texts_by_label(spans: Sequence[Span]) -> dict[str, list[str]]:
    texts: dict[str, list[str]] = {}
    for span in spans:
        texts.setdefault(span.label, []).append(span.text)
    if spans and spans[0].label in ORGANISATIONS and "author" not in texts and "title" in texts:
        # What stands where authors do is by whom it is: "World Health Organization (2009). ..."
        texts["author"] = [texts[spans[0].label].pop(0)]
    is_book = "publisher" in texts and "title" not in texts and "journal" not in texts
    if is_book and "booktitle" in texts:
        # It is cited itself, whatever the model took it for.
        texts["title"] = texts.pop("booktitle")
    return texts


def _first(
    texts: Mapping[str, Sequence[str]], label: str, clean: Callable[[str], str | None]
) -> str | None:
    return next((found for text in texts.get(label, ()) if (found := clean(text))), None)


def _join(
    texts: Mapping[str, Sequence[str]],
    *labels: str,
    clean: Callable[[str], str | None] = rules.strip_wrapping,
) -> str | None:
    found = [clean(text) for label in labels for text in texts.get(label, ())]
    return ", ".join(text for text in found if text) or None


def _read_people(texts: Mapping[str, Sequence[str]], *labels: str) -> tuple[Person, ...]:
    return tuple(
        person for label in labels for text in texts.get(label, ()) for person in read_people(text)
    )


@cache
def _labeller() -> NetworkLabeller:
    data = resources.files("sheaf.extract").joinpath("models", "citation.net").read_bytes()
    return NetworkLabeller(load_network(data), facets(), known_by=WORD)


@cache
def calibration() -> Calibration:
    found: Calibration = _labeller().about.get("calibration", {})
    return found
