"""Four papers: three of them cite the first, and one that is not there."""

from __future__ import annotations

from typing import Any

LAZY = "Chart parsing of ambiguous grammars with lazy agendas"
WHALES = "Probabilistic grammars for whale songs"
ADA = {"name": "Ada Nkemelu", "given": "Ada", "family": "Nkemelu"}
PAPERS: dict[int, Any] = {
    1: {"title": LAZY, "authors": [ADA], "year": 2011, "venue": "Journal of Grammars"},
    **{
        number: {
            "title": f"{word} studies of the parsing of speech and its noises",
            "authors": [{"name": f"Kim {word}", "given": "Kim", "family": word}],
            "year": 2010 + number,
            "sections": [{"heading": "1 Start", "text": f"{word} words about parsing."}],
            "references": [
                {
                    "raw": "...",
                    "title": LAZY,
                    "authors": [{"name": "A. Nkemelu", "given": "A.", "family": "Nkemelu"}],
                    "year": 2011,
                    "contexts": [{"text": f"{word} agendas are lazy [1].", "offset": 3}],
                },
                {"raw": "No title, 1999."},
                {
                    "raw": None,
                    "title": WHALES,
                    "year": 1999,
                    "authors": [{"name": "O. Brandt", "given": "O.", "family": "Brandt"}],
                },
            ],
        }
        for number, word in ((2, "Early"), (3, "Later"), (4, "Newest"))
    },
}
