"""Links in style sheets, in JSON-LD and in scripts.

Links in scripts, or in an attribute of any name, are guesses: whatever looks like an address. They
are off unless asked for. A guess costs a request, and most pages of scholars need none.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator
from typing import Any

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
MOST_JSON_NODES = 5000
ADDRESS_KEYS = ("url", "contentUrl", "sameAs", "mainEntityOfPage")
NAME_KEYS = ("headline", "name")
# Logos and photographs are no pages.
PICTURE_KEYS = frozenset(
    {"image", "logo", "thumbnail", "thumbnailUrl", "photo", "primaryImageOfPage"}
)


def style_references(text: str) -> Iterator[str]:
    for found in STYLE_URL.finditer(text[:LONGEST]):
        reference = found[found.lastindex or 0].strip()
        if reference and not reference.startswith(("data:", "#")):
            yield reference


def script_references(text: str) -> Iterator[str]:
    for found in QUOTED.finditer(text[:LONGEST]):
        reference = found[2].replace("\\/", "/")
        if _looks_like_address(reference):
            yield reference


def is_address(text: str) -> bool:
    """Whether a whole text looks like an address."""
    return WORD.fullmatch(text) is not None and _looks_like_address(text)


def _looks_like_address(word: str) -> bool:
    return ADDRESS.match(word) is not None or FILE.fullmatch(word) is not None


def json_ld_references(text: str) -> Iterator[tuple[str, str]]:
    """Each address with the name of the thing it belongs to."""
    try:
        data = json.loads(text[:LONGEST], strict=False)
    except (ValueError, RecursionError):
        return
    waiting: deque[Any] = deque([data])
    for _ in range(MOST_JSON_NODES):
        if not waiting:
            return
        node = waiting.popleft()
        if isinstance(node, list):
            waiting.extend(item for item in node if isinstance(item, dict | list))
        elif isinstance(node, dict) and node.get("@type") != "ImageObject":
            yield from _node_references(node)
            waiting.extend(
                value
                for key, value in node.items()
                if isinstance(value, dict | list) and key not in PICTURE_KEYS
            )


def _node_references(node: dict[str, Any]) -> Iterator[tuple[str, str]]:
    name = next((node[key] for key in NAME_KEYS if isinstance(node.get(key), str)), "")
    for key in ADDRESS_KEYS:
        value = node.get(key)
        for item in value if isinstance(value, list) else [value]:
            address = item.get("@id") if isinstance(item, dict) else item
            if isinstance(address, str):
                # JSON can name halves of characters, which no database takes.
                yield address, name.encode("utf-8", "replace").decode()
