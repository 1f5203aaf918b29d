"""Theses and reports: the words that call a work one, which a model that has not seen them takes
for the end of its title or for its publisher."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sheaf.extract.citation.spans import Span

DEGREE = (
    r"(?:unpublished |unveröffentlichte )?"
    r"(?:ph\.? ?d\.?|doctoral|doctorate|d\.? ?phil\.?|master(?:[’']?s)?"
    r"|m\.? ?(?:sc?|a|phil|eng)\.?|bachelor(?:[’']?s)?|b\.? ?sc\.?|diploma|licentiate|honou?rs)"
)
THESIS = (
    rf"{DEGREE} (?:thesis|dissertation|diss\.?)"
    r"|(?:inaugural[- ]?)?dissertation(?:sschrift)?|habilitation(?:sschrift)?"
    r"|(?:master|diplom|bachelor|magister|doktor|staatsexamens|lizentiats|zulassungs)arbeit"
    r"|thèse (?:de|d[’']) ?\w+|mémoire de (?:ma[iî]trise|master|d\.?e\.?a|licence|fin)"
    r"|tesis (?:doctoral|de \w+)|tese de \w+|tese \(|dissertação|tesi di (?:laurea|dottorato)"
    r"|proefschrift|academisch proefschrift|\w+avhandling|ph\.?d\.?-afhandling"
    r"|(?:praca|rozprawa) (?:doktorska|magisterska|habilitacyjna|licencjacka)"
    r"|(?:disertační|diplomová|bakalářská|dizertačná) práce|doktori (?:disszertáció|értekezés)"
    r"|(?:автореф\w*\.? ?)?(?:дис|дисс|диссертация)\b\.?"
    r"|(?:博士|修士|卒業)(?:学位)?論文|(?:博士|硕士)(?:学位)?论文"
)
REPORT = (
    r"(?:technical|tech\.?|research|internal|scientific) rep(?:orts?|\.)"
    r"|(?:working|discussion) papers?|rapport (?:de recherche|technique|interne|final)"
    r"|(?:informe|relatório|reporte) t[ée]cnico|documento de trabajo|texto para discussão"
    r"|rapporto tecnico|(?:forschungs|abschluss|arbeits|projekt)bericht|arbeitspapiere?"
    r"|diskussionspapiere?|onderzoeksrapport|raport techniczny|отч[её]т"
)
# The last words of a title, behind a mark that ends the title proper.
ENDING = re.compile(
    rf"[.,:;(\[]\s*((?:{THESIS}|{REPORT})[^.,;:]{{0,60}}"
    r"|(?:автореф\w*\.? ?)?дис(?:с\w*)?\..{0,60})$",
    re.IGNORECASE,
)
BEGINNING = re.compile(rf"^\W*(?:{THESIS}|{REPORT})", re.IGNORECASE)
A_THESIS = re.compile(rf"\b(?:{THESIS})|thes[ie]s|thèse|\bdiss\b", re.IGNORECASE)
SERIES_OF_REPORTS = re.compile(rf"\b(?:{REPORT})", re.IGNORECASE)
SCHOOL = re.compile(
    r"\b(?:univ|uniw|hochschul|institut|école|escuela|escola|school|college|politecnic|polytech"
    r"|fakult|facult|akadem|academ|TU|ETH|EPFL|MIT|KTH|LMU|FU|HU|KU)|университет|институт|大学|大學",
    re.IGNORECASE,
)
SHORTEST_TITLE = 4
HOUSES = frozenset({"publisher", "location"})


def called_so(spans: Sequence[Span]) -> list[Span]:
    """With what a work is called as its own stretch, and a thesis at the school it was written
    at."""
    found = [part for span in spans for part in _parted(span)]
    if not any(one.label == "tech" and A_THESIS.search(one.text) for one in found):
        return found
    if any(one.label in ("institution", "journal", "booktitle") for one in found):
        return found
    school = next((one for one in found if one.label in HOUSES and SCHOOL.search(one.text)), None)
    return [replace(one, label="institution") if one is school else one for one in found]


def is_thesis(told: str) -> bool:
    return bool(A_THESIS.search(told))


def is_series_of_reports(name: str) -> bool:
    return bool(SERIES_OF_REPORTS.search(name))


def _parted(span: Span) -> Iterator[Span]:
    if span.label in ("publisher", "location") and BEGINNING.match(span.text):
        yield replace(span, label="tech")
        return
    match = ENDING.search(span.text, SHORTEST_TITLE) if span.label == "title" else None
    if match is None:
        yield span
        return
    head = span.text[: match.start()].rstrip()
    yield replace(span, text=head, end=span.start + len(head))
    yield Span("tech", match[1], span.start + match.start(1), span.end, span.sure)
