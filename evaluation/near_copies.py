"""Scores which texts are taken for copies or versions of each other, on the shared papers.

Of every paper copies are made as they are met: set anew, with a cover, read by OCR, cut short,
edited. Each is looked up among all papers: its own is to be found, and no other. What must find
nothing is a translation, and a text that has only its tables in common with others.
"""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha1
from pathlib import Path
from random import Random

from corpora.shared import digest, digest_of_files
from evaluation import damaged_texts as damage
from evaluation.contract import Measure, Result, Table, percent, share
from evaluation.matching import normalised
from evaluation.search import is_unseen
from evaluation.shared_library import all_papers, shared_texts
from sheaf.duplicates import legacy_simhash
from sheaf.duplicates.contract import MOST_BITS
from sheaf.duplicates.embedded.store import EmbeddedStore
from sheaf.duplicates.simhash import TextMarks, read_marks
from sheaf.duplicates.sketch import compare
from sheaf.duplicates.versions import is_same_text

FEWEST_LETTERS = 2000  # a shorter text is a notice, or was read badly
LEGACY_EVERY = 3  # it is slow
WAYS_OF_EACH = 3  # of the damages that each paper gets
# Papers of which one is a version of the other, though their titles differ; found by looking at
# what was taken for wrong in the half that is looked at. By the beginnings of their SHA-1.
VERSIONS = frozenset({frozenset({"0441e2cb9aa8", "eed2b302f1cd"})})

Way = Callable[[str, Random, Sequence[str]], str]
WAYS: dict[str, Way] = {
    "set anew": lambda text, chance, others: damage.set_anew(text, chance),
    "with a cover": lambda text, chance, others: damage.with_cover(text, chance),
    "OCR, 1 letter in 250 wrong": lambda text, chance, others: damage.misread(text, chance, 0.004),
    "OCR, 1 letter in 100 wrong": lambda text, chance, others: damage.misread(text, chance, 0.01),
    "without the last tenth": lambda text, chance, others: damage.cut(text, 0.9),
    "without the last quarter": lambda text, chance, others: damage.cut(text, 0.75),
    "first half only": lambda text, chance, others: damage.cut(text, 0.5),
    "3 sentences in 100 replaced": lambda text, chance, others: damage.edited(
        damage.set_anew(text, chance), chance, 0.03, others
    ),
    "10 sentences in 100 replaced": lambda text, chance, others: damage.edited(
        text, chance, 0.1, others
    ),
}
STRANGERS: dict[str, Way] = {
    "translated": lambda text, chance, others: damage.translated(text),
    "other words, tables in common": lambda text, chance, others: (
        damage.other_words(others, chance) + damage.TABLES
    ),
}


@dataclass(frozen=True, slots=True)
class Paper:
    sha1: str
    title: str
    text: str
    is_unseen: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """A damaged text, of which paper and how; `found` are the papers that were named."""

    of: int
    way: str
    is_stranger: bool
    found: frozenset[int]


class NearCopies:
    name = "near_copies"
    about = (
        "Copies of the shared papers, damaged as copies are: each is looked up among all papers,"
        " and its own is to be found (recall) and nothing else (precision), not for translations"
        " either. `unseen_` is the half of the second set that nobody looks at."
    )
    is_slow = False
    needs_shared = True

    def corpus(self) -> str:
        files = digest_of_files(all_papers(), ("sha1", "title"))
        return digest([files, sorted([*WAYS, *STRANGERS]), WAYS_OF_EACH])

    def score(self) -> Result:
        papers = read_papers()
        texts = list(damaged(papers))
        marks = [read_marks(text) for _, _, _, text in texts]
        known = [read_marks(paper.text) for paper in papers]
        with (
            tempfile.TemporaryDirectory(prefix="sheaf-evaluation-") as folder,
            closing(Finder(known, Path(folder))) as finder,
        ):
            return score_found(papers, texts, marks, finder)


