"""What kind of work a text is, for bibliographies: a thesis hardly ever has a venue that says so.

The model that decides what is kept is asked again. It takes milliseconds, and can be asked of a
single file too, of which no catalogue knows.
"""

from __future__ import annotations

from sheaf.curate.filter.academic import judge
from sheaf.extract.formats.entries import find_degree
from sheaf.records import Text

COVER = 6_000  # characters of the first two pages: where a thesis says for which degree it is


def work_kind(text: Text) -> dict[str, str]:
    """For the provenance of a paper: its `kind` (one of KINDS in curate/filter/kind_model.py), and
    the `degree` of a thesis that names one."""
    if not text.content.strip():
        return {}
    kind = judge(text).kind
    degree = find_degree(cover_of(text)) if kind == "thesis" else ""
    return {"kind": kind} | ({"degree": degree} if degree else {})


def cover_of(text: Text) -> str:
    return " ".join(text.content[:COVER].split("\f")[:2])
