"""What CiteSeerExtractor answered with, and CiteSeerX ingests: header, citations, body, keyphrases.

Fragments as the original wrote them, one element a line; `write_paper` puts header and citations
into one document, in the wrapper of its REST service. Text is escaped once, where the original did
not know. What the reader is not sure of is left out: there is no word for doubt.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime

from sheaf.extract.formats.citing_places import split_context
from sheaf.extract.formats.entries import date_parts, kind_of_reference, page_range
from sheaf.extract.formats.markup import DECLARATION, Markup, block, element, escape, optional
from sheaf.extract.formats.model import Json, leave_out_uncertain, read_paper, strings
from sheaf.extract.formats.people import split_names
from sheaf.records import Author, Context, Paper, Person, Reference

# What stands for the body of a document without references.
NO_BODY = "0"


def write_paper(paper: Json) -> str:
    read = leave_out_uncertain(read_paper(paper))
    return wrap_reply(f"{header_markup(read)}\n{citations_markup(read)}\n")


def write_header(paper: Json) -> str:
    return f"{header_markup(leave_out_uncertain(read_paper(paper)))}\n"


def write_citations(paper: Json) -> str:
    return f"{citations_markup(read_paper(paper))}\n"


def write_body(paper: Json) -> str:
    """The text from the title to the heading of the references, as far as it was read. The header
    is a part of it, as it was there."""
    read = read_paper(paper)
    text = "\n".join([*_body_lines(read), "References", ""]) if read.references else NO_BODY
    return f"<body>\n{escape(text)}</body>\n"


def write_keyphrases(paper: Json) -> str:
    phrases = "".join(element("keyphrase", phrase) for phrase in list_phrases(read_paper(paper)))
    return element("keyphrases", Markup(phrases)) + "\n"


def wrap_reply(fragment: str) -> str:
    """A fragment, written by this module, as the REST service sent it."""
    return f"{DECLARATION}\n<CSXAPIMetadata>\n{fragment}</CSXAPIMetadata>\n"


def list_phrases(paper: Paper) -> tuple[str, ...]:
    """Those an annotator found, or else those the authors gave."""
    found = paper.extras.get("keyphrases")
    entries = found if isinstance(found, list | tuple) else []
    phrases = [entry.get("phrase") for entry in entries if isinstance(entry, Mapping)]
    return strings({"phrases": phrases}, "phrases") or paper.keywords


def _body_lines(paper: Paper) -> list[str]:
    authors = paper.authors
    places = [place for author in authors for place in (*author.affiliations, author.address)]
    lines = [
        paper.title,
        ", ".join(author.name for author in authors),
        *dict.fromkeys(places),
        ", ".join(author.email for author in authors if author.email),
        paper.abstract,
        ", ".join(paper.keywords),
    ]
    for section in paper.sections:
        lines += [section.heading, section.text]
    return [line for line in lines if line]


ATTRIBUTES = {"name": "SVM HeaderParse", "version": "0.2"}
YEARS_AHEAD = 3
MOST_WORDS = 5
MOST_SMALL_WORDS = 2
LETTERS = re.compile(r"[^\W\d_]+")
NO_PERSON = re.compile(
    r"\b(?:universit\w*|institut\w*|departe?ment|dept|school|college|laborator\w*|faculty|academy"
    r"|centre|center|hospital|corporation|inc|ltd|gmbh|research|group|project|team|consortium"
    r"|association|society|abstract|introduction|keywords|proceedings|conference|journal"
    r"|workshop|copyright|permission|submitted|accepted|technical|report|thesis)\b",
    re.IGNORECASE,
)


def header_markup(paper: Paper) -> Markup:
    """Title and authors are always there, if empty; the rest where it was found."""
    authors = [author for person in paper.authors if (author := _author(person))]
    is_valid = bool(paper.title) and bool(authors)
    return block(
        "algorithm",
        element("title", paper.title),
        block("authors", *authors),
        _keywords(paper.keywords),
        optional("abstract", _one_line(paper.abstract)),
        optional("date", year_of(paper.year, paper.date)),
        element("validHeader", str(int(is_valid))),
        attributes=ATTRIBUTES,
    )


def year_of(year: int | None, date: str | None) -> str | None:
    """Four digits, and not further ahead than print ever is."""
    year, _, _ = date_parts(year, date)
    return str(year) if year and year <= datetime.now(UTC).year + YEARS_AHEAD else None


def _author(author: Author) -> Markup | None:
    name = normalise_name(author.name)
    if name is None:
        return None
    return block(
        "author",
        element("name", name),
        optional("affiliation", "; ".join(author.affiliations)),
        optional("address", author.address),
        optional("email", author.email),
    )


def normalise_name(name: str) -> str | None:
    """Every word with one capital, at its beginning, and no digits; None for what the original
    would not take for a person's name."""
    words = re.sub(r"\d", "", name).split()
    usable = [word for word in words if LETTERS.search(word)]
    if len(usable) < 2 or len(words) > MOST_WORDS or NO_PERSON.search(name):
        return None
    if all(sum(char.isalpha() for char in word) == 1 for word in usable):
        return None
    if sum(word.islower() for word in usable) > MOST_SMALL_WORDS:
        return None
    return LETTERS.sub(_capitalise, " ".join(words))


