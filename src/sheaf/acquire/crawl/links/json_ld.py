"""The links in the JSON-LD of a page: where the work is, its files, its other addresses."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator
from typing import Any

LONGEST = 1024**2
MOST_NODES = 5000
LINKING = ("url", "contentUrl", "sameAs", "mainEntityOfPage")
NAMES = ("headline", "name")
# Logos and photographs are no pages.
PICTURES = frozenset({"image", "logo", "thumbnail", "thumbnailUrl", "photo", "primaryImageOfPage"})


def json_ld_references(text: str) -> Iterator[tuple[str, str]]:
    """Each address with the name of the thing it belongs to."""
    try:
        data = json.loads(text[:LONGEST], strict=False)
    except (ValueError, RecursionError):
        return
    waiting: deque[Any] = deque([data])
    for _ in range(MOST_NODES):
        if not waiting:
            return
        node = waiting.popleft()
        if isinstance(node, list):
            waiting.extend(each for each in node if isinstance(each, dict | list))
        elif isinstance(node, dict) and node.get("@type") != "ImageObject":
            yield from _references_of(node)
            waiting.extend(
                value
                for key, value in node.items()
                if isinstance(value, dict | list) and key not in PICTURES
            )


def _references_of(node: dict[str, Any]) -> Iterator[tuple[str, str]]:
    name = next((node[key] for key in NAMES if isinstance(node.get(key), str)), "")
    for key in LINKING:
        value = node.get(key)
        for each in value if isinstance(value, list) else [value]:
            address = each.get("@id") if isinstance(each, dict) else each
            if isinstance(address, str):
                # JSON can name halves of characters, which no database takes.
                yield address, name.encode("utf-8", "replace").decode()
