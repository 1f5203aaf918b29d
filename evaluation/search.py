"""Scores search by known items: a question is made from a paper's truth, and that paper is wanted.

The score of a question is one divided by the place at which its paper stands among the first ten
(0 where it does not); a copy with the same title counts as well. Half of the owners of the second
set are never looked at: of them there are only totals (`unseen_`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha1

from corpora.shared import Row, digest_of_files
from evaluation.contract import Measure, Result, Table, percent
from evaluation.known_items import GROUPS, Question, questions
from evaluation.matching import normalised
from evaluation.search_peers import PeerScores, load_peers
from evaluation.shared_library import all_papers, shared_library
from sheaf.app import Library

TRUTH = ("sha1", "title", "authors", "year", "venue", "abstract", "doi")
PLACES = 10
# The SHA-1s of the first hits, each with those of its versions, best first.
Answer = Sequence[Sequence[str]]
Ask = Callable[[str], Answer]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, the place of its paper among the answers (0: not there), and whether its owner's
    papers stay unseen."""

    question: Question
    file: str
    place: int
    is_unseen: bool

    @property
    def score(self) -> float:
        return 1 / self.place if self.place else 0.0


class Search:
    name = "search"
    about = (
        "The place of a known paper among the first ten hits (mean reciprocal rank), in a library"
        " of all shared papers, asked by title, damaged title, reference and subject. `unseen_`"
        " is the half of the second set that nobody looks at. Peers: the plain answers of SQLite's"
        " FTS5 and of Lucene to the same questions over the same texts."
    )
    is_slow = False
    needs_shared = True

    def corpus(self) -> str:
        return digest_of_files(all_papers(), TRUTH)

    def score(self) -> Result:
        with shared_library() as library:
            asked = list(ask_all(all_papers(), asking(library)))
        return Result(
            measures=tuple(measures(asked, load_peers(self.corpus()))),
            tables=(by_kind(asked),),
            misses=tuple(misses(asked)),
        )


def asking(library: Library) -> Ask:
    @cache
    def sha1_of(number: int) -> str:
        document = library.document(number)
        return document.sha1 if document else ""

    def ask(words: str) -> Answer:
        hits = library.search(words, limit=PLACES).hits
        return [(hit.sha1, *map(sha1_of, hit.versions)) for hit in hits]

    return ask


def ask_all(rows: Sequence[Row], ask: Ask) -> Iterator[Asked]:
    copies = defaultdict(set)
    for row in rows:
        copies[normalised(row["title"])].add(row["sha1"])
    for row in rows:
        wanted, unseen = copies[normalised(row["title"])], is_unseen(row)
        for question in questions(row):
            place = place_of(wanted, ask(question.words))
            yield Asked(question, row["file"], place, unseen)


def place_of(wanted: set[str], answer: Answer) -> int:
    places = (at for at, hit in enumerate(answer, 1) if wanted.intersection(hit))
    return next(places, 0)


def is_unseen(row: Row) -> bool:
    """The second set's README: the owners are dealt in two, and the odd half is only counted."""
    owner = str(row["source"]["repo"]).split("/")[0].lower()
    number = int(sha1(owner.encode(), usedforsecurity=False).hexdigest(), 16)
    return str(row["file"]).startswith("second/") and number % 2 == 1


def mean(asked: Iterable[Asked]) -> float:
    scores = [one.score for one in asked]
    return sum(scores) / len(scores) if scores else 0.0


def measures(asked: Sequence[Asked], peers: PeerScores) -> Iterator[Measure]:
    for prefix, part in (("", asked), ("unseen_", [one for one in asked if one.is_unseen])):
        for group in GROUPS:
            of_group = [one for one in part if one.question.group == group]
            name = f"{prefix}{group}"
            told = ", ".join(f"{peer} {percent(all_[name])}" for peer, all_ in peers.items())
            yield Measure(name, mean(of_group), len(of_group), told)


def by_kind(asked: Sequence[Asked]) -> Table:
    rows = []
    for kind in dict.fromkeys(one.question.kind for one in asked):
        of_kind = [one for one in asked if one.question.kind == kind]
        first = [one for one in of_kind if one.place == 1]
        missed = [one for one in of_kind if not one.place]
        rows.append((kind, len(of_kind), percent(mean(of_kind)), len(first), len(missed)))
    columns = ("question", "asked", "reciprocal rank", "first", "not among ten")
    return Table("By kind of question", columns, tuple(rows))


def misses(asked: Sequence[Asked]) -> Iterator[str]:
    for one in asked:
        if one.place != 1 and not one.is_unseen:
            where = f"place {one.place}" if one.place else "not found"
            yield f"{one.file}: {one.question.kind}: {where}: {one.question.words!r}"
