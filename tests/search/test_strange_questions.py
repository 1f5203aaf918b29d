"""A thousand strange questions: each is answered, soon, and none is an error.

Time is that of this process alone: a busy machine makes nobody's question slow.
"""

from __future__ import annotations

import random
import time

import pytest
from support.index_shelf import Shelf, paper
from support.rounds import rounds

from sheaf.search.contract import SearchScope, Sort, search_request
from sheaf.search.fields import BY_NAME

SEED = 15
LONGEST_SECONDS = 0.2
PAPERS = 3000
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


def strange_questions(count: int) -> list[str]:
    dice = random.Random(SEED)
    words = [f"word{number}" for number in range(50)] + ["sparse", "graphs", "the", "of"]
    blocks = [start for start in range(0, 0x30000, 256) if not 0xD800 <= start < 0xE000]
    made = ["", " ", *HOSTILE, "a" * 100_000, "sparse " * 15_000, " ".join(map(str, range(10_000)))]
    made += ["".join(map(chr, range(start, start + 256))) for start in blocks]
    made += [sign * length for sign in SIGNS for length in (1, 2, 5000)]
    made += [f"{name}:{sign}" for name in BY_NAME for sign in ("", "*", "x*", '"', "[", "(", ">")]
    made += [f"{name}:(" * 200 for name in BY_NAME]
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


def test_a_thousand_strange_questions_are_answered_soon(many):
    slow = []
    for number, words in enumerate(strange_questions(rounds(1000, 20_000))):
        scope, sort = list(SearchScope)[number % 3], list(Sort)[number % 4]
        request = search_request(words, None, sort, scope, with_facets=number % 5 == 0)
        began = time.process_time()
        result = many.searcher.search(request)
        taken = time.process_time() - began
        assert result.total >= len(result.hits)
        assert "could not answer" not in " ".join(result.complaints), repr(words[:200])
        if taken > LONGEST_SECONDS:
            slow.append((round(taken, 3), words[:100]))
    assert not slow


@pytest.mark.parametrize("words", ["", "  ", "!!!", "(((", "title:", "-"])
def test_a_question_without_words_is_no_error(many, words):
    assert many.ask(words).total == 0
