"""Which URLs belong to a crawl: rules read in order, the last that applies decides.

surt.py              URLs from the general to the particular
traps.py             parts of the web without end
papers.py            links that promise a paper
candidate_url.py     what is known of a URL when the rules are applied
rules.py             rules, one by one and in sequence
scope.py             the scope of a crawl
canonicalisation.py  when two URLs count as one page
priorities.py        which link first
"""

from __future__ import annotations

from sheaf.acquire.crawl.scope.papers import Papers
from sheaf.acquire.crawl.scope.rules import Explanation, Rule, ScopeVerdict
from sheaf.acquire.crawl.scope.scope import AnswerRules, Scope
from sheaf.acquire.crawl.scope.traps import Trap

__all__ = [
    "AnswerRules",
    "Explanation",
    "Papers",
    "Rule",
    "Scope",
    "ScopeVerdict",
    "Trap",
]
