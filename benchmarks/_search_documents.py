"""What search is measured with: articles of the simulated encyclopedia, and questions."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from sheaf.world.encyclopedia import Encyclopedia, EncyclopediaArticle
from sheaf.world.lexicon import COMMON, lexicon

SEED = 1
KINDS = ("or", "and", "phrase")
STOP_WORDS = frozenset(COMMON[:60])
FREQUENT = frozenset(lexicon()[60:3000])
PARTS = 20  # of the work of making documents, over the cores
# The fields for Lucene, which are what we index of an article: words, a number, exact values, and
# such that can be counted. A line has them in this order, after a key.
FIELDS = "title!,content,categories,modified#,links*,url*,category_facet+"
WIKI = "http://wiki.example.org/wiki/"


@dataclass(frozen=True, slots=True)
class Line:
    """A document as all peers read it."""

    key: int
    title: str
    content: str
    categories: str
    modified: int
    links: str
    url: str


def read_lines(path: Path) -> Iterator[Line]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            key, title, content, categories, modified, links, url, _ = line.split("\t")
            yield Line(int(key), title, content, categories, int(modified), links, url)


def make_documents(path: Path, count: int) -> None:
    """On all cores, and nobody's time is counted."""
    bounds = [count * part // PARTS for part in range(PARTS + 1)]
    parts = [path.with_suffix(f".{part}") for part in range(PARTS)]
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as processes:
        list(processes.map(_make_part, parts, bounds[:-1], bounds[1:], [count] * PARTS))
    making = path.with_suffix(".making")
    with making.open("wb") as file:
        for part in parts:
            with part.open("rb") as made:
                shutil.copyfileobj(made, file)
            part.unlink()
    making.rename(path)


def _make_part(path: Path, begin: int, end: int, count: int) -> None:
    encyclopedia = Encyclopedia(SEED, count)
    with path.open("w", encoding="utf-8") as file:
        for number in range(begin, end):
            file.write(_line(number, encyclopedia.article(number)))


def _line(number: int, article: EncyclopediaArticle) -> str:
    categories = "|".join(article.categories)
    values = (
        str(number + 1),
        article.title,
        " ".join(article.content.split()),
        categories,
        str(int(article.last_modified.timestamp())),
        "|".join(article.out_links),
        WIKI + article.title.replace(" ", "_"),
        categories,
    )
    return "\t".join(values) + "\n"


def make_questions(kind: str, count: int, documents: int) -> list[str]:
    """Made of what stands in one article: two to four words (three for AND) that are no small ones,
    at least one of them frequent; for phrases a title, or two or three words side by side."""
    encyclopedia = Encyclopedia(SEED, documents)
    dice = random.Random(f"{SEED}:{kind}")
    return [_question(kind, dice, encyclopedia) for _ in range(count)]


def _question(kind: str, dice: random.Random, encyclopedia: Encyclopedia) -> str:
    article = encyclopedia.article(dice.randrange(encyclopedia.articles))
    if kind == "phrase":
        if dice.random() < 0.5 and " " in (title := dice.choice(article.out_links)):
            return title
        words = dice.choice(article.content.split(". ")[:-1] or [article.title]).split()
        at = dice.randrange(max(1, len(words) - 2))
        return " ".join(words[at : at + dice.randint(2, 3)])
    words = [word for word in article.content.lower().replace(".", " ").split()
             if len(word) > 2 and word not in STOP_WORDS]  # fmt: skip
    frequent = [word for word in words if word in FREQUENT] or words
    others = dice.choices(words, k=dice.randint(1, 3 if kind == "or" else 2))
    return " ".join([dice.choice(frequent), *others])
