"""Finds the zones of a document: a model's opinion of every line, and firm rules where they hold.

The model knows how references, fronts and running text read; the rules know what headings say and
how pages are set. Where both speak, the rules are asked first.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from sheaf.extract.sequence.labeller import Labeller, load_labeller
from sheaf.extract.zones.captions import find_caption_lines, find_figure_lines
from sheaf.extract.zones.document import LabelledDocument, Zone, describe_document
from sheaf.extract.zones.features import columns_of, facets
from sheaf.extract.zones.footnotes import find_footnote_lines
from sheaf.extract.zones.furniture import find_contents_lines, mark_running_heads, mark_stamps
from sheaf.extract.zones.headings import find_heading_lines
from sheaf.extract.zones.layout import Flags, flag_lines
from sheaf.extract.zones.parts import mark_front, mark_parts
from sheaf.extract.zones.reference_zone import find_reference_lines
from sheaf.records import Line


def find_zones(lines: Sequence[Line]) -> list[Zone]:
    """One zone a line."""
    if not lines:
        return []
    lines = mark_running_heads(mark_stamps(lines))
    document = _label_lines(lines)
    headings = find_heading_lines(document)
    contents = find_contents_lines(document)
    note_like = find_footnote_lines(document, headings | contents)
    references = find_reference_lines(document, headings, note_like) - contents
    captions = find_caption_lines(document, references | contents)
    running = {at for at, line in enumerate(lines) if line.is_running}
    taken = headings | contents | references | captions | running
    footnotes = find_footnote_lines(document, taken)
    figures = find_figure_lines(document, captions, taken | footnotes)
    zones = [Zone.BODY] * len(lines)
    # Where a line is several things, the last of them counts.
    for numbers, zone in (
        (headings, Zone.HEADING),
        (captions, Zone.CAPTION),
        (references, Zone.REFERENCE),
        ({at for at in references if document.kinds[at] == "references"}, Zone.HEADING),
        (contents | running, Zone.FURNITURE),
        (footnotes, Zone.FOOTNOTE),
        (figures, Zone.FIGURE),
    ):
        for at in numbers:
            zones[at] = zone
    mark_front(document, zones)
    mark_parts(document, zones)
    return zones


def ask_model(texts: Sequence[str], flags: Sequence[Flags]) -> list[str]:
    """What the model alone says of each line."""
    return _model().label([columns_of(texts, flags)], is_sure=False)[0].labels


def _label_lines(lines: Sequence[Line]) -> LabelledDocument:
    columns = columns_of([line.text for line in lines], flag_lines(lines))
    labels = _model().label([columns], is_sure=False)[0].labels
    return describe_document(lines, labels, columns["kind"])


@cache
def _model() -> Labeller:
    return load_labeller("zones", facets)
