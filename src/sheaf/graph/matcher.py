"""How likely two descriptions mean the same work. The one place where titles and authors are
compared: for citations, and for whatever else asks.

What agrees and what contradicts adds up, in log-odds, over what a pair with a common key has to
begin with. Every part is symmetrical. The weights were set on pairs of the simulated web and of
real papers; `evaluation` holds what they are worth.
"""

from __future__ import annotations

import math

from sheaf.graph.distance import edit_distance
from sheaf.graph.features import LEAST_INFORMATION, Author, Features

# How sure one has to be. Wrong links are worse than missing ones.
SAME_WORK = 0.9
SURE = math.log(SAME_WORK / (1 - SAME_WORK))  # the same in log-odds

PRIOR = -4.5
DOI_AGREES, DOI_DIFFERS = 9.0, -1.5  # a preprint and its journal have one each
ARXIV_AGREES, ARXIV_DIFFERS = 9.0, -3.0
TITLE_DIFFERS, PART_DIFFERS, TITLE_MISSING = -7.0, -7.0, -2.0
OTHER_BEGINNING = 5.0
ALL_AUTHORS, ONE_AUTHOR, MOST_AUTHORS, SOME_AUTHORS, NO_AUTHOR = 5.0, 3.5, 3.0, 1.0, -5.5
PAGE_AGREES, VOLUME_AGREES, PAGE_DIFFERS = 3.0, 1.0, -1.0
VENUE_AGREES = 1.0
YEARS = ((0, 1.5), (1, 0.7), (3, -0.3), (6, -1.8), (12, -3.0))
YEARS_APART, YEARLY = -5.0, -2.0  # reports that come every year have the same title
MOST_TYPOS = 0.12  # of the letters of a title
MOST_TYPOS_OF_WORDS = 0.4  # of the letters of the words that differ
SMALL = 3  # letters of words like "the" and "via"
TRUNCATED = 20  # letters, the fewest that stand for a longer title
WORDS_IN_COMMON = 0.8


def probability(one: Features, other: Features) -> float:
    return 1 / (1 + math.exp(-score(one, other)))


def tells_enough(features: Features) -> bool:
    """Whether somebody else who says the same means the same work: what `score` says of two."""
    people = len(features.authors)
    found = PRIOR + (ALL_AUTHORS if people > 1 else ONE_AUTHOR * people)
    found += DOI_AGREES * bool(features.doi) + ARXIV_AGREES * bool(features.arxiv_id)
    found += YEARS[0][1] if features.year is not None else 0.0
    found += _places(features, features)
    if not features.title:
        return found + TITLE_MISSING >= SURE
    # What a title tells is seldom needed: of most the rest tells enough.
    return found + LEAST_INFORMATION >= SURE or found + features.information >= SURE


def score(one: Features, other: Features) -> float:
    """In log-odds."""
    identifiers = _identifiers(one, other)
    title = _titles(one, other)
    if title <= TITLE_DIFFERS and identifiers <= 0:
        return PRIOR + title
    return PRIOR + identifiers + title + _authors(one, other) + _years(one, other) + (
        _places(one, other)
    )  # fmt: skip


def _identifiers(one: Features, other: Features) -> float:
    found = 0.0
    if one.doi and other.doi:
        found += DOI_AGREES if one.doi == other.doi else DOI_DIFFERS
    if one.arxiv_id and other.arxiv_id:
        found += ARXIV_AGREES if one.arxiv_id == other.arxiv_id else ARXIV_DIFFERS
    return found


# -- titles ----------------------------------------------------------------------------------------


def _titles(one: Features, other: Features) -> float:
    if not one.title or not other.title:
        return TITLE_MISSING
    if one.title == other.title:
        return min(one.information, other.information)
    found = _similar_titles(one, other)
    if found > 0 and one.telling != other.telling:
        return PART_DIFFERS
    return found


def _similar_titles(one: Features, other: Features) -> float:
    shorter, longer = sorted((one, other), key=lambda each: (len(each.title), each.title))
    if len(shorter.title) >= 6:
        if longer.title.startswith(shorter.title) and _may_stand_for(shorter, longer):
            return shorter.information - 0.7
        if len(shorter.title) >= TRUNCATED and longer.title.endswith(shorter.title):
            return shorter.information - _worth_of_beginning(shorter, longer)
    size = len(longer.title)
    most = max(1, int(size * MOST_TYPOS)) if size >= 8 else 0
    apart = edit_distance(shorter.title, longer.title, most)
    if apart <= most and not _is_negated(one, other) and not _has_another_word(one, other):
        return shorter.information * (1 - 4 * apart / size) - 0.5
    return _common_words(shorter, longer)


