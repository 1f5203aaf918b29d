"""Scores the whole way on a simulated web: archive in, papers kept and read, found by title.

Needs nothing but Sheaf itself. Truth is complete here, so what is lost anywhere on the way shows;
it is also tidy, so a full score says that the parts fit together, not that the web is easy.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from corpora.shared import digest
from evaluation.contract import Measure, Result, Table, share
from evaluation.header import author_measures
from evaluation.matching import last_names, normalised, overlap
from evaluation.surroundings import plain_library
from evaluation.world_subjects import ask_subjects, subject_measures
from sheaf.app import Library
from sheaf.pipeline import Progress
from sheaf.records import KEPT, KNOWN, Outcome
from sheaf.world import World, write_warc

PAPER = "paper"
Truth = Mapping[str, Any]
# What the score depends on. The bytes are left out: they come from the same seed, but another
# zlib packs them differently, and the floors should hold on any machine.
TRUTH = ("url", "kind", "status", "paper_id", "title", "version", "copy_of", "near_copy")


@dataclass(slots=True)
class Story:
    """What happened: how each URL ended, what was read at it, whose copy a title finds first."""

    outcomes: dict[str, Outcome] = field(default_factory=dict)
    papers: dict[str, dict[str, Any]] = field(default_factory=dict)
    found_first: dict[int, int | None] = field(default_factory=dict)
    # By URL: for each entry of its list that leads to documents, the URLs of those.
    cites: dict[str, list[set[str]]] = field(default_factory=dict)
    # By number of a document: the paper that it is in truth.
    paper_of: dict[int, int] = field(default_factory=dict)

    def holds(self, url: str) -> bool:
        """Kept under this URL, or recognised as a copy of something that was."""
        return self.outcomes.get(url) in KEPT | KNOWN


class WorldStory:
    needs_shared = False

    def __init__(self, name: str, seed: int, pages: int, *, is_slow: bool = False) -> None:
        self.name = name
        self.seed, self.pages, self.is_slow = seed, pages, is_slow
        self.about = f"A simulated web of {pages} pages: imported, read, indexed and searched."

    def corpus(self) -> str:
        return digest(
            [*(one.get(name) for name in TRUTH), [who["family"] for who in one.get("authors", ())]]
            for one in self._world().truth()
        )

    def score(self) -> Result:
        world = self._world()
        truth = list(world.truth())
        with plain_library() as library:
            story = live(library, world, truth)
            told = score(truth, story)
            if self.is_slow:  # a large world is for what is rare; subjects are asked in a small one
                return told
            answers = list(ask_subjects(library, truth, story.paper_of))
        of_subjects = subject_measures(answers, truth, story.paper_of)
        return replace(told, measures=(*told.measures, *of_subjects))

    def _world(self) -> World:
        return World(seed=self.seed, pages=self.pages)


# -- the run -----------------------------------------------------------------------------------


def live(library: Library, world: World, truth: Sequence[Truth]) -> Story:
    """Import the world's archive, index it, and ask for every paper by its title."""
    story = Story()
    url_of: dict[int, str] = {}

    def note(progress: Progress) -> None:
        for decision in progress.latest:
            url = decision.examined.capture.url
            if decision.outcome is not Outcome.UNPACKED:
                story.outcomes[url] = decision.outcome
            if decision.is_kept and decision.document_id is not None:
                url_of[decision.document_id] = url

    archive = library.folder / "warc" / "world.warc.gz"
    write_warc(world, archive)
    library.import_([Path(archive)], report=note)
    library.index()
    story.papers = {url: library.paper(number) or {} for number, url in url_of.items()}
    for number, url in url_of.items():
        works = [one.work for one in library.graph.references(number)]
        held = [one.documents for one in works if one.documents]
        story.cites[url] = [{url_of[document] for document in documents} for documents in held]
    paper_at = {one["url"]: one.get("paper_id") for one in truth}
    papers = {number: paper_at.get(url) for number, url in url_of.items()}
    story.paper_of = {number: paper for number, paper in papers.items() if paper is not None}
    for number, title in titles(truth).items():
        hits = library.search(title, limit=1).hits
        story.found_first[number] = paper_at.get(url_of.get(hits[0].id, "")) if hits else None
    return story


def titles(truth: Iterable[Truth]) -> dict[int, str]:
    """Every distinct paper that has at least one whole copy on the web."""
    return {one["paper_id"]: one["title"] for one in truth if one["kind"] == PAPER}


# -- the score ---------------------------------------------------------------------------------


def score(truth: Sequence[Truth], story: Story) -> Result:
    return Result(
        measures=(
            *_kept(truth, story),
            _copies(truth, story),
            *_read(truth, story),
            _found(truth, story),
            *_citations(truth, story),
        ),
        tables=(_outcomes(truth, story),),
        misses=tuple(_misses(truth, story)),
    )


