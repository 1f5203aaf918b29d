"""Reads a question as people write it.

Words side by side must all be there; OR is weaker than that, brackets are stronger. People paste
titles: a lone dash excludes nothing, a word before a colon and a space is a word.
"""

from __future__ import annotations

import re

from sheaf.search.fields import BY_NAME, Field, Kind
from sheaf.search.question import (
    All,
    AskedQuestion,
    Draft,
    Either,
    Everything,
    Exact,
    Leaf,
    Node,
    Not,
    Prefix,
    QuotedPhrase,
    Range,
    Words,
)
from sheaf.search.values import read_range

# References name these in the same way.
WITHIN_REFERENCES = ("doi", "arxiv", "url")
MOST_LETTERS = 4000
# Their values are no words.
AS_WRITTEN = (Kind.EXACT, Kind.CITED, Kind.MARKED)
WORDED = (Kind.WORDS, Kind.NAMES)
MOST_LEAVES = 64
DEEPEST = 20
WORD = re.compile(r"[^\W_]+")

BLANK = re.compile(r"[\s\x00-\x1f\ufeff]+")
QUOTES = '"“”„‟«»＂'
QUOTED = re.compile(rf"[{QUOTES}]([^{QUOTES}]*)[{QUOTES}](\*?)")
SINGLE_QUOTED = re.compile(r"'([^'\"]+)'(?!\w)")
FIELD = re.compile(r"([A-Za-z][\w-]*):(?!//)(\s*)")
# As some put around a second title.
PAIR_OF_DASHES = re.compile(r"[-−]\S{2,100}[-−](?!\S)")
OPERATOR = re.compile(r"(AND|OR|NOT|&&|\|\||!)(?=[\s(\"]|$)")
BARE_RANGE = re.compile(r"[\[{]\s*\S+\s+TO\b[^\]}]*[\]}]?")
RANGE = re.compile(r"[\[{][^\]}]*[\]}]?")
COMPARED = re.compile(r"[<>≤≥]=?\s*\S+")
TO_SPACE = re.compile(r"\S+")
PLAIN = re.compile(rf"[^\s(){QUOTES}]+")
# Of papers of some years; the years may be those of what they are about, too.
YEARS_BETWEEN = re.compile(
    r"(?:between|from)\s+(1[5-9]\d\d|20\d\d)\s+(?:and|to|until)\s+(1[5-9]\d\d|20\d\d)(?![\w.:/])",
    re.IGNORECASE | re.ASCII,
)
BEGINNING = re.compile(r"[^\W_]{2,}\*$")
QUESTION_MARK = re.compile(r"\w\?\w")
OTHER_NAMES = "title, author, year, venue, abstract, body, doi, arxiv, kind, lang and host"


def read_question(text: str) -> AskedQuestion:
    """What `text` asks for; see `AskedQuestion`."""
    draft = Draft()
    if len(text) > MOST_LETTERS:
        text = text[:MOST_LETTERS].rsplit(None, 1)[0]
        draft.notes.append(f"Only the first {MOST_LETTERS:,} letters were read.")
    root = _QuestionReader(text, draft).read()
    return AskedQuestion(root, tuple(draft.complaints), tuple(draft.notes), draft.is_deliberate)


