"""The fields that a question may name, and by which other names: one table for the reader of
questions, the help of the command, the pages and the documentation."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto


class Kind(Enum):
    """How the value of a field is read."""

    WORDS = auto()
    NAMES = auto()  # words of one person, in any order, of which some may be initials
    EXACT = auto()
    NUMBER = auto()
    DATE = auto()
    CITED = auto()  # the number of a document; found are those that cite it
    MARKED = auto()  # a name that people have given; found is what is under it


@dataclass(frozen=True, slots=True)
class Field:
    """`inside` is the field of the index."""

    name: str
    kind: Kind
    inside: str
    example: str
    meaning: str
    aliases: tuple[str, ...] = ()


FIELDS = (
    Field("title", Kind.WORDS, "title", "title:graphs", "words of the title", ("ti",)),
    Field(
        "author",
        Kind.NAMES,
        "authors",
        'author:"J. Smith"',
        "names of one author, in any order, or initials",
        ("authors", "au"),
    ),
    Field(
        "year",
        Kind.NUMBER,
        "year",
        "year:2014-2016",
        "year, or years: >2010, <=2010, 2014-2016, 2014.., [2000 TO 2010]",
        ("published",),
    ),
    Field(
        "venue",
        Kind.WORDS,
        "venue",
        "venue:nature",
        "words of the journal or meeting",
        ("journal", "conference", "booktitle"),
    ),
    Field(
        "abstract",
        Kind.WORDS,
        "abstract",
        "abstract:entropy",
        "words of the abstract",
        ("ab", "summary"),
    ),
    Field(
        "body",
        Kind.WORDS,
        "body",
        'body:"we thank"',
        "words of the full text",
        ("text", "fulltext", "content"),
    ),
    Field(
        "affiliation",
        Kind.WORDS,
        "affiliations",
        "affiliation:delft",
        "words of the authors' institutions",
        ("affiliations", "aff", "institution"),
    ),
    Field("keyword", Kind.WORDS, "keywords", "keyword:sorting", "keywords", ("keywords", "kw")),
    Field(
        "caption",
        Kind.WORDS,
        "captions",
        "caption:histogram",
        "words under figures and tables",
        ("captions",),
    ),
    Field(
        "reference",
        Kind.WORDS,
        "references",
        "reference:knuth",
        "words of the list of references",
        ("references", "refs"),
    ),
    Field(
        "category",
        Kind.WORDS,
        "categories",
        "category:physics",
        "categories of a page",
        ("categories", "cat"),
    ),
    Field("doi", Kind.EXACT, "doi", "doi:10.1000/182", "the DOI, however it is written"),
    Field(
        "arxiv",
        Kind.EXACT,
        "arxiv",
        "arxiv:2101.00001",
        "the arXiv number, with or without version",
        ("arxiv_id", "eprint"),
    ),
    Field("cites", Kind.CITED, "work", "cites:12", "papers that cite document 12", ("citing",)),
    Field(
        "citations",
        Kind.NUMBER,
        "citations",
        "citations:>10",
        "how often papers of the library cite it",
        ("cited",),
    ),
    Field("tag", Kind.MARKED, "key", "tag:to-read", "a word that people put on it", ("tags",)),
    Field(
        "collection",
        Kind.MARKED,
        "key",
        "collection:whale-songs",
        "what people put together under a name",
        ("collections",),
    ),
    Field("kind", Kind.EXACT, "kind", "kind:thesis", "the kind of document", ("type",)),
    Field(
        "lang",
        Kind.EXACT,
        "language",
        "lang:de",
        "the language, by its name or two letters",
        ("language",),
    ),
    Field("host", Kind.EXACT, "host", "host:example.org", "where it came from", ("site", "domain")),
    Field("url", Kind.EXACT, "url", "url:http://example.org/a.pdf", "the whole address"),
    Field(
        "links",
        Kind.EXACT,
        "link",
        "links:Entropy",
        "pages with a link to this title or address",
        ("link", "outlink"),
    ),
    Field(
        "modified",
        Kind.DATE,
        "modified",
        "modified:>2024-05-01",
        "when a page was last changed: a day, a month, a year, or from one to another",
        ("changed", "updated"),
    ),
    Field("sha1", Kind.EXACT, "sha1", "sha1:da39a3...", "the bytes, by their SHA-1"),
    Field("file", Kind.EXACT, "file", "file:files/000/...", "the file within the library"),
    Field("id", Kind.NUMBER, "id", "id:12", "the number of the document", ("document",)),
)

BY_NAME = {name: field for field in FIELDS for name in (field.name, *field.aliases)}


def field_names() -> str:
    """All of them in one line, each with its other names."""
    return ", ".join(
        f"{field.name} ({', '.join(field.aliases)})" if field.aliases else field.name
        for field in FIELDS
    )


def field_help() -> str:
    """One line a field: an example, what it asks for, its other names."""
    width = max(len(field.example) for field in FIELDS)
    return "\n".join(
        f"{field.example:<{width}}  {field.meaning}"
        + (f" (or {', '.join(f'{name}:' for name in field.aliases)})" if field.aliases else "")
        for field in FIELDS
    )
