"""What is cited, by what is told of it: an article, a book, a thesis, ..."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from sheaf.extract import identifiers
from sheaf.extract.citation.holders import is_acronym
from sheaf.extract.citation.series import is_of_proceedings
from sheaf.extract.citation.type_marks import kind_by_mark
from sheaf.extract.citation.works import is_series_of_reports, is_thesis

Fields = Mapping[str, Sequence[str]]  # the stretches of each field, as printed

REPORT = re.compile(r"report|rapport|bericht|memo|\btr\b|tech|working paper|discussion paper"
                    r"|arbeitspapier|preprint|white paper", re.IGNORECASE)  # fmt: skip
PROCEEDINGS = re.compile(
    r"\bproc\b|proceedings|conference|\bconf\b|workshop|sympos|congress|colloqu|meeting|tagung|actes"
    r"|kongress|\bacm\b|\bieee\b", re.IGNORECASE)  # fmt: skip


def kind(fields: Fields, raw: str) -> str:
    """A mark of the style, if there is one, decides."""
    told = " ".join((*fields.get("tech", ()), *fields.get("note", ())))
    series = " ".join(fields.get("series", ()))
    if marked := kind_by_mark(raw):
        return marked
    if is_thesis(told):
        return "thesis"
    if "journal" in fields:
        return "techreport" if is_series_of_reports(" ".join(fields["journal"])) else "article"
    if "booktitle" in fields:
        return _held_in(" ".join(fields["booktitle"]), series)
    if "tech" in fields or REPORT.search(told) or is_series_of_reports(series):
        return "techreport"
    if "pages" in fields and is_of_proceedings(series):
        return "inproceedings"
    if fields.keys() & {"publisher", "location", "series"}:
        return "book"
    if "title" in fields and ("web" in fields or identifiers.find_url(raw)):
        return "web"
    if identifiers.find_arxiv(raw):
        return "article"
    return "techreport" if "institution" in fields else "misc"


def _held_in(name: str, series: str) -> str:
    is_meeting = PROCEEDINGS.search(name) or is_acronym(name) or is_of_proceedings(series)
    return "inproceedings" if is_meeting else "incollection"
