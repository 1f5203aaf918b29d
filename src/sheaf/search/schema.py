"""What is in the index, and how words are made out of text."""

from __future__ import annotations

import tantivy

# Changes whenever an index of an older form must be rebuilt.
VERSION = 1
WORDS = "folded"
SEARCHED = ("title", "authors", "abstract", "body", "venue")
EXACT = ("host", "sha1", "file", "url")
FIELDS = frozenset({*SEARCHED, *EXACT, "id", "year"})
BOOSTS = {"title": 4.0, "authors": 3.0, "abstract": 1.5}


def schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field("id", stored=True, indexed=True, fast=True)
    # The id once more as text: tantivy-py deletes by a term of text, not of a number.
    builder.add_text_field("key", tokenizer_name="raw")
    for name in SEARCHED:
        builder.add_text_field(name, stored=True, tokenizer_name=WORDS)
    builder.add_integer_field("year", stored=True, indexed=True, fast=True)
    for name in EXACT:
        builder.add_text_field(name, stored=True, tokenizer_name="raw")
    return builder.build()


def register_words(index: tantivy.Index) -> None:
    """Lower case and without accents, so that Erdos finds Erdős."""
    analyzer = (
        tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
        .filter(tantivy.Filter.remove_long(80))
        .filter(tantivy.Filter.lowercase())
        .filter(tantivy.Filter.ascii_fold())
        .build()
    )
    index.register_tokenizer(WORDS, analyzer)
