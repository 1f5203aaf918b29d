"""The room of retrieval, as `library.retrieval`: count, draw, copy out, save, draw again."""

from __future__ import annotations

from typing import Any

from sheaf.deposit.catalogue import Catalogue
from sheaf.deposit.retrieval.conditions import Conditions, read_conditions
from sheaf.deposit.retrieval.drawing import Drawing, Report, draw
from sheaf.deposit.retrieval.selection import FindAll, MatchCount, Selection

MANY = 10_000  # where counting may stop, for who only wants to know that there are enough


class Retrieval:
    """Documents that meet conditions: how many there are, some of them at random, copies of them,
    and samples that can be drawn again."""

    def __init__(self, catalogue: Catalogue, find_all: FindAll) -> None:
        self._catalogue = catalogue
        self._find_all = find_all

    def conditions(self, **given: Any) -> Conditions:
        """Conditions by their names, as the command line has them: `type="pdf"`,
        `host=["a.org", "b.org"]`, `random=1000`, `seed=7`."""
        return read_conditions(given)

    def count(
        self,
        conditions: Conditions,
        *,
        most: int | None = None,
        seconds: float | None = None,
    ) -> MatchCount:
        """How many documents meet conditions, whatever `random` is. Counting stops beyond `most`
        and after `seconds`, and says so."""
        if not conditions.narrows:
            return MatchCount(self._catalogue.counts()["documents"])
        return self._select(conditions).count(most, seconds)

    def draw(self, conditions: Conditions, report: Report = lambda count: None) -> Drawing:
        """So many at random as `random` says, or all. The same documents and the same seed give
        the same sample; where no seed is given, the answer's conditions have the one that was
        made."""
        return draw(self._select(conditions), self._catalogue.revision(), report)

    def _select(self, conditions: Conditions) -> Selection:
        return Selection(self._catalogue.alias, conditions, self._find_all)