def score_found(
    papers: Sequence[Paper],
    texts: Sequence[tuple[int, str, bool, str]],
    marks: Sequence[TextMarks | None],
    finder: Finder,
) -> Result:
    asked = [
        Asked(of, way, is_stranger, finder.find(own, MOST_BITS))
        for (of, way, is_stranger, _), own in zip(texts, marks, strict=True)
    ]
    same = same_works(papers)
    tables = (
        ways_table(asked, same),
        choices_table(papers, texts, marks, finder, same),
        pairs_table(papers, finder, same),
    )
    return Result(
        measures=(
            *measures("", [one for one in asked if not papers[one.of].is_unseen], same),
            *measures("unseen_", [one for one in asked if papers[one.of].is_unseen], same),
        ),
        tables=tables,
        misses=tuple(misses(asked, papers, same)),
    )


def read_papers() -> list[Paper]:
    texts = shared_texts()
    return [
        Paper(row["sha1"], normalised(row["title"]), texts[row["sha1"]], is_unseen(row))
        for row in all_papers()
        if len(texts.get(row["sha1"], "")) >= FEWEST_LETTERS
    ]


def same_works(papers: Sequence[Paper]) -> list[frozenset[int]]:
    """Of each paper which of them are the same work, itself among them."""
    by_title = defaultdict(set)
    for number, paper in enumerate(papers):
        by_title[paper.title or paper.sha1].add(number)
    return [
        frozenset(by_title[paper.title or paper.sha1])
        | {
            other
            for other, its in enumerate(papers)
            if any(is_pair(pair, paper, its) for pair in VERSIONS)
        }
        for paper in papers
    ]


def is_pair(pair: frozenset[str], one: Paper, other: Paper) -> bool:
    return {
        name for name in pair if one.sha1.startswith(name) or other.sha1.startswith(name)
    } == pair


def damaged(papers: Sequence[Paper]) -> Iterator[tuple[int, str, bool, str]]:
    """Of each paper some of the ways in turn, always the same ones."""
    sentences = damage.sentences_of([paper.text for paper in papers])
    ways = list(WAYS)
    for number, paper in enumerate(papers):
        chance = Random(paper.sha1)
        first = int(sha1(paper.sha1.encode(), usedforsecurity=False).hexdigest(), 16)
        for step in range(WAYS_OF_EACH):
            way = ways[(first + 2 * step) % len(ways)]
            yield number, way, False, WAYS[way](paper.text, chance, sentences)
        way = list(STRANGERS)[first % len(STRANGERS)]
        yield number, way, True, STRANGERS[way](paper.text, chance, sentences)


class Finder:
    """Looks texts up as a library does: by whole text and opening, then by sketch."""

    def __init__(self, marks: Sequence[TextMarks | None], folder: Path) -> None:
        self.marks = marks
        known = {number: own for number, own in enumerate(marks) if own is not None}
        self._whole = EmbeddedStore(folder, "whole")
        self._openings = EmbeddedStore(folder, "openings")
        self._whole.write({number: own.whole for number, own in known.items()})
        self._openings.write({number: own.opening for number, own in known.items()})

    def close(self) -> None:
        self._whole.close()
        self._openings.close()

    def find(
        self, own: TextMarks | None, bits: int, *, opening: bool = True, judged: bool = True
    ) -> frozenset[int]:
        if own is None:
            return frozenset()
        found = {near.document_id for near in self._whole.find_near(own.whole, bits)}
        if opening:
            found |= {near.document_id for near in self._openings.find_near(own.opening, bits)}
        return frozenset(number for number in found if not judged or self._agrees(own, number))

    def _agrees(self, own: TextMarks, number: int) -> bool:
        other = self.marks[number]
        return other is not None and is_same_text(compare(own.sketch, other.sketch))


def counts(asked: Sequence[Asked], same: Sequence[frozenset[int]]) -> tuple[int, int, int, int]:
    """Pairs that are right, pairs, copies whose paper is found, copies."""
    right = sum(len(one.found & same[one.of]) for one in asked if not one.is_stranger)
    pairs = sum(len(one.found) for one in asked)
    copies = [one for one in asked if not one.is_stranger]
    return right, pairs, sum(one.of in one.found for one in copies), len(copies)


