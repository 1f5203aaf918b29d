"""Scores what a subject leads to in a simulated web, whose truth is known: the paper whose abstract
says it, all copies and versions of that, and papers that others cite together with it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from evaluation.contract import Measure, share
from evaluation.known_items import subject_of
from sheaf.app import Library

PLACES = 10
Truth = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SubjectAnswer:
    """What two sentences of a paper's abstract find, as the documents of each hit; and the papers
    that are like it, the likest first."""

    paper: int
    hits: tuple[tuple[int, ...], ...]
    like_it: tuple[int, ...]


def ask_subjects(
    library: Library, truth: Iterable[Truth], paper_of: Mapping[int, int]
) -> Iterator[SubjectAnswer]:
    """Of each paper that the library has; `paper_of` says of what paper a document is."""
    first_of = {paper: document for document, paper in sorted(paper_of.items(), reverse=True)}
    abstracts = {facts["paper_id"]: facts["abstract"] for facts in truth if facts.get("abstract")}
    for paper, document in sorted(first_of.items()):
        words = subject_of(abstracts.get(paper, ""), str(paper))
        if not words:
            continue
        hits = library.search(words, limit=PLACES).hits
        found = library.similar(document, limit=PLACES)
        like_it = [paper_of[each.document_id] for each in found if each.document_id in paper_of]
        shown = tuple((hit.id, *hit.versions) for hit in hits)
        yield SubjectAnswer(paper, shown, tuple(like_it))


def subject_measures(
    answers: Sequence[SubjectAnswer], truth: Iterable[Truth], paper_of: Mapping[int, int]
) -> Iterator[Measure]:
    documents: defaultdict[int, set[int]] = defaultdict(set)
    for document, paper in paper_of.items():
        documents[paper].add(document)
    places = [_place(answer, documents[answer.paper]) for answer in answers]
    scores = [1 / place for place in places if place]
    yield Measure("found_by_subject", sum(scores) / len(places) if places else 0.0, len(places))
    copied = [answer for answer in answers if len(documents[answer.paper]) > 1]
    true = sum(len(documents[answer.paper]) for answer in copied)
    shown = sum(len(documents[answer.paper] & _documents(answer)) for answer in copied)
    yield Measure("versions_by_subject", share(shown, true), true)
    together = cited_together(truth, documents.keys())
    for name, papers_of in (("hits", _papers_hit), ("similar", _papers_like)):
        right = wanted = 0
        for answer in answers:
            most = {paper for paper, _ in together[answer.paper].most_common(PLACES)}
            wanted += len(most)
            right += len(most.intersection(papers_of(answer, paper_of)))
        yield Measure(f"co_cited_among_{name}", share(right, wanted), wanted)


def cited_together(truth: Iterable[Truth], held: Collection[int]) -> defaultdict[int, Counter[int]]:
    """By paper: those that papers of the library cite with it, and how many do."""
    cites = {
        facts["paper_id"]: sorted({*facts["references"]} & {*held})
        for facts in truth
        if facts.get("paper_id") in held and "references" in facts
    }
    found: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for entries in cites.values():
        for one, other in permutations(entries, 2):
            found[one][other] += 1
    return found


def _place(answer: SubjectAnswer, wanted: set[int]) -> int:
    places = (at for at, hit in enumerate(answer.hits, 1) if wanted.intersection(hit))
    return next(places, 0)


def _documents(answer: SubjectAnswer) -> set[int]:
    return {document for hit in answer.hits for document in hit}


def _papers_hit(answer: SubjectAnswer, paper_of: Mapping[int, int]) -> set[int]:
    return {paper_of[document] for document in _documents(answer) if document in paper_of}


def _papers_like(answer: SubjectAnswer, paper_of: Mapping[int, int]) -> set[int]:
    return set(answer.like_it)
