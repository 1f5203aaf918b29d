"""Scores the text reader: are all words there, and in the order of reading?

The measure of words is what `pdftotext` finds: alphabetic words of three letters or more, each as
often as it occurs, with words broken at line ends joined on both sides. The order is asked of
papers of the simulated web, whose text is known, and of ten real pages marked by hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from corpora.shared import SHARED_DATA, Row, digest, digest_of_files, documents, path_of
from corpora.texts import text_with_lines
from evaluation.contract import Measure, Result, Table, percent, share
from evaluation.reading_order import (
    MARKED,
    SENTENCE,
    Marked,
    anchors_of,
    followed,
    marked_pages,
    words_of,
)
from sheaf import programs
from sheaf.curate.text import pdf as text_pdf
from sheaf.curate.text.contract import TextOptions
from sheaf.records import Dropped
from sheaf.world.grammar import Words
from sheaf.world.manuscript import compose
from sheaf.world.papers import SimulatedPaper
from sheaf.world.pdf import PREPRINT, paper_pdf
from sheaf.world.realm import realm

SEED, PAGES = 4, 3000
WORLD_PAPERS = 100
TWO_COLUMNS = 0.4  # a line that is longer than this share of its page is of a single column
SHORTEST_WORD = 3
SECONDS = 120.0


class TextReaders:
    name = "text"
    about = "Words and reading order of the PDF reader, beside `pdftotext`."
    is_slow = False
    needs_shared = True

    def corpus(self) -> str:
        marks = MARKED.read_text(encoding="utf-8")
        return digest([digest_of_files(papers(), ()), marks, [SEED, PAGES, WORLD_PAPERS]])

    def score(self) -> Result:
        recalls = {row["file"]: word_recall(path_of(row)) for row in papers()}
        world = _pair([world_order(data, truth) for data, truth in two_column_papers()])
        marked = _pair([marked_order(page) for page in marked_pages()])
        values = list(recalls.values())
        return Result(
            measures=(
                Measure("word_recall_median", median(values), len(values)),
                Measure("word_recall_mean", share_of(values), len(values)),
                Measure("order_world", *world[0], peer=_peer(world[1])),
                Measure("order_marked", *marked[0], peer=_peer(marked[1])),
            ),
            tables=(_spread(values),),
            misses=tuple(
                f"{file}: {percent(value)} of the words" for file, value in recalls.items()
                if value < 0.98
            ),
        )  # fmt: skip


def papers() -> list[Row]:
    return [row for row in documents() if row["file"].startswith("papers/")]


def pdftotext(path: Path) -> str:
    command = ("pdftotext", "-enc", "UTF-8", str(path), "-")
    return programs.run(command, seconds=SECONDS).decode("utf-8", "replace")


def ours(data: bytes) -> str:
    text = text_pdf.read(data, TextOptions())
    return "" if isinstance(text, Dropped) else text.content


def word_recall(path: Path) -> float:
    """The share of pdftotext's words that we have too."""
    theirs, found = _counted(pdftotext(path)), _counted(text_with_lines(path).content)
    return share((theirs & found).total(), theirs.total())


def _counted(text: str) -> Counter[str]:
    return Counter(word for word in words_of(text) if len(word) >= SHORTEST_WORD)


def two_column_papers() -> Iterator[tuple[bytes, tuple[str, ...]]]:
    """Papers of the simulated web with the anchors of their sentences."""
    world, found = realm(SEED, PAGES, 1.0, 1.0), 0
    for number in range(world.plan.papers):
        paper, words = world.papers.paper(number), world.papers.words(number)
        data = paper_pdf(SEED, paper, words, PREPRINT)
        if _has_two_columns(data):
            found += 1
            yield data, anchors_of(_sentences(paper, words))
        if found == WORLD_PAPERS:
            return


def _has_two_columns(data: bytes) -> bool:
    text = text_pdf.read(data, TextOptions(max_pages=2, layout_pages=2))
    assert not isinstance(text, Dropped)
    widths = sorted(line.x1 - line.x0 for line in text.lines if line.page == 1)
    return bool(widths) and widths[len(widths) // 2] < TWO_COLUMNS * text.shapes[1].width


def _sentences(paper: SimulatedPaper, words: Words) -> Iterator[str]:
    manuscript = compose(SEED, paper, words, False)
    for section in manuscript.sections:
        for paragraph in section.paragraphs:
            yield from paragraph


def world_order(data: bytes, truth: Sequence[str]) -> tuple[list[bool], list[bool]]:
    theirs = programs.run(
        ("pdftotext", "-enc", "UTF-8", "-", "-"), seconds=SECONDS, stdin=data
    ).decode("utf-8", "replace")
    return followed(truth, ours(data), SENTENCE), followed(truth, theirs, SENTENCE)


def marked_order(page: Marked) -> tuple[list[bool], list[bool]]:
    path = SHARED_DATA / page.file
    our_page = text_with_lines(path).content.split("\f")[page.page]
    their_page = pdftotext(path).split("\f")[page.page]
    return followed(page.anchors, our_page), followed(page.anchors, their_page)


def _pair(
    answers: Sequence[tuple[list[bool], list[bool]]],
) -> tuple[tuple[float, int], tuple[float, int]]:
    """The share of right neighbours, ours and theirs, over all documents together."""
    mine = [right for one, _ in answers for right in one]
    other = [right for _, one in answers for right in one]
    return (share(sum(mine), len(mine)), len(mine)), (share(sum(other), len(other)), len(other))


def _peer(score: tuple[float, int]) -> str:
    return f"pdftotext {percent(score[0])}"


def share_of(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _spread(values: Sequence[float]) -> Table:
    steps = (1.0, 0.995, 0.99, 0.98, 0.95, 0.0)
    rows = tuple(
        (f"{percent(low)} to {percent(high)}", sum(low <= value < high for value in values))
        for high, low in zip((1.01, *steps[:-1]), steps, strict=True)
    )
    return Table("Share of pdftotext's words that are there", ("%", "papers"), rows)
