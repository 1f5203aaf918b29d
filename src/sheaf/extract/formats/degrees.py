"""For which degree a thesis was written, by what its cover, or an entry of a list, says."""

from __future__ import annotations

import re

_THESIS = r"(?:thesis|dissertation)\b"
# The highest first: who becomes a doctor is often called a master on the same cover.
DEGREES = {
    "doctor": re.compile(
        r"\bdoctor of\b|\bdoctora(?:l|te|t)\b|\bdocteur\b|\bdoktor|\binaugural-?dissertation\b"
        rf"|\bph\.?\s?d\.?(?: \w+)? {_THESIS}",
        re.IGNORECASE,
    ),
    "master": re.compile(
        rf"\bmaster[’']?s? (?:degree\b|project\b|of\b|{_THESIS})|\bmaster(?:s?arbeit|thesis)\b"
        rf"|\bm\.?\s?(?:sc|phil|eng|a)\.?(?: \w+)? {_THESIS}|\bdiplom(?:arbeit\b|a thesis\b)"
        r"|\bmémoire de master\b|\blaurea magistrale\b|\bfin de máster\b",
        re.IGNORECASE,
    ),
    "bachelor": re.compile(
        rf"\bbachelor[’']?s? (?:degree\b|project\b|of\b|{_THESIS})|\bbachelor(?:arbeit|thesis)\b"
        rf"|\bb\.?\s?(?:sc|a|eng)\.?(?: \w+)? {_THESIS}",
        re.IGNORECASE,
    ),
}


def degree_in(words: str) -> str:
    """doctor, master or bachelor; empty where none is named."""
    # A cover breaks its lines anywhere.
    found = " ".join(words.split())
    return next((name for name, pattern in DEGREES.items() if pattern.search(found)), "")
