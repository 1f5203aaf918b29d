"""Conditions that are wrong are told in sentences."""

from __future__ import annotations

import json

import pytest

from sheaf.deposit.retrieval.conditions import Conditions, read_conditions
from sheaf.deposit.retrieval.options import LISTS, MEANINGS
from sheaf.errors import UsageError

WRONG = {
    "type: 'nonsense' is no type": {"type": "nonsense"},
    "kind: Input should be 'paper', 'thesis'": {"kind": "novel"},
    "random: Input should be greater than or equal to 1": {"random": 0},
    "random: Input should be less than or equal to 1000000": {"random": 10**7},
    "seed goes with random": {"seed": 1},
    "discovered: it ends .2011-01-01. before it begins": {
        "discovered_from": "2012-01-01",
        "discovered_until": "2011-01-01",
    },
    "pages: it ends": {"pages_from": 2, "pages_until": 1},
    "discovered_from: 'yesterday' is no day": {"discovered_from": "yesterday"},
    "parent: 'papers' is no URL": {"parent": "papers"},
    "host: '///' is no host name": {"host": "///"},
    "host: it is no text": {"host": "a\0b"},
    "venue: Input should be a valid string": {"venue": "\ud800"},
    "has and has_no both name text": {"has": ["text", "title"], "has_no": ["text"]},
    "colour: Extra inputs are not permitted": {"colour": "blue"},
    "query: String should have at most 2000": {"query": "x" * 2001},
    "host: Tuple should have at most 50": {"host": ",".join(f"h{n}.org" for n in range(51))},
    "academic_from: Input should be less": {"academic_from": 1.5},
}


@pytest.mark.parametrize("words", WRONG)
def test_what_is_wrong_is_said(words: str) -> None:
    with pytest.raises(UsageError, match=words):
        read_conditions(WRONG[words])


def test_conditions_come_back_from_json() -> None:
    given = {
        "random": 1000,
        "seed": 7,
        "type": "pdf,ps",
        "discovered_from": "2011-01-01",
        "has": "title",
        "host": "http://WWW.Example.org/x",
    }
    conditions = read_conditions(given)
    assert conditions.host == ("www.example.org",)
    written = json.loads(json.dumps(conditions.given()))
    assert written["type"] == ["application/pdf", "application/postscript"]
    assert read_conditions(written) == conditions
    assert "discovered from: 2011-01-01" in conditions.in_words()
    assert "has: title" in conditions.in_words()


def test_every_condition_says_what_it_is() -> None:
    for name, field in Conditions.model_fields.items():
        assert field.description, name
        assert field.description.endswith("."), name
    assert not read_conditions({"random": 3, "seed": 1}).narrows
    assert read_conditions({"venue": "x"}).narrows


def test_every_condition_is_an_option() -> None:
    assert list(MEANINGS) == list(Conditions.model_fields)
    empty = Conditions()
    assert {name for name in MEANINGS if getattr(empty, name) == ()} == LISTS
    given = {"type": ["pdf,ps"], "has_no": ["title", "text"], "random": "5", "parent": "http://a.b"}
    options = read_conditions(given).as_options()
    assert options == (
        "--random 5 --type application/pdf --type application/postscript "
        "--parent http://a.b/ --has-no title --has-no text"
    )
