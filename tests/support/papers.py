"""Papers as JSON: one written by hand, and any that hypothesis can think of."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

GOLDEN = Path(__file__).parents[1] / "extract" / "formats" / "golden"

# What breaks writers: markup, TeX, characters that XML forbids, halves of pairs, line ends.
NASTY = st.text(
    st.one_of(
        st.sampled_from("<>&\"'\\{}$%#_~^*`|[]()=-+!.,;:@/ \t\n\r\f\v\x00\x1b\x7f\x85\u2028\ufffe"),
        st.sampled_from("aZéßłIİıДщ中文\u0301\ud800\udfff\U0001f600\U0010ffff"),
        st.characters(),
    ),
    max_size=40,
)
# Names that have a family name with a letter in it, as those that were read do.
FAMILY = st.sampled_from(
    ["Lovelace", "van der Waals", "O'Neill", "Łukasiewicz", "de la Cruz", "王", "Smith Jr.",
     "Anderson", "d'Alembert", "McAndrew", "Al-Khwarizmi", "Brand and Sons", "AND", "von"]
)  # fmt: skip
GIVEN = st.sampled_from(["Ada", "J. R. R.", "Jean-Pierre", "", "小明", "Andy", "e.", "X, Jr."])


def optional(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(st.none(), strategy)


def people(**more: Any) -> st.SearchStrategy[Any]:
    halves = {"given": optional(GIVEN | NASTY), "family": optional(FAMILY | NASTY)}
    return st.lists(st.fixed_dictionaries({"name": NASTY, **halves, **more}), max_size=3)


KINDS = st.sampled_from(
    ["article", "inproceedings", "incollection", "book", "thesis", "techreport", "web", "misc"]
)
PAGES = st.sampled_from(["1-9", "1123–35", "e17", "pp. 3--4", "9-1", "12", "iv-xi", "A1–A20"])
DATES = st.sampled_from(
    ["2004", "2004-02-31", "3 May 2012", "May 2004", "2003-1", "spring", "0001"]
)
YEARS = st.integers(1000, 2100)
CONTEXTS = st.lists(
    st.fixed_dictionaries({"text": NASTY, "offset": st.integers(), "marker": NASTY}), max_size=2
)
REFERENCES = st.fixed_dictionaries(
    {"raw": NASTY, "authors": people(), "editors": people(), "contexts": CONTEXTS},
    optional={
        **{
            name: optional(NASTY)
            for name in ("marker", "title", "venue", "volume", "issue", "publisher", "place",
                         "institution", "series", "note", "doi", "arxiv_id", "url")
        },
        "year": optional(YEARS),
        "date": optional(DATES | NASTY),
        "pages": optional(PAGES | NASTY),
        "type": optional(KINDS | NASTY),
    },
)  # fmt: skip
SECTIONS = st.fixed_dictionaries(
    {"heading": optional(NASTY), "text": NASTY},
    optional={"level": st.integers(-1, 9), "kind": st.sampled_from(["body", "appendix"])},
)
ANY_PAPER = st.fixed_dictionaries(
    {},
    optional={
        **{
            name: optional(NASTY)
            for name in ("title", "abstract", "venue", "doi", "arxiv_id", "acknowledgement")
        },
        "authors": people(
            email=optional(NASTY), address=optional(NASTY), affiliations=st.lists(NASTY, max_size=2)
        ),
        "keywords": st.lists(NASTY, max_size=3),
        "year": optional(YEARS),
        "date": optional(DATES | NASTY),
        "language": optional(st.sampled_from(["en", "pt-BR"]) | NASTY),
        "sections": st.lists(SECTIONS, max_size=3),
        "captions": st.lists(
            st.fixed_dictionaries(
                {"kind": st.sampled_from(["figure", "table"]), "label": NASTY, "text": NASTY}
            ),
            max_size=2,
        ),
        "footnotes": st.lists(NASTY, max_size=2),
        "references": st.lists(REFERENCES, max_size=3),
        "extras": st.dictionaries(st.just("keyphrases"), st.lists(NASTY, max_size=2)),
        "provenance": st.dictionaries(st.sampled_from(["extractor", "error"]), NASTY),
    },
)
# Files that somebody edited, or another program wrote: anything may stand anywhere.
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | NASTY,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NASTY, inner, max_size=3),
    max_leaves=8,
)
DAMAGED_PAPER = st.dictionaries(
    st.sampled_from(
        ["title", "authors", "abstract", "keywords", "year", "date", "venue", "doi", "sections",
         "captions", "footnotes", "references", "extras", "provenance", "language"]
    ),
    JUNK,
)  # fmt: skip


def written_by_hand() -> dict[str, Any]:
    paper: dict[str, Any] = json.loads((GOLDEN / "paper.json").read_text(encoding="utf-8"))
    return paper
