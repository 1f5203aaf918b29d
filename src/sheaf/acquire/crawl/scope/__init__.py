"""Which URLs belong to a crawl: rules read in order, the last that speaks decides.

surt.py       URLs from the general to the particular
traps.py      parts of the web without end
papers.py     links that promise a paper
question.py   what is known of a URL when the rules are asked
rule.py       one rule
rules.py      the rules together: a verdict, or the whole story of one
scoping.py    the scope of a crawl
"""

from __future__ import annotations

from sheaf.acquire.crawl.scope.papers import Papers
from sheaf.acquire.crawl.scope.question import Question
from sheaf.acquire.crawl.scope.rule import Rule
from sheaf.acquire.crawl.scope.rules import Decision, Rules, Said, Verdict
from sheaf.acquire.crawl.scope.scoping import REDIRECTS_IN_A_ROW, AnswerRules, Scope
from sheaf.acquire.crawl.scope.traps import Trap, Traps
from sheaf.acquire.host_patterns import LONGEST_URL, host_matches, hosts_of, is_of_the_web

__all__ = [
    "LONGEST_URL",
    "REDIRECTS_IN_A_ROW",
    "AnswerRules",
    "Decision",
    "Papers",
    "Question",
    "Rule",
    "Rules",
    "Said",
    "Scope",
    "Trap",
    "Traps",
    "Verdict",
    "host_matches",
    "hosts_of",
    "is_of_the_web",
]
