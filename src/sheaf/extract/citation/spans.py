"""Labelled tokens as stretches of text, each with its field and how sure the model is of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sheaf.extract import identifiers
from sheaf.extract.citation.tokens import ReferenceToken, find_gap

OUTSIDE = "O"
# Before the title of what a paper stands in, even where the paper itself has no title here.
BEHIND_IN = re.compile(r"\b(?:in|en|dans|aus)\s*+[:.,]?\s*+$", re.IGNORECASE)
PROCEEDINGS = re.compile(
    r"^(?:the )?(?:proc\b|proceedings|conference|workshop|symposium|congress|actes)", re.IGNORECASE
)
PEOPLE = frozenset({"author", "editor", "collaboration"})
FEWEST_PER_DIGIT = 100  # characters of a list of names
PATTERN_LABELS = {"url": "web", "doi": "pubnum", "arxiv": "pubnum", "pmid": "pubnum"}


@dataclass(frozen=True, slots=True)
class Span:
    label: str
    text: str
    start: int
    end: int
    sure: float  # the mean over its tokens


def make_spans(
    text: str, tokens: Sequence[ReferenceToken], labels: Sequence[str], sure: Sequence[float]
) -> list[Span]:
    """In their order. An identifier is never cut: it belongs as a whole to what most of it does.
    A book that is cited itself has the title, whatever the model took it for."""
    found = list(_join_tokens(text, tokens, labels, sure))
    names = {span.label for span in found}
    is_whole = "title" in names or "journal" in names or "booktitle" not in names
    return found if is_whole else list(_relabel_cited_book(text, found))


def is_container(before: str, title: str) -> bool:
    """Whether another work stands in what has this title, by what is printed before it."""
    return bool(BEHIND_IN.search(before) or PROCEEDINGS.match(title.strip()))


def remove_stretch(spans: Sequence[Span], start: int, end: int) -> list[Span]:
    """With nothing of what stands from `start` to `end`; of a stretch that reaches into it, what
    stands before."""
    found: list[Span] = []
    for span in spans:
        head = span.text[: max(start - span.start, 0)].rstrip()
        if span.end <= start or span.start >= end:
            found.append(span)
        elif any(char.isalnum() for char in head):
            found.append(replace(span, text=head, end=span.start + len(head)))
    return found


def _relabel_cited_book(text: str, found: Sequence[Span]) -> Iterator[Span]:
    """There is a book and nothing that stands in it: the book is what is cited."""
    books = (span for span in found if span.label == "booktitle")
    cited = next((book for book in books if not is_container(text[: book.start], book.text)), None)
    for span in found:
        yield replace(span, label="title") if span is cited else span


def _join_tokens(
    text: str, tokens: Sequence[ReferenceToken], labels: Sequence[str], sure: Sequence[float]
) -> Iterator[Span]:
    whole = _join_identifiers(text, tokens, labels)
    whole = _join_across_gap(text, tokens, whole)
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
        last = _include_full_stop(text, name, first, last)
        mean = sum(sure[start:end]) / (end - start)
        yield Span(name, text[first:last], first, last, mean)
        start = end


def _join_identifiers(
    text: str, tokens: Sequence[ReferenceToken], labels: Sequence[str]
) -> list[str]:
    found = list(labels)
    for start, end, kind in identifiers.find_spans(text):
        inside = [at for at, token in enumerate(tokens) if token.start < end and token.end > start]
        names = Counter(found[at][2:] for at in inside if found[at] != OUTSIDE)
        usual = names.most_common(1)[0][0] if names else PATTERN_LABELS[kind]
        name = usual if usual in ("web", "pubnum", "note") else PATTERN_LABELS[kind]
        for at in inside:
            found[at] = f"{'B' if at == inside[0] else 'I'}-{name}"
    return found


def _join_across_gap(
    text: str, tokens: Sequence[ReferenceToken], labels: Sequence[str]
) -> list[str]:
    """Of a long text the model has seen the beginning and the end. A list of names that reaches
    over what is between them is one; anything else ends where its words do."""
    found = list(labels)
    middle = find_gap(text)
    at = next((at for at, token in enumerate(tokens) if middle and token.start >= middle[1]), 0)
    if not (middle and at) or found[at] == OUTSIDE:
        return found
    name = found[at][2:]
    is_one = name in PEOPLE and found[at - 1][2:] == name and _are_names(text[slice(*middle)])
    found[at] = f"{'I' if is_one else 'B'}-{name}"
    return found


def _are_names(text: str) -> bool:
    """Not a page of references, which has years and other numbers."""
    return sum(char.isdigit() for char in text) * FEWEST_PER_DIGIT < len(text)


def _include_full_stop(text: str, name: str, start: int, end: int) -> int:
    """The model leaves final marks out; that of an initial or an abbreviation belongs to it."""
    if text[end : end + 1] != ".":
        return end
    last = text[start:end].rpartition(" ")[2].rpartition(".")[2].rpartition("-")[2]
    is_initial = name in ("author", "editor") and len(last) == 1 and last.isupper()
    is_abbreviation = name in ("journal", "booktitle", "location") and "." in text[start:end]
    return end + 1 if is_initial or is_abbreviation else end
