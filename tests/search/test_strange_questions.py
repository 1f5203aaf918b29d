"""A thousand strange questions: each is answered, soon, and none is an error.

Time is that of this process alone: a busy machine makes nobody's question slow.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest
from support.index_shelf import Shelf, paper
from support.rounds import rounds

from sheaf.search.contract import Indexed, IndexEntry, SearchScope, Sort, search_request
from sheaf.search.fields import BY_NAME
from sheaf.search.indexer import IndexOptions, update_index
from sheaf.search.searcher import Searcher
from sheaf.world.encyclopedia import Encyclopedia
from sheaf.world.lexicon import COMMON, lexicon

SEED = 15
LONGEST_SECONDS = 0.2
PAPERS = 3000
MANY_ARTICLES = 200_000
SIGNS = "*?\"'()[]{}-+^~\\/<>=!:.,;&|@#$%`“”„«»‘’−–—\u00ad\u200b\ufeff\x00\x07\x1b\n\t"
HOSTILE = (
    "'; DROP TABLE papers; --",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "{{7*7}}${jndi:ldap://x}%00%0d%0a",
    "../../etc/passwd",
    "(a+)+$",
    "/.*.*.*.*x/",
    "title:/.*/",
    "_exists_:title",
    "*:*",
    "title:*",
    "**",
    "*a",
    "a*",
    "aa*",
    "?a",
    "year:99999999999999999999",
    "year:[9999999999 TO -5]",
    "year:-1",
    "id:18446744073709551615",
    "id:-1",
    "citations:<0",
    "modified:0000-00-00",
    "modified:>99999",
    "modified:[1 TO 9999]",
    "cites:999999999999",
    "doi:",
    'doi:""',
    'author:""',
    'author:"a b c d e f g h i j k l"',
    'author:"a a"',
    '"a"*',
    '"a b"*',
    '"the of and"',
    "AND OR NOT",
    "NOT NOT NOT a",
    "() OR ()",
    "a OR",
    "- + -",
    "\ud800\udfff",
    "é" * 3000,
    "图" * 3000,
    "a\u0301" * 2000,
    "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 ﬁﬂﬃ ½ Ⅻ ㎏",
    "@article{a, title = {b}, year = {c}}",
    "10." + "1" * 3000 + "/x",
    "http://" + "a" * 4000,
    "1234.5678" * 400,
)


WORDS = (*(f"word{number}" for number in range(50)), "sparse", "graphs", "the", "of")


def strange_questions(count: int, words: Sequence[str] = WORDS) -> list[str]:
    dice = random.Random(SEED)
    blocks = [start for start in range(0, 0x30000, 256) if not 0xD800 <= start < 0xE000]
    made = ["", " ", *HOSTILE, "a" * 100_000, "sparse " * 15_000, " ".join(map(str, range(10_000)))]
    made += ["".join(map(chr, range(start, start + 256))) for start in blocks]
    made += [sign * length for sign in SIGNS for length in (1, 2, 5000)]
    made += [f"{name}:{sign}" for name in BY_NAME for sign in ("", "*", "x*", '"', "[", "(", ">")]
    made += [f"{name}:(" * 200 for name in BY_NAME]
    made += [f'{name}:("two words" OR “these and those”)' for name in BY_NAME]
    while len(made) < count:
        pieces = dice.choices(
            [*SIGNS, *words, *(f"{name}:" for name in BY_NAME), "AND", "OR", "NOT", " TO ", " "],
            k=dice.choice((2, 5, 20, 200)),
        )
        made.append(dice.choice(("", " ")).join(pieces))
    return made


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    dice = random.Random(SEED)
    lexicon = [f"word{number}" for number in range(4000)] + [f"a{number}" for number in range(4000)]
    papers = [
        paper(
            number, " ".join(dice.choices(lexicon, k=8)), "J. Smith; A. A. Abel", year=2000,
            body=" ".join(dice.choices(lexicon, k=150)),
        )
        for number in range(1, PAPERS + 1)
    ]  # fmt: skip
    made = Shelf(tmp_path_factory.mktemp("strange") / "index", papers)
    made.ask("Smith, J. (2000) On warming up. J. Models 1(2), 3-4.")  # loads what reads references
    return made


@dataclass(frozen=True)
class Articles:
    """Every second one of a large encyclopedia, as papers or as pages, made while they are read."""

    name: str
    encyclopedia: Encyclopedia

    def entries(self, *, after: int = 0) -> Iterator[IndexEntry]:
        begin = after + 1 + (after + (self.name == "page")) % 2
        for number in range(begin, self.encyclopedia.articles + 1, 2):
            article = self.encyclopedia.article(number - 1)
            yield IndexEntry(
                self.name, number, article.title, ("J. Smith", f"A. {article.title}"),
                year=1900 + number % 120, language="en", kind=self.name, body=article.content,
                categories=article.categories, links=article.out_links,
                modified=article.last_modified, url=f"http://wiki.example/{number}",
                host="wiki.example", citations=number % 300, work=number // 3,
            )  # fmt: skip

    def changed_since(self, mark: object) -> Iterator[IndexEntry]:
        return iter(())

    def removed_since(self, revision: int) -> list[int]:
        return []


@pytest.fixture(scope="module")
def library_sized(tmp_path_factory):
    """A searcher of 200,000 articles of about three kilobytes."""
    folder = tmp_path_factory.mktemp("large") / "index"
    encyclopedia = Encyclopedia(SEED, MANY_ARTICLES)
    sources = Indexed([Articles(name, encyclopedia) for name in ("paper", "page")], lambda: (1, 0))
    options = IndexOptions(memory=256 * 1024**2, with_text=True)
    update_index(folder, sources, options, rebuild=True, report=lambda count: None)
    made = Searcher(folder, lambda entry, number: "")
    for words in ("Smith, J. (2000) On warming up. J. Models 1(2), 3-4.", *COMMON[:60]):
        made.search(search_request(words, None, Sort.RELEVANCE, "all", with_facets=True))
    return made


def test_a_thousand_strange_questions_are_answered_soon(many):
    assert not slow_answers(many.searcher, strange_questions(rounds(1000, 20_000)))


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_a_thousand_strange_questions_are_answered_soon_in_a_large_library(library_sized):
    frequent = (*COMMON[:30], *lexicon()[60:90], "sparse", "smith", "river")
    assert not slow_answers(library_sized, strange_questions(2000, frequent))


def slow_answers(searcher: Searcher, questions: Sequence[str]) -> list[tuple[float, str]]:
    slow = []
    for number, words in enumerate(questions):
        scope, sort = list(SearchScope)[number % 3], list(Sort)[number % 4]
        request = search_request(words, None, sort, scope, with_facets=number % 5 == 0)
        began = time.process_time()
        result = searcher.search(request)
        taken = time.process_time() - began
        assert result.total >= len(result.hits)
        assert "could not answer" not in " ".join(result.complaints), repr(words[:200])
        if taken > LONGEST_SECONDS:
            slow.append((round(taken, 3), words[:100]))
    return slow


@pytest.mark.parametrize("words", ["", "  ", "!!!", "(((", "title:", "-"])
def test_a_question_without_words_is_no_error(many, words):
    assert many.ask(words).total == 0
