"""Regular expressions that cannot stop a crawl: what each may cost is known before it is tried.

Python's engine goes back and forth in the text, and a pattern such as `(a+)+b` can keep it for
years on a URL of forty characters. So the ways a pattern can be read are counted first. What
could take forever is turned down when the profile is loaded; the rest knows how long a text it
can take.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

LONGEST_PATTERN = 2000
# Steps of the engine for one text; about a fifth of a second at the very worst.
STEPS = 20_000_000
LONGEST_TEXT = 4096
# A pattern that can be tried only on shorter texts than this is of no use.
WORTH_TRYING = 100
OPENERS = re.compile(r"\(\?(?:P<\w+>|[:=!]|<[=!]|>|[aims]+(?:-[ims]+)?:|[aims]+(?=\)))")
UNSURE = "?"
COUNTED = re.compile(r"\{(\d*+)(,?)(\d*+)\}")


class BadPattern(ValueError):  # noqa: N818 - a value that is no pattern, not an error of ours
    """No pattern, or one that could take forever."""


class TooLongToTry(Exception):  # noqa: N818 - a way out of the rules, not an error of ours
    """A text longer than the pattern may be tried on."""


@dataclass(slots=True)
class Cost:
    """At most `ways * length ** degree` ways to read a text of some length."""

    ways: int = 1
    degree: int = 0

    def then(self, other: Cost) -> Cost:
        return Cost(min(self.ways * other.ways, STEPS + 1), self.degree + other.degree)

    @property
    def is_fixed(self) -> bool:
        return self.ways == 1 and self.degree == 0


@dataclass(slots=True)
class Group:
    """A group that is being read: its branches, and in the last of them the piece just read."""

    branches: list[Cost] = field(default_factory=list)
    firsts: list[str] = field(default_factory=list)
    before: Cost = field(default_factory=Cost)
    last: Cost | None = None
    first: str = ""
    pieces: int = 0

    def add(self, piece: Cost, first: str = UNSURE) -> None:
        self._settle()
        self.pieces += 1
        if self.pieces == 1:
            self.first = first
        self.last = piece

    def repeat(self, least: int, most: int | None) -> None:
        piece = self.last or Cost()
        if least == 0 and self.pieces == 1:
            self.first = UNSURE
        if most is None:
            if not piece.is_fixed:
                raise BadPattern("a repeat without end stands around a repeat or a choice")
            self.last = Cost(1, 1)
        else:
            ways = min(piece.ways ** min(most, 50), STEPS + 1)
            self.last = Cost(ways, piece.degree * most).then(Cost(most - least + 1))

    def _settle(self) -> None:
        if self.last is not None:
            self.before = self.before.then(self.last)

    def branch(self) -> None:
        self._settle()
        self.branches.append(self.before)
        self.firsts.append(self.first or UNSURE)
        self.before, self.last, self.first, self.pieces = Cost(), None, "", 0

    def cost(self) -> Cost:
        """Branches that begin with different letters exclude each other."""
        self.branch()
        sure = Counter(one for one in self.firsts if one != UNSURE)
        ways = max(sure.values(), default=0) + len(self.firsts) - sure.total()
        inner = Cost(
            max(one.ways for one in self.branches), max(one.degree for one in self.branches)
        )
        return inner.then(Cost(ways))


def cost_of(pattern: str) -> tuple[Cost, bool]:
    """Of a pattern that compiles, and whether it can only begin where the text does."""
    groups, at = [Group()], 0
    while at < len(pattern):
        char = pattern[at]
        if char == "\\":
            at = _escape(pattern, at, groups[-1])
        elif char == "[":
            at = _after_class(pattern, at)
            groups[-1].add(Cost())
        elif char == "(":
            at = _open(pattern, at, groups)
        elif char == ")":
            inner = groups.pop().cost()
            groups[-1].add(inner)
            at += 1
        elif char == "|":
            groups[-1].branch()
            at += 1
        elif char in "*+?" or (char == "{" and COUNTED.match(pattern, at)):
            at = _repeat(pattern, at, groups[-1])
        else:
            groups[-1].add(Cost(), UNSURE if char in ".^$" else char.lower())
            at += 1
    whole = groups[0].cost()
    is_tied = len(groups[0].branches) == 1 and pattern.startswith(("^", ".*"))
    return whole, is_tied


def _escape(pattern: str, at: int, group: Group) -> int:
    char = pattern[at + 1]
    if char.isdigit() and char != "0":
        raise BadPattern("it refers back to a group (\\1), which could take forever")
    group.add(Cost(), UNSURE if char.isalnum() else char)
    return at + 2


def _after_class(pattern: str, at: int) -> int:
    at += 2 if pattern[at + 1] == "^" else 1
    at += pattern[at] == "]"
    while pattern[at] != "]":
        at += 2 if pattern[at] == "\\" else 1
    return at + 1


def _open(pattern: str, at: int, groups: list[Group]) -> int:
    if not pattern.startswith("(?", at):
        groups.append(Group())
        return at + 1
    if pattern.startswith("(?#", at):
        return pattern.index(")", at) + 1
    opener = OPENERS.match(pattern, at)
    if opener is None:
        raise BadPattern(f"it has {pattern[at : at + 4]!r}, which is not for rules")
    groups.append(Group())
    return opener.end()


def _repeat(pattern: str, at: int, group: Group) -> int:
    counted = COUNTED.match(pattern, at) if pattern[at] == "{" else None
    group.repeat(*_bounds(pattern[at], counted))
    end = counted.end() if counted else at + 1
    return end + 1 if pattern[end : end + 1] in {"?", "+"} else end


def _bounds(char: str, counted: re.Match[str] | None) -> tuple[int, int | None]:
    if counted is None:
        return {"*": (0, None), "+": (1, None), "?": (0, 1)}[char]
    least = int(counted[1] or 0)
    if not counted[2]:
        return least, least
    return least, int(counted[3]) if counted[3] else None


class Pattern:
    """Looked for anywhere in a text, as `re.search` does; `^` and `$` tie it to the ends."""

    def __init__(self, text: str, *, ignore_case: bool = False) -> None:
        if len(text) > LONGEST_PATTERN:
            raise BadPattern(f"a pattern of more than {LONGEST_PATTERN} characters")
        try:
            self._compiled = re.compile(text, re.IGNORECASE if ignore_case else 0)
        except (re.error, RecursionError, OverflowError) as problem:
            raise BadPattern(f"{text!r}: {problem}") from None
        try:
            cost, is_tied = cost_of(text)
        except BadPattern as problem:
            raise BadPattern(f"{text!r}: {problem}") from None
        self.text = text
        self._find = self._compiled.match if is_tied else self._compiled.search
        degree = max(1, cost.degree + (not is_tied))
        self.longest = min(LONGEST_TEXT, int((STEPS / cost.ways) ** (1 / degree)))
        if self.longest < WORTH_TRYING:
            raise BadPattern(f"{text!r}: it can be read in too many ways to be tried on URLs")

    @property
    def groups(self) -> tuple[str, ...]:
        """The names of its groups."""
        return tuple(self._compiled.groupindex)

    def find(self, text: str) -> re.Match[str] | None:
        if len(text) > self.longest:
            raise TooLongToTry(self.text)
        return self._find(text)

    def found_in(self, text: str) -> bool:
        return self.find(text) is not None
