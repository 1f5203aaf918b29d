"""The attributes of a start tag, as a browser would read them."""

from __future__ import annotations

import re

from sheaf.acquire.crawl.links.entities import attribute_value

LONGEST_TAG = 64 * 1024
# All that may stand between the name of a tag and its end: a quote counts only after an equals
# sign, and one that is never closed counts as a letter. Nothing in here is tried twice.
INSIDE = r"""[^>=]*+(?:=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>"'][^\s>]*+)?+[^>=]*+)*+"""
ATTRIBUTE = re.compile(
    r"""([^\s=>/"'][^\s=>/]*+)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s>]*+)))?+"""
)


def attributes_of(inside: str) -> dict[str, str]:
    """By name in lower case; of two with the same name the first counts."""
    found = ATTRIBUTE.findall(inside, 0, LONGEST_TAG)
    found.reverse()
    return {
        name.lower(): attribute_value(double or single or bare)
        for name, double, single, bare in found
    }