def _capitalise(word: re.Match[str]) -> str:
    return word[0][:1].upper() + word[0][1:].lower()


def _keywords(keywords: tuple[str, ...]) -> Markup | None:
    words = [element("keyword", keyword) for keyword in keywords]
    return block("keywords", *words) if words else None


def _one_line(text: str | None) -> str | None:
    return " ".join(text.split()) if text else None


MOST_CONTEXTS = 5
RADIUS = 200  # characters on each side of a marker
CONTAINER = {"inproceedings": "booktitle", "incollection": "booktitle", "techreport": "tech"}
PUNCTUATION = re.compile(r"[^\w\s'’-]|_")
ET_AL = re.compile(r"\bet\s+al\b.*", re.IGNORECASE)


def citations_markup(paper: Paper) -> Markup:
    certain = map(leave_out_uncertain, paper.references)
    return block("citationList", *map(_citation, certain))


def _citation(reference: Reference) -> Markup:
    authors = _plain_names(reference.authors)
    date = year_of(reference.year, reference.date)
    has_venue = bool(reference.venue or reference.institution)
    is_valid = bool(reference.title) or bool(authors and date) or bool(has_venue and date)
    return block(
        "citation",
        block("authors", *(element("author", name) for name in authors)) if authors else None,
        optional("title", reference.title),
        optional("date", date),
        *_container(reference),
        optional("volume", _volume(reference.volume)),
        optional("pages", _pages(reference.pages)),
        optional("editor", ", ".join(_plain_names(reference.editors))),
        optional("publisher", reference.publisher),
        optional("institution", reference.institution),
        optional("location", reference.place),
        optional("note", reference.note),
        _contexts(reference.contexts),
        optional("marker", reference.marker or _make_marker(reference, date)),
        optional("rawString", reference.raw),
        attributes={"valid": "true" if is_valid else "false"},
    )


def _plain_names(people: tuple[Person, ...]) -> list[str]:
    """First Middle Last without punctuation, without those who are only meant by `et al`."""
    plain = (_plain(name.in_order) for name in split_names(people))
    return [name for name in plain if name]


def _plain(name: str) -> str:
    return " ".join(PUNCTUATION.sub(" ", ET_AL.sub("", name)).split())


def _container(reference: Reference) -> list[Markup | None]:
    name = CONTAINER.get(kind_of_reference(reference), "journal")
    return [optional(name, reference.venue)]


def _volume(volume: str | None) -> str | None:
    number = re.search(r"[0-9]+", volume or "")
    return number[0] if number else volume


def _pages(pages: str | None) -> str | None:
    """a--b where a comes before b, or one number."""
    first, last = page_range(pages)
    if first is None or not _is_number(first):
        return None
    if last is None:
        return first
    return f"{first}--{last}" if _is_number(last) and int(first) < int(last) else None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _contexts(contexts: tuple[Context, ...]) -> Markup | None:
    texts = [text for context in contexts if (text := _context(context))][:MOST_CONTEXTS]
    return block("contexts", *(element("context", text) for text in texts)) if texts else None


def _context(context: Context) -> str:
    parts = split_context(context)
    if not parts.marker:
        return parts.before[: 2 * RADIUS]
    return f"{parts.before[-RADIUS:]}=-={parts.marker}-=-{parts.after[:RADIUS]}"


def _make_marker(reference: Reference, date: str | None) -> str | None:
    """Last1, Last2, 2004: for lists that are not numbered."""
    families = [name.whole_family or name.literal for name in split_names(reference.authors)]
    return ", ".join([*families, date]) if families and date else None
