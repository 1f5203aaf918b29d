"""Articles like those of a wiki, made on the fly: each is a function of the seed and its number.

They look to a search engine as an encyclopedia does: some three kilobytes each, words as frequent
as in English, a topic that an article keeps to, names of other articles where it leads to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from sheaf.world.chance import draw
from sheaf.world.lexicon import SIZE, draw_ranks, lexicon
from sheaf.world.vocabulary import phrases

MEAN_WORDS, LEAST_WORDS, MOST_WORDS = 430, 40, 2400
SENTENCE, PARAGRAPH = 19, 5  # words of one, sentences of the other
REPEATED = 0.55  # words that an article takes from what stands before them
TOPICS, TOPIC_WORDS, TOPIC_SHARE = 2000, 300, 0.25
FIRST_NAME = 20_000  # from this rank on, words are rare enough to be names
SECOND_NAMES = 5000
POPULAR = 3.0  # how much more often the first articles are linked to
NEWEST = datetime(2018, 2, 10, tzinfo=UTC)
DAYS = 900
THINGS = phrases("""
    River; Street; Church; Castle; Bridge; Railway station; County; Island; Mountain; Museum;
    School; University; Football Club; Battle; Treaty; Album; Festival; Airport; Lake; Tower;
    Theorem; Temple
""")
KINDS = phrases("""
    Rivers of {}; People from {}; Buildings and structures in {}; {} culture; History of {};
    Populated places in {}; Schools in {}; {} literature; Sport in {}; Species described in {}
""")


@dataclass(frozen=True, slots=True)
class EncyclopediaArticle:
    """The fields of `sheaf crawl wiki`."""

    title: str
    content: str
    categories: tuple[str, ...]
    last_modified: datetime
    out_links: tuple[str, ...]


class Encyclopedia:
    """`articles` of them, numbered from 0; the first ones are linked to most."""

    def __init__(self, seed: int, articles: int) -> None:
        self.seed, self.articles = seed, articles
        self._words = lexicon()

    def __iter__(self) -> Iterator[EncyclopediaArticle]:
        return map(self.article, range(self.articles))

    def title(self, number: int) -> str:
        """No two are the same, for no two names are."""
        name = self._name(number)
        shape = draw(6, self.seed, number, "title")
        if shape < 2:
            return name
        thing = THINGS[draw(len(THINGS), self.seed, number, "thing")]
        if shape < 5:
            return f"{name} {thing}"
        place = self._name(draw(self.articles, self.seed, number, "place") % 500)
        return f"{name} {thing} ({place})"

    def article(self, number: int) -> EncyclopediaArticle:
        dice = np.random.default_rng((self.seed, number))
        title = self.title(number)
        topic = int(draw_ranks(dice, 1, TOPICS)[0])
        links = self._links(dice, number)
        return EncyclopediaArticle(
            title=title,
            content=self._content(dice, title, topic, links),
            categories=self._categories(dice, topic),
            last_modified=NEWEST - timedelta(minutes=int(dice.integers(DAYS * 24 * 60))),
            out_links=links,
        )

    def _name(self, number: int) -> str:
        """Two names where there are more articles than rare words."""
        names = SIZE - FIRST_NAME
        name = str(self._words[FIRST_NAME + number * 7919 % names]).capitalize()
        if number < names:
            return name
        second = number // names * SECOND_NAMES + number % SECOND_NAMES
        return f"{name} {str(self._words[FIRST_NAME + second]).capitalize()}"

    def _links(self, dice: np.random.Generator, number: int) -> tuple[str, ...]:
        targets = (dice.random(int(dice.integers(3, 30))) ** POPULAR * self.articles).astype(int)
        return tuple(dict.fromkeys(self.title(one) for one in targets.tolist() if one != number))

    def _categories(self, dice: np.random.Generator, topic: int) -> tuple[str, ...]:
        """Of neighbouring topics, and a year."""
        found = [
            KINDS[int(kind)].format(self._name((topic + int(kind) % 3) % 500))
            for kind in dice.integers(len(KINDS), size=int(dice.integers(1, 4)))
        ]
        found.append(f"{1700 + int(dice.integers(318))} establishments")
        return tuple(dict.fromkeys(found))

    def _content(
        self, dice: np.random.Generator, title: str, topic: int, links: tuple[str, ...]
    ) -> str:
        drawn = dice.lognormal(np.log(MEAN_WORDS) - 0.32, 0.8)
        count = int(min(max(drawn, LEAST_WORDS), MOST_WORDS))
        words = self._words[self._ranks(dice, count, topic)].tolist()
        for place in dice.integers(count, size=max(2, count // 90)).tolist():
            words[place] = title
        for link, place in zip(links, dice.integers(count, size=len(links)).tolist(), strict=True):
            words[place] = link
        for place in dice.integers(count, size=count // 60).tolist():
            words[place] = str(int(dice.integers(1, 2018)))
        words[0] = title
        return _paragraphs(words, dice)

    def _ranks(self, dice: np.random.Generator, count: int, topic: int) -> NDArray[np.intp]:
        ranks = draw_ranks(dice, count)
        own = np.random.default_rng((self.seed, topic, 1)).integers(200, 60_000, size=TOPIC_WORDS)
        of_topic = (dice.random(count) < TOPIC_SHARE) & (ranks > 100)
        ranks[of_topic] = own[draw_ranks(dice, int(of_topic.sum()), TOPIC_WORDS)]
        # What was said once is said again.
        again = dice.random(count) < REPEATED
        places = (dice.random(count) * np.arange(count)).astype(int)
        ranks[again] = ranks[places[again]]
        return ranks


def _paragraphs(words: list[str], dice: np.random.Generator) -> str:
    ends = np.cumsum(dice.integers(SENTENCE // 2, SENTENCE * 3 // 2, size=len(words) // 9 + 1))
    text, begin = [], 0
    for number, end in enumerate(ends.tolist(), 1):
        sentence = " ".join(words[begin:end])
        if sentence:
            text.append(sentence[0].upper() + sentence[1:])
            text.append(".\n" if number % PARAGRAPH == 0 else ". ")
        begin = end
    return "".join(text).strip()
