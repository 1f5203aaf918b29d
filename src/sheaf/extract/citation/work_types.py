"""What is cited: an article, a book, a thesis, ...; and the words and marks that say so.

Theses and reports are called so in words, which a model that has not seen them takes for the end
of the title or for the publisher. Chinese references have the marks of GB/T 7714: "…研究[J]".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from sheaf.extract import identifiers
from sheaf.extract.citation.spans import Span, remove_stretch
from sheaf.extract.citation.venues import is_acronym, is_proceedings_series

Fields = Mapping[str, Sequence[str]]  # the stretches of each field, as printed

REPORT_WORDS = re.compile(r"report|rapport|bericht|memo|\btr\b|tech|working paper|discussion paper"
                    r"|arbeitspapier|preprint|white paper", re.IGNORECASE)  # fmt: skip
PROCEEDINGS_WORDS = re.compile(
    r"\bproc\b|proceedings|conference|\bconf\b|workshop|sympos|congress|colloqu|meeting|tagung|actes"
    r"|kongress|\bacm\b|\bieee\b", re.IGNORECASE)  # fmt: skip


def find_work_type(fields: Fields, raw: str) -> str:
    """A mark of the style, if there is one, decides."""
    description = " ".join((*fields.get("tech", ()), *fields.get("note", ())))
    series = " ".join(fields.get("series", ()))
    if marked := type_by_mark(raw):
        return marked
    if is_thesis(description):
        return "thesis"
    if "journal" in fields:
        return "techreport" if is_series_of_reports(" ".join(fields["journal"])) else "article"
    if "booktitle" in fields:
        return _type_within(" ".join(fields["booktitle"]), series)
    if "tech" in fields or REPORT_WORDS.search(description) or is_series_of_reports(series):
        return "techreport"
    if "pages" in fields and is_proceedings_series(series):
        return "inproceedings"
    if fields.keys() & {"publisher", "location", "series"}:
        return "book"
    if "title" in fields and ("web" in fields or identifiers.find_url(raw)):
        return "web"
    if identifiers.find_arxiv(raw):
        return "article"
    return "techreport" if "institution" in fields else "misc"


def _type_within(name: str, series: str) -> str:
    is_meeting = PROCEEDINGS_WORDS.search(name) or is_acronym(name) or is_proceedings_series(series)
    return "inproceedings" if is_meeting else "incollection"


TYPE_MARK = re.compile(
    r"(?<=\S)\s?[\[［]\s?([JMCDRPSNGAZ]|EB|DB|CP|DS)\s?(?:[/／]\s?(?:OL|CD|DK|MT))?\s?[\]］]"
    r"(?=\s?(?:[.．。,，:：;/／(（\[]|$))"
)
# What stands behind two strokes is the book that what stands before them is part of.
HOLDER = re.compile(r"\s?[/／]{2}\s?(\S[^.．。,，]{1,150}?)\s?[.．。,，]")
TYPE_BY_MARK = {
    "J": "article", "N": "article", "M": "book", "C": "inproceedings", "D": "thesis",
    "R": "techreport", "EB": "web", "DB": "misc", "CP": "misc", "DS": "misc", "P": "misc",
    "S": "misc", "G": "incollection", "A": "incollection", "Z": "misc",
}  # fmt: skip
FIRST_MARK = 4  # characters that stand before a mark at least: others are the reference's own
SURE = 0.95


def type_by_mark(text: str) -> str | None:
    mark = _find_mark(text)
    if mark is None:
        return None
    is_held = bool(HOLDER.match(text, mark.end()))
    return "incollection" if is_held and mark[1] == "M" else TYPE_BY_MARK[mark[1]]


def correct_by_mark(text: str, spans: Sequence[Span]) -> list[Span]:
    """With titles that end before the mark, and behind it what such a work has there."""
    mark = _find_mark(text)
    if mark is None:
        return list(spans)
    found = [
        part
        for span in remove_stretch(spans, mark.start(), mark.end())
        for part in _split_off_title(span, mark.start())
    ]
    if mark[1] == "D":
        found = [_relabel(span, mark.end(), "publisher", "institution") for span in found]
    if holder := HOLDER.match(text, mark.end()):
        found = _add_holder(found, holder, is_book=mark[1] in "MC")
    return sorted(found, key=lambda span: span.start)


def _find_mark(text: str) -> re.Match[str] | None:
    return TYPE_MARK.search(text, FIRST_MARK)


def _split_off_title(span: Span, mark: int) -> Iterator[Span]:
    """What stands directly before a mark is the title, even if the model saw authors there."""
    names, stop, title = span.text.rpartition(". ")
    if span.label != "author" or span.end < mark or not stop:
        yield span
        return
    yield replace(span, text=names, end=span.start + len(names))
    yield Span("title", title, span.end - len(title), span.end, SURE)


def _add_holder(spans: Sequence[Span], holder: re.Match[str], *, is_book: bool) -> list[Span]:
    """What holds it, and before that, if they are named, who edited it."""
    found = remove_stretch(spans, holder.start(1), holder.end(1))
    title = next(
        (span for span in found if span.label == "title" and span.start >= holder.end()), None
    )
    label = "editor" if title else "booktitle"
    held = Span(label, holder[1], holder.start(1), holder.end(1), SURE)
    if title:
        found = [replace(span, label="booktitle") if span is title else span for span in found]
    if is_book:
        found = [_relabel(span, holder.end(), "journal", "publisher") for span in found]
    return [*found, held]


def _relabel(span: Span, behind: int, label: str, name: str) -> Span:
    return replace(span, label=name) if span.start >= behind and span.label == label else span


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
TITLE_ENDING = re.compile(
    rf"[.,:;(\[]\s*((?:{THESIS}|{REPORT})[^.,;:]{{0,60}}"
    r"|(?:автореф\w*\.? ?)?дис(?:с\w*)?\..{0,60})$",
    re.IGNORECASE,
)
TYPE_BEGINNING = re.compile(rf"^\W*(?:{THESIS}|{REPORT})", re.IGNORECASE)
A_THESIS = re.compile(rf"\b(?:{THESIS})|thes[ie]s|thèse|\bdiss\b", re.IGNORECASE)
SERIES_OF_REPORTS = re.compile(rf"\b(?:{REPORT})", re.IGNORECASE)
SCHOOL = re.compile(
    r"\b(?:univ|uniw|hochschul|institut|école|escuela|escola|school|college|politecnic|polytech"
    r"|fakult|facult|akadem|academ|TU|ETH|EPFL|MIT|KTH|LMU|FU|HU|KU)|университет|институт|大学|大學",
    re.IGNORECASE,
)
SHORTEST_TITLE = 4
HOUSES = frozenset({"publisher", "location"})


def label_work_type(spans: Sequence[Span]) -> list[Span]:
    """With what a work is called as its own stretch, and a thesis at the school it was written
    at."""
    found = [part for span in spans for part in _split_off_type(span)]
    if not any(span.label == "tech" and A_THESIS.search(span.text) for span in found):
        return found
    if any(span.label in ("institution", "journal", "booktitle") for span in found):
        return found
    school = next(
        (span for span in found if span.label in HOUSES and SCHOOL.search(span.text)), None
    )
    return [replace(span, label="institution") if span is school else span for span in found]


def is_thesis(description: str) -> bool:
    return bool(A_THESIS.search(description))


def is_series_of_reports(name: str) -> bool:
    return bool(SERIES_OF_REPORTS.search(name))


def _split_off_type(span: Span) -> Iterator[Span]:
    if span.label in ("publisher", "location") and TYPE_BEGINNING.match(span.text):
        yield replace(span, label="tech")
        return
    match = TITLE_ENDING.search(span.text, SHORTEST_TITLE) if span.label == "title" else None
    if match is None:
        yield span
        return
    head = span.text[: match.start()].rstrip()
    yield replace(span, text=head, end=span.start + len(head))
    yield Span("tech", match[1], span.start + match.start(1), span.end, span.sure)
