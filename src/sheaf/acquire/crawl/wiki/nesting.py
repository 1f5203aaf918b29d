"""Whether the elements of a page stand too deep in each other, seen before it is parsed.

A parser looks upward through all open elements at most tags, so its time grows with the square of
their number. This reads the page once. Where it cannot be sure what a parser would make of a page,
it takes elements for open: what it lets pass is not deeper than it says.
"""

from __future__ import annotations

import re

DEEPEST = 2000
# In the words of the HTML standard: a quote begins a value only after an equals sign.
BLANK = r" \t\n\f\r"
TAG = re.compile(
    rf"<(/?)([A-Za-z][^{BLANK}/>]*+)"
    rf"(?:[{BLANK}/]++|[^{BLANK}/>][^{BLANK}/>=]*+(?:[{BLANK}]*+=[{BLANK}]*+"
    rf"(?:\"[^\"]*+\"|'[^']*+'|(?![\"'])[^{BLANK}>]*+))?+)*+>"
)
BEGINS = re.compile("<[A-Za-z]")
COMMENT = re.compile(r"<!--(?:-?>|.*?--!?>)", re.DOTALL)
CDATA = "<![CDATA["
# Nothing stands inside them, but in pictures and formulas, where any name may hold anything.
EMPTY = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
     "track", "wbr")
)  # fmt: skip
FOREIGN = frozenset({"svg", "math"})
# Ended by the next of their kind; what keeps them open is counted itself.
ENDED_BY_THE_NEXT = frozenset({"p", "li", "dd", "dt"})
# What looks like a tag inside of these is mostly text.
WITH_TEXT = frozenset(
    ("script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes", "noscript",
     "plaintext")
)  # fmt: skip


def is_too_deep(html: str, deepest: int = DEEPEST) -> bool:
    count = Nesting()
    at = html.find("<")
    while at >= 0 and count.depth <= deepest:
        end = count.read(html, at)
        at = html.find("<", end) if end else -1
    return count.depth > deepest


class Nesting:
    """Elements that are open, and how many more may be."""

    def __init__(self) -> None:
        self._open: list[str] = []
        self._foreign = 0
        self._doubtful = 0
        self._text_of = ""
        self._believes_ends = True

    @property
    def depth(self) -> int:
        return len(self._open) + self._doubtful

    def read(self, html: str, at: int) -> int:
        """Read what begins with a bracket; where it ends, or 0 for an end of the page in it."""
        if self._text_of:
            return self._text(html, at)
        if html.startswith("<!--", at):
            found = COMMENT.match(html, at)
            return found.end() if found else 0
        follows = html[at + 1 : at + 3]
        if follows[:1] in {"!", "?"} or (follows[:1] == "/" and not _is_letter(follows[1:])):
            # In pictures this holds what looks like tags; elsewhere it ends with the first bracket.
            self._believes_ends = self._believes_ends and not html.startswith(CDATA, at)
            return html.find(">", at) + 1
        if follows[:1] != "/" and not _is_letter(follows[:1]):
            return at + 1
        found = TAG.match(html, at)
        if found is None:
            return 0
        self._tag(bool(found[1]), _name(found[2]))
        return found.end()

    def _tag(self, is_end: bool, name: str) -> None:
        if is_end:
            # Whether a parser obeys the end of anything but the last element is a long story.
            if self._believes_ends and self._open and self._open[-1] == name:
                self._open.pop()
                self._foreign -= name in FOREIGN
            return
        if name in ENDED_BY_THE_NEXT or (name in EMPTY and not self._foreign):
            return
        self._open.append(name)
        self._foreign += name in FOREIGN
        if name in WITH_TEXT and self._foreign:
            self._believes_ends = False  # in a picture it holds elements, if it is in a picture
        elif name in WITH_TEXT:
            self._text_of = name

    def _text(self, html: str, at: int) -> int:
        """Up to the end of an element with text in it; what begins in there may count."""
        end = re.compile(rf"</{self._text_of}(?=[{BLANK}/>])", re.IGNORECASE | re.ASCII)
        found = end.search(html, at)
        stop = found.start() if found else len(html)
        self._doubtful += sum(1 for _ in BEGINS.finditer(html, at, stop))
        self._text_of = ""
        return stop if found else 0


def _name(name: str) -> str:
    return name.lower() if name.isascii() else name


def _is_letter(text: str) -> bool:
    return text.isascii() and text.isalpha()