class _QuestionReader:
    """One pass from left to right. Each method that reads moves `at` on."""

    def __init__(self, text: str, draft: Draft) -> None:
        self.text = text
        self.draft = draft
        self.at = 0
        self.depth = 0
        self.takes_operators = not _is_shouted(text)

    def read(self) -> Node | None:
        """Everything. A closing bracket that nothing opened is none."""
        parts: list[Node | None] = []
        while self.at < len(self.text):
            parts.append(self._either(None))
            self.at += 1  # such a bracket, or the end
        return _joined(All, parts)

    def _either(self, field: Field | None) -> Node | None:
        """Parts with OR between them, up to a closing bracket or the end."""
        parts = [self._all(field)]
        while self._take_operator("OR", "||"):
            parts.append(self._all(field))
            if parts[-1] is None or parts[0] is None:
                self.draft.complain("AND and OR stand between two words.")
        return _joined(Either, parts)

    def _all(self, field: Field | None) -> Node | None:
        """Parts that must all be there, up to an OR."""
        parts: list[Node | None] = []
        while self._skip_blanks() and self.text[self.at] != ")":
            if self._operator() in ("OR", "||"):
                break
            if self._take_operator("AND", "&&"):
                if not parts or not self._skip_blanks():
                    self.draft.complain("AND and OR stand between two words.")
            else:
                parts.append(self._part(field))
        return _joined(All, parts)

    def _part(self, field: Field | None) -> Node | None:
        negated = False
        while self._take_operator("NOT", "!"):
            negated = True
        if negated:
            part = self._part(field) if self._skip_blanks() else None
            if part is None:
                self.draft.complain("Behind NOT a word is missing.")
            return None if part is None else Not(part)
        sign = self.text[self.at]
        if sign in "-+−" and self._is_sign():
            self.at += 1
            part = self._part(field)
            if sign == "+" or part is None:
                return part
            self.draft.is_deliberate = True
            return Not(part)
        if field is None and (found := YEARS_BETWEEN.match(self.text, self.at)):
            self.at = found.end()
            return self._years(found[1], found[2])
        return self._group(field) if sign == "(" else self._leaf(field)

    def _years(self, first: str, last: str) -> Node | None:
        """Published then, or with both years among its words."""
        low, high = sorted((int(first), int(last)))
        named = _joined(All, [self._counted(Words(first)), self._counted(Words(last))])
        return _joined(Either, [self._counted(Range("year", low, high)), named])

    def _is_sign(self) -> bool:
        """A dash or a plus before a word; a lone one is nothing."""
        behind = self.text[self.at + 1 : self.at + 2]
        if PAIR_OF_DASHES.match(self.text, self.at):
            return False
        begins = self.at == 0 or self.text[self.at - 1] in " \t\n("
        return begins and (behind.isalnum() or (behind in f"({QUOTES}" and bool(behind)))

    def _group(self, field: Field | None) -> Node | None:
        self.at += 1
        if self.depth >= DEEPEST:
            return None
        self.depth += 1
        part = self._either(field)
        self.depth -= 1
        if self.text[self.at : self.at + 1] == ")":
            self.at += 1
        else:
            self.draft.complain("A bracket is not closed.")
        return part

    def _leaf(self, field: Field | None) -> Node | None:
        if (found := QUOTED.match(self.text, self.at)) or self._single_quoted():
            found = found or SINGLE_QUOTED.match(self.text, self.at)
            assert found is not None
            self.at = found.end()
            return self._phrase(found[1], field, is_open=found.lastindex == 2 and bool(found[2]))
        if self.text[self.at] in QUOTES:
            self.at += 1
            self.draft.complain("A quotation mark is not closed.")
            return None
        if found := BARE_RANGE.match(self.text, self.at):
            self.at = found.end()
            self.draft.complain("A range needs a field, as in year:[2000 TO 2010].")
            return None
        if (found := FIELD.match(self.text, self.at)) and field is None:
            return self._named(found)
        return self._word(field)

    def _single_quoted(self) -> bool:
        return SINGLE_QUOTED.match(self.text, self.at) is not None

    def _named(self, found: re.Match[str]) -> Node | None:
        """A word with a colon behind it: a field, or else a word."""
        name, is_apart = found[1], bool(found[2])
        asked = BY_NAME.get(name.lower())
        rest = self.text[found.end() :]
        if asked is None or (is_apart and not name.islower()):
            self.at = found.end()
            if rest and not is_apart and asked is None and WORD.search(rest[:20]):
                self.draft.complain(_no_field(name))
            return self._counted(Words(name))
        self.at = found.end()
        if not rest.strip(") "):
            return None
        if asked.name not in WITHIN_REFERENCES:
            self.draft.is_deliberate = True
        return self._value(asked)

    def _value(self, asked: Field) -> Node | None:
        if self.text[self.at] == "(":
            return self._group(asked)
        if asked.kind in (Kind.WORDS, Kind.NAMES):
            return self._leaf(asked)
        if asked.kind in (Kind.NUMBER, Kind.DATE):
            return self._range(asked)
        return self._exact(asked)

    def _range(self, asked: Field) -> Node | None:
        found = (
            QUOTED.match(self.text, self.at)
            or RANGE.match(self.text, self.at)
            or COMPARED.match(self.text, self.at)
            or PLAIN.match(self.text, self.at)
        )
        if found is None:
            return None
        self.at = found.end()
        value = found[(found.lastindex and 1) or 0].strip(" ,;")
        if (span := read_range(asked, value)) is not None:
            return self._counted(span)
        self.draft.complain(_no_range(asked, value))
        return None

    def _exact(self, asked: Field) -> Node | None:
        quoted = QUOTED.match(self.text, self.at)
        ranged = RANGE.match(self.text, self.at) or COMPARED.match(self.text, self.at)
        if ranged is not None and quoted is None:
            # Bit by bit a range would tell a URL or the name of a file to who may not see it.
            self.at = ranged.end()
            has_none = f"{asked.name} has none."
            self.draft.complain(f"A range is one of years, as in year:[2000 TO 2010]; {has_none}")
            return None
        value = quoted[1] if quoted is not None else self._to_space()
        self.at += len(quoted[0] if quoted is not None else value)
        if "*" in value:
            self.draft.complain(_stray_star(f"{asked.name}:{value}"))
            value = value.replace("*", "")
        return self._counted(Exact(asked.name, value)) if value else None

    def _to_space(self) -> str:
        """A value that may hold any sign; a bracket that was opened before it is not in it."""
        found = TO_SPACE.match(self.text, self.at)
        value = found[0] if found is not None else ""
        while value.endswith(")") and value.count(")") > value.count("("):
            value = value[:-1]
        return value

    def _phrase(self, text: str, field: Field | None, *, is_open: bool) -> Node | None:
        name = field.name if field else None
        words = WORD.findall(text)
        if not words:
            return None
        if field is not None and field.kind not in WORDED:
            return self._in_group(text, field)
        if is_open and len(words) == 1:
            return self._counted(Prefix(words[0], name))
        self.draft.leaves += min(len(words), MOST_LEAVES) - 1
        return self._counted(QuotedPhrase(" ".join(words[:MOST_LEAVES]), name, is_open))

    def _word(self, field: Field | None) -> Node | None:
        found = PLAIN.match(self.text, self.at)
        if found is None:
            self.at += 1
            return None
        self.at = found.end()
        text, name = found[0], field.name if field else None
        if field is not None and field.kind not in WORDED:
            return self._in_group(text, field)
        if QUESTION_MARK.search(text) and "/" not in text:
            self.draft.complain(_no_question_mark(text))
        if "*" in text:
            return self._starred(text, name)
        return self._counted(Words(text, name)) if WORD.search(text) else None

    def _in_group(self, text: str, field: Field) -> Node | None:
        """A value of year:(2004 OR 2006)."""
        if field.kind in AS_WRITTEN:
            return self._counted(Exact(field.name, text))
        if (span := read_range(field, text)) is not None:
            return self._counted(span)
        self.draft.complain(_no_range(field, text))
        return None

    def _starred(self, text: str, name: str | None) -> Node | None:
        if BEGINNING.match(text):
            self.draft.is_deliberate = True
            return self._counted(Prefix(text[:-1], name))
        if text == "*" and name is None:
            return self._counted(Everything())
        self.draft.complain(_stray_star(f"{name}:{text}" if name else text))
        bare = text.replace("*", " ")
        return self._counted(Words(bare, name)) if WORD.search(bare) else None

    def _counted(self, leaf: Leaf) -> Leaf | None:
        self.draft.leaves += 1
        if self.draft.leaves <= MOST_LEAVES:
            return leaf
        note = f"Only the first {MOST_LEAVES} words were searched."
        if note not in self.draft.notes:
            self.draft.notes.append(note)
        return None

    def _operator(self) -> str | None:
        found = OPERATOR.match(self.text, self.at) if self.takes_operators else None
        return found[1] if found else None

    def _take_operator(self, *names: str) -> bool:
        if not self._skip_blanks() or (name := self._operator()) not in names:
            return False
        assert name is not None
        self.at += len(name)
        self.draft.is_deliberate = True
        return True

    def _skip_blanks(self) -> bool:
        """Whether anything comes behind the blanks."""
        if found := BLANK.match(self.text, self.at):
            self.at = found.end()
        return self.at < len(self.text)


