"""Character references in attributes and text."""

from __future__ import annotations

import re
from html import unescape

# Digits are counted, for a number of any length would cost its square.
_NUMBER = r"#[0-9]{1,7};?|#[xX][0-9a-fA-F]{1,6};?"
# In an attribute a name without its semicolon is often a parameter of a query: &copy=2.
IN_ATTRIBUTE = re.compile(
    rf"&(?:{_NUMBER}|[a-zA-Z][a-zA-Z0-9]{{1,31}};|(?:amp|lt|gt|quot)(?![=a-zA-Z0-9]))"
)
IN_TEXT = re.compile(rf"&(?:{_NUMBER}|[a-zA-Z][a-zA-Z0-9]{{1,31}};?)")


def attribute_value(text: str) -> str:
    return IN_ATTRIBUTE.sub(_character, text) if "&" in text else text


def plain_text(text: str) -> str:
    return IN_TEXT.sub(_character, text)


def _character(found: re.Match[str]) -> str:
    return unescape(found[0])
