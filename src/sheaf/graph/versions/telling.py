"""What tells two documents of one work apart: the same text or another, how long, how published."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sheaf.deposit.by_hand.contract import VersionStatementInfo
from sheaf.deposit.graph.descriptions import Copy
from sheaf.duplicates.content_words import read_words
from sheaf.duplicates.sketch import compare_runs, runs_of_words
from sheaf.duplicates.versions import relate_texts
from sheaf.graph.normalising import letters_of
from sheaf.graph.versions.copies import FieldVote, plain_value, why_better

MOST_CHARACTERS = 400_000

TextOf = Callable[[int], str]
Runs = Any  # of words, as an array of numbers


@dataclass(frozen=True, slots=True)
class Difference:
    """What another document is, as seen from one: "a preprint of it: the same text". `differs` says
    what its pages, title, year and length are where they are others."""

    relation: str
    differs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class VersionInfo:
    """A document of a work. `why` says what makes the best of them so; of the others, what the best
    has before them. `relation` and `differs` tell it from the document that was asked about."""

    document_id: int
    title: str
    year: int | None
    venue: str
    doi: str
    pages: int
    characters: int
    is_best: bool
    why: str
    relation: str = ""
    differs: tuple[str, ...] = ()


def tell_versions(ranked: Sequence[Copy], asked: int, text_of: TextOf) -> list[VersionInfo]:
    """All documents of a work, the best first, as seen from one of them."""
    best = ranked[0]
    own = next((one for one in ranked if one.document_id == asked), best)
    runs = runs_of_text(text_of(own.document_id)) if len(ranked) > 1 else runs_of_text("")
    found = []
    for one in ranked:
        told = Difference("")
        if one is not own:
            told = tell_apart(own, one, runs, runs_of_text(text_of(one.document_id)))
        rival = ranked[1] if one is best and len(ranked) > 1 else best
        why = "" if rival is one else why_better(best, rival if one is best else one)
        found.append(
            VersionInfo(
                one.document_id,
                one.said.title,
                one.said.year,
                one.said.venue,
                one.said.doi,
                one.pages,
                one.facts.characters,
                one is best,
                why,
                told.relation,
                told.differs,
            )
        )
    return found


def tell_apart(one: Copy, other: Copy, runs: Runs, other_runs: Runs) -> Difference:
    text = relate_texts(compare_runs(runs, other_runs), len(runs), len(other_runs))
    standing = ""
    if _is_published(one) and not _is_published(other):
        standing = "a preprint of it"
    elif _is_published(other) and not _is_published(one):
        standing = "published after it was a preprint"
    relation = ": ".join(words for words in (standing, text) if words)
    return Difference(relation or "another version", tuple(_differences(one, other)))


def runs_of_text(text: str) -> Runs:
    return runs_of_words(read_words(text[:MOST_CHARACTERS]))


def _is_published(one: Copy) -> bool:
    return bool(one.said.doi or one.said.venue)


def _differences(one: Copy, other: Copy) -> list[str]:
    found = []
    if other.pages and one.pages and other.pages != one.pages:
        found.append(f"{other.pages} pages, not {one.pages}")
    if letters_of(one.said.title) != letters_of(other.said.title):
        found.append("another title" if other.said.title else "no title")
    if other.said.year and one.said.year and other.said.year != one.said.year:
        found.append(f"of {other.said.year}, not {one.said.year}")
    length, own = other.facts.characters, one.facts.characters
    if own and length and abs(length - own) * 20 > own:
        percent = round(100 * abs(length - own) / own)
        found.append(f"{percent} % {'longer' if length > own else 'shorter'}")
    return found


def tell_as_json(
    work: int | None,
    versions: Sequence[VersionInfo],
    votes: Mapping[str, Sequence[FieldVote]],
    said: Sequence[VersionStatementInfo],
) -> dict[str, Any]:
    """Versions for programs: authors by name."""
    return {
        "work": work,
        "versions": [asdict(one) for one in versions],
        "votes": {
            name: [{**asdict(one), "value": plain_value(one.value)} for one in some]
            for name, some in votes.items()
        },
        "said": [asdict(one) for one in said],
    }
