"""Tags as a browser would read them: attributes, character references, the root of XML."""

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
LONGEST_TAG = 64 * 1024
# All that may stand between the name of a tag and its end: a quote counts only after an equals
# sign, and one that is never closed counts as a letter. Nothing in here is tried twice.
INSIDE = r"""[^>=]*+(?:=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>"'][^\s>]*+)?+[^>=]*+)*+"""
ATTRIBUTE = re.compile(
    r"""([^\s=>/"'][^\s=>/]*+)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s>]*+)))?+"""
)
HEAD = 4096
ROOT = re.compile(rb"<(?:[\w.-]{1,40}+:)?+([a-zA-Z][\w.-]{0,40}+)[\s/>]")


def unescape_attribute(text: str) -> str:
    return IN_ATTRIBUTE.sub(_character, text) if "&" in text else text


def unescape_text(text: str) -> str:
    return IN_TEXT.sub(_character, text)


def _character(found: re.Match[str]) -> str:
    return unescape(found[0])


def read_attributes(inside: str) -> dict[str, str]:
    """By name in lower case; of two with the same name the first counts."""
    found = ATTRIBUTE.findall(inside, 0, LONGEST_TAG)
    found.reverse()
    return {
        name.lower(): unescape_attribute(double or single or bare)
        for name, double, single, bare in found
    }


def xml_root(data: bytes) -> str:
    """The name of the root element in lower case, without its prefix; empty for what is no XML."""
    head = data[:HEAD].lstrip(b"\xef\xbb\xbf \t\r\n")
    found = ROOT.search(head) if head[:1] == b"<" else None
    return found[1].decode("ascii", "replace").lower() if found else ""
