"""Links of style sheets, and guesses at links: whatever looks like an address, in scripts or in an
attribute of any name.

Off unless asked for. A guess costs a request, and most pages of scholars need none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

LONGEST = 1024**2
STYLE_TYPES = frozenset({"text/css"})
SCRIPT_TYPES = frozenset(
    {"text/javascript", "application/javascript", "application/x-javascript",
     "text/ecmascript", "application/ecmascript"}
)  # fmt: skip

STYLE_URL = re.compile(
    r"""\burl\(\s*+(?:"([^"\n]*+)"|'([^'\n]*+)'|([^\s"'()\n]++))|@import\s++(?:"([^"\n]++)"|'([^'\n]++)')""",
    re.IGNORECASE,
)
_WORD = r"""[^\s"'<>{}|^`]{3,2000}+"""
WORD = re.compile(_WORD)
QUOTED = re.compile(rf"""(["'])({_WORD})\1""")
ADDRESS = re.compile(r"(?:https?:)?//[\w-]+\.[\w.-]+|\.{0,2}/[\w~%-]")
# Without a slash at its start only a name with a known ending is one.
FILE = re.compile(
    r"[\w~%./-]+\.(?:html?|php|aspx?|jsp|cgi|pdf|ps|ps\.gz|dvi|djvu|docx?|tex|bib|xml)(?:\?.*)?",
    re.IGNORECASE,
)


def style_references(text: str) -> Iterator[str]:
    for found in STYLE_URL.finditer(text[:LONGEST]):
        reference = found[found.lastindex or 0].strip()
        if reference and not reference.startswith(("data:", "#")):
            yield reference


def script_references(text: str) -> Iterator[str]:
    for found in QUOTED.finditer(text[:LONGEST]):
        reference = found[2].replace("\\/", "/")
        if _looks_so(reference):
            yield reference


def is_address(text: str) -> bool:
    """Whether a whole text looks like an address."""
    return WORD.fullmatch(text) is not None and _looks_so(text)


def _looks_so(word: str) -> bool:
    return ADDRESS.match(word) is not None or FILE.fullmatch(word) is not None
