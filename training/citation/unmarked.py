"""References of whole lists, as they stand on the page, without fields: GROBID's reference
segmenter (CC-BY) marks where each begins and ends."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from corpora.reference_lists import marked_lists
from sheaf.extract.citation.tokens import clean_reference, tokenize
from training.citation.examples import OUTSIDE, Example

SHORTEST, LONGEST = 16, 800  # characters


def references(sealed: Collection[str]) -> Iterator[Example]:
    """Each once, and none whose key is among those that are scored on."""
    seen = set(sealed)
    for name, text, entries in marked_lists():
        places = [at for at, char in enumerate(text) if not char.isspace()]
        for start, end in entries:
            one = _example(name, text[places[start] : places[end - 1] + 1])
            if SHORTEST <= len(one.text) <= LONGEST and one.key not in seen:
                seen.add(one.key)
                yield one


def _example(document: str, raw: str) -> Example:
    """Its labels say nothing. It is read as GROBID annotates."""
    text = clean_reference(raw)
    cut = tuple(tokenize(text))
    return Example("grobid", document, text, cut, (OUTSIDE,) * len(cut))
