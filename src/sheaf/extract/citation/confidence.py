"""How sure each field of a Reference is, as a chance that can be believed.

The model's own figure is the mean over a field's tokens, which is too bold or too shy by field. On
documents it was not trained on it was counted how often fields of a given figure were right, and
two numbers a field, a slope and an offset, correct the figure.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from sheaf.extract.citation.spans import Span

# By field of a Reference: the labels it is made of.
LABELS = {
    "authors": ("author", "collaboration"),
    "title": ("title",),
    "venue": ("journal", "booktitle"),
    "year": ("date",),
    "date": ("date",),
    "volume": ("volume",),
    "issue": ("issue",),
    "pages": ("pages",),
    "publisher": ("publisher",),
    "place": ("location",),
    "editors": ("editor",),
    "institution": ("institution",),
    "series": ("series",),
    "note": ("note", "tech"),
}
# Found by their pattern, not by the model; a pattern is hardly ever wrong.
BY_PATTERN = {"doi": 0.99, "arxiv_id": 0.99, "url": 0.97}
LEAST, MOST = 1e-3, 1 - 1e-3
# slope and offset by label, as fitted; a label without them is taken as it is
Calibration = Mapping[str, Sequence[float]]


def field_confidence(
    fields: Sequence[str], spans: Sequence[Span], calibration: Calibration
) -> dict[str, float]:
    """Of those fields of a Reference that were found."""
    found = {name: BY_PATTERN[name] for name in fields if name in BY_PATTERN}
    for name in fields:
        parts = [span for span in spans if span.label in LABELS.get(name, ())]
        if parts:
            size = sum(span.end - span.start for span in parts)
            mean = sum(span.sure * (span.end - span.start) for span in parts) / size
            found[name] = round(calibrate(mean, calibration.get(parts[0].label)), 3)
    return found


def calibrate(sure: float, coefficients: Sequence[float] | None) -> float:
    slope, offset = coefficients or (1.0, 0.0)
    return 1 / (1 + math.exp(-(slope * logit(sure) + offset)))


def logit(chance: float) -> float:
    bounded = min(max(chance, LEAST), MOST)
    return math.log(bounded / (1 - bounded))
