"""Reads the header of a paper off the lines of its first pages."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sheaf.extract.header.abstracts import find_abstract_lines, find_continuation, read_abstract
from sheaf.extract.header.affiliations import assign_workplaces, detach_glued_marks
from sheaf.extract.header.authors import PrintedAuthor, read_authors
from sheaf.extract.header.confidence import (
    BY_PATTERN,
    KEYWORDS,
    abstract_score,
    authors_score,
    calibrate,
    calibration,
    title_score,
)
from sheaf.extract.header.emails import assign_emails
from sheaf.extract.header.keywords import find_keyword_lines, read_keywords
from sheaf.extract.header.labelling import FrontMatter, Models, label_region, shipped_models
from sheaf.extract.header.layout import is_upright
from sheaf.extract.header.region import choose_region
from sheaf.extract.header.titles import find_title_lines, read_title
from sheaf.extract.header.venues import Imprint, read_imprint
from sheaf.extract.header.words import INTRODUCTION
from sheaf.extract.header.years import (
    choose_year,
    count_year_votes,
    find_latest_cited,
    read_dates,
    states_year,
)
from sheaf.extract.identifiers import find_arxiv, find_doi
from sheaf.records import Author, Line, PageShape, Paper, Reference, Text

# Labels of lines that belong to the header; what is left of the region is body.
OF_HEADER = frozenset(
    {
        "title", "author", "affiliation", "address", "email", "keyword", "date",
        "venue", "number", "doctype", "editor", "note",
    }
)  # fmt: skip
PROSE = frozenset({"abstract", "body", "title"})
EDGE_PAGES = 2
LOOKED_AT = 200_000  # characters of the document, to see how its words are written
IMPRINT = re.compile(
    r"©|\bcopyright (?!holder)|\bISBN\b|\bISSN\b|\bACM 978-|dx\.doi\.org", re.IGNORECASE
)
BROKEN_DOI = re.compile(r"10\.\d{4,9}/\S*[./_-]$")
CONTINUES = re.compile(r"[a-z0-9]\S*")
SUPPLEMENT = re.compile(r"/-/dcsupplemental.*$")
COMPONENT = re.compile(r"^(10\.7554/elife\.\d{5})\.\d{3}$")


@dataclass(frozen=True, slots=True)
class Header:
    """A paper of which only the fields of its first pages are filled, and where they were read.
    The numbers are those of the lines that were given: of everything that belongs to the header,
    of the abstract among them, of what says something else than a field; and, beside them, of
    front matter that says nothing: a word of the publisher's, a number. `year_votes` are all years
    that are printed there, with what speaks for each, and `dates` the days."""

    paper: Paper = field(default_factory=Paper)
    lines: frozenset[int] = frozenset()
    abstract_lines: frozenset[int] = frozenset()
    note_lines: frozenset[int] = frozenset()
    other_lines: frozenset[int] = frozenset()
    year_votes: Mapping[int, float] = field(default_factory=dict)
    dates: Mapping[int, str] = field(default_factory=dict)


def read_header(
    lines: Sequence[Line],
    shapes: Sequence[PageShape],
    text: Text,
    models: Models | None = None,
    of_references: Collection[int] = (),
) -> Header:
    """What could be read; every line is untrusted, and nothing of it is required. `of_references`
    are the numbers of lines in a reference list: a short paper may have it on its first page."""
    header, scores = read_header_with_scores(
        lines, shapes, text, models or shipped_models(), of_references
    )
    paper = replace(header.paper, confidence=_confidence(header.paper, scores))
    return replace(header, paper=paper)


def read_header_with_scores(
    lines: Sequence[Line],
    shapes: Sequence[PageShape],
    text: Text,
    models: Models,
    of_references: Collection[int] = (),
) -> tuple[Header, dict[str, float]]:
    """The header, and what the models and rules say for its fields, not yet calibrated."""
    region = choose_region(lines, shapes)
    if not region.lines:
        return Header(Paper(title=_title_of_file(text))), dict.fromkeys(calibration(), 0.0)
    front = label_region(region, shapes, models)
    document = text.content[:LOOKED_AT]
    titles, abstract = find_title_lines(front), find_abstract_lines(front)
    continuation = find_continuation(front, abstract, lines)
    abstract_numbers = [*(front.places[at] for at in abstract), *continuation]
    people = detach_glued_marks(front, read_authors(front, titles))
    edges = _find_edges(lines, shapes, {*front.places, *of_references})
    votes, dates = count_year_votes(front, edges, of_references), read_dates(front)
    year, year_weight = choose_year(votes)
    imprint = read_imprint(front) or Imprint()
    identifying = _text_outside_prose(front, edges, of_references)
    paper = Paper(
        title=read_title(front, titles, document) or _title_of_file(text),
        authors=_with_workplaces(front, people),
        abstract=read_abstract((lines[at].text for at in abstract_numbers), document),
        keywords=read_keywords(front, [lines[at].text for at in front.places], document),
        year=year,
        date=dates.get(year) if year else None,
        venue=imprint.venue,
        volume=imprint.volume,
        issue=imprint.issue,
        pages=imprint.pages,
        doi=_find_doi(identifying),
        arxiv_id=find_arxiv(identifying),
    )
    by_label = [at for at in range(len(front.labels)) if _is_of_header(front, at)]
    own = [front.places[at] for at in (*by_label, *titles, *find_keyword_lines(front))]
    header = Header(
        paper,
        lines=frozenset([*own, *abstract_numbers]),
        abstract_lines=frozenset(abstract_numbers),
        note_lines=frozenset(front.places[at] for at in front.find_lines("note")),
        other_lines=frozenset(front.places[at] for at in front.find_lines("other")),
        year_votes=votes,
        dates=dates,
    )
    return header, {
        "title": title_score(front, titles),
        "authors": authors_score(front, people),
        "year": year_weight,
        "abstract": abstract_score(front, abstract),
    }


def correct_year(header: Header, references: Sequence[Reference]) -> Paper:
    """The paper with another year, or with none, where it would be older than what it cites."""
    paper = header.paper
    year, weight = choose_year(header.year_votes, find_latest_cited(references))
    if year == paper.year:
        return paper
    confidence = {name: sure for name, sure in paper.confidence.items() if name != "year"}
    if year is None:
        return replace(paper, year=None, date=None, confidence=confidence)
    confidence["year"] = calibrate("year", weight)
    return replace(paper, year=year, date=header.dates.get(year), confidence=confidence)


def _is_of_header(front: FrontMatter, at: int) -> bool:
    """The model takes the heading behind the keywords for one of them."""
    label = front.labels[at]
    begins_body = label == "keyword" and INTRODUCTION.match(front.lines[at].text) is not None
    return label in OF_HEADER and not begins_body


def _confidence(paper: Paper, scores: Mapping[str, float]) -> dict[str, float]:
    """Of the fields that were found."""
    found = {name: calibrate(name, scores[name]) for name in scores if getattr(paper, name)}
    for name in ("doi", "arxiv_id"):
        if getattr(paper, name):
            found[name] = BY_PATTERN
    if paper.keywords:
        found["keywords"] = KEYWORDS
    return found


def _title_of_file(text: Text) -> str | None:
    """What the file says of itself, where nothing was found in print."""
    title = " ".join(text.title.split())
    return title if 10 <= len(title) <= 300 and " " in title else None


def _with_workplaces(front: FrontMatter, people: Sequence[PrintedAuthor]) -> tuple[Author, ...]:
    places, emails = assign_workplaces(front, people), assign_emails(front, people)
    return tuple(
        Author(
            author.person.name, author.person.given, author.person.family, email,
            tuple(dict.fromkeys(place.names for place in own if place.names)),
            next((place.where for place in own if place.where), None),
        )
        for author, own, email in zip(people, places, emails, strict=True)
    )  # fmt: skip


def _find_edges(
    lines: Sequence[Line], shapes: Sequence[PageShape], left_out: Collection[int]
) -> list[Line]:
    """Heads, feet, imprints and what stands in the margin of the first pages, but for lines that
    are read already, or are of references."""
    found = []
    for at, line in enumerate(lines):
        if line.page >= EDGE_PAGES:
            break
        height = shapes[line.page].height if line.page < len(shapes) else 0.0
        low = height > 0 and not 0.09 * height < line.y0 < 0.88 * height
        edge = line.is_running or low or not is_upright(line) or IMPRINT.search(line.text)
        if at not in left_out and (edge or states_year(line.text)):
            found.append(line)
    return found


def _text_outside_prose(
    front: FrontMatter, edges: Sequence[Line], of_references: Collection[int]
) -> str:
    kept = [
        front.lines[at].text
        for at, label in enumerate(front.labels)
        if label not in PROSE and front.places[at] not in of_references
    ]
    return "\n".join(_join_broken_dois([*kept, *(line.text for line in edges)]))


def _join_broken_dois(lines: Sequence[str]) -> Iterator[str]:
    """A DOI that ends its line with a full stop or a stroke goes on in the next."""
    for at, line in enumerate(lines):
        broken = BROKEN_DOI.search(line)
        goes_on = CONTINUES.match(lines[at + 1]) if broken and at + 1 < len(lines) else None
        yield line + goes_on[0] if goes_on else line


def _find_doi(text: str) -> str | None:
    found = find_doi(text)
    # A part of an article has a DOI of its own, which is that of the article and a number.
    return COMPONENT.sub(r"\1", SUPPLEMENT.sub("", found)) if found else None