def measures(
    prefix: str, asked: Sequence[Asked], same: Sequence[frozenset[int]]
) -> Iterator[Measure]:
    right, pairs, found, copies = counts(asked, same)
    peer = "0.92 (CiteSeerExtractor, 100 matches looked at)" if not prefix else ""
    yield Measure(f"{prefix}precision", share(right, pairs), pairs, peer)
    yield Measure(f"{prefix}recall", share(found, copies), copies)


def ways_table(asked: Sequence[Asked], same: Sequence[frozenset[int]]) -> Table:
    rows = []
    for way in [*WAYS, *STRANGERS]:
        of_way = [one for one in asked if one.way == way]
        right, pairs, found, _ = counts(of_way, same)
        rows.append((way, len(of_way), found, pairs - right))
    return Table(
        "Found, and others named, by what was done", ("way", "texts", "found", "wrong"), tuple(rows)
    )


def choices_table(
    papers: Sequence[Paper],
    texts: Sequence[tuple[int, str, bool, str]],
    marks: Sequence[TextMarks | None],
    finder: Finder,
    same: Sequence[frozenset[int]],
) -> Table:
    """What each part of it is good for."""
    rows = []
    for bits in (3, 6, 8):
        for label, options in (
            ("whole text", {"opening": False, "judged": False}),
            ("whole text, judged", {"opening": False}),
            ("with openings, judged", {}),
        ):
            asked = [
                Asked(of, way, is_stranger, finder.find(own, bits, **options))
                for (of, way, is_stranger, _), own in zip(texts, marks, strict=True)
            ]
            rows.append(choice_row(label, bits, asked, same))
    legacy = [legacy_simhash.fingerprint(paper.text.encode()) for paper in papers]
    asked = []
    for of, way, is_stranger, text in texts[::LEGACY_EVERY]:
        own = legacy_simhash.fingerprint(text.encode())
        near = (n for n, other in enumerate(legacy) if (own ^ other).bit_count() <= 3)
        asked.append(Asked(of, way, is_stranger, frozenset(near)))
    rows.append(choice_row("CiteSeerExtractor's fingerprint", 3, asked, same))
    columns = ("marks", "bits", "precision", "recall", "wrong pairs")
    return Table("What each part is good for", columns, tuple(rows))


def choice_row(
    label: str, bits: int, asked: Sequence[Asked], same: Sequence[frozenset[int]]
) -> tuple[str | int, ...]:
    right, pairs, found, copies = counts(asked, same)
    return label, bits, percent(share(right, pairs)), percent(share(found, copies)), pairs - right


def pairs_table(papers: Sequence[Paper], finder: Finder, same: Sequence[frozenset[int]]) -> Table:
    """The papers as they are: preprints, published versions, and papers by the same authors."""
    pairs = {
        frozenset({number, other}) for number, own in enumerate(same) for other in own - {number}
    }
    found = {
        frozenset({number, other})
        for number, own in enumerate(finder.marks)
        for other in finder.find(own, MOST_BITS) - {number}
    }
    rows = (
        ("pairs with one title", len(pairs)),
        ("of these found by their texts", len(pairs & found)),
        ("other pairs found by their texts", len(found - pairs)),
    )
    return Table("The papers among themselves", ("pairs", "count"), rows)


def misses(
    asked: Sequence[Asked], papers: Sequence[Paper], same: Sequence[frozenset[int]]
) -> Iterator[str]:
    """Of the half that may be looked at."""
    for one in asked:
        paper = papers[one.of]
        if paper.is_unseen:
            continue
        if not one.is_stranger and one.of not in one.found:
            yield f"{paper.sha1[:12]} {paper.title[:40]}, {one.way}: not found"
        for other in one.found - (frozenset() if one.is_stranger else same[one.of]):
            wrong = papers[other]
            yield (
                f"{paper.sha1[:12]} {paper.title[:40]}, {one.way}: taken for"
                f" {wrong.sha1[:12]} {wrong.title[:40]}"
            )
