"""Tells the zones of a document: a model's opinion of every line, and firm rules where they hold.

The model knows how references, fronts and running text read; the rules know what headings say and
how pages are set. Where both speak, the rules are asked first.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from sheaf.extract.sequence.labeller import Labeller, labeller
from sheaf.extract.zones.captions import caption_lines, figure_lines
from sheaf.extract.zones.document import LabelledDocument, Zone, describe_document
from sheaf.extract.zones.features import columns_of, facets
from sheaf.extract.zones.footnotes import footnote_lines
from sheaf.extract.zones.furniture import find_contents_lines, mark_running_heads, mark_stamps
from sheaf.extract.zones.headings import heading_lines
from sheaf.extract.zones.layout import Flags, flags_of
from sheaf.extract.zones.parts import mark_front, mark_parts
from sheaf.extract.zones.reference_zone import reference_lines
from sheaf.records import Line


def zones_of(lines: Sequence[Line]) -> list[Zone]:
    """One zone a line."""
    if not lines:
        return []
    lines = mark_running_heads(mark_stamps(lines))
    document = _seen(lines)
    headings = heading_lines(document)
    contents = find_contents_lines(document)
    loose = [one or at in contents for at, one in enumerate(headings)]
    references = reference_lines(document, headings, footnote_lines(document, loose)) - contents
    taken = references | contents
    captions = caption_lines(document, taken)
    firm = [
        at in taken or at in captions or headings[at] or line.is_running
        for at, line in enumerate(lines)
    ]
    footnotes = footnote_lines(document, firm)
    figures = figure_lines(
        document, captions, [one or at in footnotes for at, one in enumerate(firm)]
    )
    layers = (
        (contents, Zone.FURNITURE), (references, Zone.REFERENCE), (captions, Zone.CAPTION),
    )  # fmt: skip
    zones = [_zone(document, at, layers, headings[at]) for at in range(len(lines))]
    for at in footnotes:
        zones[at] = Zone.FOOTNOTE
    for at in figures:
        zones[at] = Zone.FIGURE
    mark_front(document, zones)
    mark_parts(document, zones)
    return zones


def _zone(
    document: LabelledDocument, at: int, layers: Sequence[tuple[set[int], Zone]], is_heading: bool
) -> Zone:
    if document.lines[at].is_running:
        return Zone.FURNITURE
    for numbers, zone in layers:
        if at in numbers:
            is_head = zone is Zone.REFERENCE and document.kinds[at] == "references"
            return Zone.HEADING if is_head else zone
    return Zone.HEADING if is_heading else Zone.BODY


def opinion_of(texts: Sequence[str], flags: Sequence[Flags]) -> list[str]:
    """What the model alone says of each line."""
    return _model().label([columns_of(texts, flags)], is_sure=False)[0].labels


def _seen(lines: Sequence[Line]) -> LabelledDocument:
    columns = columns_of([line.text for line in lines], flags_of(lines))
    labels = _model().label([columns], is_sure=False)[0].labels
    return describe_document(lines, labels, columns["kind"])


@cache
def _model() -> Labeller:
    return labeller("zones", facets)
