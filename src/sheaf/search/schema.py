"""What is in the index: its fields, and an entry as the engine takes it.

Text is folded before it goes in (`analysis.py`), so nothing that is searched could be shown: what
a hit shows is stored beside it, in one field.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import tantivy

from sheaf.search.analysis import prepare, stem_prepared, title_key, word_analyser
from sheaf.search.contract import IndexEntry

# Changes whenever an index of an older form must be rebuilt.
VERSION = 3
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
NUMBERS = ("year", "citations", "work", "copy")
FIELDS = frozenset({*PHRASED, *WORDED, *EXACT, *COUNTED, *NUMBERS, STEMS, "id", "modified"})
LONGEST_SHOWN = 400
YEARS_OF_DATES = range(1700, 2260)  # what the engine can count in nanoseconds
LONGEST_VALUE = 8000  # characters; the engine leaves out longer terms

PAPER, PAGE = "paper", "page"
write_json = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode
KEY_LETTERS = {PAPER: "d", PAGE: "p"}


def schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field("id", fast=True)
    # By this an entry is found: tantivy-py deletes by a term of text, not of a number.
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
    for name, text in _words(entry):
        if text:
            made.add_text(name, text)
    for name, value in _values(entry):
        if value:
            made.add_text(name, make_storable(value))
    for name, number in (("year", entry.year), ("citations", entry.citations),
                         ("work", entry.work), ("copy", entry.copy)):  # fmt: skip
        if number is not None:
            made.add_integer(name, number)
    if entry.modified is not None and entry.modified.year in YEARS_OF_DATES:
        made.add_date("modified", entry.modified)
    made.add_bytes("shown", write_json(_shown(entry)).encode("utf-8", "replace"))
    if with_text:
        made.add_bytes("text", entry.body.encode("utf-8", "replace"))
    return made


def _words(entry: IndexEntry) -> Iterator[tuple[str, str]]:
    title, abstract, body = prepare(entry.title), prepare(entry.abstract), prepare(entry.body)
    yield from (("title", title), ("abstract", abstract), ("body", body))
    for category in entry.categories:
        yield "categories", prepare(category)
    if entry.entry == PAGE and not entry.has_stems:
        return  # a page has no more; this one comes by the hundred thousand
    keywords = [prepare(one) for one in entry.keywords]
    captions = [prepare(one) for one in entry.captions]
    yield "venue", prepare(entry.venue)
    for name, texts in (("authors", entry.authors), ("affiliations", entry.affiliations),
                        ("references", entry.references)):  # fmt: skip
        for text in texts:
            yield name, prepare(text)
    for name, prepared in (("keywords", keywords), ("captions", captions)):
        for text in prepared:
            yield name, text
    if entry.has_stems:
        whole = "\n".join((title, abstract, *keywords, *captions, body))
        yield STEMS, stem_prepared(whole, entry.language)


def _values(entry: IndexEntry) -> Iterator[tuple[str, str]]:
    yield from (("entry", entry.entry), ("language", entry.language), ("kind", entry.kind))
    yield from (("host", entry.host), ("url", entry.url))
    for category in entry.categories:
        yield "category_facet", category
    for link in entry.links:
        yield "link", link
    if entry.entry == PAGE:
        return
    yield from (("doi", entry.doi.lower()), ("arxiv", entry.arxiv_id.lower()))
    yield from (("sha1", entry.sha1), ("file", entry.file))
    yield from (("title_key", title_key(entry.title)), ("venue_facet", entry.venue))
    for author in entry.authors:
        yield "author_facet", author


def make_storable(value: str) -> str:
    if len(value) <= LONGEST_VALUE and value.isascii():
        return value
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