def _may_stand_for(shorter: Features, longer: Features) -> bool:
    """Without its subtitle, or cut off."""
    return shorter.title == longer.main or (
        len(shorter.title) >= TRUNCATED and len(shorter.words) >= 4
    )


def _worth_of_beginning(shorter: Features, longer: Features) -> float:
    """What stands before a title may be its author; other words mostly make it another title."""
    before = longer.title[: -len(shorter.title)]
    names = {family for family, _ in (*shorter.authors, *longer.authors)}
    return 0.7 if before in names else OTHER_BEGINNING


def _is_negated(one: Features, other: Features) -> bool:
    """ "Supervised" and "unsupervised" are no typo apart."""
    only_one, only_other = set(one.words) - set(other.words), set(other.words) - set(one.words)
    return any(
        longer == prefix + shorter
        for some, others in ((only_one, only_other), (only_other, only_one))
        for longer in some
        for prefix in ("un", "non", "in", "im", "anti", "a", "de", "dis", "re", "sub", "super")
        for shorter in others
    )


def _has_another_word(one: Features, other: Features) -> bool:
    """ "Uniform" in the place of "Craig" is no typo, however long the rest."""
    only_one = "".join(word for word in one.words if word not in other.words and len(word) > SMALL)
    only_other = "".join(
        word for word in other.words if word not in one.words and len(word) > SMALL
    )
    if not only_one or not only_other:
        return False
    most = max(2, int(max(len(only_one), len(only_other)) * MOST_TYPOS_OF_WORDS))
    return edit_distance(only_one, only_other, most) > most


def _common_words(shorter: Features, longer: Features) -> float:
    one, other = set(shorter.words), set(longer.words)
    if min(len(one), len(other)) < 4:
        return TITLE_DIFFERS
    share = len(one & other) / len(one | other)
    if (
        share >= WORDS_IN_COMMON
        and not _is_negated(shorter, longer)
        and not _has_another_word(shorter, longer)
    ):
        return shorter.information * share - 2.5
    return TITLE_DIFFERS


# -- authors ---------------------------------------------------------------------------------------


def _authors(one: Features, other: Features) -> float:
    if not one.authors or not other.authors:
        return 0.0
    shorter, longer = sorted((one.authors, other.authors), key=lambda each: (len(each), each))
    # Mostly they stand in one order.
    found = sum(
        may_be_same_name(name, longer[at])
        or any(may_be_same_name(name, another) for another in longer)
        for at, name in enumerate(shorter)
    )
    first = may_be_same_name(one.authors[0], other.authors[0])
    if found == 0:
        return NO_AUTHOR
    if found == len(shorter):
        whole = ALL_AUTHORS if found > 1 else ONE_AUTHOR
        return whole if first or len(shorter) > 1 else SOME_AUTHORS
    return MOST_AUTHORS if first and 2 * found >= len(shorter) else SOME_AUTHORS * first


def may_be_same_name(one: Author, other: Author) -> bool:
    """Families equal, or nearly, and given names that do not contradict."""
    if one[0] == other[0] or _are_near(one[0], other[0]):
        return given_names_agree(one[1], other[1])
    return one[0] in other[1] and other[0] in one[1]  # the halves exchanged


def _are_near(one: str, other: str) -> bool:
    if one[:2] != other[:2] and one[-2:] != other[-2:]:
        return False  # a letter that differs leaves one of the ends
    shortest = min(len(one), len(other))
    if shortest >= 5 and edit_distance(one, other, 1) <= 1:
        return True
    return shortest >= 4 and (one.endswith(other) or other.endswith(one))


def given_names_agree(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Initials stand for names that begin so. Where one has more of them it tells nothing."""
    for name, another in zip(one, other, strict=False):
        shortest = min(len(name), len(another))
        if name[0] != another[0] or (
            shortest > 2 and name != another and not _are_near(name, another)
        ):
            return False
    return True


# -- when and where --------------------------------------------------------------------------------


def _years(one: Features, other: Features) -> float:
    if one.year is None or other.year is None:
        return 0.0
    apart = abs(one.year - other.year)
    worth = next((worth for most, worth in YEARS if apart <= most), YEARS_APART)
    return worth + YEARLY if apart and not (one.authors or other.authors) else worth


def _places(one: Features, other: Features) -> float:
    found = 0.0
    if one.venue and one.venue == other.venue:
        found += VENUE_AGREES
    if one.volume and one.volume == other.volume:
        found += VOLUME_AGREES
    if one.page and other.page:
        # Page 1 is that of every report.
        worth = PAGE_AGREES if one.page != "1" else VOLUME_AGREES
        found += worth if one.page == other.page else PAGE_DIFFERS
    return found
