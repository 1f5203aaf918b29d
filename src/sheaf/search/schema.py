"""What is in the index: its fields, and an entry as the engine takes it.

Text is folded before it goes in (`analysis.py`), so nothing that is searched could be shown: what
a hit shows is stored beside it, in one field.
"""

from __future__ import annotations

import json
from typing import Any

import tantivy

from sheaf.search.analysis import prepare, stem_prepared, title_key, word_analyser
from sheaf.search.contract import IndexEntry

# Changes whenever an index of an older form must be rebuilt.
VERSION = 2
WORDS = "folded"
# Fields whose words are searched, by whether phrases are.
PHRASED = ("title", "authors", "venue", "abstract", "body", "captions", "categories")
WORDED = ("affiliations", "references", "keywords")
SEARCHED = PHRASED
STEMS = "stems"
# Fields that hold a value as it is. Those by which results are counted are fast.
EXACT = ("doi", "arxiv", "sha1", "url", "file", "link", "title_key")
COUNTED = (
    "entry", "language", "kind", "host", "author_facet", "venue_facet", "category_facet"
)  # fmt: skip
NUMBERS = ("year", "citations", "work")
FIELDS = frozenset({*PHRASED, *WORDED, *EXACT, *COUNTED, *NUMBERS, STEMS, "id", "modified"})
LONGEST_SHOWN = 400
YEARS_OF_DATES = range(1700, 2260)  # what the engine can count in nanoseconds
LONGEST_VALUE = 8000  # characters; the engine leaves out longer terms

PAPER, PAGE = "paper", "page"
KEY_LETTERS = {PAPER: "d", PAGE: "p"}


def schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field("id", indexed=True, fast=True)
    # The id once more as text: tantivy-py deletes by a term of text, not of a number.
    builder.add_text_field("key", tokenizer_name="raw", index_option="basic")
    for name in PHRASED:
        builder.add_text_field(name, tokenizer_name=WORDS)
    for name in (*WORDED, STEMS):
        builder.add_text_field(name, tokenizer_name=WORDS, index_option="freq")
    for name in EXACT:
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    for name in COUNTED:
        builder.add_text_field(name, fast=True, tokenizer_name="raw", index_option="basic")
    for name in NUMBERS:
        builder.add_integer_field(name, indexed=True, fast=True)
    builder.add_date_field("modified", indexed=True, fast=True)
    # Both are only stored: JSON of what a hit shows, and the text where the index keeps it.
    builder.add_bytes_field("shown", stored=True)
    builder.add_bytes_field("text", stored=True)
    return builder.build()


def register_words(index: tantivy.Index) -> None:
    index.register_tokenizer(WORDS, word_analyser())


def key_of(entry: str, number: int) -> str:
    return f"{KEY_LETTERS[entry]}{number}"


def as_document(entry: IndexEntry, *, with_text: bool) -> tantivy.Document:
    """What the engine takes in. `with_text` keeps the text for snippets, as it was read."""
    made = tantivy.Document()
    made.add_unsigned("id", entry.id)
    made.add_text("key", key_of(entry.entry, entry.id))
    _add_words(made, entry)
    _add_values(made, entry)
    made.add_bytes("shown", json.dumps(_shown(entry), separators=(",", ":")).encode())
    if with_text:
        made.add_bytes("text", entry.body.encode("utf-8", "replace"))
    return made


def _add_words(made: tantivy.Document, entry: IndexEntry) -> None:
    title, body = prepare(entry.title), prepare(entry.body)
    abstract = prepare(entry.abstract)
    keywords = [prepare(one) for one in entry.keywords]
    captions = [prepare(one) for one in entry.captions]
    parts = {
        "title": [title],
        "authors": [prepare(one) for one in entry.authors],
        "affiliations": [prepare(one) for one in entry.affiliations],
        "venue": [prepare(entry.venue)],
        "abstract": [abstract],
        "body": [body],
        "captions": captions,
        "references": [prepare(one) for one in entry.references],
        "keywords": keywords,
        "categories": [prepare(one) for one in entry.categories],
    }
    if entry.has_stems:
        whole = "\n".join((title, abstract, *keywords, *captions, body))
        parts[STEMS] = [stem_prepared(whole, entry.language)]
    for name, texts in parts.items():
        for text in texts:
            if text:
                made.add_text(name, text)


def _add_values(made: tantivy.Document, entry: IndexEntry) -> None:
    values = {
        "entry": (entry.entry,),
        "doi": (entry.doi.lower(),),
        "arxiv": (entry.arxiv_id.lower(),),
        "sha1": (entry.sha1,),
        "url": (entry.url,),
        "file": (entry.file,),
        "link": entry.links,
        "title_key": (title_key(entry.title),) if entry.entry == PAPER else (),
        "language": (entry.language,),
        "kind": (entry.kind,),
        "host": (entry.host,),
        "author_facet": entry.authors,
        "venue_facet": (entry.venue,),
        "category_facet": entry.categories,
    }
    for name, several in values.items():
        for value in several:
            if value:
                made.add_text(name, make_storable(value))
    for name, number in (("year", entry.year), ("citations", entry.citations),
                         ("work", entry.work)):  # fmt: skip
        if number is not None:
            made.add_integer(name, number)
    if entry.modified is not None and entry.modified.year in YEARS_OF_DATES:
        made.add_date("modified", entry.modified)


def make_storable(value: str) -> str:
    return value[:LONGEST_VALUE].encode("utf-8", "replace").decode()


def _shown(entry: IndexEntry) -> dict[str, Any]:
    """By the names of a `Hit`; what is empty is left out."""
    shown = {
        "id": entry.id,
        "entry": entry.entry,
        "title": entry.title,
        "authors": entry.authors,
        "year": entry.year,
        "venue": entry.venue,
        "kind": entry.kind,
        "language": entry.language,
        "url": entry.url,
        "file": entry.file,
        "sha1": entry.sha1,
        "citations": entry.citations,
        "work": entry.work,
        "abstract": entry.abstract[:LONGEST_SHOWN],
    }
    return {name: value for name, value in shown.items() if value}
