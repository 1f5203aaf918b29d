"""All that the academic filter learns from: the shared documents, those of a simulated web, and
those of our own making."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace

from corpora.documents import Example, first_pages, whole_documents
from sheaf.curate.mime_type import PDF, sniff
from sheaf.curate.text.contract import TextOptions
from sheaf.curate.text.readers import read_text
from sheaf.settings import Curate
from sheaf.world import World
from training.academic.synthetic import made_up

WORLD_SEED, WORLD_PAGES = 11, 400  # not a seed the evaluation scores
WORLD_KINDS = {
    "paper": "paper", "cv": "cv", "slides": "slides", "syllabus": "course", "homework": "exam",
    "exam": "exam", "form": "form",
}  # fmt: skip


def all_examples() -> Iterator[Example]:
    yield from whole_documents()
    yield from first_pages()
    yield from world_documents()
    yield from made_up_documents()


def world_documents() -> Iterator[Example]:
    """Documents of a simulated web; none is ever scored here."""
    world = World(seed=WORLD_SEED, pages=WORLD_PAGES)
    kinds = {one["url"]: one["kind"] for one in world.truth()}
    reading = replace(TextOptions.from_settings(Curate()), ocr=False)
    for url, _, response in world.captures():
        kind = WORLD_KINDS.get(kinds[url])
        if kind and sniff(response.body) == PDF:
            sha1 = hashlib.sha1(response.body, usedforsecurity=False).hexdigest()
            text = read_text(response.body, PDF, reading)
            yield Example("world", sha1, "world", kind, kind == "paper", text, name=url)


def made_up_documents() -> Iterator[Example]:
    """Documents of kinds that are rare among the real ones; none is ever scored."""
    reading = replace(TextOptions.from_settings(Curate()), ocr=False)
    for kind, name, data in made_up():
        sha1 = hashlib.sha1(data, usedforsecurity=False).hexdigest()
        is_academic = kind in Curate().academic_kinds
        text = read_text(data, PDF, reading)
        yield Example("made-up", sha1, "made-up", kind, is_academic, text, name=name)
