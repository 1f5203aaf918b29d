"""Scores whether everything that is printed is in some part of the paper.

The words of every line are looked for in the part that its zone belongs to: what the zone holds and
the part does not was lost on the way. Three kinds of lines are left out on purpose, and counted by
themselves: running heads and contents, words within figures and tables, and what the front says
beside its fields (an imprint, a date, the number of a report).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from corpora.shared import Row, digest_of_files, documents, path_of, second_papers
from corpora.texts import text_with_lines
from evaluation.contract import Measure, Result, Table, percent, share
from evaluation.reading_order import words_of
from sheaf.extract.extractor import assign_lines, read_paper
from sheaf.extract.zones.document import Zone
from sheaf.extract.zones.text_lines import locate_lines
from sheaf.records import Paper, Text

SHORTEST_WORD = 3
MOST_LOST = 0.01  # of the words of a paper that is whole
LEFT_OUT = (Zone.FURNITURE, Zone.FIGURE, Zone.FRONT)


@dataclass(frozen=True, slots=True)
class Found:
    """Of one document: its words, those of them that are in no part, and those that were left out
    on purpose, by zone."""

    words: int
    lost: Counter[Zone]
    left_out: Counter[Zone]

    @property
    def is_whole(self) -> bool:
        return self.lost.total() <= MOST_LOST * self.words


class WholeText:
    name = "whole_text"
    about = (
        "Words of the text that are in some part of the paper, on all shared papers and on those"
        " of the second set (`second_`); a paper is whole that has 99 % of them."
    )
    is_slow = True
    needs_shared = True

    def corpus(self) -> str:
        return digest_of_files([*_papers(), *second_papers()], ())

    def score(self) -> Result:
        first = [(row["file"], find_words(_text(row))) for row in _papers()]
        second = [(row["file"], find_words(_text(row))) for row in second_papers()]
        return Result(
            measures=(
                *measures([one for _, one in first]),
                *measures([one for _, one in second], "second_"),
            ),
            tables=(
                by_zone([one for _, one in first], "Words by zone"),
                by_zone([one for _, one in second], "Words by zone, second set"),
            ),
            # Of the second set only totals: half of it is to stay unseen.
            misses=tuple(
                f"{file}: {one.lost.total()} of {one.words} words are lost"
                for file, one in first
                if not one.is_whole
            ),
        )


def _papers() -> list[Row]:
    return [row for row in documents() if row["file"].startswith("papers/")]


def _text(row: Row) -> Text:
    """Not kept in memory: there are many."""
    return text_with_lines.__wrapped__(path_of(row))


def find_words(text: Text) -> Found:
    document = locate_lines(text)
    zones = assign_lines(document, text).zones
    printed: dict[Zone, Counter[str]] = {zone: Counter() for zone in Zone}
    for at, zone in enumerate(zones):
        printed[zone].update(_words([document.words(at)]))
    return compare(printed, read_paper(text))


def compare(printed: dict[Zone, Counter[str]], paper: Paper) -> Found:
    sections = (part for one in paper.sections for part in (one.heading, one.text))
    parts: dict[Zone, Iterable[str | None]] = {
        Zone.BODY: sections,
        Zone.CAPTION: (f"{one.label} {one.text}" for one in paper.captions),
        Zone.FOOTNOTE: paper.footnotes,
        Zone.REFERENCE: (one.raw for one in paper.references),
        Zone.ACKNOWLEDGEMENT: [paper.acknowledgement],
    }
    in_zones = {zone: printed[zone] for zone in parts}
    in_zones[Zone.BODY] = printed[Zone.BODY] + printed[Zone.HEADING] + printed[Zone.APPENDIX]
    lost = Counter(
        {zone: (in_zones[zone] - Counter(_words(part))).total() for zone, part in parts.items()}
    )
    left_out = Counter({zone: printed[zone].total() for zone in LEFT_OUT})
    left_out[Zone.FRONT] = (printed[Zone.FRONT] - Counter(_words(_front_fields(paper)))).total()
    return Found(sum(one.total() for one in printed.values()), lost, left_out)


def _front_fields(paper: Paper) -> list[str | None]:
    people = [
        word
        for author in paper.authors
        for word in (author.name, author.email, author.address, *author.affiliations)
    ]
    return [paper.title, paper.abstract, paper.venue, *paper.keywords, *people]


def _words(texts: Iterable[str | None]) -> list[str]:
    found = words_of(" ".join(text for text in texts if text))
    return [word for word in found if len(word) >= SHORTEST_WORD]


def measures(found: Sequence[Found], prefix: str = "") -> tuple[Measure, ...]:
    words = sum(one.words for one in found)
    lost = sum(one.lost.total() for one in found)
    return (
        Measure(f"{prefix}words_in_a_part", share(words - lost, words), words),
        Measure(
            f"{prefix}whole", share(sum(one.is_whole for one in found), len(found)), len(found)
        ),
    )


def by_zone(found: Sequence[Found], title: str) -> Table:
    words = sum(one.words for one in found)
    lost: Counter[Zone] = sum((one.lost for one in found), Counter())
    left_out: Counter[Zone] = sum((one.left_out for one in found), Counter())
    rows = [
        (kind, zone.value, count, percent(share(count, words)))
        for kind, counts in (("lost", lost), ("left out", left_out))
        for zone, count in sorted(counts.items())
    ]
    return Table(title, ("", "zone", "words", "%"), tuple(rows))