def _kept(truth: Sequence[Truth], story: Story) -> tuple[Measure, Measure]:
    papers = [one["url"] for one in truth if one["kind"] == PAPER]
    others = [one["url"] for one in truth if one["kind"] != PAPER and not _is_broken_paper(one)]
    held, wrong = sum(map(story.holds, papers)), sum(map(story.holds, others))
    return (
        Measure("kept_precision", share(held, held + wrong), held + wrong),
        Measure("kept_recall", share(held, len(papers)), len(papers)),
    )


def _is_broken_paper(one: Truth) -> bool:
    """Encrypted, cut off, or sent short: neither right nor wrong to keep what can be read of it."""
    return one["kind"] != PAPER and one.get("paper_id") is not None


def _copies(truth: Sequence[Truth], story: Story) -> Measure:
    """All but one of the URLs with the same bytes; which one is first is the archive's order."""
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for one in truth:
        if one["kind"] == PAPER:
            original = one["copy_of"] if one["copy_of"] and not one["near_copy"] else one["url"]
            groups[original].append(one["url"])
    expected = sum(len(urls) - 1 for urls in groups.values())
    known = sum(
        min(len(urls) - 1, sum(story.outcomes.get(url) in KNOWN for url in urls))
        for urls in groups.values()
    )
    return Measure("exact_copies", share(known, expected), expected)


def _read(truth: Sequence[Truth], story: Story) -> Iterator[Measure]:
    """Of what was kept and is a paper in truth."""
    pairs = [(one, story.papers[one["url"]]) for one in truth
             if one["url"] in story.papers and one.get("paper_id") is not None]  # fmt: skip
    exact = sum(_title_is_right(one, paper) for one, paper in pairs)
    whole = sum(_authors(paper) == _true_authors(one) for one, paper in pairs)
    yield Measure("title_exact", share(exact, len(pairs)), len(pairs))
    yield Measure("authors_exact", share(whole, len(pairs)), len(pairs))
    overlaps = [overlap(_authors(paper), _true_authors(one)) for one, paper in pairs]
    yield from author_measures(overlaps)


def _title_is_right(one: Truth, paper: Mapping[str, Any]) -> bool:
    return normalised(paper.get("title")) == normalised(one["title"])


def _authors(paper: Mapping[str, Any]) -> list[str]:
    return last_names([author["name"] for author in paper.get("authors") or ()])


def _true_authors(one: Truth) -> list[str]:
    return last_names([author["name"] for author in one["authors"]])


def _found(truth: Sequence[Truth], story: Story) -> Measure:
    """Of all papers, not of those kept: what was lost on the way is not found either."""
    wanted = titles(truth)
    right = sum(story.found_first.get(number) == number for number in wanted)
    return Measure("found_first_by_title", share(right, len(wanted)), len(wanted))


def _citations(truth: Sequence[Truth], story: Story) -> Iterator[Measure]:
    """Pairs of a document and a paper that it cites, of which the library has a document."""
    paper_at = {one["url"]: one["paper_id"] for one in truth if one.get("paper_id") is not None}
    cited_by = {one["paper_id"]: set(one["references"]) for one in truth if "references" in one}
    held = {paper_at[url] for url in story.cites if url in paper_at}
    right = found = true = 0
    for url, entries in story.cites.items():
        wanted = (cited_by[paper_at[url]] & held) if url in paper_at else set()
        led = {frozenset(paper_at.get(document) for document in each) for each in entries}
        right += sum(len(each) == 1 and each <= wanted for each in led)
        found += len(led)
        true += len(wanted)
    yield Measure("citations_precision", share(right, found), found)
    yield Measure("citations_recall", share(right, true), true)
    yield Measure("citations_f1", share(2 * right, found + true), true)


def _outcomes(truth: Sequence[Truth], story: Story) -> Table:
    counts = Counter(
        (one["kind"], str(story.outcomes.get(one["url"], "never met"))) for one in truth
    )
    rows = tuple((kind, outcome, number) for (kind, outcome), number in sorted(counts.items()))
    return Table("How the URLs ended, by kind", ("kind in truth", "outcome", "URLs"), rows)


def _misses(truth: Sequence[Truth], story: Story) -> Iterator[str]:
    for one in truth:
        url, is_paper = one["url"], one["kind"] == PAPER
        if story.holds(url) != is_paper and not _is_broken_paper(one):
            yield f"{url}: {one['kind']}, ended as {story.outcomes.get(url)}"
        paper = story.papers.get(url)
        if paper is None or one.get("paper_id") is None:
            continue
        if not _title_is_right(one, paper):
            yield f"{url}: title {paper.get('title')!r}, not {one['title']!r}"
        if _authors(paper) != _true_authors(one):
            yield f"{url}: authors {_authors(paper)}, not {_true_authors(one)}"
    for number, title in titles(truth).items():
        if story.found_first.get(number) != number:
            yield f"paper {number}, {title!r}: first hit is {story.found_first.get(number)}"
