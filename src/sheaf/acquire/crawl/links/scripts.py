"""Guesses at links in scripts and style sheets: whatever is quoted and looks like an address.

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
QUOTED = re.compile(r"""(["'])([^\s"'<>{}|^`]{3,2000}+)\1""")
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
        if ADDRESS.match(reference) or FILE.fullmatch(reference):
            yield reference
