"""What was perhaps meant: words that no document has, replaced by the nearest that some have."""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import tantivy
from tantivy import Query

from sheaf.search.analysis import words

SPELLED = ("title", "authors", "body", "abstract")
NAMING = ("title", "authors", "venue")
SHORTEST = 4
LONGEST = 30
MOST_CORRECTED = 8  # words of a question
MOST_KNOWN = 3000  # words that begin alike and are compared
MOST_TITLES = 20
FEW_DOCUMENTS = 1000
RARE = 2  # documents; a word that fewer have may be a slip in them
COMMONER = 40  # times as many documents have what was meant

TextsOf = Callable[[tantivy.DocAddress], str]


@dataclass(frozen=True, slots=True)
class Speller:
    """Corrects by the words of the index. `texts_of` gives title and authors of a document."""

    schema: tantivy.Schema
    searcher: tantivy.Searcher
    texts_of: TextsOf

    def frequency(self, token: str) -> int:
        return max(self.searcher.doc_freq(field, token) for field in SPELLED)

    def correct(self, tokens: Iterable[str], *, found: bool = False) -> dict[str, str]:
        """What was perhaps meant instead of words that none or hardly any document has. Where they
        were `found`, a word of a title or a name is no slip, however rare."""
        rare = [
            token
            for token in dict.fromkeys(tokens)
            if SHORTEST <= len(token) <= LONGEST
            and not token.isdigit()
            and self.frequency(token) <= RARE
            and not (found and self._is_name(token))
        ]
        nearest = {token: self._nearest(token) for token in rare[:MOST_CORRECTED]}
        return {token: meant for token, meant in nearest.items() if meant is not None}

    def _is_name(self, token: str) -> bool:
        return any(self.searcher.doc_freq(field, token) for field in NAMING)

    def _nearest(self, token: str) -> str | None:
        most = 1 if len(token) < 6 else 2
        frequency = self.frequency(token)
        letters = frozenset(token)
        best: tuple[float, str] | None = None
        for word in {*self._from_titles(token, most), *self._with_same_beginning(token)}:
            if word == token or abs(len(word) - len(token)) > most:
                continue
            # Each slip takes one letter away at most, and brings one at most.
            if len(letters.difference(word)) > most or len({*word} - letters) > most:
                continue
            away = distance(token, word, most)
            known = self.frequency(word)
            if away > most or known <= frequency or (frequency and known < COMMONER * frequency):
                continue
            key = (-away + 0.2 * min(known, 1000) ** 0.3 + 0.3 * (word[0] == token[0]), word)
            best = max(best, key) if best else key
        return best[1] if best else None

    def _from_titles(self, token: str, most: int) -> set[str]:
        """The engine finds titles and authors with a word like it, wherever the slip is."""
        found: set[str] = set()
        for field in ("title", "authors"):
            query = Query.fuzzy_term_query(self.schema, field, token, distance=most)
            hits = self.searcher.search(query, MOST_TITLES, count=False).hits
            for _, address in hits:
                found.update(words(self.texts_of(address)))
        return found

    def _with_same_beginning(self, token: str) -> set[str]:
        """Words of the texts: most slips are behind the second letter."""
        known = self.searcher.terms_with_prefix("body", token[:3], limit=MOST_KNOWN)
        # Of many documents some have slips themselves.
        least = RARE if self.searcher.num_docs > FEW_DOCUMENTS else 0
        return {word for word, count in known if count > least}


def replace_words(text: str, meant: Mapping[str, str]) -> str:
    """A question with words replaced; its signs stay as they were."""
    pieces = []
    for piece in text.split(" "):
        bare = piece.strip(string.punctuation + "“”«»„")
        tokens = words(bare)
        if len(tokens) == 1 and tokens[0] in meant:
            piece = piece.replace(bare, meant[tokens[0]])
        elif any(token in meant for token in tokens):
            piece = _replace_parts(piece, meant)
        pieces.append(piece)
    return " ".join(pieces)


def _replace_parts(piece: str, meant: Mapping[str, str]) -> str:
    for token, instead in meant.items():
        at = piece.lower().find(token)
        if at >= 0:
            piece = piece[:at] + instead + piece[at + len(token) :]
    return piece


def distance(one: str, other: str, most: int) -> int:
    """Letters that are other ones, missing, added or swapped; above `most` it is only known that
    there are more."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: Sequence[int] = ()
    row: Sequence[int] = range(len(other) + 1)
    for at, letter in enumerate(one, 1):
        new = [at] + [0] * len(other)
        for place, sign in enumerate(other, 1):
            cost = letter != sign
            value = min(row[place] + 1, new[place - 1] + 1, row[place - 1] + cost)
            if at > 1 and place > 1 and letter == other[place - 2] and one[at - 2] == sign:
                value = min(value, before[place - 2] + 1)
            new[place] = value
        if min(new) > most:
            return most + 1
        before, row = row, new
    return row[-1]
