"""Which words are marked."""

from __future__ import annotations

import pytest

from sheaf.search.marking import SnippetPiece, find_words, mark_words


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Sparse GRAPHS", {"sparse", "graphs"}),
        ('"sparse graphs" OR networks', {"sparse", "graphs", "networks"}),
        ("graphs -random NOT dense", {"graphs"}),
        ('graphs -title:"random walks" x', {"graphs", "x"}),
        ("title:graphs authors:Erdős", {"graphs", "erdos"}),
        ("graphs year:2004 host:example.org", {"graphs"}),
        ("year:[2000 TO 2010]", set()),
        ("well-known", {"well", "known"}),
        ("", set()),
    ],
)
def test_find_words(question: str, words: set[str]) -> None:
    assert find_words(question) == words


def test_pieces_make_up_the_text_again() -> None:
    text = "<b>Łukasiewicz</b> and graphs, Graphs & graphsize"
    pieces = mark_words(text, find_words("graphs lukasiewicz"))
    assert "".join(piece.text for piece in pieces) == text
    shown = [piece.text for piece in pieces if piece.is_marked]
    assert shown == ["Łukasiewicz", "graphs", "Graphs"]


def test_without_words_nothing_is_marked() -> None:
    assert mark_words("graphs", frozenset()) == [SnippetPiece("graphs", False)]


def test_a_word_of_which_only_the_beginning_was_asked_for_is_marked() -> None:
    pieces = mark_words("Graphs, graphical; a paragraph", find_words("Gräph* title:x*"))
    assert [piece.text for piece in pieces if piece.is_marked] == ["Graphs", "graphical"]
