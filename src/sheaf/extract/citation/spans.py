"""Labelled tokens as stretches of text, each with its field and how sure the model is of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sheaf.extract import identifiers
from sheaf.extract.citation.tokens import Token

OUTSIDE = "O"
PATTERN_LABELS = {"url": "web", "doi": "pubnum", "arxiv": "pubnum", "pmid": "pubnum"}


@dataclass(frozen=True, slots=True)
class Span:
    label: str
    text: str
    start: int
    end: int
    sure: float  # the mean over its tokens


def spans_of(
    text: str, tokens: Sequence[Token], labels: Sequence[str], sure: Sequence[float]
) -> Iterator[Span]:
    """In their order. An identifier is never cut: it belongs as a whole to what most of it does."""
    whole = _with_whole_identifiers(text, tokens, labels)
    start = 0
    while start < len(tokens):
        label = whole[start]
        if label == OUTSIDE:
            start += 1
            continue
        name, end = label[2:], start + 1
        while end < len(tokens) and whole[end] == f"I-{name}":
            end += 1
        first, last = tokens[start].start, tokens[end - 1].end
        last = _with_full_stop(text, name, first, last)
        mean = sum(sure[start:end]) / (end - start)
        yield Span(name, text[first:last], first, last, mean)
        start = end


def _with_whole_identifiers(text: str, tokens: Sequence[Token], labels: Sequence[str]) -> list[str]:
    found = list(labels)
    for start, end, kind in identifiers.spans(text):
        inside = [at for at, one in enumerate(tokens) if one.start < end and one.end > start]
        names = Counter(found[at][2:] for at in inside if found[at] != OUTSIDE)
        usual = names.most_common(1)[0][0] if names else PATTERN_LABELS[kind]
        name = usual if usual in ("web", "pubnum", "note") else PATTERN_LABELS[kind]
        for at in inside:
            found[at] = f"{'B' if at == inside[0] else 'I'}-{name}"
    return found


def _with_full_stop(text: str, name: str, start: int, end: int) -> int:
    """The model leaves final marks out; that of an initial or an abbreviation belongs to it."""
    if text[end : end + 1] != ".":
        return end
    last = text[start:end].rpartition(" ")[2].rpartition(".")[2].rpartition("-")[2]
    is_initial = name in ("author", "editor") and len(last) == 1 and last.isupper()
    is_abbreviation = name in ("journal", "booktitle", "location") and "." in text[start:end]
    return end + 1 if is_initial or is_abbreviation else end
