"""What the header models learn from: lines with their layout, and a label for every token.

A label may be unknown (None) where a corpus tells only some of the fields; a model trained on the
others fills it in.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from sheaf.extract.header.layout import LayoutLine
from sheaf.extract.header.token_features import split_tokens

FIRST, REST, BETWEEN = "B-author", "I-author", "sep"
OF_AUTHORS = frozenset({FIRST, REST, BETWEEN})


@dataclass(frozen=True, slots=True)
class LabelledLine:
    layout: LayoutLine
    labels: tuple[str | None, ...]  # one a token

    @property
    def tokens(self) -> tuple[str, ...]:
        return tuple(token.text for token in split_tokens(self.layout.text))

    @property
    def label(self) -> str | None:
        """Of the line as a whole."""
        found = ["author" if label == REST else label for label in self.labels]
        if any(label in (FIRST, "author") for label in found):
            return "author"
        known = Counter(label for label in found if label is not None)
        if not known:
            return None
        if known["title"] and known["title"] * 3 >= len(found):
            return "title"
        label = known.most_common(1)[0][0]
        if label == "other" and known["email"]:
            return "email"
        return "author" if label == BETWEEN else label


@dataclass(frozen=True, slots=True)
class Example:
    source: str
    name: str
    owner: str  # or the name of the document, where there is none
    lines: tuple[LabelledLine, ...]