def _is_shouted(text: str) -> bool:
    """A title in capitals: its AND is a word."""
    words = [word for word in WORD.findall(text) if word not in ("AND", "OR", "NOT")]
    return len(words) >= 3 and ":" not in text and all(word.isupper() for word in words)


def _joined(kind: type[All] | type[Either], parts: list[Node | None]) -> Node | None:
    kept = tuple(part for part in parts if part is not None)
    return kind(kept) if len(kept) > 1 else next(iter(kept), None)


# -- what was wrong with a question, in words ------------------------------------------------------


def _no_field(name: str) -> str:
    return (
        f"There is no field “{name}”; it was searched as a word. There are {OTHER_NAMES}, and more."
    )


def _no_range(asked: Field, value: str) -> str:
    if "*" in value:
        return _stray_star(f"{asked.name}:{value}")
    if value[:1] in "[{" and value[-1:] not in "]}":
        return "A range is not closed; write it as year:[2000 TO 2010]."
    if asked.kind is Kind.DATE:
        return f"Behind {asked.name}: comes a day, as in {asked.name}:2024-05-01."
    example = "2004" if asked.name == "year" else "12"
    return f"Behind {asked.name}: comes a number, as in {asked.name}:{example}."


def _stray_star(word: str) -> str:
    return (
        f"“{word[:80]}”: a * stands at the end of a word of two letters or more, as in graph*; "
        "here it was left out."
    )


def _no_question_mark(word: str) -> str:
    return f"“{word[:80]}”: a ? stands for no letter; graph* finds what begins with graph."
